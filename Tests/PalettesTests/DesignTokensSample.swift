import Colorimetry
import Syntax
import Testing

@testable import Palettes

/// Token files as a test writes them, made into palettes as a workspace does.
struct DesignTokensSample {
  let palettes: [Palette]
  let fragments: [Fragment]

  init(_ files: [String: String]) {
    self.init(texts: files.map { SourceText($0.value, path: $0.key) })
  }

  /// Files under `Fixtures/design-tokens`, by their path there.
  init(fixtures: [String]) throws {
    let texts = try fixtures.map { SourceText(path: $0, bytes: try Fixture.bytes("design-tokens/\($0)")) }
    self.init(texts: texts)
  }

  init(texts: [SourceText]) {
    fragments = texts.map { DesignTokens.read($0) }
    palettes = DesignTokens.divide(fragments).map { DesignTokens.assemble($0.path, $0.fragments) }
  }

  var palette: Palette {
    get throws { try #require(palettes.count == 1 ? palettes.first : nil, "\(palettes.map(\.path))") }
  }

  var codes: [String] { palettes.flatMap { $0.diagnostics.map(\.code) } }

  var messages: [String] { palettes.flatMap { $0.diagnostics.map(\.message) } }
}

extension Palette {
  /// The colour of a name under traits, as hexadecimal; a reason where there is none.
  func hex(_ name: String, _ traits: KeyValuePairs<TraitDimension, String> = [:]) -> String {
    var combination = TraitCombination()
    for (dimension, value) in traits { combination = combination.setting(dimension, to: value) }
    guard let resolution = Resolver(self).resolve(name, under: combination) else { return "no \(name)" }
    switch resolution.outcome {
    case .color(let color): return color.rendered.hex.lowercased()
    case .notEvaluated(let reason): return reason
    }
  }
}
