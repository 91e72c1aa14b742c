import Palettes
package import Syntax

/// One `contrast.baseline.json`: failures that were there and are accepted, each with its ratio. A ratchet: what gets
/// worse is no longer accepted, what passes is taken out, and nothing is put in but by making it anew.
package struct Baseline: Sendable {
  package static let name = "contrast.baseline.json"
  /// How much worse an accepted failure may get: what rounding to 8 bits a channel moves.
  package static let slack = 0.05

  /// The accepted failures of one pair.
  package struct Entry: Hashable, Sendable {
    /// The palette, as seen from the file.
    package let palette: String
    package let foreground: String
    package let background: String
    /// The code of the finding: `contrast/text`.
    package let rule: String
    /// The ratio under each trait combination, written as what it differs in from the default one: `style=dark`.
    package let ratios: [String: Double]

    package init(palette: String, foreground: String, background: String, rule: String, ratios: [String: Double]) {
      self.palette = palette
      self.foreground = foreground
      self.background = background
      self.rule = rule
      self.ratios = ratios
    }

    var key: Key { Key(palette: palette, foreground: foreground, background: background, rule: rule) }
  }

  struct Key: Hashable {
    let palette: String
    let foreground: String
    let background: String
    let rule: String
  }

  package let scope: CompanionScope
  /// In the order of the file, each with the bytes it stands at.
  package private(set) var entries: [(entry: Entry, bytes: Range<Int>)] = []
  package private(set) var diagnostics: [Diagnostic]
  private var places: [Key: Int] = [:]
  /// The places in `entries` of each palette's.
  private var palettes: [String: [Int]] = [:]

  package static func isOne(_ path: String) -> Bool { Companions.isNamed(name, path) }

  package var isBroken: Bool { diagnostics.contains { $0.severity == .error } }

  /// The ratio that was accepted for a failure.
  func accepted(_ key: Key, _ traits: String) -> Double? { places[key].flatMap { entries[$0].entry.ratios[traits] } }

  /// What it accepts of a palette, as seen from the file.
  func entries(of palette: String) -> [Entry] { (palettes[palette] ?? []).map { entries[$0].entry } }

  /// How many failing cells it accepts.
  package var cells: Int { entries.reduce(0) { $0 + $1.entry.ratios.count } }

  package init(_ text: SourceText, _ scope: CompanionScope? = nil) {
    self.scope = scope ?? CompanionScope(path: text.path)
    let document = JSONDocument(text, dialect: .jsonc)
    diagnostics = document.diagnostics
    guard let root = document.root else { return }
    guard let list = root["accepted"], list.kind == .array else {
      report(
        "baseline/shape", "a baseline is an object with a list \"accepted\"; contrastctl baseline create writes one",
        root)
      return
    }
    for element in list.elements {
      guard let entry = entry(element) else { continue }
      places[entry.key] = entries.count
      palettes[entry.palette, default: []].append(entries.count)
      entries.append((entry, element.byteRange))
    }
  }

  private mutating func entry(_ value: JSONValue) -> Entry? {
    guard let palette = value["palette"]?.string, let foreground = value["fg"]?.string,
      let background = value["bg"]?.string, let rule = value["rule"]?.string, let list = value["ratios"],
      list.kind == .object
    else {
      report("baseline/shape", "an accepted failure has \"palette\", \"fg\", \"bg\", \"rule\" and \"ratios\"", value)
      return nil
    }
    var ratios: [String: Double] = [:]
    for member in list.members {
      guard let ratio = member.value.number, (1...21).contains(ratio) else {
        report("baseline/ratio", "a ratio is a number from 1 to 21, not \(member.value.source)", member.value)
        continue
      }
      ratios[member.name] = ratio
    }
    return Entry(palette: palette, foreground: foreground, background: background, rule: rule, ratios: ratios)
  }

  private mutating func report(_ code: String, _ message: String, _ value: JSONValue) {
    diagnostics.append(Diagnostic(.error, code, message, at: value.range))
  }
}
