import Foundation
import Syntax
import Testing

@testable import Palettes

/// Files under `Fixtures`, read from the checkout.
enum Fixture {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(path)))
  }

  static func text(_ path: String) throws -> SourceText {
    SourceText(path: path, bytes: try bytes(path))
  }

  /// The objects of a file with one on every line.
  static func rows(_ path: String) throws -> [[String: Any]] {
    try bytes(path).split(separator: 0x0A).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
  }
}

extension SourceText {
  init(_ text: String, path: String = "test.json") {
    self.init(path: path, bytes: Array(text.utf8))
  }
}

/// Numbers that are the same on every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
