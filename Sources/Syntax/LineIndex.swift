private import CProcessor

/// Asked once for all texts.
enum Processor {
  static let hasAVX2 = contrastd_has_avx2() != 0
}

/// Where each block of a file stands: its line, where that line begins, and how many UTF-16 code units lie before it.
///
/// Made for every file that is read, and asked for few places in most: so it counts line ends a block at a time, and a
/// position is counted out from the start of its block.
struct LineIndex: Sendable {
  private static let blockSize = 128

  private struct Block {
    /// How many lines end before the block.
    var lines: Int32
    /// Where the line begins in which the block begins.
    var lineStart: Int32
  }

  private let contentStart: Int
  /// From the second block on.
  private let blocks: [Block]
  /// The number of UTF-16 code units before each block; empty for an ASCII file, where units are bytes.
  private var unitsBeforeBlock: [Int32] = []

  init(_ bytes: [UInt8], from contentStart: Int) {
    self.contentStart = contentStart
    var isASCII = true
    blocks = bytes.withUnsafeBufferPointer { bytes in
      [Block](unsafeUninitializedCapacity: bytes.count / LineIndex.blockSize) { blocks, count in
        isASCII = LineIndex.collect(bytes, from: contentStart, into: blocks)
        count = blocks.count
      }
    }
    if !isASCII { unitsBeforeBlock = LineIndex.countUnits(bytes) }
  }

  var isASCII: Bool { unitsBeforeBlock.isEmpty }

  /// - Parameter offset: from the start of the content through the end of the file.
  func position(at offset: Int, in bytes: [UInt8]) -> SourcePosition {
    bytes.withUnsafeBufferPointer { bytes in
      let block = offset / LineIndex.blockSize
      var (line, start) = (0, contentStart)
      if block > 0 { (line, start) = (Int(blocks[block - 1].lines), Int(blocks[block - 1].lineStart)) }
      var word = block * LineIndex.blockSize
      while word < offset {
        let ends = LineIndex.lineEnds(bytes, word) & LineIndex.bits(below: offset - word)
        line += ends.nonzeroBitCount
        if ends != 0 { start = word + 64 - ends.leadingZeroBitCount }
        word += 64
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

  /// Writes every block but the first; the answer is whether all bytes are ASCII.
  private static func collect(
    _ bytes: UnsafeBufferPointer<UInt8>, from contentStart: Int, into blocks: UnsafeMutableBufferPointer<Block>
  ) -> Bool {
    let hasAVX2 = Processor.hasAVX2
    var isASCII = true
    var next = Block(lines: 0, lineStart: Int32(clamping: contentStart))
    for index in 0...blocks.count {
      if index > 0 { blocks.initializeElement(at: index - 1, to: next) }
      let end = min((index + 1) * blockSize, bytes.count)
      if end == (index + 1) * blockSize, let base = UnsafeRawPointer(bytes.baseAddress) {
        let block = base + index * blockSize
        let found = hasAVX2 ? contrastd_lines_avx2(block) : contrastd_lines(block)
        if found.returns == 0 {
          next.lines &+= found.feeds
          if found.end > 0 { next.lineStart = Int32(truncatingIfNeeded: index * blockSize) &+ found.end }
          isASCII = isASCII && found.others == 0
          continue
        }
      }
      var word = index * blockSize
      while word < end {
        let ends = lineEnds(bytes, word)
        if ends != 0 {
          next.lines &+= Int32(truncatingIfNeeded: ends.nonzeroBitCount)
          next.lineStart = Int32(truncatingIfNeeded: word + 64 - ends.leadingZeroBitCount)
        }
        isASCII = isASCII && hasOnlyASCII(bytes, word)
        word += 64
      }
    }
    return isASCII
  }

  /// One bit for each of 64 bytes, or fewer at the end, that ends a line: LF, and CR where no LF follows.
  @inline(__always)
  private static func lineEnds(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt64 {
    let (feeds, returns) = bytes.withBlock64(at: start) {
      (contrastd_equal64($0, 0, 0x0A), contrastd_equal64($0, 0, 0x0D))
    }
    if returns == 0 { return feeds }
    let isLastFollowed = start + 64 < bytes.count && bytes[start + 64] == 0x0A
    return feeds | returns & ~(feeds >> 1 | (isLastFollowed ? 1 << 63 : 0))
  }

  @inline(__always)
  private static func hasOnlyASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    bytes.withBlock64(at: start) { contrastd_at_most64($0, 0x7F) == .max }
  }

  /// The lowest bits, as many as said; all from 64 on.
  private static func bits(below count: Int) -> UInt64 { count < 64 ? 1 << UInt64(count) - 1 : .max }

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
