import Foundation
import Syntax
import Testing

@testable import Palettes

@Suite("DesignTokens of damaged files")
struct DesignTokensDamageTests {
  private static let rounds = 400

  /// The fixtures of one palette, as text.
  private func texts(_ folder: String) throws -> [SourceText] {
    let root = Fixture.folder.appendingPathComponent("design-tokens/\(folder)")
    let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return try files.filter { $0.hasSuffix(".json") }.sorted().map { file in
      SourceText(path: "\(folder)/\(file)", bytes: try Fixture.bytes("design-tokens/\(folder)/\(file)"))
    }
  }

  @Test("Files with flipped, cut and doubled bytes are read without a crash", arguments: ["resolver", "studio", ""])
  func flips(folder: String) throws {
    let texts = try texts(folder)
    #expect(!texts.isEmpty)
    var random = SeededGenerator(state: 5)
    for _ in 0..<Self.rounds {
      var damaged = texts
      for index in damaged.indices where Bool.random(using: &random) {
        var bytes = damaged[index].bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
          let at = Int.random(in: bytes.indices, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          case 1: bytes[at] = UInt8.random(in: 0x20..<0x7F, using: &random)
          case 2: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...20, using: &random)))
          default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 12)], at: at)
          }
        }
        damaged[index] = SourceText(path: damaged[index].path, bytes: bytes)
      }
      for palette in DesignTokensSample(texts: damaged).palettes {
        #expect(Set(palette.colors.map(\.name)).count == palette.colors.count)
        for color in palette.colors {
          #expect(Set(color.registrations.map(\.traits.asVariant)).count == color.registrations.count)
        }
      }
    }
  }

  @Test("Long chains, deep groups and wrong types end")
  func extremes() throws {
    let count = 20_000
    var chain = (1..<count).map { ##""c\##($0)": {"$value": "{c\##($0 - 1)}"}"## }
    chain.append(##""c0": {"$value": "#123456"}"##)
    let long = try DesignTokensSample(["x.tokens.json": "{\"$type\": \"color\", \(chain.joined(separator: ", "))}"])
      .palette
    #expect(long.colors.count == count)
    let deep = String(repeating: "{\"a\": ", count: 70) + "1" + String(repeating: "}", count: 70)
    #expect(DesignTokensSample(["x.tokens.json": deep]).codes == ["syntax/depth"])
    for wrong in [
      "3", "null", "\"x\"", "{\"$value\": null}", "{\"a\": {\"$value\": []}}", "{\"$ref\": 3}",
      "{\"a\": {\"$ref\": {}}}",
    ] {
      _ = DesignTokensSample(["x.tokens.json": wrong, "y.resolver.json": wrong, "$themes.json": wrong])
    }
  }
}
