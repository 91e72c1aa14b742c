import Colorimetry
import Syntax
import Testing

@testable import Palettes

@Suite("DesignTokens with modifiers of Tokens Studio")
struct DesignTokensModifierTests {
  private func palette(_ modifier: String, value: String = "#C14242", more: String = "") throws -> Palette {
    let json = ##"""
      {"a": {"$type": "color", "$value": "\##(value)", "$extensions": {"studio.tokens": {"modify": \##(modifier)}}}\##(more)}
      """##
    return try DesignTokensSample(["x.tokens.json": json]).palette
  }

  private func color(_ palette: Palette, _ name: String = "a") -> RGBA? {
    guard case .color(let color) = Resolver(palette).resolve(name, under: TraitCombination())?.outcome else {
      return nil
    }
    return color.rendered
  }

  /// What sd-transforms, the package of Tokens Studio, asserts of itself (its test of transformColorModifiers), each
  /// result as it prints it: three digits.
  private static let published: [(base: String, modifier: String, result: String, tolerance: Double)] = [
    ("#C14242", #"{"type":"lighten","value":"0.2","space":"hsl"}"#, "hsl(0 50.6% 60.6%)", 0.002),
    ("#C14242", #"{"type":"lighten","value":"0.2","space":"lch"}"#, "lch(57.7 47.5 29.7)", 0.003),
    ("#C14242", #"{"type":"lighten","value":"0.2","space":"p3"}"#, "color(display-p3 0.76 0.44 0.42)", 0.01),
    ("#C14242", #"{"type":"lighten","value":0.2,"space":"srgb"}"#, "rgb(80.5% 40.7% 40.7%)", 0.001),
    ("#C14242", #"{"type":"darken","value":"0.2","space":"hsl"}"#, "hsl(0 50.6% 40.6%)", 0.002),
    ("#C14242", #"{"type":"darken","value":"0.2","space":"lch"}"#, "lch(37.7 47.5 29.7)", 0.003),
    ("#C14242", #"{"type":"darken","value":"0.2","space":"p3"}"#, "color(display-p3 0.56 0.24 0.22)", 0.01),
    ("#C14242", #"{"type":"darken","value":"0.2","space":"srgb"}"#, "rgb(60.5% 20.7% 20.7%)", 0.001),
    ("#000000", ##"{"type":"mix","value":"0.5","space":"hsl","color":"#FFFFFF"}"##, "hsl(0 0% 50%)", 0.001),
    ("#000000", ##"{"type":"mix","value":"0.5","space":"lch","color":"#FFFFFF"}"##, "lch(50 0 0)", 0.001),
    (
      "#000000", ##"{"type":"mix","value":"0.5","space":"p3","color":"#FFFFFF"}"##, "color(display-p3 0.5 0.5 0.5)",
      0.001
    ),
    ("#FFFFFF", ##"{"type":"mix","value":"0.74","space":"hsl","color":"#4477DD"}"##, "hsl(220 51.2% 67.9%)", 0.002),
    ("#FFFFFF", ##"{"type":"mix","value":"0.74","space":"lch","color":"#4477DD"}"##, "lch(63.4 43.7 279)", 0.005),
    (
      "#FFFFFF", ##"{"type":"mix","value":"0.74","space":"p3","color":"#4477DD"}"##, "color(display-p3 0.49 0.6 0.88)",
      0.01
    ),
    ("#FFFFFF", ##"{"type":"mix","value":"0.74","space":"srgb","color":"#4477DD"}"##, "rgb(45.7% 60.5% 90.1%)", 0.001),
    ("#C14242", #"{"type":"alpha","value":"0.2","space":"hsl"}"#, "hsl(0 50.6% 50.8% / 0.2)", 0.002),
    ("#C14242", #"{"type":"alpha","value":"0.2"}"#, "rgb(75.7% 25.9% 25.9% / 0.2)", 0.001),
    ("#ff000080", #"{"type":"darken","value":"0.5","space":"srgb"}"#, "rgb(50% 0% 0% / 50.2%)", 0.001),
    // The shorter arc, over 0 degrees.
    ("#ff0040", ##"{"type":"mix","value":"0.5","space":"hsl","color":"#ff4000"}"##, "hsl(0 100% 50%)", 0.001),
  ]

  @Test("Each modifier gives in each space what the tool's own package gives")
  func published() throws {
    for (base, modifier, result, tolerance) in Self.published {
      let palette = try palette(modifier, value: base)
      let (found, expected) = (try #require(color(palette)), try ColorNotation.parse(result).rendered)
      let difference = found.rgb - expected.rgb
      let largest = max(abs(difference.x), abs(difference.y), abs(difference.z), abs(found.alpha - expected.alpha))
      #expect(largest <= tolerance, "\(base) \(modifier): \(found.rgb) and not \(expected.rgb)")
      #expect(!palette.diagnostics.contains { $0.severity > .note }, "\(palette.diagnostics)")
    }
  }

  @Test("Modifiers of aliases follow the traits of what they lead to, through further modifiers")
  func aliases() throws {
    let files = [
      "c.light.tokens.json":
        ##"{"base": {"$type": "color", "$value": "#808080"}, "ink": {"$type": "color", "$value": "#000000"}}"##,
      "c.dark.tokens.json":
        ##"{"base": {"$type": "color", "$value": "#404040"}, "ink": {"$type": "color", "$value": "#ffffff"}}"##,
      "more.tokens.json": #"""
      {"half": {"$type": "color", "$value": "{base}",
          "$extensions": {"studio.tokens": {"modify": {"type": "darken", "value": "0.5", "space": "srgb"}}}},
       "quarter": {"$type": "color", "$value": "{half}",
          "$extensions": {"studio.tokens": {"modify": {"type": "darken", "value": "0.5", "space": "srgb"}}}},
       "mixed": {"$type": "color", "$value": "{base}",
          "$extensions": {"studio.tokens": {"modify": {"type": "mix", "color": "{ink}", "value": "0.5", "space": "srgb"}}}},
       "again": {"$type": "color", "$value": "{mixed}"}}
      """#,
    ]
    let palette = try DesignTokensSample(files).palette
    let expected = [
      ("half", "#404040", "#202020"), ("quarter", "#202020", "#101010"), ("mixed", "#404040", "#a0a0a0"),
      ("again", "#404040", "#a0a0a0"),
    ]
    for (name, light, dark) in expected {
      #expect(palette.hex(name) == light, "\(name)")
      #expect(palette.hex(name, [.style: "dark"]) == dark, "\(name)")
    }
  }

  private static let unknown: [(modifier: String, words: String)] = [
    (#"{"type":"saturate","value":"0.2","space":"hsl"}"#, "no modifier is called \"saturate\""),
    (#"{"type":"lighten","value":"0.2","space":"oklch"}"#, "no space of modifiers is called \"oklch\""),
    (#"{"type":"lighten","value":"0.2"}"#, "it has no \"space\""),
    (#"{"type":"lighten","space":"hsl"}"#, "it has no \"value\""),
    (#"{"type":"lighten","value":"{amount}","space":"hsl"}"#, "\"{amount}\" is no number"),
    (#"{"type":"lighten","value":"0.5 + 0.1","space":"hsl"}"#, "\"0.5 + 0.1\" is no number"),
    (#"{"type":"mix","value":"0.2","space":"hsl"}"#, "has no \"color\""),
    (#"{"type":"mix","value":"0.2","space":"hsl","color":"reddish"}"#, "\"reddish\" is no colour"),
    (#""lighten""#, "the modifier has no \"type\""),
  ]

  @Test("A modifier that cannot be worked out leaves no colour, and says why")
  func unknown() throws {
    for (modifier, words) in Self.unknown {
      let palette = try palette(modifier)
      #expect(palette.hex("a").contains(words), "\(modifier): \(palette.hex("a"))")
      #expect(palette.diagnostics.map(\.code).filter { $0 != "dtcg/legacy-color" } == ["dtcg/modifier"], "\(modifier)")
    }
  }

  @Test("Circles through what is mixed in are told, and mixes of mixes end")
  func circles() throws {
    let mix = { (name: String) in
      #""$extensions": {"studio.tokens": {"modify": {"type": "mix", "color": "{\#(name)}", "value": "0.5", "space": "srgb"}}}"#
    }
    let circle = try palette(
      #"{"type":"mix","value":"0.5","space":"srgb","color":"{b}"}"#,
      more: ##", "b": {"$type": "color", "$value": "#000000", \##(mix("a"))}"##)
    #expect(circle.diagnostics.map(\.code).contains("dtcg/cycle"))
    #expect(circle.hex("a") == "alias cycle: a → b → a")
    var tokens = [##""t0": {"$type": "color", "$value": "#336699"}"##]
    for level in 1...200 {
      tokens.append(#""t\#(level)": {"$type": "color", "$value": "{t\#(level - 1)}", \#(mix("t\(level - 1)"))}"#)
    }
    let deep = try DesignTokensSample(["x.tokens.json": "{\(tokens.joined(separator: ", "))}"]).palette
    #expect(deep.hex("t200") == "#336699")
    let reversed = tokens.reversed().joined(separator: ", ")
    let backwards = try DesignTokensSample(["x.tokens.json": "{\(reversed)}"]).palette
    #expect(backwards.hex("t200") == "#336699")
  }
}
