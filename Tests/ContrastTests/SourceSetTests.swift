import Palettes
import Syntax
import Testing

@testable import Contrast

@Suite("Sets of a policy")
struct SourceSetTests {
  private static let policy = """
    {"root": true, "sets": {"app": ["fg/*", "b.palette.json"]}, "pairs": [{"fg": "text.*", "bg": ["surface", "text.b"]}]}
    """
  private static let foregrounds = """
    {"colors": {"gray": "#777777", "text.a": "{gray}", "text.b": "#000", "surface": "#000000"}}
    """
  private static let backgrounds = """
    {"canvas": "surface", "colors": {"surface": [{"value": "#fff"}, {"traits": "style=dark", "value": "#222"}], "gray": "#ddd"}}
    """

  private static func workspace(_ policy: String = policy) -> Workspace {
    var workspace = Workspace()
    let files: KeyValuePairs<String, String> = [
      "p/fg/a.palette.json": foregrounds, "p/b.palette.json": backgrounds, "p/contrast.policy.json": policy,
    ]
    workspace.apply(files.map { .source(path: $0.key, bytes: Array($0.value.utf8)) })
    return workspace
  }

  private static func pairs(_ workspace: Workspace, _ path: String = "p/#app") throws -> [String] {
    let audit = try #require(workspace.palettes[path]?.audit, "\(workspace.palettes.keys)")
    return audit.pairings.indices.map { index in
      let key = audit.key(of: audit.pairings[index])
      let words = audit.verdicts(of: index).map { String(describing: $0) }.joined(separator: " ")
      return "\(key.foreground) on \(key.background) \(audit.pairings[index].rule.rawValue): \(words)"
    }
  }

  @Test("judge what is used together across palettes, under the traits of both, and nothing twice")
  func across() throws {
    let workspace = Self.workspace()
    // The surface of the foregrounds' own palette is judged there.
    #expect(
      try Self.pairs(workspace) == [
        "text.a on surface declared: fail fail", "text.b on surface declared: pass fail",
      ])
    #expect(
      try Self.pairs(workspace, "p/fg/a.palette.json") == [
        "text.a on surface declared: pass", "text.a on text.b declared: pass", "text.b on surface declared: fail",
      ])
    #expect(try Self.pairs(workspace, "p/b.palette.json") == [])
    // A name that both have is told apart, and aliases stay within their palette.
    let audit = try #require(workspace.palettes["p/#app"]?.audit)
    #expect(
      audit.palette.colors.map(\.name) == [
        "surface", "gray", "gray (p/fg/a.palette.json)", "text.a", "text.b", "surface (p/fg/a.palette.json)",
      ])
    #expect(audit.grid.color(3, in: 0)?.hex == "#777777")
    #expect(workspace.colorCount == 6)
  }

  @Test("say of single colours nothing that their palettes say, and cover them there")
  func findings() throws {
    let workspace = Self.workspace()
    let audit = try #require(workspace.palettes["p/#app"]?.audit)
    #expect(Review(audit).findings.allSatisfy { $0.pairing != nil })
    let backs = try #require(workspace.palettes["p/b.palette.json"]?.audit)
    #expect(backs.uncovered.isEmpty)
    let alone = Self.workspace("{}")
    #expect(alone.palettes["p/b.palette.json"]?.audit?.uncovered.isEmpty == false)
  }

  @Test("follow their palettes, their files and their policy")
  func changes() throws {
    var workspace = Self.workspace()
    let darker = Self.foregrounds.replacing("#777777", with: "#767676")
    let change = Change.source(path: "p/fg/a.palette.json", bytes: Array(darker.utf8))
    #expect(workspace.applyEdits([change]) == nil)
    let delta = workspace.apply([change])
    #expect(delta.palettes == ["p/fg/a.palette.json", "p/#app"])
    #expect(try Self.pairs(workspace).first == "text.a on surface declared: pass fail")
    #expect(workspace.palettes(of: "p/b.palette.json") == ["p/b.palette.json", "p/#app"])
    #expect(workspace.within("p/#app").audits.map(\.palette.path) == ["p/#app"])
    workspace.apply([.removed(path: "p/fg/a.palette.json")])
    #expect(workspace.palettes.keys.sorted() == ["p/b.palette.json"])
    workspace.apply([.source(path: "p/fg/a.palette.json", bytes: Array(Self.foregrounds.utf8))])
    #expect(workspace.palettes["p/#app"] != nil)
    let gone = workspace.apply([.removed(path: "p/contrast.policy.json")])
    #expect(workspace.palettes["p/#app"] == nil && gone.palettes.contains("p/#app"))
    #expect(workspace.palettes["p/b.palette.json"]?.audit?.uncovered.isEmpty == false)
  }

  @Test("have nothing from under a root below, and hold where a palette begins above them")
  func roots() {
    var workspace = Self.workspace()
    workspace.apply([.source(path: "p/fg/contrast.policy.json", bytes: Array("{\"root\": true}".utf8))])
    #expect(workspace.palettes["p/#app"] == nil)
    var above = Workspace()
    let token = { (text: String) in Array("{\"$type\": \"color\", \(text)}".utf8) }
    above.apply([
      .source(path: "p/a/x.tokens.json", bytes: token("\"text\": {\"$value\": \"{ink}\"}")),
      .source(path: "q/y.tokens.json", bytes: token("\"ink\": {\"$value\": \"#777\"}")),
      .source(path: "p/b.palette.json", bytes: Array(Self.backgrounds.utf8)),
      .source(path: "p/contrast.policy.json", bytes: Array("{\"sets\": {\"s\": [\"**\"]}}".utf8)),
    ])
    #expect(above.palettes["./"] != nil && above.palettes["p/#s"]?.audit?.pairings.isEmpty == false)
  }

  @Test("take only the files that they name, with what those need")
  func files() throws {
    var workspace = Self.workspace("{\"sets\": {\"s\": [\"t/text.tokens.json\", \"b.palette.json\"]}}")
    workspace.apply([
      .source(
        path: "p/t/text.tokens.json", bytes: Array("{\"$type\": \"color\", \"text\": {\"$value\": \"{ink}\"}}".utf8)),
      .source(
        path: "p/t/more.tokens.json",
        bytes: Array("{\"$type\": \"color\", \"ink\": {\"$value\": \"#777\"}, \"label\": {\"$value\": \"#000\"}}".utf8)),
    ])
    #expect(try Self.pairs(workspace, "p/#s") == ["text on surface general: fail fail"])
  }

  static let mistakes: [(text: String, problem: String)] = [
    ("{\"a/b\": [\"x\"]}", "1:11 policy/set"), ("{\"a\": []}", "1:16 policy/set"),
    ("{\"a\": [\"../x\"]}", "1:17 policy/outside-root"), ("{\"a\": 1}", "1:16 policy/shape"),
    ("[]", "1:10 policy/shape"),
  ]

  @Test("say what is wrong with them and where", arguments: mistakes.indices)
  func mistake(_ index: Int) throws {
    let file = PolicyFile(
      SourceText(path: "contrast.policy.json", bytes: Array("{\"sets\": \(Self.mistakes[index].text)}".utf8)))
    let first = try #require(file.diagnostics.first)
    #expect("\(first.range.start.line):\(first.range.start.column) \(first.code)" == Self.mistakes[index].problem)
    #expect(file.diagnostics.count == 1)
  }
}

@Suite("Several releases of iOS")
struct ReleaseTests {
  private static let document = """
    {"colors": {"text": {"platform": "ios", "reference": "systemBlueColor"}, "background": "#FFFFFF"}}
    """

  private static func audit(_ releases: String, _ document: String = document) throws -> Audit {
    var workspace = Workspace()
    workspace.apply([
      .source(path: "a.palette.json", bytes: Array(document.utf8)),
      .source(path: "contrast.policy.json", bytes: Array("{\"ios\": \(releases)}".utf8)),
    ])
    return try #require(workspace.audits.first)
  }

  @Test("are a dimension, each with the values of its table")
  func dimension() throws {
    let audit = try Self.audit("[\"ios26\", \"ios15-18\"]")
    #expect(audit.grid.space.axes.last?.values == ["ios26", "ios15-18"])
    #expect(audit.combinations.count == 8)
    for (index, combination) in audit.combinations.enumerated() {
      let release = try #require(SystemColors.Release(rawValue: combination[.ios]))
      let color = try #require(SystemColors.color(named: "systemBlue", release: release))
      let taken = try #require(color.closestMatch(for: combination, dimensions: TraitDimension.standard))
      guard case .color(let value) = color.registrations[taken].value else { continue }
      #expect(audit.grid.color(0, in: index) == value.rendered, "\(combination)")
    }
    #expect(audit.label(0) == "light · ios26")
    let asked = audit.grid.space.completed(TraitCombination(TraitCollection([.style: "dark"])))
    #expect(audit.grid.space.index(of: asked) != nil)
  }

  @Test("are none where no colour of the platform is used, or one is named")
  func none() throws {
    #expect(
      try Self.audit("[\"ios26\", \"ios15-18\"]", "{\"colors\": {\"text\": \"#000\", \"background\": \"#fff\"}}")
        .combinations.count == 1)
    #expect(try Self.audit("[\"ios15-18\"]").combinations.count == 4)
    #expect(try Self.audit("\"ios26\"").combinations.count == 4)
    // Pure white is so in every release.
    let same =
      "{\"colors\": {\"background\": {\"platform\": \"ios\", \"reference\": \"systemBackgroundColor\"}, \"text\": \"#000\"}}"
    let combinations = try Self.audit("[\"ios26\", \"ios15-18\"]", same).grid.space.dimensions
    #expect(!combinations.contains(.ios))
  }
}
