import Colorimetry
import Syntax
import Testing

@testable import Palettes

/// Palettes written as documents.
enum Sample {
  static func palette(_ json: String) -> Palette {
    let text = SourceText(path: "a.palette.json", bytes: Array(json.utf8))
    return PaletteFormat.paletteDocument.assemble("a.palette.json", [PaletteDocument.read(text)])
  }
}

@Suite("Resolving a name")
struct ResolverTests {
  private let palette = Sample.palette(
    """
    { "colors": {
      "gray": [{ "value": "#777777" }, { "traits": "style=dark", "value": "#999999" }],
      "text": "{gray}",
      "muted": [{ "value": "{text}" }, { "traits": "contrast=high", "value": "#000000" }],
      "screen": { "platform": "ios", "reference": "systemBackgroundColor" },
      "a": "{b}", "b": "{c}", "c": "{a}",
      "lost": "{gary}",
      "strange": { "platform": "xr", "reference": "systemBlueColor" },
      "onlyDark": [{ "traits": "style=dark", "value": "#fff" }]
    } }
    """)

  private func resolve(_ name: String, _ traits: String = "", _ override: Override = Override()) throws -> Resolution {
    let combination = TraitCombination(try TraitCollection(parsing: traits))
    return try #require(Resolver(palette, override: override).resolve(name, under: combination))
  }

  @Test("An alias chain is followed under the same traits, and each step is kept")
  func chain() throws {
    let resolution = try resolve("muted", "style=dark")
    #expect(resolution.color?.rendered.hex == "#999999")
    #expect(resolution.steps.map(\.name) == ["muted", "text", "gray"])
    #expect(resolution.steps.last?.reason == "dark (exact)")
    #expect(resolution.steps.last?.registration?.range.start.line == 2)
  }

  @Test("The reason says which value was missing")
  func reason() throws {
    #expect(try resolve("gray", "style=dark,contrast=high").steps[0].reason == "dark (no value for high contrast)")
    #expect(try resolve("gray").steps[0].reason == "any (serves light)")
    #expect(try resolve("muted", "style=dark,contrast=high").color?.rendered.hex == "#000000")
  }

  @Test(
    "What has no colour says why",
    arguments: [
      ("a", "a → b → c → a"), ("lost", "did you mean \"gray\""), ("strange", "platform \"xr\""),
      ("onlyDark", "no value for light"),
    ])
  func notEvaluated(name: String, reason: String) throws {
    guard case .notEvaluated(let why) = try resolve(name).outcome else {
      Issue.record("\(name) has a colour")
      return
    }
    #expect(why.contains(reason), "\(why)")
  }

  @Test("A system colour follows style and level from its table")
  func systemColor() throws {
    #expect(try resolve("screen").color?.rendered.hex == "#FFFFFF")
    #expect(try resolve("screen", "style=dark").color?.rendered.hex == "#000000")
    #expect(try resolve("screen", "style=dark,level=elevated").color?.rendered.hex == "#1C1C1E")
  }

  @Test("Fake dark mode darkens the app's colours and leaves the system's")
  func fakeDark() throws {
    let override = try Override(parsing: "fake-dark=yes")
    #expect(try resolve("gray", "", override).color?.rendered.hex == "#999999")
    #expect(try resolve("screen", "", override).color?.rendered.hex == "#FFFFFF")
    let forced = try Override(parsing: "style=dark")
    #expect(try resolve("screen", "", forced).color?.rendered.hex == "#000000")
  }
}

@Suite("Registering variants")
struct DynamicColorTests {
  private func registration(_ traits: String, _ value: String) throws -> Registration {
    Registration(traits: try TraitCollection(parsing: traits), value: .alias(value), range: SourceRange(startOf: "x"))
  }

  @Test("The last one for equal traits wins, and a removed one is gone")
  func replacement() throws {
    var color = DynamicColor(name: "x", range: SourceRange(startOf: "x"))
    #expect(!color.register(try registration("style=dark", "first")))
    #expect(!color.register(try registration("", "any")))
    #expect(color.register(try registration("contrast=normal,style=dark", "second")))
    #expect(color.registrations.map(\.value) == [.alias("second"), .alias("any")])
    color.unregister(try TraitCollection(parsing: "style=dark"))
    #expect(color.registrations.map(\.value) == [.alias("any")])
  }
}

@Suite("The combinations of a palette")
struct TraitSpaceTests {
  private func labels(_ json: String, limit: Int = 4096) throws -> [String] {
    let palette = Sample.palette(json)
    let space = try TraitSpace(of: palette, releases: [.newest], limit: limit)
    return space.combinations.map { space.label($0) }
  }

  @Test("Only the dimensions on which colours vary count")
  func varying() throws {
    #expect(try labels(##"{ "colors": { "a": "red" } }"##) == ["every trait combination"])
    let json = ##"""
      { "colors": {
        "a": [{"value": "#000"}, {"traits": "style=dark", "value": "#fff"}],
        "b": [{"value": "#000"}, {"traits": "contrast=high", "value": "#fff"}]
      } }
      """##
    #expect(try labels(json) == ["light", "light · high contrast", "dark", "dark · high contrast"])
  }

  @Test("A colour outside sRGB makes the gamut matter")
  func gamut() throws {
    #expect(try labels(#"{ "colors": { "a": "color(display-p3 1 0 0)" } }"#).count == 2)
    #expect(try labels(#"{ "colors": { "a": "color(display-p3 0.5 0.5 0.5)" } }"#).count == 1)
  }

  @Test("A system colour brings the dimensions of its table")
  func system() throws {
    let json = #"{ "colors": { "a": { "platform": "ios", "reference": "systemBackgroundColor" } } }"#
    #expect(try labels(json).contains("dark · elevated"))
  }

  @Test("An idiom that every colour spells out has no presentation without it")
  func idioms() throws {
    let open = ##"{ "colors": { "a": [{"value": "#000"}, {"traits": "idiom=ipad", "value": "#fff"}] } }"##
    let closed = ##"""
      { "colors": { "a": [{"traits": "idiom=iphone", "value": "#000"}, {"traits": "idiom=ipad", "value": "#fff"}] } }
      """##
    #expect(try labels(open).count == 2)
    #expect(try labels(closed) == ["light · iphone", "light · ipad"])
  }

  @Test("More combinations than the bound are refused, with the product named")
  func bound() {
    let json =
      #"{ "dimensions": { "brand": ["a", "b", "c"] }, "colors": { "x": [{"traits": "brand=a", "value": "red"}] } }"#
    let error = #expect(throws: TooManyCombinations.self) { try labels(json, limit: 2) }
    #expect(error?.message.contains("brand (3)") == true)
  }

  @Test("So many dimensions that their product is none again are refused too")
  func overflow() {
    let colors = (0..<64).map { ##""c\##($0)": ["black", {"traits": "d\##($0)=b", "value": "white"}]"## }
    let dimensions = (0..<64).map { ##""d\##($0)": ["a", "b"]"## }
    let json = """
      { "dimensions": { \(dimensions.joined(separator: ", ")) }, "colors": { \(colors.joined(separator: ", ")) } }
      """
    #expect(throws: TooManyCombinations.self) { try labels(json) }
  }
}
