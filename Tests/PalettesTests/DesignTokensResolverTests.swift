import Syntax
import Testing

@testable import Palettes

@Suite("DesignTokens with a resolver")
struct DesignTokensResolverTests {
  private static let files = ["base", "dark", "bold", "compact"].map { "resolver/\($0).json" }
  private static let brand = TraitDimension("brand")

  private func palette() throws -> Palette {
    try DesignTokensSample(fixtures: ["resolver/brand.resolver.json"] + Self.files).palette
  }

  @Test("Modifiers are dimensions, under the platforms' names where all their contexts are known there")
  func dimensions() throws {
    let palette = try palette()
    #expect(palette.path == "resolver/brand.resolver.json")
    #expect(palette.diagnostics.isEmpty, "\(palette.diagnostics)")
    // The density changes no colour.
    #expect(palette.ownDimensions.map(\.dimension.name) == ["brand"])
    #expect(palette.ownDimensions.map(\.values) == [["plain", "bold", "loud"]])
    let space = try TraitSpace(of: palette, releases: [.newest], limit: 4096)
    #expect(space.axes.map(\.dimension.name) == ["style", "contrast", "brand"])
    #expect(space.combinations.count == 12)
  }

  @Test("Aliases resolve after the layers are laid over each other, under the same traits")
  func aliases() throws {
    let palette = try palette()
    #expect(palette.hex("color.text") == "#333333")
    #expect(palette.hex("color.text", [.style: "dark"]) == "#cccccc")
    #expect(palette.hex("color.text", [.contrast: "high"]) == "#000000")
    #expect(palette.hex("color.text", [.style: "dark", .contrast: "high"]) == "#ffffff")
    let steps = Resolver(palette).resolve("color.text", under: TraitCombination().setting(.style, to: "dark"))?.steps
    #expect(steps?.map { $0.registration?.range.file } == ["resolver/base.json", "resolver/dark.json"])
  }

  @Test("Where two modifiers set one token, the later one of the order wins")
  func order() throws {
    let palette = try palette()
    #expect(palette.hex("color.link", [Self.brand: "plain"]) == "#0000ff")
    #expect(palette.hex("color.link", [.style: "dark", Self.brand: "plain"]) == "#8080ff")
    #expect(palette.hex("color.link", [.style: "dark", Self.brand: "bold"]) == "#ff0000")
    #expect(palette["color.background"]?.registrations.count == 2)
    #expect(palette["color.accent"]?.registrations.count == 6)
  }

  @Test("Four modifiers of 24 combinations give each its colour")
  func everyCombination() throws {
    let sets = ["a": "light dark", "b": "normal high", "c": "one two three", "d": "x y"]
    var modifiers: [String] = []
    for (name, contexts) in sets.sorted(by: { $0.key < $1.key }) {
      let list = contexts.split(separator: " ").enumerated().map { index, context in
        ##""\##(context)": [{"\##(name)": {"$type": "color", "$value": "#00000\##(index)"}, "last": {"$type": "color", "$value": "{\##(name)}"}}]"##
      }
      modifiers.append(#""\#(name)": {"contexts": {\#(list.joined(separator: ", "))}}"#)
    }
    let order = ["a", "b", "c", "d"].map { ##"{"$ref": "#/modifiers/\##($0)"}"## }.joined(separator: ", ")
    let json =
      #"{"version": "2025.10", "modifiers": {\#(modifiers.joined(separator: ", "))}, "resolutionOrder": [\#(order)]}"#
    let palette = try DesignTokensSample(["t.resolver.json": json]).palette
    let space = try TraitSpace(of: palette, releases: [.newest], limit: 4096)
    #expect(space.combinations.count == 24)
    #expect(palette["last"]?.registrations.count == 24)
    let (a, b, c, d) = (TraitDimension("a"), TraitDimension("b"), TraitDimension("c"), TraitDimension("d"))
    #expect(palette.hex("last", [a: "dark", b: "normal", c: "three", d: "y"]) == "#000001")
    #expect(palette.hex("c", [a: "dark", b: "normal", c: "three", d: "x"]) == "#000002")
  }

  private static let refusals: [(json: String, codes: [String])] = [
    ("{\"resolutionOrder\": []}", ["dtcg/resolver-version"]),
    (#"{"version": "2025.10"}"#, ["dtcg/resolver-order"]),
    (#"{"version": "1.0", "resolutionOrder": {}}"#, ["dtcg/resolver-version", "dtcg/resolver-order"]),
    (
      ##"{"version": "2025.10", "resolutionOrder": [{"$ref": "#/sets/x"}, 3, {"a": 1}]}"##,
      ["dtcg/resolver-ref", "dtcg/resolver-order", "dtcg/resolver-order"]
    ),
    (
      ##"{"version": "2025.10", "modifiers": {"m": {"context": {}}, "n": {"contexts": {}}, "o": {"contexts": {"a": []}, "default": "b"}}, "resolutionOrder": [{"$ref": "#/modifiers/m"}]}"##,
      ["dtcg/resolver-contexts", "dtcg/resolver-contexts", "dtcg/resolver-default"]
    ),
    (
      ##"{"version": "2025.10", "sets": {"a": {"sources": [{"$ref": "#/sets/b"}]}, "b": {"sources": [{"$ref": "#/sets/a"}]}}, "resolutionOrder": [{"$ref": "#/sets/a"}]}"##,
      ["dtcg/cycle"]
    ),
    (
      ##"{"version": "2025.10", "sets": {"a": {}}, "modifiers": 1, "resolutionOrder": [{"$ref": "#/sets/a"}]}"##,
      ["dtcg/shape", "dtcg/resolver-sources"]
    ),
    (##"{"version": "2025.10", "resolutionOrder": [{"sources": [{"$ref": "none.json"}]}]}"##, ["dtcg/resolver-source"]),
    (##"{"version": "2025.10", "resolutionOrder": [{"sources": [{"$ref": "../up.json"}]}]}"##, ["dtcg/outside-root"]),
    (
      ##"{"version": "2025.10", "resolutionOrder": [{"sources": [{"$ref": "https://example.com/a.json"}]}]}"##,
      ["dtcg/outside-root"]
    ),
    (
      ##"{"version": "2025.10", "resolutionOrder": [{"$ref": "#sets/a"}], "sets": {"a": {"sources": []}}}"##,
      ["dtcg/resolver-ref"]
    ),
  ]

  @Test("Everything that is wrong with a resolver is told at once")
  func refusesEach() {
    var wrong: [String] = []
    for row in Self.refusals {
      let codes = DesignTokensSample(["x.resolver.json": row.json]).codes
      if codes.sorted() != row.codes.sorted() { wrong.append("\(row.json): \(codes), wanted \(row.codes)") }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(Self.refusals.count):\n\(wrong.joined(separator: "\n"))")
  }

  @Test("A modifier that the order names twice is one dimension, and its later place counts")
  func twice() throws {
    let order = ["modifiers/m", "sets/s", "modifiers/m"].map { ##"{"$ref": "#/\##($0)"}"## }.joined(separator: ", ")
    let json =
      ##"{"version": "2025.10", "sets": {"s": {"sources": [{"c": {"$type": "color", "$value": "#000000"}}]}}, "modifiers": {"m": {"contexts": {"a": [], "b": [{"c": {"$type": "color", "$value": "#ffffff"}}]}}}, "resolutionOrder": [\##(order)]}"##
    let palette = try DesignTokensSample(["t.resolver.json": json]).palette
    #expect(palette.ownDimensions.map(\.dimension.name) == ["m"])
    #expect(palette.hex("c", [TraitDimension("m"): "b"]) == "#ffffff")
    #expect(palette.hex("c", [TraitDimension("m"): "a"]) == "#000000")
  }

  @Test("Too many combinations are refused, not cut")
  func tooMany() throws {
    let names = (0..<13).map { "m\($0)" }
    let modifiers = names.map {
      ##""\##($0)": {"contexts": {"a": [], "b": [{"c": {"$type": "color", "$value": "#000001"}}]}}"##
    }
    let order = names.map { ##"{"$ref": "#/modifiers/\##($0)"}"## }.joined(separator: ", ")
    let json =
      #"{"version": "2025.10", "modifiers": {\#(modifiers.joined(separator: ", "))}, "resolutionOrder": [\#(order)]}"#
    let palette = try DesignTokensSample(["t.resolver.json": json]).palette
    #expect(palette.diagnostics.contains { $0.code == "dtcg/combinations" })
    #expect(palette.skipped.map(\.name) == ["c"])
    #expect(throws: TooManyCombinations.self) { try TraitSpace(of: palette, releases: [.newest], limit: 4096) }
  }

  @Test("A resolver says that the key is \"contexts\"")
  func contexts() {
    let json =
      ##"{"version": "2025.10", "modifiers": {"m": {"context": {}}}, "resolutionOrder": [{"$ref": "#/modifiers/m"}]}"##
    let messages = DesignTokensSample(["x.resolver.json": json]).messages
    #expect(messages == ["the modifier \"m\" has no \"contexts\"; the key is \"contexts\", not \"context\""])
  }

  @Test("A file that a resolver names is no palette of its own, one beside it is")
  func units() throws {
    let sample = try DesignTokensSample(fixtures: ["resolver/brand.resolver.json", "base.tokens.json"] + Self.files)
    #expect(sample.palettes.map(\.path) == ["./", "resolver/brand.resolver.json"])
  }
}
