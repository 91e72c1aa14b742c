package import Contrast
import Palettes

extension Question {
  /// Answers from a workspace.
  ///
  /// - Parameters:
  ///   - place: where the palettes are, in the asker's words.
  ///   - seconds: how long the reading took; shown by `check`.
  ///   - counted: what `countsAllPairs` asks for, where it was counted before.
  package func answer(
    from workspace: Workspace, at place: String, seconds: Double? = nil, counted: [AllPairs]? = nil
  ) throws(QuestionError) -> Answer {
    let workspace = try isPlain ? workspace : asked(of: workspace)
    switch subject {
    case .check(let check): return answer(check, workspace, seconds, counted)
    case .explain(let foreground, let background):
      return try explain(foreground, background, NamedColors(workspace, place))
    case .resolve(let name): return try resolve(name, NamedColors(workspace, place))
    case .suggest(let suggest): return try answer(suggest, NamedColors(workspace, place))
    case .tokens(let filter):
      return try table(
        workspace, place, text: { PaletteReports.tokens($0, filter, $1) },
        json: { PaletteJSON.tokens($0, filter, pretty: $1) })
    case .pairs(let showsReasons):
      return try table(
        workspace, place, text: { PaletteReports.pairs($0, why: showsReasons, $1) },
        json: { PaletteJSON.pairs($0, pretty: $1) })
    case .traits:
      return try table(
        workspace, place, text: { PaletteReports.traits($0, $1) }, json: { PaletteJSON.traits($0, pretty: $1) })
    case .matrix:
      return try table(
        workspace, place, text: { MatrixText.render($0, $1) }, json: { PaletteJSON.matrix($0, pretty: $1) })
    }
  }

  /// Whether the answer has counts over all pairs of the workspace as it is.
  package var countsAllPairs: Bool {
    if case .check(let check) = subject { isPlain && check.allPairs } else { false }
  }

  private func answer(
    _ check: CheckQuestion, _ workspace: Workspace, _ seconds: Double?, _ counted: [AllPairs]?
  ) -> Answer {
    let report = CheckReport(
      check.ignoresBaseline ? workspace.withoutBaselines : workspace, filter: check.filter, allPairs: check.allPairs,
      newOnly: check.newOnly, failOn: check.failOn, seconds: seconds, counted: counted)
    let notes = check.showsNotes || check.failOn == .from(.note)
    return written(
      status: report.outcome.status, text: { report.text($0, showsNotes: notes) }, json: { report.json(pretty: $0) })
  }

  private func explain(
    _ foreground: String, _ background: String, _ colors: NamedColors
  ) throws(QuestionError) -> Answer {
    let pair = try colors.pair(foreground, background)
    guard let combination = pair.audit.worstCombination(of: pair.pairing) else {
      throw QuestionError("no trait combination of \(pair.audit.palette.path) is asked about; see contrastctl traits")
    }
    let explanation = pair.audit.explain(pair.pairing, isJudged: pair.isJudged, in: combination)
    let standing = colors.workspace.standing(explanation, of: pair.audit, in: combination)
    return written(
      status: explanation.verdict == .notEvaluated ? 4 : 0, text: { explanation.text($0, standing) },
      json: { explanation.json(pretty: $0, standing) })
  }

  private func resolve(_ name: String, _ colors: NamedColors) throws(QuestionError) -> Answer {
    let audit = try colors.audit(having: [name])
    let report = ResolutionReport(audit.palette.index(of: name) ?? 0, of: audit)
    let isWhole = report.outcomes.allSatisfy { $0.resolution.color != nil }
    return written(status: isWhole ? 0 : 4, text: { report.text($0) }, json: { report.json(pretty: $0) })
  }

  private func answer(_ suggest: SuggestQuestion, _ colors: NamedColors) throws(QuestionError) -> Answer {
    let pair = try colors.pair(suggest.foreground, suggest.background)
    let cells = suggest.allTraits ? pair.audit.asked : [pair.audit.worstCombination(of: pair.pairing) ?? 0]
    return SuggestionReport(
      pair.pairing, of: pair.audit, required: suggest.required, changesForeground: suggest.changesForeground,
      cells: cells
    ).answer(self)
  }

  private func table(
    _ workspace: Workspace, _ place: String, text: ([Audit], TextStyle) -> String, json: ([Audit], Bool) -> String
  ) throws(QuestionError) -> Answer {
    let audits = workspace.audits
    guard !audits.isEmpty else {
      throw QuestionError("there is no palette under \(place): *.xcassets, *.palette.json or design tokens", status: 4)
    }
    return written(status: 0, text: { text(audits, $0) }, json: { json(audits, $0) })
  }

  /// Whichever form is wanted.
  func written(status: Int32, text: (TextStyle) -> String, json: (Bool) -> String) -> Answer {
    switch form {
    case .text(let style): Answer(output: text(style), status: status)
    case .json(let pretty): Answer(output: json(pretty), status: status)
    }
  }
}

extension SuggestionReport {
  /// 1 where nothing passes.
  package func answer(_ question: Question) -> Answer {
    question.written(
      status: nearest == nil ? 1 : 0, text: { text($0) }, json: { json(pretty: $0) })
  }
}
