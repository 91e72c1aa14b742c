import Colorimetry
import Contrast
import Palettes
import Syntax

extension Request {
  static let hover = Request(method: "textDocument/hover", needsPalettes: true) {
    session, parameters throws(RPCError) in
    let document = try session.document(parameters)
    guard let position = parameters?["position"]?.position else {
      throw RPCError(.invalidParameters, "\"position\" is missing")
    }
    session.refresh()
    guard let hovered = session.hovered(document, at: position) else { return { $0.null() } }
    let current = session
    let text = hovered.text(current)
    return { writer in
      writer.object { writer in
        writer.field("contents") { writer in
          writer.object { writer in
            writer.field("kind", current.client.hoverIsMarkdown ? "markdown" : "plaintext")
            writer.field("value", text)
          }
        }
        writer.field("range") { $0.range(hovered.range, current) }
      }
    }
  }
}

/// A declared value in a document: the colour, and which of its variants.
struct DeclaredValue: Sendable {
  let audit: Audit
  let color: Int
  /// In the colour's registrations; nil for the colour as a whole.
  let registration: Int?
  let range: SourceRange
}

extension Session {
  /// The palettes that a file is part of, as far as they are evaluated and speak of its present text.
  mutating func audits(of path: String) -> [Audit] {
    guard let root = root(of: path), roots[root].isLoaded, roots[root].workspace.stale[path] == nil else { return [] }
    let workspace = roots[root].workspace
    return workspace.palettes(of: path).compactMap { workspace.palettes[$0]?.audit }
  }

  /// The smallest declared value around a position.
  mutating func hovered(_ document: Document, at position: Position) -> Hovered? {
    guard let path = document.path else { return nil }
    let offset = document.offset(of: position, client.encoding)
    var best: DeclaredValue?
    func consider(_ audit: Audit, _ color: Int, _ registration: Int?, _ range: SourceRange) {
      guard range.file == path, range.bytes.lowerBound <= offset, offset <= range.bytes.upperBound else { return }
      if best.map({ range.bytes.count < $0.range.bytes.count }) ?? true {
        best = DeclaredValue(audit: audit, color: color, registration: registration, range: range)
      }
    }
    for audit in audits(of: path) {
      for (index, color) in audit.palette.colors.enumerated() {
        consider(audit, index, nil, color.range)
        for (place, registration) in color.registrations.enumerated() {
          consider(audit, index, place, registration.range)
        }
      }
    }
    return best.map { Hovered(value: $0) }
  }
}

/// The story of one colour: its value under every combination, and how each of its pairs fares.
struct Hovered: Sendable {
  let value: DeclaredValue

  private var audit: Audit { value.audit }
  private var name: String { audit.palette.colors[value.color].name }

  var range: SourceRange { value.range }

  func text(_ session: Session) -> String {
    let client = session.client
    var lines = client.hoverIsMarkdown ? ["**\(name.markdown)**", ""] : [name, ""]
    lines += values(client)
    let pairs = pairs(session)
    if !pairs.isEmpty { lines += [""] + pairs }
    lines += ["", policy(session)]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A row for each way in which the colour gets a value, with the combinations that take it.
  private func values(_ client: ClientCapabilities) -> [String] {
    var rows: [(value: String, way: String, labels: [String])] = []
    for combination in audit.asked {
      let resolution = audit.resolver.resolve(
        audit.palette.colors[value.color], under: audit.combinations[combination])
      let shown = audit.grid.color(value.color, in: combination).map { $0.swatch(client) } ?? "no value"
      let way = resolution.way
      let label = audit.label(combination)
      if let index = rows.firstIndex(where: { $0.value == shown && $0.way == way }) {
        rows[index].labels.append(label)
      } else {
        rows.append((shown, way, [label]))
      }
    }
    return Self.table(
      ["in", "value", "variant taken"], rows.map { [Self.list($0.labels), $0.value, $0.way] }, client)
  }

  /// A row for each pair with its worst combination.
  private func pairs(_ session: Session) -> [String] {
    let client = session.client
    let indices = audit.pairings.indices.filter {
      audit.pairings[$0].foreground == value.color || audit.pairings[$0].background == value.color
    }
    let rows = indices.prefix(40).map { index -> [String] in
      let pairing = audit.pairings[index]
      let names = "\(name(pairing.foreground)) on \(name(pairing.background))"
      let worst = audit.worstCombination(of: pairing) ?? 0
      let verdicts = audit.asked.map { audit.verdict(index, $0) }
      let failing = verdicts.count { $0 == .fail }
      let verdict = audit.verdict(index, worst)
      let count = failing > 1 ? " in \(failing) of \(audit.asked.count)" : ""
      let required = audit.required(pairing, in: worst)
      let ratio =
        audit.measure(index, in: worst).map { "\($0.minimum.formatted(decimals: 2, missing: required)):1" } ?? "none"
      return [
        names, ratio, required.map { "\(formatted($0)):1" } ?? "nothing",
        verdict.mark + count, audit.label(worst), pairing.reason + origin(of: pairing, worst, session),
      ]
    }
    if rows.isEmpty { return [] }
    let left = indices.count - rows.count
    return Self.table(["pair", "worst", "needs", "verdict", "in", "paired because"], rows, client)
      + (left > 0 ? ["", "\(left) more pairs: contrastctl pairs"] : [])
  }

  /// Where a file sets what the pair must reach.
  private func origin(of pairing: Pairing, _ combination: Int, _ session: Session) -> String {
    let place = audit.explain(pairing, isJudged: true, in: combination).origin ?? pairing.declaration
    return place.map { ", \(session.shown($0.file)):\($0.start.line)" } ?? ""
  }

  private func name(_ color: Int) -> String { audit.palette.colors[color].name }

  private func policy(_ session: Session) -> String {
    let place = audit.policy.origins[.conformance].map { ", \(session.shown($0.file)):\($0.start.line)" } ?? ""
    return "WCAG 2.2 \(audit.policy.conformance.rawValue)\(place); \(audit.asked.count) trait combinations"
  }

  /// "light, dark", and not more than three.
  private static func list(_ labels: [String]) -> String {
    labels.count > 3
      ? labels.prefix(2).joined(separator: ", ") + " and \(labels.count - 2) more"
      : labels.joined(separator: ", ")
  }

  private static func table(_ head: [String], _ rows: [[String]], _ client: ClientCapabilities) -> [String] {
    if client.hoverIsMarkdown {
      return
        (["| " + head.joined(separator: " | ") + " |", "|" + String(repeating: "---|", count: head.count)]
        + rows.map { "| " + $0.map(\.markdown).joined(separator: " | ") + " |" })
    }
    return rows.map { $0.joined(separator: "   ") }
  }
}

extension Verdict {
  fileprivate var mark: String {
    switch self {
    case .pass: "✓ pass"
    case .fail: "✗ fail"
    case .indeterminate: "? indeterminate"
    case .exempt: "exempt"
    case .notEvaluated: "not evaluated"
    }
  }
}

extension Resolution {
  /// `dark (exact)`, or the whole chain: `palette.gray.500, dark (exact)`.
  fileprivate var way: String {
    var words = steps.enumerated().map { index, step in index == 0 ? step.reason : "→ \(step.name), \(step.reason)" }
    if case .notEvaluated(let reason) = outcome { words.append(reason) }
    return words.joined(separator: " ")
  }
}

extension RGBA {
  /// The colour for the eye: a picture where the editor shows one, else in words.
  fileprivate func swatch(_ client: ClientCapabilities) -> String {
    guard client.hoverIsMarkdown else { return hex }
    guard client.showsImages else { return "■ `\(hex)`" }
    let picture =
      "%3Csvg xmlns='http://www.w3.org/2000/svg' width='14' height='14'%3E"
      + "%3Crect width='14' height='14' fill='%23\(hex.dropFirst())' stroke='%23888'/%3E%3C/svg%3E"
    return "![\(hex)](data:image/svg+xml;utf8,\(picture.replacing(" ", with: "%20"))) `\(hex)`"
  }
}

extension String {
  /// As text of a cell: names are anybody's.
  fileprivate var markdown: String {
    var text = ""
    for character in self {
      if "\n\r".contains(character) {
        text += " "
      } else {
        if character == "|" || character == "<" || character == "*" || character == "_" { text += "\\" }
        text.append(character)
      }
    }
    return text
  }
}
