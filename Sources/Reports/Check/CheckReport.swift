package import Contrast
import Palettes
package import Syntax

/// What a check found, ready to be rendered.
package struct CheckReport: Sendable {
  /// A palette's findings that were asked for, and how its cells stand.
  package struct PaletteResult: Sendable {
    package let audit: Audit
    package let findings: [Finding]
    package let tally: Tally
    /// Judged pairs that were asked for.
    package let pairs: Int
    /// Failing cells that are accepted, waived, or unknown to the baseline there is.
    package let accepted: Int
    package let waived: Int
    package let new: Int?
    fileprivate let used: Set<Waiver>
  }

  package let palettes: [PaletteResult]
  /// Palettes with more combinations than the bound.
  package let refused: [Diagnostic]
  /// Waivers that have ended or cover nothing.
  package let waivers: [Diagnostic]
  /// Files that could not be read.
  package let unreadable: [Diagnostic]
  /// Counts over every foreground on every background, where they were asked for.
  package let allPairs: [AllPairs]
  /// The least severity that makes the check fail, where it was said; else each palette's policy decides.
  package let failOn: Threshold?
  /// What is wrong with policies, baselines and waivers; the last whole ones are in force.
  package let companions: [Diagnostic]
  /// Seconds the whole check took, where it was timed.
  package let seconds: Double?
  let filter: Filter

  /// Which findings are wanted.
  package struct Filter: Hashable, Sendable {
    /// A pattern over foreground, background, or `foreground on background`.
    package var pair: String?
    /// A pattern over finding codes and pairing rules.
    package var rule: String?

    package init(pair: String? = nil, rule: String? = nil) {
      self.pair = pair
      self.rule = rule
    }
  }

  /// - Parameter counted: the counts over all pairs, where somebody has them already.
  package init(
    _ workspace: Workspace, filter: Filter = Filter(), allPairs: Bool = false, newOnly: Bool = false,
    failOn: Threshold? = nil, seconds: Double? = nil, counted: [AllPairs]? = nil
  ) {
    palettes = workspace.audits.map { PaletteResult($0, workspace.excuses(for: $0.palette.path), filter, newOnly) }
    waivers = newOnly || filter != Filter() ? [] : Self.waiverFindings(workspace, palettes)
    refused = workspace.evaluations.compactMap { evaluation in
      guard case .refused(let palette, let reason) = evaluation else { return nil }
      return Diagnostic(.error, "traits/too-many", reason.message, at: SourceRange(startOf: palette.path))
    }
    unreadable = workspace.unreadable.values.sorted { $0.range.file < $1.range.file }
    self.allPairs =
      allPairs ? counted ?? workspace.audits.filter { !$0.palette.isSet }.map { AllPairs($0) } : []
    self.failOn = failOn
    companions = workspace.companions.diagnostics
    self.filter = filter
    self.seconds = seconds
  }

  private static func waiverFindings(_ workspace: Workspace, _ palettes: [PaletteResult]) -> [Diagnostic] {
    let used = palettes.reduce(into: Set()) { $0.formUnion($1.used) }
    return workspace.companions.waivers.values.sorted { $0.scope.path < $1.scope.path }.flatMap { file in
      file.waivers.map { (file, $0) }
    }.compactMap { file, waiver in
      if waiver.isExpired(on: workspace.day) {
        let date = waiver.expires.map { "expired on \($0)" } ?? "has no date that can be read"
        return Diagnostic(
          .warning, "waiver/expired",
          "Waiver for \(waiver.pair) (owner \(waiver.owner)) \(date) and no longer applies.",
          at: waiver.range)
      }
      if let excess = workspace.companions.excess(of: waiver, in: file, on: workspace.day) {
        return Diagnostic(
          .error, "waiver/too-long", "Waiver for \(waiver.pair) (owner \(waiver.owner)) \(excess). It covers nothing.",
          at: waiver.range)
      }
      if used.contains(waiver) { return nil }
      return Diagnostic(
        .note, "waiver/unused", "Waiver for \(waiver.pair) (owner \(waiver.owner)) covers no failure: take it out.",
        at: waiver.range)
    }
  }

  package var tally: Tally { palettes.reduce(Tally()) { $0 + $1.tally } }

  /// Everything found, with what belongs to no evaluated palette first.
  package var allFindings: [Finding] {
    (companions + waivers + unreadable + refused).map { Finding($0) } + palettes.flatMap(\.findings)
  }

  package func count(of severity: Diagnostic.Severity) -> Int { allFindings.count { $0.severity == severity } }

  /// How the check ends: 0 nothing at or above `failOn`; 1 findings; 4 something could not be evaluated, or nothing was
  /// judged (never green on nothing).
  package enum Outcome: Sendable, Hashable {
    case clean, findings, notEvaluated, nothingJudged

    package var status: Int32 {
      switch self {
      case .clean: 0
      case .findings: 1
      case .notEvaluated, .nothingJudged: 4
      }
    }
  }

  package var outcome: Outcome {
    let others = failOn ?? .from(.error)
    if (companions + waivers + unreadable + refused).contains(where: { others.includes($0.severity) }) {
      return .findings
    }
    let isFailing = palettes.contains { palette in
      let threshold = failOn ?? palette.audit.policy.failOn
      return palette.findings.contains { threshold.includes($0.severity) }
    }
    if isFailing { return .findings }
    let tally = tally
    if tally.notEvaluated > 0 { return .notEvaluated }
    return tally.total == 0 && allPairs.allSatisfy { $0.cells == 0 } ? .nothingJudged : .clean
  }
}

extension CheckReport.PaletteResult {
  fileprivate init(_ audit: Audit, _ excuses: Excuses, _ filter: CheckReport.Filter, _ newOnly: Bool) {
    let wanted = audit.pairings.indices.filter { filter.wants(audit, $0) && filter.wantsRule(of: audit.pairings[$0]) }
    let wantedSet = Set(wanted)
    self.audit = audit
    let review = Review(audit, excuses: excuses)
    accepted = review.accepted
    waived = review.waived
    new = excuses.hasBaseline ? review.new : nil
    used = review.used
    findings = review.findings.filter { finding in
      guard filter.wants(rule: finding, audit) else { return false }
      // What is wrong with a file is accepted by no baseline.
      let isOfFile = finding.pairing == nil && finding.severity == .error
      if newOnly, !(finding.isNew || finding.code == "baseline/worse" || isOfFile) { return false }
      return finding.pairing.map(wantedSet.contains) ?? (filter.pair == nil)
    }
    tally = audit.tally(of: wanted)
    pairs = wanted.count
  }
}

extension CheckReport.Filter {
  /// Whether a pair of an audit is one that the pattern names.
  package func wants(_ audit: Audit, _ pairing: Int) -> Bool {
    guard let pair else { return true }
    let key = audit.key(of: audit.pairings[pairing])
    return [key.foreground, key.background, "\(key.foreground) on \(key.background)"].contains {
      Glob.matches(pair, $0)
    }
  }

  /// A pattern that names pairs (their rule, or the code of their failure) leaves the others out of the counts.
  fileprivate func wantsRule(of pairing: Pairing) -> Bool {
    guard let rule else { return true }
    let names = PairingRule.allCases.map(\.rawValue) + Usage.allCases.map(\.code)
    guard names.contains(where: { Glob.matches(rule, $0) }) else { return true }
    return Glob.matches(rule, pairing.rule.rawValue) || Glob.matches(rule, pairing.usage.code)
  }

  fileprivate func wants(rule finding: Finding, _ audit: Audit) -> Bool {
    guard let rule else { return true }
    let pairing = finding.pairing.map { audit.pairings[$0].rule.rawValue }
    return Glob.matches(rule, finding.code) || pairing.map { Glob.matches(rule, $0) } ?? false
  }
}
