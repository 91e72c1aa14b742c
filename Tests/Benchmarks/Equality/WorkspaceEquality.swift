import Contrast
import Palettes
import Syntax

/// Random edits of small palettes, each taken as the daemon takes it and held against a workspace that reads the files as
/// they are now for the first time. Places count: what an edit moved has to be where a fresh reading finds it.
package struct WorkspaceEquality {
  /// How many edits were made, by what they did.
  package private(set) var edits: [String: Int] = [:]
  /// How many of them were taken in place, without a new evaluation.
  package private(set) var inPlace = 0
  /// What differed, the first of it.
  package private(set) var differences: [String] = []

  private var generator: Draw
  private var warm = Workspace()
  private var policy = Policy()
  private var documents: [String: Document] = [:]
  var files: [String: [UInt8]] = [:]
  /// Files of design tokens by path: each token's name and value.
  var tokenFiles: [String: [(name: String, value: String)]] = [:]

  package init(seed: UInt64) {
    generator = Draw(state: seed)
    warm.apply([.policy(policy)])
  }

  /// One edit and its comparison.
  package mutating func step() {
    let before = files
    let (kind, broken) = edit()
    edits[kind, default: 0] += 1
    var changes: [Change] = []
    for path in Set(before.keys).union(files.keys).sorted() where before[path] != files[path] {
      changes.append(files[path].map { .source(path: path, bytes: $0) } ?? .removed(path: path))
    }
    if let broken { changes.append(broken) }
    if kind == "override" { changes.append(.policy(policy)) }
    if warm.applyEdits(changes) != nil { inPlace += 1 } else { warm.apply(changes) }
    compare(kind)
  }

  private mutating func compare(_ kind: String) {
    var cold = Workspace()
    cold.apply([.policy(policy)] + files.sorted { $0.key < $1.key }.map { .source(path: $0.key, bytes: $0.value) })
    let (ours, theirs) = (warm.audits, cold.audits)
    guard ours.map(\.palette.path) == theirs.map(\.palette.path) else { return note(kind, "other palettes") }
    for (audit, whole) in zip(ours, theirs) {
      if audit.palette.colors != whole.palette.colors { note(kind, "colours of \(whole.palette.path)") }
      if audit.palette.pairs != whole.palette.pairs { note(kind, "declared pairs of \(whole.palette.path)") }
      if audit.palette.diagnostics != whole.palette.diagnostics {
        let (ours, theirs) = (audit.palette.diagnostics.map(\.line), whole.palette.diagnostics.map(\.line))
        let lines = ours.filter { !theirs.contains($0) } + ["not"] + theirs.filter { !ours.contains($0) }
        note(kind, "diagnostics of \(whole.palette.path): \(lines.joined(separator: "; "))")
      }
      if audit.palette.skipped != whole.palette.skipped { note(kind, "what is skipped of \(whole.palette.path)") }
      if audit.combinations != whole.combinations { return note(kind, "combinations of \(whole.palette.path)") }
      compare(audit, whole, kind)
    }
  }

  private mutating func compare(_ audit: Audit, _ whole: Audit, _ kind: String) {
    for combination in whole.combinations.indices {
      for color in whole.palette.colors.indices
      where audit.grid.color(color, in: combination) != whole.grid.color(color, in: combination) {
        note(kind, "the colour of \(whole.palette.colors[color].name)")
      }
    }
    let places = Dictionary(
      audit.pairings.enumerated().map { (audit.key(of: $1), $0) }, uniquingKeysWith: { first, _ in first })
    // A pair once judged stays; each that a fresh reading judges has its verdicts here.
    for index in whole.pairings.indices {
      let pairing = whole.pairings[index]
      let here = places[whole.key(of: pairing)]
      if here.map({ Array(audit.verdicts(of: $0)) }) != Array(whole.verdicts(of: index)) {
        note(kind, "the verdicts of \(whole.key(of: pairing))")
      }
      if let here, audit.pairings[here].declaration != pairing.declaration { note(kind, "a declaration's place") }
    }
    if audit.tally != audit.tally(of: audit.pairings.indices) { note(kind, "the tally") }
  }

  private mutating func note(_ kind: String, _ what: String) {
    if differences.count < 20 { differences.append("\(kind): \(what)") }
  }
}

/// The edits.
extension WorkspaceEquality {
  /// One document: names and their values as JSON text, and how it is laid out.
  private struct Document {
    var colors: [(name: String, value: String)] = []
    var declaresFirst = false
    /// Behind each colour.
    var separator = ",\n"

    var bytes: [UInt8] {
      let pairs = #""pairs": [{"foreground": "\#(colors[0].name)", "background": "\#(colors[1].name)"}]"#
      let list = colors.map { "    \"\($0.name)\": \($0.value)" }.joined(separator: separator)
      let parts = ["\"colors\": {\n\(list)\n  }", pairs]
      return Array("{ // é\n  \((declaresFirst ? parts.reversed() : parts).joined(separator: ",\n  "))\n}\n".utf8)
    }
  }

  private static let names = [
    "text", "background", "link", "dangerText", "surfaceÉlevée", "scrimBackground", "onPrimary",
  ]

  private mutating func edit() -> (kind: String, broken: Change?) {
    if random(2) == 0 { return editTokens() }
    let path = "d\(random(3)).palette.json"
    guard var document = documents[path] else {
      documents[path] = Document(
        colors: Self.names.prefix(3 + random(5)).map { ($0, value(among: [])) }, declaresFirst: random(2) == 0,
        separator: random(2) == 0 ? "," : ",\n")
      files[path] = documents[path]?.bytes
      return ("file added", nil)
    }
    let index = random(document.colors.count)
    let names = document.colors.map(\.name)
    var kind = "value"
    switch random(24) {
    case 0:
      (documents[path], files[path]) = (nil, nil)
      return ("file removed", nil)
    case 1:
      let bytes = document.bytes
      return ("broken", .source(path: path, bytes: Array(bytes.prefix(1 + random(bytes.count - 3)))))
    case 2:
      kind = "variants"
      document.colors[index].value = variants(among: names)
    case 3:
      kind = "name"
      document.colors[index].name += "X"
    case 4 where document.colors.count > 2:
      kind = "colour removed"
      document.colors.remove(at: index)
    case 5 where document.colors.count < 9:
      kind = "colour added"
      document.colors.append(("extra\(random(1000))", value(among: names)))
    case 6:
      policy.override.style = [nil, "dark", "light"][random(3)]
      return ("override", nil)
    case 7...10:
      let name = ["text", "background", "link"][random(3)]
      files["C.xcassets/\(name).colorset/Contents.json"] = random(8) == 0 ? nil : colorSet()
      return ("colour set", nil)
    case 11:
      kind = "several values"
      for index in document.colors.indices where random(2) == 0 {
        document.colors[index].value = value(among: names)
      }
    default: document.colors[index].value = value(among: names)
    }
    documents[path] = document
    files[path] = document.bytes
    return (kind, nil)
  }

  mutating func random(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

  mutating func hex() -> String {
    "#" + String(UInt64(0x1000000) | generator.next() & 0xFFFFFF, radix: 16).dropFirst()
  }

  private mutating func value(among names: [String]) -> String {
    switch random(14) {
    case 0 where !names.isEmpty: "\"{\(names[random(names.count)])}\""
    case 1: "\"\(hex())80\""
    case 2: "\"color(display-p3 0 1 0)\""
    case 3: "{\n  \"colorSpace\": \"srgb\",\n  \"components\": [0.\(random(1000)), 0.5, 1]\n}"
    case 4: "[{\"value\": \"\(hex())\"}, {\"traits\": \"style=dark\", \"value\": \"\(hex())\"}]"
    case 5 where random(6) == 0: "\"no colour\""
    case 6: "\"\(hex())\" /* é */"
    case 7: "\"rgb(\(random(256)) \(random(256)) \(random(256)) / 0.\(random(100)))\""
    default: "\"\(hex())\""
    }
  }

  private mutating func variants(among names: [String]) -> String {
    let traits = ["style=dark", "contrast=high", "style=light"].filter { _ in random(2) == 0 }
    let more = traits.map { "{\"traits\": \"\($0)\", \"value\": \"\(hex())\"}" }
    return "[\((["{\"value\": \(value(among: []))}"] + more).joined(separator: ",\n"))]"
  }

  private mutating func colorSet() -> [UInt8] {
    let parts = ["red", "green", "blue"].map { "\"\($0)\": \"0.\(100 + random(900))\"" }.joined(separator: ", ")
    return Array(
      """
      {"colors": [{"idiom": "universal", "color": {"color-space": "srgb",
        "components": {\(parts), "alpha": "1.000"}}}]}
      """.utf8)
  }

  /// SplitMix64: the same numbers in every run.
  private struct Draw {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
