import Foundation
import Testing

@testable import Syntax

@Suite("JSONWriter")
struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(pretty: false)
    body(&writer)
    return writer.text
  }

  @Test("Members and elements are separated, on one line or on lines of their own")
  func shapes() {
    func body(_ writer: inout JSONWriter) {
      writer.object { writer in
        writer.field("a", 1)
        writer.field("b") { $0.array([1.5, 2]) { $0.number($1) } }
        writer.field("c") { $0.object { _ in } }
        writer.field("d", [String]())
        writer.field("absent", nil as String?)
        writer.field("e", true)
      }
    }
    #expect(written(body) == #"{"a":1,"b":[1.5,2],"c":{},"d":[],"e":true}"#)
    #expect(
      JSONWriter.document(pretty: true) { writer in
        writer.field("a", "x")
        writer.field("b") { $0.array([1, 2]) { $0.number($1) } }
      } == "{\n  \"version\": 1,\n  \"a\": \"x\",\n  \"b\": [\n    1,\n    2\n  ]\n}\n")
  }

  @Test("Integers are written to their last digit", arguments: [0, 7, -1, 10, 99, 1_000_000, .max, .min])
  func integers(value: Int) {
    #expect(written { $0.number(value) } == value.description)
  }

  @Test(
    "Doubles are the shortest digits that name them",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (1, "1"), (0.1, "0.1"), (-4.5, "-4.5"), (999_999_999_999_999, "999999999999999"),
      (1e15, "1000000000000000.0"), (2e16, "2e+16"), (1e-7, "1e-07"), (Double.leastNonzeroMagnitude, "5e-324"),
      (Double.infinity, "null"), (-.infinity, "null"),
      (.nan, "null"), (4.499999999999999, "4.499999999999999"),
    ])
  func doubles(value: Double, text: String) {
    #expect(written { $0.number(value) } == text)
  }

  @Test("Every scalar comes back from its string, control characters as six ASCII characters")
  func strings() throws {
    var wrong: [UInt32] = []
    for value in (UInt32(0)...0x2FF).map({ $0 }) + [0x2028, 0xD7FF, 0xE000, 0xFEFF, 0xFFFF, 0x10000, 0x10FFFF] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(Character(scalar))b"
      let json = written { $0.string(text) }
      let isControl = value < 0x20 || (0x7F...0x9F).contains(value)
      let hasControl = json.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
      let back = JSONDocument(SourceText(json)).root?.string
      if back != text || hasControl || isControl && !json.contains("\\") { wrong.append(value) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) scalars, the first: \(wrong.first ?? 0)")
    #expect(written { $0.string("\"\\\n\t\r\u{0}\u{7F}\u{85}é") } == #""\"\\\n\t\r\u0000\u007f\u0085é""#)
  }

  @Test("What is to be escaped is found at every place of keys and strings of every length")
  func escapedPlaces() {
    var wrong: [String] = []
    for special in ["\"", "\\", "\u{1}", "\u{1f}", "\u{7f}", "\u{85}", "é", "𐐀"] {
      for count in 0..<20 {
        for place in 0...count {
          let text = String(repeating: "~", count: place) + special + String(repeating: " ", count: count - place)
          var writer = JSONWriter(pretty: false)
          writer.object { writer in
            writer.field("a", 1)
            writer.field(named: text) { $0.string(text) }
          }
          let member = JSONDocument(SourceText(writer.text)).root?.members.first { $0.name != "a" }
          let isEscaped = special.utf8.count == 1 || special == "\u{85}"
          if member?.name != text || member?.value.string != text || isEscaped != writer.text.contains("\\") {
            wrong.append(writer.text)
          }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count), the first: \(wrong.first ?? "")")
  }

  @Test("A buffer is used again after it was emptied")
  func reuse() {
    var writer = JSONWriter(pretty: false)
    for _ in 0..<2 {
      writer.object { $0.field("a", 1) }
      writer.end(with: 0)
      writer.object { $0.field("b", 2) }
      #expect(writer.bytes == Array("{\"a\":1}\0{\"b\":2}".utf8))
      writer.removeAll()
      #expect(writer.bytes.isEmpty)
    }
  }

  @Test("A value of another document is copied as it stands")
  func values() throws {
    let root = try #require(JSONDocument(SourceText(#"{"a": [1, {"b": "\u00e9"}], "c": 0}"#)).root)
    let value = try #require(root["a"])
    #expect(written { $0.value(value) } == #"[1, {"b": "\u00e9"}]"#)
  }
}
