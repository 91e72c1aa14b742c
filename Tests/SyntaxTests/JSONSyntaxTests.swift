import Foundation
import Testing

@testable import Syntax

@Suite("JSONSyntax")
struct JSONSyntaxTests {
  private func document(_ text: String, _ dialect: JSONDialect = []) -> JSONDocument {
    JSONDocument(SourceText(text), dialect: dialect)
  }

  @Test("Values of every kind are read with their bytes")
  func kinds() throws {
    let root = try #require(document(#"{"a": [1, -2.5e3, true, false, null, "x\ny"], "b": {}}"#).root)
    let a = try #require(root["a"])
    #expect(a.elements.map(\.kind) == [.number, .number, .true, .false, .null, .string])
    #expect(a.elements.compactMap(\.number) == [1, -2500])
    #expect(a.elements.compactMap(\.string) == ["x\ny"])
    #expect(root["b"]?.kind == .object)
    #expect(root["b"]?.source == "{}")
    #expect(root.members.map(\.name) == ["a", "b"])
    #expect(root["c"] == nil)
    #expect(a.range.start == SourcePosition(line: 1, column: 7))
  }

  @Test(
    "Strings give back their escapes",
    arguments: [
      (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{c}\n\r\t"), (#""\u00e9\ud801\udc00!""#, "é𐐀!"), (#""é世𐐀""#, "é世𐐀"),
      (#""\ud801x""#, "\u{FFFD}x"), (#""\udc00\ud801""#, "\u{FFFD}\u{FFFD}"), (#""""#, ""),
    ])
  func strings(source: String, text: String) {
    #expect(document(source).root?.string == text)
  }

  @Test("Half of a surrogate pair is a warning, once a file")
  func surrogates() {
    let codes = document(#"["\ud801", "\udc00"]"#).diagnostics.map(\.code)
    #expect(codes == ["syntax/surrogate"])
  }

  @Test("Numbers are the nearest double")
  func numbers() throws {
    let texts = [
      "0", "-0", "0.1", "1e-7", "123456789012345678", "0.1234567890123456789", "1e22", "1e23", "1.7976931348623157e308",
      "5e-324", "2.2250738585072011e-308", "9007199254740993", "0.000001", "-1.5E+2",
    ]
    for text in texts { #expect(document(text).root?.number == Double(text), "\(text)") }
    #expect(document("1e999").root?.number == .infinity)
  }

  @Test(
    "What RFC 8259 refuses is one error with a place",
    arguments: [
      ("", 1), ("{", 2), ("[1,]", 4), ("{\"a\":1,}", 8), ("[1 2]", 4), ("{\"a\" 1}", 6), ("{a:1}", 2), ("[01]", 2),
      ("[1.]", 4),
      ("[.5]", 2), ("[+1]", 2), ("[1e]", 4), ("[-]", 3), ("\"a", 1), ("\"\\x\"", 3), ("\"\\u12G4\"", 6), ("[tru]", 2),
      ("nul", 1),
      ("[1]]", 4), ("// c\n1", 1), ("'a'", 1), ("[\u{7F}]", 2), ("{\"a\":}", 6), ("{,}", 2), ("[1,,2]", 4),
      ("\"a\nb\"", 1),
      ("\"\u{1}\"", 2), ("NaN", 1), ("1 2", 3), ("{\"a\":1 \"b\":2}", 8),
    ])
  func errors(source: String, column: Int) throws {
    let diagnostics = document(source).diagnostics
    try #require(diagnostics.count == 1)
    #expect(diagnostics[0].code == "syntax/json")
    #expect(diagnostics[0].range.start == SourcePosition(line: 1, column: column))
  }

  @Test("What was read before an error stays")
  func partial() throws {
    let document = document(#"{"a": 1, "b": [1, 2, {"c": 3, "d": }, 4], "e": 5}"#)
    let root = try #require(document.root)
    #expect(root.members.map(\.name) == ["a", "b"])
    #expect(root["b"]?.elements.count { _ in true } == 3)
    #expect(root["b"]?.elements.reduce(0) { $0 + ($1.number ?? $1["c"]?.number ?? 0) } == 6)
    #expect(root.isCut)
    #expect(!document.isComplete)
  }

  @Test("Comments and trailing commas are read where the dialect has them")
  func dialects() {
    let source = "// c\n{\"a\": [1, /* x */ 2,], // d\n}\n/**/"
    #expect(document(source, .jsonc).diagnostics.isEmpty)
    #expect(document("[1,]", .trailingCommas).diagnostics.isEmpty)
    #expect(document("[1] // x", .trailingCommas).diagnostics.count == 1)
    #expect(document("[1] /* x", .jsonc).diagnostics.count == 1)
    #expect(document("[,]", .jsonc).diagnostics.count == 1)
    #expect(document("[1,,]", .jsonc).diagnostics.count == 1)
  }

  @Test("Of equal keys the last counts, however they are written and however many there are")
  func duplicateKeys() {
    let few = document(#"{"a": 1, "b": 2, "\u0061": 3}"#)
    #expect(few.root?["a"]?.number == 3)
    #expect(few.root?.members.map(\.name) == ["b", "a"])
    #expect(few.diagnostics.map(\.code) == ["syntax/duplicate-key"])
    #expect(few.diagnostics.first?.range.start.column == 18)
    let members = (0..<300).map { "\"k\($0 % 299)\": \($0)" }.joined(separator: ",")
    let many = document("{\(members)}")
    #expect(many.root?.member(named: "k0")?.number == 299)
    #expect(many.root?.members.map(\.name).count == 299)
    #expect(many.diagnostics.count == 1)
  }

  @Test("64 levels are read and 65 are refused")
  func depth() {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(document(nested(64)).diagnostics.isEmpty)
    #expect(document(nested(65)).diagnostics.map(\.code) == ["syntax/depth"])
    #expect(document(nested(100_000)).root == nil)
    #expect(document(String(repeating: "{\"a\":", count: 100_000)).diagnostics.map(\.code) == ["syntax/depth"])
  }

  @Test("Bad UTF-8 and UTF-16 are said with the remedy")
  func encodings() {
    let bad = JSONDocument(SourceText(path: "a", bytes: Array("[\"a".utf8) + [0xC3, 0x28] + Array("\"]".utf8)))
    #expect(bad.diagnostics.map(\.code) == ["syntax/utf8"])
    #expect(bad.diagnostics.first?.range.start.column == 4)
    #expect(bad.root?.elements.map(\.string) == ["a\u{FFFD}("])
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B], [0x7B, 0, 0x7D, 0], [0, 0x7B, 0, 0x7D]] {
      let document = JSONDocument(SourceText(path: "a", bytes: bytes))
      #expect(document.diagnostics.map(\.code) == ["syntax/utf8"])
      #expect(document.root == nil)
    }
    let marked = JSONDocument(SourceText(path: "a", bytes: [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)))
    #expect(marked.diagnostics.isEmpty)
  }

  @Test("A file over 16 MiB is refused")
  func size() {
    let document = JSONDocument(
      SourceText(path: "a", bytes: [UInt8](repeating: 0x20, count: SourceText.maximumSize + 1)))
    #expect(document.diagnostics.map(\.code) == ["syntax/size"])
  }

  @Test("Mutated documents are judged as Foundation judges them")
  func agreesWithFoundation() {
    let seed = Array(#"{"a": [1, -2.5e3, true, null, "x\ny\u00e9"], "b": {"é": 0.5}, "c": [[], {}, "𐐀"]}"#.utf8)
    let alphabet = Array(#"{}[],:"\0123.eEu-+tnf /*"#.utf8)
    var generator = SeededGenerator(state: 11)
    var wrong: [String] = []
    for _ in 0..<4000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = alphabet.randomElement(using: &generator) ?? 0
      }
      let ours = JSONDocument(SourceText(path: "a", bytes: bytes)).isComplete
      let theirs = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
      if ours != theirs { wrong.append(String(decoding: bytes, as: UTF8.self)) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of 4000, the first: \(wrong.first ?? "")")
  }

  @Test("However a document is cut, reading ends with a diagnostic and a tree")
  func truncation() {
    let bytes = Array(#"{"a": [1, -2.5e3, true, null, "x\ny\u00e9"], "b": {"é": 0.5}}"#.utf8)
    for count in 0..<bytes.count {
      let document = JSONDocument(SourceText(path: "a", bytes: Array(bytes[..<count])))
      #expect(!document.isComplete, "\(count)")
      visit(document.root)
    }
  }

  private func visit(_ value: JSONValue?) {
    guard let value else { return }
    #expect(value.byteRange.upperBound <= value.document.text.bytes.count)
    for member in value.members { visit(member.value) }
    for element in value.elements { visit(element) }
    _ = (value.string, value.number)
  }
}
