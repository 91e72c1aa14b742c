package import Syntax

extension Baseline.Entry {
  /// As it stands in the file.
  package var text: String {
    var writer = JSONWriter(pretty: false)
    writer.object { writer in
      writer.field("palette", palette)
      writer.field("fg", foreground)
      writer.field("bg", background)
      writer.field("rule", rule)
      writer.field("ratios") { writer in
        writer.object { writer in
          for (traits, ratio) in ratios.sorted(by: { $0.key < $1.key }) {
            writer.field(named: traits) { $0.number(ratio) }
          }
        }
      }
    }
    return writer.text
  }
}

extension Baseline {
  /// A new file.
  package static func text(_ entries: [Entry]) -> String {
    let lines = entries.map { "    \($0.text)" }.joined(separator: ",\n")
    return """
      // Failures that are accepted, each with its ratio. One that gets worse fails again; contrastctl baseline prune takes
      // out what passes.
      {
        "accepted": [
      \(lines)
        ]
      }

      """
  }

  /// What pruning does to a file: of each accepted failure the cells that still fail, at the better ratio. Adds nothing.
  ///
  /// - Parameter failing: the failures of a palette now, as seen from the file; nil for one that is not known here.
  /// - Returns: the bytes, and how many cells were taken out and how many got a better ratio.
  package static func pruned(
    _ text: SourceText, _ failing: (_ palette: String) -> [Entry]?
  ) -> (bytes: [UInt8], removed: Int, tightened: Int) {
    let document = JSONDocument(text, dialect: .jsonc)
    let baseline = Baseline(text)
    guard let list = document.root?["accepted"] else { return (text.bytes, 0, 0) }
    var removed = 0
    var tightened = 0
    var gone: [JSONValue] = []
    var edits: [TextEdit] = []
    var known: [String: [Key: [String: Double]]] = [:]
    let places = Dictionary(baseline.entries.map { ($0.bytes, $0.entry) }, uniquingKeysWith: { first, _ in first })
    for element in list.elements {
      guard let entry = places[element.byteRange] else { continue }
      if known[entry.palette] == nil, let now = failing(entry.palette) {
        known[entry.palette] = Dictionary(now.map { ($0.key, $0.ratios) }, uniquingKeysWith: { first, _ in first })
      }
      guard let palette = known[entry.palette] else { continue }
      let now = palette[entry.key] ?? [:]
      var kept: [String: Double] = [:]
      for (traits, ratio) in entry.ratios { if let present = now[traits] { kept[traits] = max(ratio, present) } }
      removed += entry.ratios.count - kept.count
      tightened += kept.count { $0.value > entry.ratios[$0.key] ?? 0 }
      if kept.isEmpty {
        gone.append(element)
      } else if kept != entry.ratios {
        let new = Entry(
          palette: entry.palette, foreground: entry.foreground, background: entry.background, rule: entry.rule,
          ratios: kept)
        edits.append(TextEdit(element.range, new.text))
      }
    }
    return (text.applying(list.edits(removing: gone) + edits), removed, tightened)
  }
}

extension Waiver {
  /// As it stands in the file.
  package var text: String {
    var writer = JSONWriter(pretty: false)
    writer.object { writer in
      writer.field("pair", pair)
      let traits = traits.map { "\($0.dimension.name)=\($0.values.joined(separator: ","))" }.joined(separator: ",")
      if !traits.isEmpty { writer.field("traits", traits) }
      writer.field("rule", rule)
      writer.field("owner", owner)
      writer.field("reason", reason)
      writer.field("expires", expires?.description)
      writer.field("ticket", ticket)
      writer.field("granted", granted)
    }
    return writer.text
  }
}

extension WaiverFile {
  /// The text of a file with one more waiver; a new file where there is none. Nil where the file has no list.
  package static func adding(_ waiver: Waiver, to text: SourceText?) -> [UInt8]? {
    guard let text else { return Array(Self.text(waiver).utf8) }
    return edit(adding: waiver, to: text).map { text.applying([$0]) }
  }

  /// A new file.
  package static func text(_ waiver: Waiver) -> String { "{\n  \"waivers\": [\n    \(waiver.text)\n  ]\n}\n" }

  /// What adds a waiver to a file; nil where that has no list.
  package static func edit(adding waiver: Waiver, to text: SourceText) -> TextEdit? {
    guard let list = JSONDocument(text, dialect: .jsonc).root?["waivers"], list.kind == .array else { return nil }
    return list.edit(appending: waiver.text)
  }
}

extension Audit {
  /// The least ratio of the failing cells that a waiver covers; nil where it covers none.
  package func granted(by waiver: Waiver) -> Double? {
    let ratios = pairings.indices.flatMap { index -> [Double] in
      let key = key(of: pairings[index])
      guard
        [key.foreground, key.background, "\(key.foreground) on \(key.background)"].contains(where: {
          Glob.matches(waiver.pair, $0)
        }),
        waiver.rule.map({ Glob.matches($0, key.usage.code) || Glob.matches($0, pairings[index].rule.rawValue) }) ?? true
      else { return [] }
      return failing(index).filter { cell in waiver.traits.allSatisfy { $0.holds(in: combinations[cell]) } }
        .compactMap { measure(index, in: $0)?.maximum.value }
    }
    return ratios.min()
  }
}
