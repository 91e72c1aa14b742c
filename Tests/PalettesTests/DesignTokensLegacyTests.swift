import Syntax
import Testing

@testable import Palettes

@Suite("DesignTokens before 2025.10")
struct DesignTokensLegacyTests {
  private func one(_ json: String, _ path: String = "x.tokens.json") -> DesignTokensSample {
    DesignTokensSample([path: json])
  }

  @Test(
    "A colour may be a string in any notation of CSS",
    arguments: [
      ("#123", "#112233"), ("#1234", "#11223344"), ("#112233", "#112233"), ("#11223344", "#11223344"),
      ("rgb(255, 0, 0)", "#ff0000"), ("rgba(255, 0, 0, 0.5)", "#ff000080"), ("hsl(0, 100%, 40%)", "#cc0000"),
      ("hsl(0, 100%, 40%, 0.5)", "#cc000080"), ("oklch(1 0 0)", "#ffffff"), ("transparent", "#00000000"),
      ("red", "#ff0000"),
    ])
  func strings(text: String, hex: String) throws {
    let sample = one(#"{"a": {"$type": "color", "$value": "\#(text)"}, "b": {"value": "\#(text)", "type": "color"}}"#)
    #expect(sample.codes == ["dtcg/legacy-color"])
    #expect(try sample.palette.hex("a") == hex)
    #expect(try sample.palette.hex("b") == hex)
  }

  @Test(
    "What is typed as a colour and is none is skipped, with a reason and no error",
    arguments: [
      "linear-gradient(90deg, #fff, #000)", "linear-gradient(90deg, {a}, {b})", "brightness(0) saturate(100%)", "",
      "none", "currentColor", "var(--x)",
    ])
  func noColors(text: String) throws {
    let sample = one(##"{"a": {"$type": "color", "$value": "\##(text)"}, "b": {"$type": "color", "$value": "{a}"}}"##)
    #expect(sample.codes == ["dtcg/legacy-color"], "\(sample.messages)")
    #expect(try sample.palette.colors.isEmpty)
    #expect(try sample.palette.skipped.map(\.name) == ["a", "b"])
  }

  @Test("Without any type only what a colour alone can be is one")
  func untyped() throws {
    let palette = try one(
      ##"{"a": {"value": "#123456"}, "b": {"value": "4px"}, "c": {"value": "tan"}, "d": {"value": "{a}"}}"##
    ).palette
    #expect(palette.colors.map(\.name) == ["a", "d"])
    #expect(palette.skipped.map(\.count) == [2])
  }

  @Test("An alias may name the member \"value\", as Style Dictionary had it")
  func valueMember() throws {
    let sample = DesignTokensSample([
      "base/colors.json": ##"{"color": {"red": {"value": "#ff0000"}}}"##,
      "use/text.json":
        ##"{"text": {"error": {"value": "{color.red.value}"}, "veil": {"value": "rgba({color.red.value}, 0.5)"}}}"##,
    ])
    #expect(Set(sample.codes) == ["dtcg/legacy-color"])
    #expect(try sample.palette.hex("text.error") == "#ff0000")
    #expect(try sample.palette.hex("text.veil") == "#ff000080")
  }

  @Test(
    "Strings are the values where nothing has one of its own and the name speaks of tokens",
    arguments: ["tokens.json", "x.tokens.json", "brand-tokens.json", "tokens.dark.json", "x.tokens"])
  func bare(path: String) throws {
    let palette = try one(
      ##"""
      {"$description": "of #ffffff", "meta": {"version": "1.0", "author": "{me}"},
       "color": {"bg": "#ffffff", "text": {"muted": "rgb(0 0 0 / 50%)", "link": "{color.bg}"},
                 "fade": "linear-gradient(#fff, #000)", "both": {"light": "#111111", "dark": "#eeeeee"}},
       "space": {"small": "4px", "none": 0}}
      """##, path
    ).palette
    #expect(palette.colors.map(\.name) == ["color.bg", "color.text.muted", "color.text.link", "color.both"])
    #expect(palette.hex("color.text.muted") == "#00000080")
    #expect(palette.hex("color.text.link") == "#ffffff")
    #expect(palette.diagnostics.map(\.code) == ["dtcg/legacy-color"])
  }

  @Test("They are not where one value has its own, nor in a file whose name or contents say nothing of colours")
  func notBare() throws {
    let beside = try one(##"{"a": {"$type": "color", "$value": "#111111"}, "meta": {"theme": "#222222"}}"##).palette
    #expect(beside.colors.map(\.name) == ["a"])
    #expect(one(##"{"color": {"bg": "#ffffff"}}"##, "theme.json").palettes.isEmpty)
    #expect(one(##"{"id": {"secret": "abc", "scope": "{all}"}}"##, "auth-tokens.json").palettes.isEmpty)
    #expect(one(##"[1, 2]"##, "tokens-list.json").palettes.isEmpty)
  }

  @Test("An alias may name the member \"$value\"")
  func dollarMember() throws {
    let palette = try one(
      ##"{"$type": "color", "red": {"$value": "#ff0000"}, "text": {"$value": "{red.$value}"}}"##
    ).palette
    #expect(palette.hex("text") == "#ff0000")
    #expect(palette.diagnostics.allSatisfy { $0.severity == .note })
  }

  @Test(
    "A file without a telling name and without types is one of tokens where a value can only be a colour",
    arguments: [
      (##"{"a": {"value": "#123456"}}"##, true), (##"{"a": {"value": "rgb(1 2 3)"}}"##, true),
      (##"{"a": {"value": "{color.red.50}"}}"##, true), (##"{"a": {"value": "{red.50.value}"}}"##, true),
      (##"{"a": {"value": "{count} items"}}"##, false), (##"{"a": {"value": "{user.name}"}}"##, false),
      (##"{"a": {"value": "#hashtag"}}"##, false), (##"{"a": {"value": "red"}}"##, false),
      (##"[{"value": "#123456"}]"##, false),
    ])
  func untypedClaim(text: String, isOne: Bool) throws {
    #expect(DesignTokens.read(SourceText(text, path: "x.json")).isForeign == !isOne)
    let yaml = text.replacing("{\"a\": {\"value\": ", with: "a:\n  value: ").replacing("}}", with: "")
    if !text.hasPrefix("[") {
      #expect(DesignTokens.read(SourceText(yaml, path: "x.yaml")).isForeign == !isOne)
    }
  }

  @Test("An alias in rgba() follows what its colour varies on")
  func translucent() throws {
    let sample = DesignTokensSample([
      "colors-light.json":
        ##"{"ink": {"$type": "color", "$value": "#000"}, "veil": {"$type": "color", "$value": "rgba({ink}, 0.5)"}}"##,
      "colors-dark.json": ##"{"ink": {"$type": "color", "$value": "#fff"}}"##,
    ])
    #expect(try sample.palette.hex("veil") == "#00000080")
    #expect(try sample.palette.hex("veil", [.style: "dark"]) == "#ffffff80")
  }

  @Test("Files that differ by one word of a known pair are a dimension")
  func sides() throws {
    func tokens(_ hex: String) -> String { ##"{"a": {"$type": "color", "$value": "#\##(hex)"}}"## }
    let four = try DesignTokensSample([
      "t/theme-light.json": tokens("111111"), "t/theme-dark.json": tokens("eeeeee"),
      "t/theme-light-hc.json": tokens("000000"), "t/theme-dark-hc.json": tokens("ffffff"),
    ]).palette
    #expect(four.diagnostics.map(\.code).filter { $0 != "dtcg/legacy-color" } == [])
    #expect(four.hex("a") == "#111111")
    #expect(four.hex("a", [.style: "dark"]) == "#eeeeee")
    #expect(four.hex("a", [.style: "dark", .contrast: "high"]) == "#ffffff")
    let camel = try DesignTokensSample(["t/lightTheme.json": tokens("111"), "t/darkTheme.json": tokens("eee")]).palette
    #expect(camel.hex("a", [.style: "dark"]) == "#eeeeee")
    let other = DesignTokensSample(["t/light.json": tokens("111"), "t/dim.json": tokens("222")])
    #expect(other.codes.contains("dtcg/name-clash"))
    #expect(other.palettes.flatMap(\.skipped).map(\.reason) == ["declared again by t/light.json"])
  }

  @Test("Modes of a token override its value")
  func modes() throws {
    let palette = try one(
      ##"{"a": {"$type": "color", "$value": "#111111", "$extensions": {"mode": {"light": "#222222", "dark": "{b}"}}}, "b": {"$type": "color", "$value": "#333333"}}"##
    ).palette
    #expect(palette.hex("a") == "#222222")
    #expect(palette.hex("a", [.style: "dark"]) == "#333333")
    #expect(palette.ownDimensions.isEmpty)
  }

  @Test(
    "A light and a dark value in one object are two values of the style",
    arguments: [
      ##"{"light": "{b}", "dark": "#222222", "use": "why"}"##,
      ##"{"$type": "color", "$light": "{b}", "$dark": "#222222"}"##,
      ##"{"$type": "color", "$value": {"light": "{b}", "dark": "#222222"}}"##,
      ##"{"value": {"dark": "#222222", "light": "{b}"}}"##,
    ])
  func sides(_ token: String) throws {
    let sample = one("{\"a\": \(token), \"b\": {\"$type\": \"color\", \"$value\": \"#111111\"}}")
    let palette = try sample.palette
    #expect(palette.hex("a") == "#111111")
    #expect(palette.hex("a", [.style: "dark"]) == "#222222")
    #expect(palette.ownDimensions.isEmpty)
    #expect(sample.codes == ["dtcg/legacy-color"])
  }

  @Test("Words called light and dark are no colours, nor is a group of both")
  func noSides() throws {
    let palette = try one(
      ##"{"t": {"light": "Light theme", "dark": "Dark theme", "a": {"value": "#111111"}}, "g": {"light": {"value": "#222222"}, "dark": {"value": "#333333"}}}"##
    ).palette
    #expect(palette.colors.map(\.name) == ["t.a", "g.light", "g.dark"])
  }

  @Test("What is called a surface and described as a line or a scrim is paired with nothing")
  func noSurfaces() throws {
    let palette = try one(
      ##"{"surface": {"3": {"value": "#111111", "description": "Dividers, borders"}, "4": {"value": "#222222", "description": "Cards with a border"}, "dim": {"$type": "color", "$value": "#333333", "$description": "Modal scrim"}}, "border": {"value": "#444444", "comment": "Dividers"}}"##
    ).palette
    #expect(palette.roles.map(\.pattern) == ["surface.3", "surface.dim"])
    #expect(palette.roles.map(\.role) == [.none, .none])
  }

  @Test("Groups of themes of Tokens Studio are dimensions; a set's name is no part of a token's")
  func studio() throws {
    let sets = ["core", "sizes", "modes/light", "modes/dark", "brands/sea", "brands/red", "unused"]
    let files = (["$themes", "$metadata"] + sets).map { "studio/\($0).json" }
    let palette = try DesignTokensSample(fixtures: files).palette
    #expect(palette.path == "studio/$themes.json")
    #expect(palette.colors.map(\.name) == ["gray.9", "gray.1", "veil", "text", "brand"])
    #expect(palette.hex("text", [.style: "dark"]) == "#eeeeee")
    #expect(palette.hex("veil") == "#11111180")
    #expect(palette.ownDimensions.map(\.values) == [["Sea-Blue", "Red"]])
    #expect(palette.hex("brand", [TraitDimension("Brand"): "Red"]) == "#cc0000")
    #expect(palette.skipped.contains { $0.reason == "no theme uses the set \"unused\"" })
  }

  @Test("Sets may be the members of one file, and the order is the metadata's")
  func setsAsKeys() throws {
    let palette = try one(
      ##"{"late": {"a": {"$type": "color", "$value": "#111111"}}, "early": {"a": {"$type": "color", "$value": "#222222"}}, "$themes": [], "$metadata": {"tokenSetOrder": ["early", "late"]}}"##,
      "any.json"
    ).palette
    #expect(palette.path == "any.json")
    #expect(palette.hex("a") == "#111111")
  }

  @Test("Comments, trailing commas, a byte-order mark and CRLF are fine")
  func comments() throws {
    let sample = one("\u{FEFF}// tokens\r\n{\"a\": {\"$type\": \"color\", \"$value\": \"#123456\",},}\r\n")
    #expect(try sample.palette.hex("a") == "#123456")
  }
}
