import Colorimetry
import Contrast
import Palettes
import Syntax

/// What was told of a document.
struct Told: Hashable, Sendable {
  let version: Int
  /// The diagnostics as JSON.
  let diagnostics: [UInt8]
}

extension Session {
  /// How many diagnostics of one file are told; the last says how many are not.
  private static let limit = 1000

  /// Tells the diagnostics of every open document that have changed, or whose text has.
  mutating func tellDiagnostics() {
    refresh()
    let roots = untold
    untold.removeAll()
    var needsRefresh = false
    for document in documents.values.sorted(by: { $0.uri < $1.uri }) {
      guard let path = document.path, let root = root(of: path), roots.contains(self.roots[root].path),
        !isElsewhere(path),
        Workspace.wants(path)
      else { continue }
      let now = Told(version: document.version, diagnostics: diagnosticsJSON(of: path, in: root))
      let before = told[document.uri]
      guard now != before else { continue }
      told[document.uri] = now
      if client.onlyPulls {
        needsRefresh = needsRefresh || now.version == before?.version
      } else {
        publish(now, of: document.uri)
      }
    }
    guard needsRefresh, client.refreshesDiagnostics else { return }
    lastToken += 1
    outbox.request("workspace/diagnostic/refresh", id: "\(idPrefix)refresh-\(lastToken)") { _ in }
  }

  private mutating func publish(_ now: Told, of uri: String) {
    outbox.notify("textDocument/publishDiagnostics") { writer in
      writer.field("uri", uri)
      writer.field("version", now.version)
      writer.field("diagnostics") { $0.raw(now.diagnostics) }
    }
  }

  /// Takes back what was told of a document.
  mutating func retract(_ uri: String) {
    guard told.removeValue(forKey: uri) != nil, !client.onlyPulls else { return }
    outbox.notify("textDocument/publishDiagnostics") { writer in
      writer.field("uri", uri)
      writer.field("diagnostics") { $0.array([Int]()) { $0.number($1) } }
    }
  }

  fileprivate mutating func diagnosticsJSON(of path: String, in root: Int) -> [UInt8] {
    let problems = problems(of: path, in: root)
    var writer = JSONWriter(pretty: false)
    writer.array(problems.prefix(Self.limit)) { writer, problem in
      writer.object { problem.write(to: &$0, self) }
    }
    return writer.bytes
  }
}

extension Request {
  /// For an editor that asks instead of being told.
  static let diagnostic = Request(method: "textDocument/diagnostic", needsPalettes: true) {
    session, parameters throws(RPCError) in
    let document = try session.document(parameters)
    session.refresh()
    var json = Array("[]".utf8)
    if let path = document.path, let root = session.root(of: path) {
      json = session.diagnosticsJSON(of: path, in: root)
      if session.client.onlyPulls { session.told[document.uri] = Told(version: document.version, diagnostics: json) }
    }
    let items = json
    return { writer in
      writer.object { writer in
        writer.field("kind", "full")
        writer.field("items") { $0.raw(items) }
      }
    }
  }
}

/// Everything that is said of one place of a document.
struct Problem: Sendable {
  struct Related: Hashable, Sendable {
    let range: SourceRange
    let message: String
  }

  /// The pair it speaks of, for the editor to hand back.
  struct Pair: Hashable, Sendable {
    let palette: String
    let key: PairKey
    let traits: String
  }

  let range: SourceRange
  var severity: Diagnostic.Severity
  var code: String
  var messages: [String]
  var related: [Related] = []
  var pairs: [Pair] = []

  mutating func merge(_ other: Problem) {
    if other.severity > severity {
      severity = other.severity
      code = other.code
    }
    messages += other.messages.filter { !messages.contains($0) }
    related += other.related.filter { !related.contains($0) }
    pairs += other.pairs.filter { !pairs.contains($0) }
  }
}

extension Session {
  /// What is to be said of a file, one a range, in order of place.
  mutating func problems(of path: String, in root: Int) -> [Problem] {
    let workspace = roots[root].workspace
    if let broken = workspace.stale[path] {
      // What is read before the text breaks off is half of something.
      return Self.merged(broken.filter { $0.code.hasPrefix("syntax/") }.map { Problem($0) })
    }
    if Companions.isOne(path) {
      let all = workspace.companions.diagnostics + workspace.idlePatterns
      return Self.merged(all.filter { $0.range.file == path }.map { Problem($0) })
    }
    var problems = workspace.unreadable[path].map { [Problem($0)] } ?? []
    for palette in workspace.palettes(of: path) {
      if case .refused(_, let reason)? = workspace.palettes[palette] {
        problems.append(
          Problem(
            Diagnostic(.error, "traits/too-many", reason.message, at: SourceRange(startOf: path))))
      }
      guard let review = roots[root].review(of: palette) else { continue }
      let here = review.findings.filter { $0.range.file == path }
      let needsSuggestions = here.count <= Self.suggestionLimit
      problems += here.map { Problem($0, in: review.audit, suggests: needsSuggestions) }
    }
    return Self.merged(problems)
  }

  /// In a file with more findings none is given a better value: looking for one takes longer than finding fault.
  private static let suggestionLimit = 64

  private static func merged(_ problems: [Problem]) -> [Problem] {
    var places: [Range<Int>: Int] = [:]
    var result: [Problem] = []
    for problem in problems {
      if let place = places[problem.range.bytes] {
        result[place].merge(problem)
      } else {
        places[problem.range.bytes] = result.count
        result.append(problem)
      }
    }
    return result.sorted { $0.range.start < $1.range.start }
  }
}

extension Problem {
  init(_ diagnostic: Diagnostic) {
    self.init(
      range: diagnostic.range, severity: diagnostic.severity, code: diagnostic.code, messages: [diagnostic.message])
  }

  /// - Parameter suggests: whether a value that passes is looked for.
  init(_ finding: Finding, in audit: Audit, suggests: Bool) {
    var message = finding.message
    if suggests, let index = finding.pairing, let worst = finding.worst, finding.code.hasPrefix("contrast/"),
      let suggestion = audit.suggestion(for: audit.pairings[index], in: worst.combination)
    {
      message += " Try \(suggestion.sentence)."
    }
    for note in finding.notes { message += " (\(note))" }
    self.init(range: finding.range, severity: finding.severity, code: finding.code, messages: [message])
    guard let index = finding.pairing else {
      if let related = finding.related { self.related = [Related(range: related, message: "see here")] }
      return
    }
    let pairing = audit.pairings[index]
    let combination = finding.worst?.combination ?? finding.combinations.first ?? 0
    related = Related.halves(of: pairing, in: audit, combination, except: finding.range)
    pairs = [
      Pair(
        palette: audit.palette.path, key: audit.key(of: pairing),
        traits: audit.combinations[combination].traits(of: audit.grid.space.dimensions).description)
    ]
  }
}

extension Suggestion {
  /// `#8A9097 (4.52:1; passes all 6 of its pairs)`, and where it has to be written.
  var sentence: String {
    let coverage = coverage.isEmpty ? "" : "; \(coverage)"
    let place = target.map { " for \($0.name)" } ?? ""
    return "\(color.hex)\(place) (\(ratio.formatted()):1\(coverage))"
      + (background.map { ", or \($0.hex) as the background" } ?? "")
  }
}

extension Problem.Related {
  /// Where both halves of a pair have their values from, hop by hop, but for the place that is told already.
  fileprivate static func halves(
    of pairing: Pairing, in audit: Audit, _ combination: Int, except range: SourceRange
  ) -> [Problem.Related] {
    var result: [Problem.Related] = []
    for (color, word) in [(pairing.foreground, "foreground"), (pairing.background, "background")] {
      var before: String?
      for step in audit.resolver.resolve(audit.palette.colors[color], under: audit.combinations[combination]).steps {
        defer { before = step.name }
        guard step.source == .app, let place = step.registration?.range, place != range else { continue }
        let value = before.map { "\($0) → \(step.name)" } ?? "\(word): \(step.name)"
        let hex = audit.grid.color(color, in: combination).map { " \($0.hex)" } ?? ""
        result.append(Problem.Related(range: place, message: "\(value)\(hex), \(step.reason)"))
      }
    }
    if let declaration = pairing.declaration, declaration != range {
      result.append(Problem.Related(range: declaration, message: "the pair is declared here"))
    }
    return result
  }
}

extension Problem {
  /// The members of the protocol's Diagnostic.
  fileprivate func write(to writer: inout JSONWriter, _ session: Session) {
    writer.field("range") { $0.range(range, session) }
    writer.field("severity", severity == .error ? 1 : severity == .warning ? 2 : 3)
    writer.field("code", code)
    writer.field("source", "contrastd")
    writer.field("message", message(session))
    if session.client.showsRelatedInformation, !related.isEmpty {
      writer.field("relatedInformation") { writer in
        writer.array(related) { writer, item in
          writer.object { writer in
            writer.field("location") { $0.location(item.range, session) }
            writer.field("message", item.message)
          }
        }
      }
    }
    guard !pairs.isEmpty else { return }
    writer.field("data") { writer in
      writer.array(pairs) { writer, pair in
        writer.object { writer in
          writer.field("palette", pair.palette)
          writer.field("foreground", pair.key.foreground)
          writer.field("background", pair.key.background)
          writer.field("usage", pair.key.usage.rawValue)
          writer.field("traits", pair.traits)
        }
      }
    }
  }

  /// The whole story: where an editor shows no related places, they stand in the text.
  private func message(_ session: Session) -> String {
    var lines = messages
    if !session.client.showsRelatedInformation {
      lines += related.map { "\($0.message): \(session.shown($0.range.file)):\($0.range.start.line)" }
    }
    return lines.joined(separator: "\n")
  }
}
