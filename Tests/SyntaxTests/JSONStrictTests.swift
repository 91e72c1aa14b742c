import Testing

@testable import Syntax

/// The strict scanner is an opinion about the scanner's answer: the same nodes, or none at all.
@Suite("JSONStrictScanner")
struct JSONStrictTests {
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\"a\"", "\"b\"", "\"\\n\"", "\"\\u00e9\"", "\"\\ud801\"", "\"é𐐀\"", "1",
    "-0.5e3",
    "01", "1.", "true", "nul", " ", "\n", "\t", "\u{1}", "      ", "//", "\"a\":1", "\"abcdefghijklmnopqrstuvwxyz\"",
  ]

  private func strict(_ bytes: [UInt8]) -> Reading? {
    bytes.withUnsafeBufferPointer { JSONStrictScanner.scan($0, from: 0) }
  }

  private func scanned(_ bytes: [UInt8], _ dialect: JSONDialect = []) -> Reading {
    bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes, from: 0, dialect: dialect)
      scanner.scan()
      return (scanner.nodes, scanner.problems)
    }
  }

  private typealias Reading = (nodes: [JSONNode], problems: [JSONProblem])

  private func isSame(_ a: Reading, _ b: Reading) -> Bool {
    a.problems.map(\.message) == b.problems.map(\.message)
      && a.nodes.elementsEqual(b.nodes) {
        $0.kind == $1.kind && $0.form == $1.form && $0.isSuperseded == $1.isSuperseded && $0.isCut == $1.isCut
          && $0.start == $1.start && $0.end == $1.end && $0.next == $1.next
      }
  }

  /// A whole document of random values, at most 8 levels deep.
  private func value(_ random: inout SeededGenerator, depth: Int = 0) -> String {
    let space = ["", " ", "\n  ", "\t", "\r\n", String(repeating: " ", count: 70)].randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<(depth < 8 ? 12 : 8), using: &random) {
    case 0: return space + "null"
    case 1: return space + "true" + space
    case 2: return "false"
    case 3: return space + String(Double.random(in: -1e9...1e9, using: &random))
    case 4: return String(Int.random(in: -99...99, using: &random)) + space
    case 5...7: return space + string(&random) + space
    case 8...9:
      let count = Int.random(in: 0..<12, using: &random)
      return space + "[" + (0..<count).map { _ in value(&random, depth: depth + 1) }.joined(separator: ",") + space
        + "]"
    default:
      let count = Int.random(in: 0..<12, using: &random)
      let members = (0..<count).map { _ in string(&random) + space + ":" + value(&random, depth: depth + 1) }
      return "{" + space + members.joined(separator: "," + space) + "}"
    }
  }

  private func string(_ random: inout SeededGenerator) -> String {
    let letters = ["a", "b", "é", "𐐀", "\\\"", "\\\\", "\\u00e9", "{", ",", "//", "0", " "]
    let count = [0, 1, 2, 5, 70].randomElement(using: &random) ?? 0
    return "\"" + (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined() + "\""
  }

  @Test("It reads every document without a fault, as the scanner does")
  func whole() throws {
    var random = SeededGenerator(state: 11)
    for _ in 0..<200 {
      let bytes = Array(value(&random).utf8)
      let fast = try #require(strict(bytes), "\(String(decoding: bytes, as: UTF8.self))")
      #expect(isSame(fast, scanned(bytes)), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test("Whatever is put together or damaged, it gives the scanner's answer or none")
  func damaged() {
    var random = SeededGenerator(state: 12)
    var (read, refused) = (0, 0)
    for round in 0..<10_000 {
      var bytes: [UInt8]
      if round % 2 == 0 {
        let count = Int.random(in: 0..<9, using: &random)
        bytes = Array((0..<count).map { _ in JSONStrictTests.pieces.randomElement(using: &random) ?? "" }.joined().utf8)
      } else {
        bytes = Array(value(&random, depth: 6).utf8)
        if let at = bytes.indices.randomElement(using: &random) {
          bytes[at] = UInt8.random(in: 0..<0x80, using: &random)
        }
      }
      let slow = scanned(bytes)
      guard let fast = strict(bytes) else {
        // Only what the scanner refuses or warns of.
        #expect(!slow.problems.isEmpty, "\(String(decoding: bytes, as: UTF8.self))")
        refused += 1
        continue
      }
      read += 1
      #expect(isSame(fast, slow), "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(read > 500 && refused > 500, "\(read) read, \(refused) refused")
  }

  @Test("It ends at every offset of a block, inside strings, words and escapes")
  func offsets() {
    for count in 0..<130 {
      let space = String(repeating: " ", count: count)
      for text in ["\"a\\\\\"", "{\"a\\\"b\":12.5}", "[true,\"\\\\\\\\\"]", "-1e9"] {
        let bytes = Array((space + text).utf8)
        #expect(strict(bytes).map { isSame($0, scanned(bytes)) } == true, "\(count) \(text)")
        for end in space.utf8.count..<bytes.count {
          let cut = Array(bytes[..<end])
          #expect(strict(cut) == nil || scanned(cut).problems.isEmpty, "\(count) \(text) \(end)")
        }
      }
    }
  }

  @Test("More nodes than most texts have are read in a second try; depth is refused")
  func dense() throws {
    let dense = Array(("[" + String(repeating: "1,", count: 5_000) + "1]").utf8)
    #expect(try #require(strict(dense)).nodes.count == 5_002)
    for depth in [64, 65] {
      let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect((strict(Array(nested.utf8)) == nil) == (depth == 65))
    }
  }
}
