import Palettes
import Syntax
import Testing

@testable import Contrast

@Suite("Traits of a policy")
struct TraitRuleTests {
  private static func workspace(_ policy: String, _ files: KeyValuePairs<String, String>) -> Workspace {
    var workspace = Workspace()
    workspace.apply(files.map { .source(path: $0.key, bytes: Array($0.value.utf8)) })
    workspace.apply([.source(path: "contrast.policy.json", bytes: Array(policy.utf8))])
    return workspace
  }

  /// `combination: name=colour name=colour`, a combination a line.
  private static func values(_ workspace: Workspace) -> [String] {
    workspace.audits.flatMap { audit in
      [audit.palette.path]
        + audit.asked.map { combination in
          let colors = audit.palette.colors.indices.map { index in
            "\(audit.palette.colors[index].name)=\(audit.grid.color(index, in: combination)?.hex ?? "none")"
          }
          return "\(audit.label(combination)): \(colors.joined(separator: " "))"
        }
    }
  }

  private static func tokens(_ values: KeyValuePairs<String, String>) -> String {
    "{\"$type\": \"color\", \(values.map { "\"\($0.key)\": {\"$value\": \"\($0.value)\"}" }.joined(separator: ", "))}"
  }

  private static func colorSet(_ gray: String) -> String {
    """
    {"colors": [{"idiom": "universal", "color": {"color-space": "srgb", "components":
      {"red": "0x\(gray)", "green": "0x\(gray)", "blue": "0x\(gray)", "alpha": "1.000"}}}]}
    """
  }

  @Test("A directory of token files gives all in it a value, and counts as if it were not there")
  func tokenDirectories() {
    let policy = """
      {"traits": {"style": {"directory": {"day": "light", "night": "dark"}},
        "brand": {"values": ["plain", "acme"], "directory": {"brands/acme": "acme"}}}}
      """
    let workspace = Self.workspace(
      policy,
      [
        "t/day/c.tokens.json": Self.tokens(["a": "#111", "b": "#222", "c": "{a}"]),
        "t/night/c.tokens.json": Self.tokens(["a": "#eee"]), "t/brands/acme/c.tokens.json": Self.tokens(["b": "#777"]),
      ])
    // The pattern is seen from the policy: "brands/acme" is none of "t/brands/acme".
    #expect(
      Self.values(workspace) == [
        "t/", "light: a=#111111 b=#222222 c=#111111", "dark: a=#EEEEEE b=#222222 c=#EEEEEE",
        "t/brands/acme/", "every trait combination: b=#777777",
      ])
    let found = Self.workspace(
      policy.replacing("brands/acme", with: "**/brands/acme"),
      [
        "t/day/c.tokens.json": Self.tokens(["a": "#111", "b": "#222", "c": "{a}"]),
        "t/night/c.tokens.json": Self.tokens(["a": "#eee"]), "t/brands/acme/c.tokens.json": Self.tokens(["b": "#777"]),
      ])
    #expect(
      Self.values(found) == [
        "t/", "light · brand plain: a=#111111 b=#222222 c=#111111", "light · brand acme: a=#111111 b=#777777 c=#111111",
        "dark · brand plain: a=#EEEEEE b=#222222 c=#EEEEEE", "dark · brand acme: a=#EEEEEE b=#777777 c=#EEEEEE",
      ])
  }

  @Test("A folder of a catalog, and the end of a colour's name, give a value; a changed file counts at once")
  func catalog() throws {
    let sets = "App.xcassets/"
    var workspace = Self.workspace(
      "{\"traits\": {\"level\": {\"directory\": {\"Elevated\": \"elevated\"}}, \"contrast\": {\"suffix\": {\"HC\": \"high\"}}}}",
      [
        sets + "Elevated/Contents.json": "{\"properties\": {\"provides-namespace\": true}}",
        sets + "Elevated/surface.colorset/Contents.json": Self.colorSet("DD"),
        sets + "surface.colorset/Contents.json": Self.colorSet("FF"),
        sets + "text.colorset/Contents.json": Self.colorSet("66"),
        sets + "textHC.colorset/Contents.json": Self.colorSet("22"),
        sets + "aloneHC.colorset/Contents.json": Self.colorSet("00"),
      ])
    #expect(
      Self.values(workspace) == [
        "App.xcassets", "default: surface=#FFFFFF aloneHC=#000000 text=#666666",
        "light · elevated: surface=#DDDDDD aloneHC=#000000 text=#666666",
        "light · high contrast: surface=#FFFFFF aloneHC=#000000 text=#222222",
        "light · high contrast · elevated: surface=#DDDDDD aloneHC=#000000 text=#222222",
      ])
    #expect(try #require(workspace.audits.first).palette.diagnostics == [])
    let change = Change.source(
      path: sets + "textHC.colorset/Contents.json", bytes: Array(Self.colorSet("11").utf8))
    #expect(workspace.applyEdits([change]) == nil)
    workspace.apply([change])
    #expect(Self.values(workspace)[3] == "light · high contrast: surface=#FFFFFF aloneHC=#000000 text=#111111")
    // Without the policy it is what it was.
    workspace.apply([.removed(path: "contrast.policy.json")])
    #expect(
      workspace.audits.first?.palette.colors.map(\.name).sorted() == [
        "Elevated/surface", "aloneHC", "surface", "text", "textHC",
      ])
  }

  @Test("Documents and catalogs in mapped directories, or with a suffix, are one palette")
  func documents() {
    let workspace = Self.workspace(
      "{\"traits\": {\"brand\": {\"directory\": {\"brands/acme\": \"acme\"}}, \"style\": {\"suffix\": {\"-dark\": \"dark\"}}}}",
      [
        "app.palette.json": "{\"colors\": {\"a\": \"#111\", \"b\": \"{a}\", \"a-dark\": \"#ddd\"}}",
        "app-dark.palette.json": "{\"colors\": {\"a\": \"#eee\"}}",
        "brands/acme/app.palette.json": "{\"colors\": {\"b\": \"#777\"}}",
        "C.xcassets/x.colorset/Contents.json": Self.colorSet("00"),
        "C-dark.xcassets/x.colorset/Contents.json": Self.colorSet("FF"),
      ])
    #expect(
      Self.values(workspace) == [
        "C.xcassets", "light: x=#000000", "dark: x=#FFFFFF", "app.palette.json",
        "light: a=#111111 b=#111111", "light · brand acme: a=#111111 b=#777777", "dark: a=#DDDDDD b=#DDDDDD",
        "dark · brand acme: a=#DDDDDD b=#777777",
      ])
  }

  @Test("A name that became a variant is its value where others refer to it")
  func foldedAlias() {
    let workspace = Self.workspace(
      "{\"traits\": {\"style\": {\"suffix\": {\"-dark\": \"dark\", \"-light\": \"light\"}}}}",
      [
        "a.palette.json":
          "{\"colors\": {\"x-light\": \"#fff\", \"x-dark\": \"#000\", \"y\": \"{x-dark}\", \"z-dark\": \"#123456\"}}"
      ])
    #expect(
      Self.values(workspace) == [
        "a.palette.json", "light: x=#FFFFFF y=#000000 z-dark=#123456", "dark: x=#000000 y=#000000 z-dark=#123456",
      ])
  }

  private static let resolver = """
    {"version": "2025.10", "sets": {"base": {"sources": [{"a": {"$type": "color", "$value": "#111"}}]}},
     "modifiers": {"look": {"contexts": {"Day": [], "Night": [{"a": {"$type": "color", "$value": "#eee"}}],
       "Day HC": [{"a": {"$type": "color", "$value": "#000"}}]}, "default": "Day"}},
     "resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/look"}]}
    """

  @Test("A modifier is the dimensions that a policy says, each context under its values")
  func modifiers() {
    let workspace = Self.workspace(
      """
      {"traits": {"style": {"modifier": {"look": {"Day": "light", "Day HC": "light", "Night": "dark"}}},
        "contrast": {"modifier": {"look": {"day": "normal", "day-hc": "high", "Night": "normal"}}}}}
      """, ["r.resolver.json": Self.resolver])
    // There is no night of high contrast: the plain one serves it, as in a catalog.
    #expect(
      Self.values(workspace) == [
        "r.resolver.json", "light: a=#111111", "light · high contrast: a=#000000", "dark: a=#EEEEEE",
        "dark · high contrast: a=#EEEEEE",
      ])
  }

  static let misfits: [(policy: String, code: String, words: String)] = [
    (
      "{\"style\": {\"modifier\": \"look\"}}", "policy/unknown-trait",
      "\"Day\" of the modifier \"look\" is no style; did you mean \"dark\"? Known: light, dark"
    ),
    (
      "{\"style\": {\"modifier\": {\"look\": {\"Day\": \"light\", \"Day HC\": \"light\", \"Night\": \"dark\"}}}}",
      "policy/modifier", "\"Day\" and \"Day HC\" of the modifier \"look\" are both light"
    ),
    (
      "{\"look\": {\"values\": [\"Day\", \"Night\", \"Day-H\"], \"modifier\": \"look\"}}", "policy/unknown-trait",
      "did you mean \"Day-H\"?"
    ),
    (
      "{\"look\": {\"values\": [\"Day\", \"Nigth\"]}}", "policy/unknown-trait",
      "\"Night\" of r.resolver.json is no look of this policy; did you mean \"Nigth\"?"
    ),
  ]

  @Test(
    "What a modifier has and a policy does not say is told with the nearest that is known", arguments: misfits.indices)
  func misfit(_ index: Int) throws {
    let item = Self.misfits[index]
    let workspace = Self.workspace("{\"traits\": \(item.policy)}", ["r.resolver.json": Self.resolver])
    let found = try #require(workspace.audits.first).diagnostics.filter { $0.code == item.code }
    #expect(found.first?.message.contains(item.words) == true, "\(found.map(\.message))")
    #expect(found.first?.range.file == "contrast.policy.json")
  }

  @Test("Only the values that a policy lists are judged, in its order; an exclusion takes combinations out")
  func values() throws {
    let document = """
      {"dimensions": {"brand": ["x", "y", "z"]}, "colors": {"text.a": [{"value": "#000"}, {"traits": "style=dark", "value": "#fff"},
       {"traits": "brand=x", "value": "#111"}, {"traits": "brand=y", "value": "#222"}, {"traits": "brand=z", "value": "#333"}]}}
      """
    let workspace = Self.workspace(
      "{\"traits\": {\"brand\": {\"values\": [\"z\", \"x\"]}, \"exclude\": [{\"brand\": \"x\", \"style\": \"dark\"}]}}",
      ["a.palette.json": document])
    let audit = try #require(workspace.audits.first)
    #expect(audit.asked.map { audit.label($0) } == ["light · brand z", "light · brand x", "dark · brand z"])
    #expect(audit.diagnostics.map(\.code) == ["policy/unknown-trait"])
  }

  static let mistakes: [(text: String, problem: String, words: String)] = [
    ("{\"level\": {\"directory\": {\"E\": \"elevted\"}}}", "1:42 policy/unknown-trait", "did you mean \"elevated\"?"),
    ("{\"style\": {\"values\": [\"dakr\"]}}", "1:34 policy/unknown-trait", "did you mean \"dark\"?"),
    (
      "{\"brand\": {\"values\": [\"acme\"], \"suffix\": {\"-a\": \"acne\"}}}", "1:60 policy/unknown-trait",
      "did you mean \"acme\"?"
    ),
    ("{\"brand\": {\"values\": [\"a\"], \"modifer\": \"b\"}}", "1:40 policy/unknown-key", "did you mean \"modifier\"?"),
    ("{\"stlye\": {\"x\": 1}}", "1:13 policy/unknown-trait", "did you mean \"style\"?"),
    (
      "{\"brand\": {\"values\": [\"acme\"]}, \"exclude\": [{\"brand\": \"acma\"}]}", "1:66 policy/unknown-trait",
      "did you mean \"acme\"?"
    ),
    ("{\"style\": {\"directory\": {\"../x\": \"dark\"}}}", "1:37 policy/outside-root", "the directory above"),
    ("{\"style\": {\"suffix\": {\"\": \"dark\"}}}", "1:34 policy/pattern", "the end of a name"),
    ("{\"brand\": {}}", "1:22 policy/traits", "where they come from"),
    ("{\"brand\": {\"values\": []}}", "1:33 policy/traits", "at least one"),
    ("{\"ios\": {\"values\": [\"ios26\"]}}", "1:13 policy/traits", "\"ios\""),
  ]

  @Test("What is wrong with them is said with its place and the nearest that is known", arguments: mistakes.indices)
  func mistake(_ index: Int) throws {
    let item = Self.mistakes[index]
    let file = PolicyFile(SourceText(path: "contrast.policy.json", bytes: Array("{\"traits\": \(item.text)}".utf8)))
    let first = try #require(file.diagnostics.first)
    #expect("\(first.range.start.line):\(first.range.start.column) \(first.code)" == item.problem)
    #expect(first.message.contains(item.words), "\(first.message)")
  }

  @Test("What nothing under the policy has is told by a check of it")
  func idle() {
    let workspace = Self.workspace(
      """
      {"traits": {"level": {"directory": {"Elevatd": "elevated"}}, "contrast": {"suffix": {"HC": "high"}}},
       "overrides": [{"when": {"contrast": "high"}, "min": 7}, {"when": {"stile": "x"}, "min": 7}],
       "sources": ["*.palette.json", "gone/"], "sets": {"one": ["a.*"], "none": ["b.*"]}}
      """,
      [
        "Elevated/a.palette.json":
          "{\"colors\": {\"a\": [{\"value\": \"#000\"}, {\"traits\": \"style=dark\", \"value\": \"#fff\"}]}}"
      ])
    #expect(
      workspace.idlePatterns.map(\.message) == [
        "no palette is in a directory \"Elevatd\"; did you mean \"Elevated\"?",
        "no palette file under this policy is covered by \"gone/\"",
        "the set \"one\" has colours of Elevated/a.palette.json alone, and those pair without it",
        "no palette is in the set \"none\"; its patterns are seen from this file's directory",
        "no palette under this policy varies on contrast yet: the override holds for the first value that does",
        "no palette under this policy varies on stile; did you mean \"style\"?: the override never holds",
        "no palette under this policy varies on contrast: what it says of suffixes and modifiers fits nothing",
      ])
  }

  @Test("A reference out of the root of a policy is not followed, and said so where it stands")
  func outsideRoot() throws {
    let policy = "{\"root\": true}"
    var workspace = Workspace()
    let files: KeyValuePairs<String, String> = [
      "in/contrast.policy.json": policy, "out/x.tokens.json": Self.tokens(["x": "#fff"]),
      "in/a.tokens.json": "{\"$type\": \"color\", \"a\": {\"$ref\": \"../out/x.tokens.json#/x\"}}",
      "in/r.resolver.json":
        "{\"version\": \"2025.10\", \"resolutionOrder\": [{\"type\": \"set\", \"name\": \"s\", \"sources\": [{\"$ref\": \"../out/x.tokens.json\"}]}]}",
    ]
    workspace.apply(files.map { .source(path: $0.key, bytes: Array($0.value.utf8)) })
    for path in ["in/", "in/r.resolver.json"] {
      let audit = try #require(workspace.palettes[path]?.audit, "\(workspace.palettes.keys)")
      #expect(audit.diagnostics.map(\.code) == ["policy/outside-root"], "\(audit.diagnostics.map(\.message))")
      #expect(audit.palette.colors.allSatisfy { $0.range.file != "out/x.tokens.json" })
    }
    workspace.apply([.removed(path: "in/contrast.policy.json")])
    #expect(
      workspace.palettes["in/r.resolver.json"]?.audit?.diagnostics.contains { $0.code.hasSuffix("outside-root") }
        == false)
  }
}
