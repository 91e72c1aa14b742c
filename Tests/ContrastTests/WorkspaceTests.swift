import PairEquality
import Palettes
import Syntax
import Testing

@testable import Contrast

@Suite("Workspace")
struct WorkspaceTests {
  private func document(_ colors: KeyValuePairs<String, [String]>) -> [UInt8] {
    Array("{ \"colors\": { \(Sample.list(colors)) } }".utf8)
  }

  @Test("A change is told as the cells that it turned")
  func delta() {
    var workspace = Workspace()
    let first = workspace.apply([
      .source(
        path: "a.palette.json", bytes: document(["buttonLabel": ["#000"], "buttonBackground": ["#fff", "#eee"]]))
    ])
    #expect(first.revision == 1)
    #expect(first.transitions.map(\.after) == [.pass, .pass])
    let second = workspace.apply([
      .source(
        path: "a.palette.json", bytes: document(["buttonLabel": ["#000"], "buttonBackground": ["#fff", "#111"]]))
    ])
    #expect(second.regressions.map(\.combination.label) == ["dark"])
    let third = workspace.apply([.removed(path: "a.palette.json")])
    #expect(third.transitions.map(\.after) == [nil, nil])
    #expect(workspace.palettes.isEmpty)
  }

  @Test("What is written twice changes nothing")
  func idempotent() {
    let bytes = document(["buttonLabel": ["#000"], "buttonBackground": ["#fff"]])
    var workspace = Workspace()
    workspace.apply([.source(path: "a.palette.json", bytes: bytes)])
    #expect(workspace.apply([.source(path: "a.palette.json", bytes: bytes)]).transitions.isEmpty)
  }

  @Test("Only the palette that a file belongs to is evaluated anew")
  func units() {
    var workspace = Workspace()
    let bytes = document(["buttonLabel": ["#000"], "buttonBackground": ["#fff"]])
    workspace.apply([.source(path: "a.palette.json", bytes: bytes), .source(path: "b.palette.json", bytes: bytes)])
    #expect(workspace.apply([.source(path: "b.palette.json", bytes: bytes)]).palettes == ["b.palette.json"])
    #expect(workspace.audits.count == 2)
  }

  @Test("A file that breaks off keeps what it said before, marked stale, and becomes a finding when it stays so")
  func stale() {
    var workspace = Workspace()
    let whole = document(["buttonLabel": ["#999"], "buttonBackground": ["#fff"]])
    workspace.apply([.source(path: "a.palette.json", bytes: whole)])
    let half = workspace.apply([.source(path: "a.palette.json", bytes: Array(whole.dropLast(12)))])
    #expect(half.transitions.isEmpty)
    #expect(workspace.stale["a.palette.json"]?.first?.code == "syntax/json")
    #expect(!workspace.audits[0].codes.contains("syntax/json"))
    workspace.apply([.broken(path: "a.palette.json")])
    #expect(workspace.audits[0].codes.contains("syntax/json"))
    #expect(workspace.audits[0].tally.fail == 1)
    workspace.apply([.source(path: "a.palette.json", bytes: Array(whole.dropLast(20)))])
    #expect(workspace.audits[0].tally.fail == 1)
    workspace.apply([
      .source(path: "a.palette.json", bytes: document(["buttonLabel": ["#000"], "buttonBackground": ["#fff"]]))
    ])
    #expect(workspace.stale.isEmpty)
    #expect(workspace.audits[0].tally.pass == 1)
    #expect(!workspace.audits[0].codes.contains("syntax/json"))
  }

  @Test("What could not be read is kept with its reason until it can be")
  func unreadable() {
    var workspace = Workspace()
    workspace.apply([.unreadable(path: "a.palette.json", reason: "permission denied")])
    #expect(workspace.unreadable["a.palette.json"]?.code == "source/unreadable")
    workspace.apply([.source(path: "a.palette.json", bytes: document(["label": ["#000"]]))])
    #expect(workspace.unreadable.isEmpty)
  }

  @Test("A variant registered over the sources is asked what if, and taken away again")
  func whatIf() throws {
    var workspace = Workspace()
    workspace.apply([
      .source(
        path: "a.palette.json",
        bytes: document(["buttonLabel": ["#999", "#fff"], "buttonBackground": ["#fff", "#000"]]))
    ])
    #expect(workspace.audits[0].tally.fail == 1)
    let color = try #require(Sample.audit(colors: ["x": ["#000"]]).palette["x"]?.registrations.first?.value)
    let registration = Registration(traits: TraitCollection(), value: color, range: SourceRange(startOf: "what if"))
    workspace.apply([.register(name: "buttonLabel", registration: registration)])
    #expect(workspace.audits[0].tally.fail == 0)
    workspace.apply([.unregister(name: "buttonLabel", traits: TraitCollection())])
    #expect(workspace.audits[0].tally.notEvaluated == 1)
  }

  @Test("A palette of too many combinations is refused whole")
  func refused() {
    var policy = Policy()
    policy.maxCombinations = 1
    let workspace = Sample.workspace(
      "{ \"colors\": { \(Sample.list(["buttonLabel": ["#000", "#fff"], "buttonBackground": ["#fff"]])) } }",
      policy: policy)
    #expect(workspace.audits.isEmpty)
    guard case .refused(_, let reason)? = workspace.evaluations.first else {
      Issue.record("evaluated")
      return
    }
    #expect(reason.message.contains("style (2)"))
  }

  @Test("After any run of edits the workspace equals a cold evaluation")
  func equivalence() {
    var generator = SplitMix(state: 7)
    var warm = Workspace()
    var files: [String: [UInt8]] = [:]
    for _ in 0..<300 {
      let path = "p\(generator.next() % 3).palette.json"
      let hex: () -> String = { "#" + String(UInt64(0x1000000) | generator.next() & 0xFFFFFF, radix: 16).dropFirst() }
      if generator.next() % 10 == 0 {
        files[path] = nil
        warm.apply([.removed(path: path)])
      } else {
        let bytes = document([
          "buttonLabel": [hex(), hex()], "buttonBackground": [hex()], "chipText": [hex()], "chipFill": [hex(), hex()],
        ])
        files[path] = bytes
        warm.apply([.source(path: path, bytes: bytes)])
      }
      var cold = Workspace()
      cold.apply(files.map { .source(path: $0.key, bytes: $0.value) })
      #expect(warm.audits.map(\.tally) == cold.audits.map(\.tally))
      #expect(warm.audits.map(\.pairPhrases) == cold.audits.map(\.pairPhrases))
    }
  }
}

@Suite("Incremental evaluation")
struct UpdateTests {
  @Test("An edit is taken in place under a policy that is a root, not under one that has a say in values")
  func editsUnderPolicies() {
    func palette(_ value: String) -> Change {
      .source(
        path: "design/a.palette.json",
        bytes: Array("{ \"colors\": { \"text\": \"\(value)\", \"background\": \"#ffffff\" } }".utf8))
    }
    for (policy, isInPlace) in [("{}", true), ("{\"root\": true}", true), ("{\"strict\": true}", false)] {
      var workspace = Workspace()
      workspace.apply([.source(path: "design/contrast.policy.json", bytes: Array(policy.utf8)), palette("#000000")])
      #expect((workspace.applyEdits([palette("#999999")]) != nil) == isInPlace, "\(policy)")
    }
  }

  @Test("A diagnostic that names another place names it where it is after an edit")
  func placesInMessages() {
    func tokens(_ value: String) -> [Change] {
      let text = """
        {"$type": "color", "c": {"$value": \(value)},
          "a": {"$value": "{b}"},
          "b": {"$value": "{a}"}}
        """
      return [.source(path: "t.tokens.json", bytes: Array(text.utf8))]
    }
    let later = "{\"colorSpace\": \"srgb\",\n\n \"components\": [1, 1, 1]}"
    var (warm, cold) = (Workspace(), Workspace())
    warm.apply(tokens("{\"colorSpace\": \"srgb\", \"components\": [0, 0, 0]}"))
    if warm.applyEdits(tokens(later)) == nil { warm.apply(tokens(later)) }
    cold.apply(tokens(later))
    let lines = cold.audits[0].palette.diagnostics.map(\.line)
    #expect(lines.contains { $0.contains("a → b → a") && $0.contains("t.tokens.json:5") }, "\(lines)")
    #expect(warm.audits[0].palette.diagnostics.map(\.line) == lines)
  }

  /// One palette with everything that may be edited: aliases, tints, suspects, alpha, a P3 colour, declared pairs.
  private struct Model {
    var generator = SplitMix(state: 11)
    var colors: [(name: String, any: String, dark: String)] = []

    init(_ count: Int) {
      let names = [
        "background", "surfaceElevated", "textPrimary", "textMuted", "dangerText", "dangerBackground", "buttonLabel",
        "buttonBackground", "chipText", "chipFill", "inputBorder", "onPrimary", "primary", "scrimBackground", "link",
      ]
      colors =
        names.map { ($0, "#111111", "#EEEEEE") }
        + (names.count..<count).map { ("button\($0)Text", "#222222", "#DDDDDD") }
    }

    mutating func edit() {
      let index = Int(generator.next() % UInt64(colors.count))
      let value = value()
      if generator.next() % 2 == 0 { colors[index].any = value } else { colors[index].dark = value }
    }

    private mutating func value() -> String {
      let hex = "#" + String(UInt64(0x1000000) | generator.next() & 0xFFFFFF, radix: 16).dropFirst()
      switch generator.next() % 12 {
      case 0: return "{\(colors[Int(generator.next() % UInt64(colors.count))].name)}"
      case 1: return hex + "80"
      case 2: return "color(display-p3 0 1 0)"
      case 3: return "#FFFFFF"
      default: return hex
      }
    }

    var bytes: [UInt8] {
      let list = colors.map { name, any, dark in
        "\"\(name)\": [{\"value\": \"\(any)\"}, {\"traits\": \"style=dark\", \"value\": \"\(dark)\"}]"
      }
      let pair = #"{"foreground": "textMuted", "background": "scrimBackground", "on": ["background"], "usage": "text"}"#
      return Array("{\"colors\": {\(list.joined(separator: ",\n"))},\n\"pairs\": [\(pair)]}".utf8)
    }
  }

  private static func colorSet(_ hex: String, dark: String?) -> [UInt8] {
    func slot(_ hex: String, _ appearances: String) -> String {
      let parts = zip(["red", "green", "blue"], [1, 3, 5]).map { name, at in
        let start = hex.index(hex.startIndex, offsetBy: at)
        return "\"\(name)\": \"0x\(hex[start..<hex.index(start, offsetBy: 2)])\""
      }
      return "{\(appearances)\"idiom\": \"universal\", \"color\": {\"color-space\": \"srgb\", \"components\": "
        + "{\(parts.joined(separator: ", ")), \"alpha\": \"1.000\"}}}"
    }
    let night = "\"appearances\": [{\"appearance\": \"luminosity\", \"value\": \"dark\"}], "
    let slots = [slot(hex, "")] + (dark.map { [slot($0, night)] } ?? [])
    return Array("{\"colors\": [\(slots.joined(separator: ", "))]}".utf8)
  }

  @Test("One colour set written anew, broken, or gone leaves the catalog as a cold start would find it")
  func catalog() {
    var generator = SplitMix(state: 5)
    let names = [
      "background", "textPrimary", "textMuted", "surfaceElevated", "buttonLabel", "buttonBackground", "linkA",
    ]
    var files: [String: [UInt8]] = [:]
    var warm = Workspace()
    for _ in 0..<300 {
      let hex: () -> String = { "#" + String(UInt64(0x1000000) | generator.next() & 0xFFFFFF, radix: 16).dropFirst() }
      let path = "C.xcassets/\(names[Int(generator.next() % UInt64(names.count))]).colorset/Contents.json"
      switch generator.next() % 12 {
      case 0:
        files[path] = nil
        warm.apply([.removed(path: path)])
      case 1:
        files[path] = Self.colorSet(hex(), dark: nil)
        warm.apply([.source(path: path, bytes: files[path] ?? [])])
      default:
        files[path] = Self.colorSet(hex(), dark: hex())
        warm.apply([.source(path: path, bytes: files[path] ?? [])])
      }
      var cold = Workspace()
      cold.apply(files.map { .source(path: $0.key, bytes: $0.value) })
      guard let audit = warm.audits.first, let whole = cold.audits.first else { continue }
      #expect(audit.palette.colors == whole.palette.colors)
      #expect(audit.combinations == whole.combinations)
      for combination in whole.combinations.indices {
        for color in whole.palette.colors.indices {
          #expect(audit.grid.color(color, in: combination) == whole.grid.color(color, in: combination))
        }
      }
      // A pair once judged stays; each that a cold start judges has its verdict here.
      for pairing in whole.pairings.indices {
        let key = whole.key(of: whole.pairings[pairing])
        let here = audit.pairings.firstIndex { audit.key(of: $0) == key }
        #expect(here.map { Array(audit.verdicts(of: $0)) } == Array(whole.verdicts(of: pairing)))
      }
    }
  }

  @Test("After every edit of a value, carried over or not, all is as a whole evaluation would have it")
  func equality() throws {
    var model = Model(40)
    var workspace = Workspace()
    workspace.apply([.source(path: Sample.path, bytes: model.bytes)])
    var carried = 0
    for _ in 0..<400 {
      let before = try #require(workspace.audits.first)
      model.edit()
      workspace.apply([.source(path: Sample.path, bytes: model.bytes)])
      let after = try #require(workspace.audits.first)
      let whole = try Audit(
        after.palette, policy: Policy(), earlier: Set(before.pairings.map { before.key(of: $0) }))
      if before.updated(to: after.palette) != nil { carried += 1 }
      #expect(after.pairings == whole.pairings)
      #expect(after.combinations == whole.combinations)
      #expect(after.diagnostics == whole.diagnostics)
      for combination in whole.combinations.indices {
        for color in whole.palette.colors.indices {
          #expect(after.grid.color(color, in: combination) == whole.grid.color(color, in: combination))
        }
        for pairing in whole.pairings.indices {
          #expect(after.verdict(pairing, combination) == whole.verdict(pairing, combination))
          #expect(after.measure(pairing, in: combination) == whole.measure(pairing, in: combination))
        }
      }
    }
    #expect(carried > 100)
  }
}

@Suite("Edits in place")
struct EditTests {
  @Test("After each of 600 edits, all is where a fresh reading finds it; make bench-equality does 100,000")
  func equality() {
    var equality = WorkspaceEquality(seed: 4)
    for _ in 0..<600 { equality.step() }
    #expect(equality.differences.isEmpty)
    #expect(equality.inPlace > 120, "\(equality.edits)")
  }
}

/// A small deterministic generator (SplitMix64).
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
