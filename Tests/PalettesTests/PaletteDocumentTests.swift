import Colorimetry
import Syntax
import Testing

@testable import Palettes

@Suite("PaletteDocument")
struct PaletteDocumentTests {
  private static let example = "palette-document/example.palette.json"

  private func read(_ json: String) -> Fragment {
    PaletteDocument.read(SourceText(json, path: "x.palette.json"))
  }

  private func value(_ json: String) -> (value: ColorValue?, codes: [String]) {
    let fragment = read("{\"colors\": {\"a\": \(json), \"b\": \"#fff\"}}")
    return (fragment.colors.first { $0.name == "a" }?.registrations.first?.value, fragment.diagnostics.map(\.code))
  }

  @Test("The example is read whole and without a complaint")
  func example() throws {
    let fragment = PaletteDocument.read(try Fixture.text(Self.example))
    #expect(fragment.diagnostics.isEmpty, "\(fragment.diagnostics)")
    #expect(fragment.colors.map(\.name) == ["systemBackground", "label", "title", "label on tint.strong", "tint"])
    #expect(fragment.canvas == "systemBackground")
    #expect(fragment.ownDimensions.map(\.dimension.name) == ["brand"])
    #expect(fragment.ownDimensions.map(\.values) == [["plain", "bold"]])
    #expect(fragment.roles.map(\.role) == [.foreground(.largeText), .background, .none])
    #expect(fragment.pairs.map(\.foreground) == ["label", "title", "label on tint.strong", "title"])
    #expect(fragment.pairs.map(\.minimum) == [7, 7, nil, nil])
    #expect(fragment.pairs.map(\.usage) == [nil, nil, .text, .largeText])
    #expect(fragment.pairs.map(\.backdrops) == [[], [], ["systemBackground"], []])
    let traits = fragment.colors.map { $0.registrations.map(\.traits.description) }
    #expect(traits[0] == ["style=light", "style=dark", "style=dark,level=elevated"])
    #expect(traits[1] == ["", "style=dark", "brand=bold"])
    #expect(fragment.colors[1].registrations[0].range.start == .init(line: 14, column: 18))
  }

  @Test("Every notation of a value gives its colour")
  func notations() {
    let p3 = Color(.displayP3, SIMD3(0.5, 0, 1), alpha: 0.5, missing: .c1)
    #expect(
      value(#"{"colorSpace": "display-p3", "components": [0.5, "none", 1], "alpha": 0.5}"#).value
        == p3.map { .color($0) })
    let gray = Color(.grayGamma22, SIMD3(0.5, 0, 0))
    let xcode = #"{"color-space": "gray-gamma-22", "components": {"white": "0.500", "alpha": "0xFF"}}"#
    #expect(value(xcode).value == gray.map { .color($0) })
    #expect(value(##""#ff0000""##).value == Color(.srgb, SIMD3(1, 0, 0)).map { .color($0) })
    #expect(value(#""{b}""#).value == .alias("b"))
    #expect(
      value(#"{"platform": "ios", "reference": "labelColor"}"#).value == .systemColor(platform: "ios", name: "label"))
  }

  @Test(
    "A wrong value is unreadable, with one error",
    arguments: [
      (##""#12""##, "palette/color"), (#""blak""#, "palette/color"), ("3", "palette/value"), ("null", "palette/value"),
      ("{}", "palette/value"),
      (#"{"colorSpace": "p3", "components": [0, 0, 0]}"#, "palette/unknown-color-space"),
      (#"{"colorSpace": "srgb", "components": [0, 0]}"#, "palette/components"),
      (#"{"colorSpace": "srgb", "components": "0 0 0"}"#, "palette/components"),
      (#"{"colorSpace": "srgb", "components": [0, 0, 255]}"#, "palette/components"),
      (#"{"colorSpace": "srgb", "components": [0, 0, 1e999]}"#, "palette/components"),
      (#"{"colorSpace": "srgb"}"#, "palette/components"),
      (#"{"colorSpace": "srgb", "components": [0, 0, 0], "alpha": 2}"#, "palette/components"),
      (#"{"color-space": "srgb", "components": {"red": "0"}}"#, "palette/missing-component"),
      (#"{"platform": 1, "reference": "x"}"#, "palette/malformed"),
    ])
  func wrongValues(json: String, code: String) {
    let (value, codes) = value(json)
    guard case .unreadable(let reason)? = value else {
      Issue.record("\(json) gave \(value as Any)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(codes.contains(code), "\(codes)")
  }

  @Test(
    "What means nothing is named with the nearest word that does",
    arguments: [
      (#"{"colours": {}, "colors": {"a": "white"}}"#, "palette/unknown-key", "colors"),
      (#"{"colors": {"a": [{"trait": "style=dark", "value": "white"}]}}"#, "palette/unknown-key", "traits"),
      (#"{"colors": {"a": [{"traits": "style=drak", "value": "white"}]}}"#, "palette/traits", "dark"),
      (#"{"colors": {"a": [{"traits": {"stile": "dark"}, "value": "white"}]}}"#, "palette/traits", "style"),
      (#"{"colors": {"label": "{labl}"}}"#, "palette/unknown-name", "label"),
      (#"{"colors": {"label": "white"}, "canvas": "lable"}"#, "palette/unknown-name", "label"),
      (#"{"colors": {"label": "white"}, "roles": {"x": "txt"}}"#, "palette/unknown-role", "text"),
      (
        #"{"colors": {"a": "white", "b": "black"}, "pairs": [{"foreground": "a", "background": "b", "usage": "icn"}]}"#,
        "palette/unknown-usage", "icon"
      ),
      (
        #"{"colors": {"a": "white", "b": "black"}, "pairs": [{"foreground": "a", "background": "b", "minium": 7}]}"#,
        "palette/unknown-key", "minimum"
      ),
    ])
  func remedies(json: String, code: String, word: String) throws {
    let fragment = read(json)
    let diagnostic = try #require(fragment.diagnostics.first { $0.code == code }, "\(fragment.diagnostics)")
    #expect(diagnostic.message.contains("\"\(word)\"?"), "\(diagnostic.message)")
    #expect(diagnostic.range.bytes.count > 0)
  }

  @Test(
    "A wrong shape is an error and the rest is read",
    arguments: [
      #"{"colors": []}"#, "[]", "{}", #"{"colors": {"a": [3, {"value": "white"}]}}"#,
      #"{"colors": {"a": "white"}, "roles": []}"#,
      #"{"colors": {"a": "white"}, "pairs": {}}"#, #"{"colors": {"a": "white"}, "pairs": [{"foreground": "a"}]}"#,
      #"{"colors": {"a": "white"}, "dimensions": {"style": ["a"]}}"#,
      #"{"colors": {"a": "white"}, "dimensions": {"a b": ["a"]}}"#,
      #"{"colors": {"a": "white"}, "pairs": [{"foreground": "a", "background": "a", "minimum": 40}]}"#,
      #"{"colors": {"a": "white"}, "pairs": [{"foreground": "a", "background": "a", "size": 17, "unit": "em"}]}"#,
    ])
  func shapes(json: String) {
    let fragment = read(json)
    #expect(fragment.diagnostics.filter { $0.severity == .error }.count == 1, "\(fragment.diagnostics)")
    if json.contains("white") { #expect(fragment.colors.map(\.name) == ["a"]) }
  }

  @Test("The last registration for equal traits wins, also of ten thousand")
  func lastWins() {
    let many = (0..<10_000).map { "{\"traits\": \"style=dark\", \"value\": \"#\(String(100_000 + $0))\"}" }
    let fragment = read("{\"colors\": {\"a\": [\(many.joined(separator: ",\n"))]}}")
    #expect(fragment.colors.first?.registrations.map(\.range.start.line) == [10_000])
  }

  @Test("Random damage never ends the reader")
  func damage() throws {
    let whole = try Fixture.text(Self.example)
    var generator = SeededGenerator(state: 5)
    for _ in 0..<1000 {
      var bytes = whole.bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
      let fragment = PaletteDocument.read(SourceText(path: whole.path, bytes: bytes))
      #expect(fragment.diagnostics.allSatisfy { $0.range.bytes.upperBound <= bytes.count })
    }
  }
}
