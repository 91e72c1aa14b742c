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
    contentStart = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
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

/// Where lines begin, and how many UTF-16 code units lie before each block of a file that is not plain ASCII.
private struct LineIndex: Sendable {
  private static let blockShift = 8

  /// The offset of the first byte of each line; never empty.
  private var starts: [Int32]
  /// The number of UTF-16 code units before each block of 256 bytes; empty for an ASCII file, where units are bytes.
  private var unitsBeforeBlock: [Int32] = []

  init(_ bytes: [UInt8], from contentStart: Int) {
    starts = [Int32(clamping: contentStart)]
    starts.reserveCapacity(bytes.count / 16 + 1)
    let isASCII = bytes.withUnsafeBytes { LineIndex.collectStarts($0, from: contentStart, into: &starts) }
    if !isASCII { unitsBeforeBlock = LineIndex.countUnits(bytes) }
  }

  var isASCII: Bool { unitsBeforeBlock.isEmpty }

  func position(at offset: Int, in bytes: [UInt8]) -> SourcePosition {
    let line = lastLine(at: Int32(clamping: offset))
    let start = Int(starts[line])
    let column = isASCII ? offset - start : units(before: offset, in: bytes) - units(before: start, in: bytes)
    return SourcePosition(line: line + 1, column: column + 1)
  }

  /// The index of the last line that starts at or before an offset.
  private func lastLine(at offset: Int32) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func units(before offset: Int, in bytes: [UInt8]) -> Int {
    let block = offset >> LineIndex.blockShift
    var count = Int(unitsBeforeBlock[block])
    for at in (block << LineIndex.blockShift)..<offset { count += LineIndex.units(of: bytes[at]) }
    return count
  }

  /// The code units a byte stands for: a lead byte counts for its whole scalar, a continuation byte for nothing.
  private static func units(of byte: UInt8) -> Int {
    byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
  }

  private static func countUnits(_ bytes: [UInt8]) -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity((bytes.count >> blockShift) + 1)
    var count: Int32 = 0
    for at in 0..<bytes.count {
      if at & (1 << blockShift - 1) == 0 { result.append(count) }
      count &+= Int32(units(of: bytes[at]))
    }
    if bytes.count & (1 << blockShift - 1) == 0 { result.append(count) }
    return result
  }

  /// Appends the start of every line but the first; the answer is whether all bytes are ASCII.
  ///
  /// Eight bytes are looked at together: a word without a byte below 0x0E holds no line end.
  private static func collectStarts(
    _ bytes: UnsafeRawBufferPointer, from contentStart: Int, into starts: inout [Int32]
  ) -> Bool {
    var union: UInt64 = 0
    var at = contentStart
    while at < bytes.count {
      var stop = bytes.count
      if at + 8 <= bytes.count {
        stop = at + 8
        let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        union |= word
        if (word &- 0x0E0E_0E0E_0E0E_0E0E) & ~word & 0x8080_8080_8080_8080 == 0 {
          at = stop
          continue
        }
      }
      while at < stop {
        let byte = bytes[at]
        union |= UInt64(byte)
        at += 1
        let endsLine = byte == 0x0A || (byte == 0x0D && (at == bytes.count || bytes[at] != 0x0A))
        if endsLine { starts.append(Int32(clamping: at)) }
      }
    }
    return union & 0x8080_8080_8080_8080 == 0
  }
}
