import Contrast
import Palettes
import Syntax

extension Request {
  /// What can be done about the findings in a stretch of a document, and what a colour there lacks.
  static let codeAction = Request(method: "textDocument/codeAction", needsPalettes: true) {
    session, parameters throws(RPCError) in
    let document = try session.document(parameters)
    guard let range = parameters?["range"], let start = range["start"]?.position, let end = range["end"]?.position
    else { throw RPCError(.invalidParameters, "\"range\" is missing") }
    session.refresh()
    let kinds = parameters?["context"]?["only"]?.elements.compactMap(\.string) ?? []
    let isWanted = kinds.isEmpty || kinds.contains { $0 == "quickfix" || $0.isEmpty }
    let from = document.offset(of: start, session.client.encoding)
    let bytes = from..<max(from, document.offset(of: end, session.client.encoding))
    let actions = isWanted && session.client.takesCodeActions ? session.actions(document, in: bytes) : []
    let told = parameters?["context"]?["diagnostics"]?.elements.map(\.self) ?? []
    let current = session
    return { writer in
      writer.array(actions) { writer, action in
        writer.object { action.write(to: &$0, current, told) }
      }
    }
  }
}

/// One line of the editor's menu.
struct Action: Sendable {
  let title: String
  let edits: [TextEdit]
  /// It makes everything pass and breaks nothing.
  let isPreferred: Bool
  /// The place of the finding that it is about; nil where there is none.
  let place: SourceRange?
  /// A file that is not there yet, and gets the edits.
  var newFile: String?
}

extension Session {
  /// No more findings than this are dealt with at once: a stretch can be a whole file.
  private static let findingLimit = 8

  fileprivate mutating func actions(_ document: Document, in bytes: Range<Int>) -> [Action] {
    guard let path = document.path, let root = root(of: path) else { return [] }
    var actions: [Action] = []
    let finders = audits(of: path).map { (audit: $0, finder: FixFinder($0, source: source)) }
    for (audit, finder) in finders {
      let findings = roots[root].review(of: audit.palette.path)?.findings ?? []
      for finding in findings.filter({ $0.range.file == path && $0.range.bytes.touches(bytes) })
        .prefix(Self.findingLimit)
      {
        actions += self.actions(on: finding, finder)
        if let stub = waiverStub(for: finding, in: audit, of: root) { actions.append(stub) }
      }
      actions += additions(to: path, in: bytes, finder, audit)
    }
    var seen: Set<[TextEdit]> = []
    return actions.filter { seen.insert($0.edits).inserted }
  }

  private func actions(on finding: Finding, _ finder: FixFinder) -> [Action] {
    guard let pairing = finding.pairing, let worst = finding.worst, finding.code.hasPrefix("contrast/") else {
      return []
    }
    return finder.options(for: pairing, in: worst.combination).fixes.map { fix in
      Action(title: fix.title, edits: fix.edits, isPreferred: fix.isWhole, place: finding.range)
    }
  }

  /// The dark and the high-contrast variants that colours in a stretch do not have.
  private func additions(to path: String, in bytes: Range<Int>, _ finder: FixFinder, _ audit: Audit) -> [Action] {
    var actions: [Action] = []
    let variants: [TraitCollection] = [
      TraitCollection([.style: "dark"]), TraitCollection([.contrast: "high"]),
      TraitCollection([.style: "dark", .contrast: "high"]),
    ]
    let colors = audit.palette.colors.indices.filter { index in
      let color = audit.palette.colors[index]
      return color.registrations.contains { $0.range.file == path && $0.range.bytes.touches(bytes) }
    }
    for color in colors.prefix(2) {
      for traits in variants {
        guard case .success(let fix?) = finder.addingVariant(traits, to: color) else { continue }
        actions.append(Action(title: fix.title, edits: fix.edits, isPreferred: false, place: nil))
      }
    }
    return actions
  }

  /// A source as it stands: typed, or on disk.
  func source(_ path: String) -> SourceText? {
    let open = documents.values.first { $0.path == path }?.bytes
    return (open ?? file(path)).map { SourceText(path: path, bytes: $0) }
  }
}

extension Range<Int> {
  /// Whether two stretches have a place in common; an empty one touches what begins or ends there.
  fileprivate func touches(_ other: Range<Int>) -> Bool {
    lowerBound <= other.upperBound && other.lowerBound <= upperBound
  }
}
