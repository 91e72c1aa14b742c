import Colorimetry
import Syntax
import Testing

@testable import Palettes

/// What a change does to a file: the bytes, and what is read from them.
@Suite struct PaletteEditTests {
  private static let gray = RGBA(bytes: [0x76, 0x76, 0x77])

  /// The palette of one file.
  private func palette(_ path: String, _ text: String) throws -> (palette: Palette, text: SourceText) {
    let source = SourceText(path: path, bytes: Array(text.utf8))
    let (format, _) = try #require(PaletteFormat.claiming(path))
    let fragment = format.read(source)
    let unit = try #require(format.divide("", [fragment]).first)
    return (format.assemble(unit.path, unit.fragments), source)
  }

  private func written(
    _ path: String, _ text: String, _ edit: (Palette) throws -> PaletteEdit
  ) throws -> (text: String, edit: WrittenEdit, palette: Palette) {
    let (palette, source) = try palette(path, text)
    let written = try edit(palette).write(into: source)
    let new = String(decoding: source.applying(written.edits), as: UTF8.self)
    return (new, written, try self.palette(path, new).palette)
  }

  private static let catalog = "A.xcassets/label.colorset/Contents.json"

  private static func colorSet(_ space: String, _ components: String, more: String = "") -> String {
    """
    {
      "colors" : [
        {
          "color" : {
            "color-space" : "\(space)",
            "components" : { \(components) }
          },
          "idiom" : "universal"
        }\(more)
      ],
      "info" : { "author" : "xcode", "version" : 1 }
    }
    """
  }

  static let components: [(space: String, old: String, new: String)] = [
    (
      "srgb", #""alpha" : "1.000", "blue" : "0xFF", "green" : "0x0a", "red" : "0x00""#,
      #""alpha" : "1.000", "blue" : "0x77", "green" : "0x76", "red" : "0x76""#
    ),
    (
      "srgb", #""red":"255","green":"118","blue":"1","alpha":"0.5""#,
      #""red":"118","green":"118","blue":"119","alpha":"0.5""#
    ),
    (
      "srgb", #""red" : "1.000", "green" : "0.5", "blue" : 0.25, "alpha" : 1"#,
      #""red" : "0.463", "green" : "0.463", "blue" : 0.467, "alpha" : 1"#
    ),
    ("gray-gamma-22", #""white" : "0.1000", "alpha" : "1.000""#, #""white" : "0.4603", "alpha" : "1.000""#),
    (
      "display-p3", #""red" : "1.000", "green" : "0.000", "blue" : "0.000", "alpha" : "1.000""#,
      #""red" : "0.463", "green" : "0.463", "blue" : "0.466", "alpha" : "1.000""#
    ),
  ]

  @Test func `components of a colour set are edited where they stand, each in its notation`() throws {
    for row in Self.components {
      let old = Self.colorSet(row.space, row.old)
      let new = try written(Self.catalog, old) { .value(Self.gray, at: $0.colors[0].registrations[0].range) }
      #expect(new.text == Self.colorSet(row.space, row.new))
      let read = try #require(Resolver(new.palette).resolve("label", under: TraitCombination())?.color)
      #expect(read.rendered == new.edit.color)
    }
  }

  @Test func `a variant of a colour set is a further entry like the one it takes after`() throws {
    let components = #""alpha" : "1.000", "blue" : "0xFF", "green" : "0x0A", "red" : "0x00""#
    let dark = """
      ,
          {
            "appearances" : [
              {
                "appearance" : "luminosity",
                "value" : "dark"
              }
            ],
            "color" : {
              "color-space" : "srgb",
              "components" : { "alpha" : "1.000", "blue" : "0x77", "green" : "0x76", "red" : "0x76" }
            },
            "idiom" : "universal"
          }
      """
    let traits = TraitCollection([.style: "dark"])
    let old = Self.colorSet("srgb", components)
    let new = try written(Self.catalog, old) { palette in
      .variant(Self.gray, traits, of: palette.colors[0], like: palette.colors[0].registrations[0].range)
    }
    #expect(new.text == Self.colorSet("srgb", components, more: dark))
    #expect(new.palette.colors[0].registrations.map(\.traits) == [TraitCollection(), traits])

    // An empty slot is filled in.
    let empty = """
      ,
          { "idiom" : "universal", "appearances" : [ { "appearance" : "luminosity", "value" : "dark" } ] }
      """
    let filled = try written(Self.catalog, Self.colorSet("srgb", components, more: empty)) { palette in
      .variant(Self.gray, traits, of: palette.colors[0], like: palette.colors[0].registrations[0].range)
    }
    #expect(filled.text == new.text)
  }

  @Test func `a document's values keep their notation, and one value becomes two`() throws {
    let old = """
      { // what we have
        "colors": {
          "a": "oklch(70% 0.1 250)", "b": "{a}",
          "c": [
            { "value": "#abc" },
            { "traits": "style=dark", "value": { "colorSpace": "srgb", "components": [0.5, 0.25, 0], "hex": "#804000" } }
          ]
        },
      }
      """
    let path = "x.palette.json"
    func place(_ palette: Palette, _ name: String, _ index: Int) -> SourceRange {
      palette[name]?.registrations[index].range ?? SourceRange(startOf: path)
    }
    #expect(
      try written(path, old) { .value(Self.gray, at: place($0, "c", 1)) }.text
        == old.replacing("[0.5, 0.25, 0], \"hex\": \"#804000\"", with: "[0.463, 0.463, 0.467], \"hex\": \"#767677\""))
    #expect(
      try written(path, old) { .alias("a", at: place($0, "c", 0)) }.text
        == old.replacing("{ \"value\": \"#abc\" }", with: "{ \"value\": \"{a}\" }"))
    let high = TraitCollection([.contrast: "high"])
    let added = try written(path, old) {
      .variant(Self.gray, high, of: $0.colors[2], like: place($0, "c", 0))
    }
    #expect(
      added.text
        == old.replacing(
          "\"#804000\" } }", with: "\"#804000\" } },\n      { \"traits\": \"contrast=high\", \"value\": \"#767677\" }"))
    let alone = try written(path, old) { .variant(Self.gray, high, of: $0.colors[1], like: place($0, "b", 0)) }
    #expect(
      alone.text
        == old.replacing(
          "\"{a}\"", with: "[{ \"value\": \"{a}\" }, { \"traits\": \"contrast=high\", \"value\": \"#767677\" }]"))
    #expect(alone.palette["b"]?.registrations.count == 2)
  }

  @Test func `tokens are written as they are, with hex beside the components`() throws {
    let old = """
      {"g": {"$type": "color",
        "a": {"$value": {"colorSpace": "srgb", "components": [0.4588235294117647, 0.2, 1], "hex": "#7533ff"}},
        "b": {"$value": "{g.a}"}, "c": {"$value": "rgb(1, 2, 3)"},
        "d": {"$value": "rgba({g.a}, 0.5)"}, "e": {"$value": "#0F0", "$extensions": {"mode": {"light": "#0F0"}}}}}
      """
    let path = "t.tokens.json"
    func place(_ palette: Palette, _ name: String) -> SourceRange {
      palette[name]?.registrations.first?.range ?? SourceRange(startOf: path)
    }
    #expect(
      try written(path, old) { .value(Self.gray, at: place($0, "g.a")) }.text
        == old.replacing(
          "[0.4588235294117647, 0.2, 1], \"hex\": \"#7533ff\"",
          with: "[0.4627450980392157, 0.4627450980392157, 0.4666666666666667], \"hex\": \"#767677\""))
    #expect(
      try written(path, old) { .value(Self.gray, at: place($0, "g.c")) }.text
        == old.replacing("rgb(1, 2, 3)", with: "rgb(118, 118, 119)"))
    #expect(
      try written(path, old) { .alias("g.c", at: place($0, "g.b")) }.text == old.replacing("{g.a}\"}", with: "{g.c}\"}")
    )
    let dark = TraitCollection([TraitDimension("mode"): "dark"])
    let mode = try written(path, old) {
      .variant(Self.gray, dark, of: $0["g.e"] ?? $0.colors[0], like: place($0, "g.e"))
    }
    #expect(mode.text == old.replacing("\"light\": \"#0F0\"", with: "\"light\": \"#0F0\",\"dark\": \"#767677\""))
    #expect(throws: EditRefusal("its value is worked out from another colour's")) {
      try written(path, old) { .value(Self.gray, at: place($0, "g.d")) }
    }
  }

  @Test func `what cannot be written says why`() throws {
    let system = #"{"colors":[{"idiom":"universal","color":{"platform":"ios","reference":"labelColor"}}]}"#
    #expect(throws: EditRefusal("it is a colour of the system")) {
      try written(Self.catalog, system) { .value(Self.gray, at: $0.colors[0].registrations[0].range) }
    }
    #expect(throws: EditRefusal("an asset catalog has no aliases")) {
      try written(Self.catalog, system) { .alias("x", at: $0.colors[0].registrations[0].range) }
    }
    let text = SourceText(path: Self.catalog, bytes: Array("{}".utf8))
    #expect(throws: EditRefusal("the file is another one than was read")) {
      try PaletteEdit.value(.black, at: text.range(5..<9)).write(into: text)
    }
  }

  @Test func `edits are done together, and one that overlaps another is left out`() {
    let text = SourceText(path: "a", bytes: Array("0123456789".utf8))
    let edits = [
      TextEdit(text.range(8..<9), "x"), TextEdit(text.range(2..<4), ""), TextEdit(text.range(3..<5), "no"),
      TextEdit(text.range(6..<6), "-"),
    ]
    #expect(String(decoding: text.applying(edits), as: UTF8.self) == "0145-67x9")
  }
}
