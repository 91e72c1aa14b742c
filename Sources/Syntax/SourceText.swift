/// One file as read: its path, its bytes, and where its lines begin.
///
/// A byte-order mark belongs to the bytes and not to the content: content starts behind it, in column 1. Lines end at
/// LF, CRLF or a lone CR.
package struct SourceText: Sendable {
  /// The largest file a reader accepts, in bytes.
  package static let maximumSize = 16 << 20

  package let path: String
  package let bytes: [UInt8]
  /// The offset of the first byte of content: 3 behind a UTF-8 byte-order mark, 0 without one.
  package let contentStart: Int

  private let lines: LineIndex

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    contentStart = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    lines = LineIndex(bytes, from: contentStart)
  }

  /// True when every byte of the content is below 0x80.
  package var isASCII: Bool { lines.isASCII }

  /// The line and column of a byte. An offset outside the file counts as the nearest one inside.
  package func position(at offset: Int) -> SourcePosition {
    lines.position(at: min(max(offset, contentStart), bytes.count), in: bytes)
  }

  /// A range of bytes as people and editors name it.
  package func range(_ bytes: Range<Int>) -> SourceRange {
    SourceRange(
      file: path, start: position(at: bytes.lowerBound), end: position(at: bytes.upperBound), bytes: bytes)
  }
}

/// A place in a file. Both numbers count from 1; the column counts UTF-16 code units, as SARIF, LSP and editors do.
package struct SourcePosition: Hashable, Sendable {
  private let storedLine: Int32
  private let storedColumn: Int32

  package init(line: Int, column: Int) {
    storedLine = Int32(clamping: line)
    storedColumn = Int32(clamping: column)
  }

  package var line: Int { Int(storedLine) }
  package var column: Int { Int(storedColumn) }
}

extension SourcePosition: Comparable {
  package static func < (a: SourcePosition, b: SourcePosition) -> Bool {
    (a.storedLine, a.storedColumn) < (b.storedLine, b.storedColumn)
  }
}

/// A stretch of a file: from `start` up to, not including, `end`.
package struct SourceRange: Hashable, Sendable {
  package let file: String
  package let start: SourcePosition
  package let end: SourcePosition
  private let lowerByte: Int32
  private let upperByte: Int32

  package init(file: String, start: SourcePosition, end: SourcePosition, bytes: Range<Int>) {
    self.file = file
    self.start = start
    self.end = end
    lowerByte = Int32(clamping: bytes.lowerBound)
    upperByte = Int32(clamping: bytes.upperBound)
  }

  /// The same stretch in bytes from the start of the file.
  package var bytes: Range<Int> { Int(lowerByte)..<Int(upperByte) }
}

/// What an edit did to the places behind it: the end of what was replaced is now elsewhere.
package struct SourceShift: Sendable {
  private let firstByte: Int
  private let lastLine: Int
  private let bytes: Int
  private let lines: Int
  private let columns: Int

  /// - Parameters: what stood there before, and what stands there now; both ends count.
  package init(from old: SourceRange, to new: SourceRange) {
    firstByte = old.bytes.upperBound
    lastLine = old.end.line
    bytes = new.bytes.upperBound - firstByte
    lines = new.end.line - lastLine
    columns = new.end.column - old.end.column
  }

  /// Nothing moves.
  package var isNone: Bool { bytes == 0 && lines == 0 && columns == 0 }

  /// Whether a range lies behind the edit.
  package func concerns(_ range: SourceRange) -> Bool { range.bytes.lowerBound >= firstByte }

  /// Where a range behind the edit is now, up to the next edit.
  package func moved(_ range: SourceRange) -> SourceRange {
    SourceRange(
      file: range.file, start: moved(range.start), end: moved(range.end),
      bytes: range.bytes.lowerBound + bytes..<range.bytes.upperBound + bytes)
  }

  private func moved(_ place: SourcePosition) -> SourcePosition {
    SourcePosition(line: place.line + lines, column: place.column + (place.line == lastLine ? columns : 0))
  }
}

extension SourceText {
  /// How far two texts are equal from an offset in each: up to the first byte that differs, or the end of either.
  package static func commonCount(_ a: SourceText, from first: Int, _ b: SourceText, from second: Int) -> Int {
    a.bytes.withUnsafeBytes { a in
      b.bytes.withUnsafeBytes { b in
        let count = min(a.count - first, b.count - second)
        var at = 0
        while at + 8 <= count {
          let left = a.loadUnaligned(fromByteOffset: first + at, as: UInt64.self)
          let right = b.loadUnaligned(fromByteOffset: second + at, as: UInt64.self)
          if left != right { return at + (left ^ right).trailingZeroBitCount / 8 }
          at += 8
        }
        while at < count, a[first + at] == b[second + at] { at += 1 }
        return at
      }
    }
  }
}
