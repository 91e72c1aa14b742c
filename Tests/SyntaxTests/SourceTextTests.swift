import Testing

@testable import Syntax

@Suite("SourceText")
struct SourceTextTests {
  @Test("Lines end at LF, CRLF and a lone CR", arguments: ["a\nbc\nd", "a\r\nbc\r\nd", "a\rbc\rd", "a\r\nbc\rd"])
  func lineEnds(content: String) {
    let text = SourceText(content)
    let bytes = text.bytes
    let c = bytes.firstIndex(of: UInt8(ascii: "c")) ?? 0
    let d = bytes.firstIndex(of: UInt8(ascii: "d")) ?? 0
    #expect(text.position(at: 0) == SourcePosition(line: 1, column: 1))
    #expect(text.position(at: c) == SourcePosition(line: 2, column: 2))
    #expect(text.position(at: d) == SourcePosition(line: 3, column: 1))
    #expect(text.position(at: bytes.count) == SourcePosition(line: 3, column: 2))
  }

  @Test("Columns count UTF-16 code units: b in a𐐀b stands in column 4")
  func columns() {
    let text = SourceText("x\na𐐀b é世c")
    let bytes = text.bytes
    let columns = ["b", "c"].map { text.position(at: bytes.firstIndex(of: $0.utf8.first ?? 0) ?? 0).column }
    #expect(columns == [4, 8])
  }

  @Test("A byte-order mark takes no column")
  func byteOrderMark() {
    let text = SourceText(path: "a", bytes: [0xEF, 0xBB, 0xBF] + Array("ab\nc".utf8))
    #expect(text.position(at: 3) == SourcePosition(line: 1, column: 1))
    #expect(text.position(at: 0) == SourcePosition(line: 1, column: 1))
    #expect(text.position(at: 6) == SourcePosition(line: 2, column: 1))
  }

  @Test("An offset outside the file is the nearest one inside")
  func outside() {
    #expect(SourceText("ab").position(at: 99) == SourcePosition(line: 1, column: 3))
    #expect(SourceText("ab").position(at: -1) == SourcePosition(line: 1, column: 1))
    #expect(SourceText("").position(at: 0) == SourcePosition(line: 1, column: 1))
  }

  @Test("A range keeps its file and bytes")
  func range() {
    let range = SourceText("ab\ncd", path: "p").range(1..<4)
    #expect(range.file == "p")
    #expect(range.bytes == 1..<4)
    #expect(range.start == SourcePosition(line: 1, column: 2))
    #expect(range.end == SourcePosition(line: 2, column: 2))
  }

  @Test(
    "Every position of a long mixed text agrees with counting from the start",
    arguments: [
      ["a", "\n", "\r\n", "\r", "é", "世", "𐐀", "        ", "\t", "0123456789"],
      ["a", "\n", "é", "世", "𐐀", "0123456789"], ["a", "\n", "        ", "0123456789"],
      Array(repeating: "0123456789", count: 40) + ["\n", "\r\n", "é"],
    ])
  func agreesWithCounting(pieces: [String]) {
    var generator = SeededGenerator(state: 7)
    for length in [3, 40, 700] {
      let content = (0..<length).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
      let text = SourceText(content)
      var (line, column, offset) = (1, 1, 0)
      var wrong: [Int] = []
      let scalars = Array(content.unicodeScalars)
      for (index, scalar) in scalars.enumerated() {
        if text.position(at: offset) != SourcePosition(line: line, column: column) { wrong.append(offset) }
        offset += String(scalar).utf8.count
        column += String(scalar).utf16.count
        let isCRLF = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
        if (scalar == "\n" || scalar == "\r") && !isCRLF { (line, column) = (line + 1, 1) }
      }
      #expect(wrong.isEmpty, "\(wrong.count) of \(scalars.count) positions differ")
    }
  }
}
