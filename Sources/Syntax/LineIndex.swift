/// Where each block of a file stands: its line, where that line begins, and how many UTF-16 code units lie before it.
///
/// Made for every file that is read, and asked for few places in most: so it counts line ends a block at a time, and a
/// position is counted out from the start of its block.
struct LineIndex: Sendable {
  /// Fewer than 256 bytes, so that a byte counts the line ends of a block.
  private static let blockSize = 128

  private struct Block {
    /// How many lines end before the block.
    var lines: Int32
    /// Where the line begins in which the block begins.
    var lineStart: Int32
  }

  private let contentStart: Int
  private var blocks: [Block] = []
  /// The number of UTF-16 code units before each block; empty for an ASCII file, where units are bytes.
  private var unitsBeforeBlock: [Int32] = []

  init(_ bytes: [UInt8], from contentStart: Int) {
    self.contentStart = contentStart
    let isASCII = bytes.withUnsafeBufferPointer { bytes in
      blocks.reserveCapacity(bytes.count / LineIndex.blockSize + 1)
      return collect(bytes)
    }
    if !isASCII { unitsBeforeBlock = LineIndex.countUnits(bytes) }
  }

  var isASCII: Bool { unitsBeforeBlock.isEmpty }

  /// - Parameter offset: from the start of the content through the end of the file.
  func position(at offset: Int, in bytes: [UInt8]) -> SourcePosition {
    bytes.withUnsafeBufferPointer { bytes in
      let block = blocks[offset / LineIndex.blockSize]
      var (line, start) = (Int(block.lines), Int(block.lineStart))
      for at in max(offset / LineIndex.blockSize * LineIndex.blockSize, contentStart)..<offset
      where LineIndex.endsLine(bytes, at) {
        line += 1
        start = at + 1
      }
      let column = isASCII ? offset - start : units(before: offset, in: bytes) - units(before: start, in: bytes)
      return SourcePosition(line: line + 1, column: column + 1)
    }
  }

  private func units(before offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let block = offset / LineIndex.blockSize
    var count = Int(unitsBeforeBlock[block])
    for at in (block * LineIndex.blockSize)..<offset { count += LineIndex.units(of: bytes[at]) }
    return count
  }

  /// Notes every block, and the one behind the last byte; the answer is whether all bytes are ASCII.
  private mutating func collect(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var union: UInt8 = 0
    var next = Block(lines: 0, lineStart: Int32(clamping: contentStart))
    var start = 0
    while start + LineIndex.blockSize <= bytes.count {
      blocks.append(next)
      // Nothing but sums over bytes, so that the compiler takes sixteen of them at once.
      var (ends, returns, high): (UInt8, UInt8, UInt8) = (0, 0, 0)
      for at in start..<(start + LineIndex.blockSize) {
        let byte = bytes[at]
        ends &+= byte == 0x0A ? 1 : 0
        returns |= byte == 0x0D ? 1 : 0
        high |= byte
      }
      union |= high
      let end = start + LineIndex.blockSize
      if returns != 0 {
        LineIndex.count(bytes, start..<end, &next)
      } else if ends != 0 {
        next.lines &+= Int32(ends)
        var last = end - 1
        while bytes[last] != 0x0A { last -= 1 }
        next.lineStart = Int32(truncatingIfNeeded: last + 1)
      }
      start = end
    }
    blocks.append(next)
    for at in start..<bytes.count { union |= bytes[at] }
    return union & 0x80 == 0
  }

  /// Counts one by one.
  private static func count(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ block: inout Block) {
    for at in range where endsLine(bytes, at) {
      block.lines &+= 1
      block.lineStart = Int32(truncatingIfNeeded: at + 1)
    }
  }

  /// Of CRLF, only the second ends the line.
  private static func endsLine(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    bytes[at] == 0x0A || (bytes[at] == 0x0D && (at + 1 == bytes.count || bytes[at + 1] != 0x0A))
  }

  /// The code units a byte stands for: a lead byte counts for its whole scalar, a continuation byte for nothing.
  private static func units(of byte: UInt8) -> Int {
    byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
  }

  private static func countUnits(_ bytes: [UInt8]) -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(bytes.count / blockSize + 1)
    var count: Int32 = 0
    for at in 0..<bytes.count {
      if at % blockSize == 0 { result.append(count) }
      count &+= Int32(units(of: bytes[at]))
    }
    if bytes.count % blockSize == 0 { result.append(count) }
    return result
  }
}
