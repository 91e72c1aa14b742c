import Colorimetry
import Syntax
import Testing

@testable import Palettes

@Suite("DesignTokens")
struct DesignTokensTests {
  private func one(_ json: String) -> DesignTokensSample { DesignTokensSample(["x.tokens.json": json]) }

  @Test("A file of the format is read whole and without a complaint")
  func example() throws {
    let sample = try DesignTokensSample(fixtures: ["base.tokens.json"])
    let palette = try sample.palette
    #expect(palette.diagnostics.isEmpty, "\(palette.diagnostics)")
    #expect(
      palette.colors.map(\.name) == [
        "color.gray.900", "color.gray.50", "color.surface.$root", "color.surface.sunken", "color.text", "color.title",
        "color.half", "button.text", "danger.text",
      ])
    #expect(palette.hex("color.surface.$root") == "#ffffff")
    #expect(palette.hex("color.title") == "#1a1a1a")
    #expect(palette.hex("color.half") == "#ff000080")
    #expect(palette.hex("button.text") == "#1a1a1a")
    #expect(palette.hex("danger.text") == "#cc0000")
    #expect(palette.skipped.map(\.count).reduce(0, +) == 4)
    #expect(palette.pairs.map(\.background) == ["color.surface.$root", "color.surface.sunken"])
    #expect(palette.pairs.map(\.minimum) == [7, 7])
    #expect(palette.roles.map(\.role) == [.foreground(.link)])
  }

  @Test("Every hop of an alias is told with its place")
  func hops() throws {
    let palette = try DesignTokensSample(fixtures: ["base.tokens.json"]).palette
    let resolution = try #require(Resolver(palette).resolve("button.text", under: TraitCombination()))
    #expect(resolution.steps.map(\.name) == ["button.text", "color.text", "color.gray.900"])
    #expect(resolution.steps.map { $0.registration?.range.start.line } == [26, 13, 5])
  }

  @Test("Each of the 14 spaces is read")
  func spaces() {
    let spaces = [
      "srgb", "srgb-linear", "hsl", "hwb", "lab", "lch", "oklab", "oklch", "display-p3", "a98-rgb", "prophoto-rgb",
      "rec2020", "xyz-d65", "xyz-d50",
    ]
    for space in spaces {
      let sample = one(
        #"{"a": {"$type": "color", "$value": {"colorSpace": "\#(space)", "components": [0.5, 0.5, 0.5]}}}"#)
      #expect(sample.codes.isEmpty && sample.palettes.first?.colors.count == 1, "\(space): \(sample.messages)")
    }
  }

  private static let refusals: [(json: String, code: String)] = [
    (##"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0]}}}"##, "dtcg/components"),
    (##"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": ["0", 0, 0]}}}"##, "dtcg/components"),
    (##"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": "0 0 0"}}}"##, "dtcg/components"),
    (##"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [2, 0, 0]}}}"##, "dtcg/components"),
    (
      ##"{"a": {"$type": "color", "$value": {"colorSpace": "p3", "components": [0, 0, 0]}}}"##,
      "dtcg/unknown-color-space"
    ),
    (
      ##"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 0], "hex": "#fff"}}}"##,
      "dtcg/hex-mismatch"
    ),
    (##"{"a": {"$type": "color", "$value": 3}}"##, "dtcg/value"),
    (##"{"a": {"$type": "color", "$value": "#12"}}"##, "dtcg/color"),
    (##"{"a": {"$type": "colour", "$value": "#123"}}"##, "dtcg/unknown-type"),
    (##"{"a": {"$type": "sound", "$value": "beep"}}"##, "dtcg/unknown-type"),
    (##"{"a": {"$type": 1, "$value": "#123"}}"##, "dtcg/type"),
    (##"{"a": {"$type": "color", "$value": "#123", "b": {"$value": "#456"}}}"##, "dtcg/value-and-children"),
    (##"{"a": {"$type": "color", "$value": "#123", "$ref": "#/b"}}"##, "dtcg/value-and-ref"),
    (##"{"a": {"$type": "color", "$ref": "#/b"}}"##, "dtcg/unresolved-ref"),
    (##"{"a": {"$type": "color", "$ref": "b.json#/b"}}"##, "dtcg/unresolved-ref"),
    (##"{"a": {"$type": "color", "$ref": "https://example.com/b.json#/b"}}"##, "dtcg/unresolved-ref"),
    (
      ##"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [{"$ref": "#/x"}, 0, 0]}}}"##,
      "dtcg/unresolved-ref"
    ),
    (##"{"a": {"$type": "color", "$value": "{b}"}}"##, "dtcg/unknown-alias"),
    (##"{"a": {"$type": "color", "$value": "{b[0]}"}}"##, "dtcg/alias-syntax"),
    (##"{"a": {"$type": "color", "$value": "{b} + {c}"}}"##, "dtcg/alias-syntax"),
    (
      ##"{"a": {"$type": "color", "$value": "{g}"}, "g": {"$root": {"$type": "color", "$value": "#123"}}}"##,
      "dtcg/alias-to-group"
    ),
    (##"{"a": {"$type": "color", "$value": "{s}"}, "s": {"$type": "number", "$value": 1}}"##, "dtcg/type-mismatch"),
    (##"{"a": {"$value": "#123"}, "s": {"$type": "number", "$value": 1}}"##, "dtcg/no-type"),
    (##"{"a": {"$type": "color", "$value": "{b}"}, "b": {"$type": "color", "$value": "{a}"}}"##, "dtcg/cycle"),
    (##"{"a": {"$type": "color", "$value": "{a}"}}"##, "dtcg/cycle"),
    (
      ##"{"a": {"$extends": "{b}"}, "b": {"$extends": "{a}"}, "c": {"$type": "color", "$value": "#123"}}"##,
      "dtcg/cycle"
    ),
    (##"{"a": {"b": {"$extends": "{a}"}, "c": {"$type": "color", "$value": "#123"}}}"##, "dtcg/cycle"),
    (##"{"a": {"$extends": "{c}"}, "c": {"$type": "color", "$value": "#123"}}"##, "dtcg/extends"),
    (##"{"a": {"$extends": "{d}"}, "c": {"$type": "color", "$value": "#123"}}"##, "dtcg/extends"),
    (##"{"a": {"$extends": 3}, "c": {"$type": "color", "$value": "#123"}}"##, "dtcg/extends"),
    (##"{"a{b": {"$type": "color", "$value": "#123"}}"##, "dtcg/name"),
    (##"{"$a": {"$type": "color", "$value": "#123"}}"##, "dtcg/name"),
    (##"{"a.b": {"$type": "color", "$value": "#123"}}"##, "dtcg/dotted-name"),
    (##"{"a": {"$type": "color", "$value": "#123", "$desc": "x"}}"##, "dtcg/unknown-property"),
    (
      ##"{"a": {"$type": "color", "$value": "#123", "$extensions": {"org.contrastd": {"on": "{b}"}}}}"##,
      "dtcg/unknown-name"
    ),
    (
      ##"{"a": {"$type": "color", "$value": "#123", "$extensions": {"org.contrastd": {"min": 30}}}}"##,
      "dtcg/declaration"
    ),
    (##"[{"$value": "#123"}]"##, "dtcg/shape"),
    (##"{"$type": "color", "$value": "#123"}"##, "dtcg/shape"),
    (##""##, "syntax/json"),
    (##"{"a": {"$type": "color", "$value": "#123"}"##, "syntax/json"),
  ]

  @Test("What the format refuses has a code of its own, and a place")
  func refusesEach() {
    var wrong: [String] = []
    for row in Self.refusals {
      let sample = one(row.json)
      let found = sample.palettes.flatMap(\.diagnostics).filter { $0.code == row.code }
      if found.count != 1 || found.first?.range.file != "x.tokens.json" {
        wrong.append("\(row.json): \(sample.codes), wanted \(row.code)")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(Self.refusals.count):\n\(wrong.joined(separator: "\n"))")
  }

  @Test("A cycle names all its members, and leaves the others their values")
  func cycles() throws {
    let sample = one(
      ##"{"c": {"$type": "color", "a": {"$value": "{c.b}"}, "b": {"$value": "{c.d}"}, "d": {"$value": "{c.a}"}, "e": {"$value": "#123456"}}}"##
    )
    #expect(sample.messages.contains { $0.contains("c.a → c.b → c.d → c.a") }, "\(sample.messages)")
    #expect(try sample.palette.hex("c.e") == "#123456")
    #expect(try sample.palette.hex("c.a").hasPrefix("alias cycle"))
  }

  @Test("The type of what is referred to beats the group's, and one's own beats both")
  func types() throws {
    let palette = try one(
      ##"{"s": {"$type": "number", "n": {"$value": 1}, "c": {"$value": "{c}"}}, "c": {"$type": "color", "$value": "#123456"}}"##
    ).palette
    #expect(palette.colors.map(\.name) == ["s.c", "c"])
    #expect(palette.skipped.map(\.count) == [1])
  }

  @Test("A reference into another file gives its value, and a group may extend one")
  func otherFiles() throws {
    let sample = DesignTokensSample([
      "a/x.tokens.json":
        ##"{"a": {"$type": "color", "$ref": "../b/y.json#/deep~1name/c"}, "g": {"$extends": {"$ref": "../b/y.json#/deep~1name"}}}"##,
      "b/y.json":
        ##"{"deep/name": {"c": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 0, 0]}}}}"##,
    ])
    #expect(sample.palettes.map(\.path) == ["a/", "b/"])
    let palette = try #require(sample.palettes.first)
    #expect(palette.diagnostics.isEmpty, "\(palette.diagnostics)")
    #expect(palette.hex("a") == "#ff0000")
    #expect(palette.hex("g.c") == "#ff0000")
  }

  @Test("Folders whose aliases lead into each other are one palette, others are not")
  func folders() {
    func tokens(_ name: String, _ value: String) -> String {
      #"{"\#(name)": {"$type": "color", "$value": "\#(value)"}}"#
    }
    let sample = DesignTokensSample([
      "p/core/a.json": tokens("a", "#111111"), "p/ui/deep/b.json": tokens("b", "{a}"),
      "q/core/a.json": tokens("a", "#222222"), "q/ui/b.json": tokens("b", "{a}"), "r/a.json": tokens("a", "#333333"),
    ])
    #expect(sample.palettes.map(\.path) == ["p/", "q/", "r/"])
    #expect(sample.palettes.map { $0.hex("b") } == ["#111111", "#222222", "no b"])
  }

  @Test("A broken file of forty leaves thirty-nine evaluated")
  func oneOfForty() throws {
    var files: [String: String] = [:]
    for index in 1...40 { files["t/\(index).json"] = ##"{"c\##(index)": {"$type": "color", "$value": "#123456"}}"## }
    files["t/7.json"] = ##"{"c7": {"$type": "color", "$value": "#12"##
    let palette = try DesignTokensSample(files).palette
    #expect(palette.colors.count == 39)
    #expect(palette.diagnostics.contains { $0.code == "syntax/json" && $0.range.file == "t/7.json" })
  }

  @Test("JSON that holds no tokens is nobody's, and nothing is said of it")
  func foreign() {
    let files = [
      "package-x.json": ##"{"name": "x", "type": "module", "value": 3}"##, "a.json": "{", "b.json": "[1, 2]",
      "s.json":
        ##"{"$schema": "https://json-schema.org/draft-07/schema", "properties": {"$value": {"type": "string"}}}"##,
      "resolver.json": ##"{"dns": "1.1.1.1"}"##,
      "theme.json": ##"{"type": "dark", "colors": {"a": {"value": "dim"}}}"##,
    ]
    let sample = DesignTokensSample(files)
    #expect(
      sample.fragments.allSatisfy { $0.isForeign },
      "\(sample.fragments.filter { !$0.isForeign }.map(\.path))")
    #expect(sample.palettes.isEmpty)
    #expect(sample.fragments.filter(\.isBroken).map(\.path) == ["a.json"])
    #expect(
      ["a.json", "tokens.json", "a.tokens", "b.tokens.json"].map(PaletteFormat.designTokens.isGuess) == [
        true, false, false, false,
      ])
    for path in ["x/Contents.json", "contrast.policy.json", "a.palette.json", "a.yaml.txt", "package.json"] {
      #expect(PaletteFormat.designTokens.unit(path) == nil, "\(path)")
    }
  }
}
