private import CProcessor

/// Where the tokens of a strict JSON text begin, found 64 bytes at a time: brackets, braces, colons, commas, both quotes
/// of a string, and the first byte of every number and word.
///
/// The bits of a block say for each of its bytes what it is; a running exclusive-or over the quotes says which bytes are
/// inside a string (as simdjson does: Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019).
struct JSONTokens {
  /// A control character stands where none may: the text is not for this reader.
  private(set) var isDamaged = false
  /// A backslash has been seen, so strings up to here may have escapes.
  private(set) var hasBackslash = false

  private let bytes: UnsafeBufferPointer<UInt8>
  private let hasAVX2 = Processor.hasAVX2
  /// Where the block begins whose tokens are being given out.
  private var block: Int
  /// One bit a token that is not given out yet.
  private var pending: UInt64 = 0
  private var following: Int
  /// All bits where the last block ended inside a string.
  private var inString: UInt64 = 0
  /// 1 where the last byte of the last block escapes the next one.
  private var escapesNext: UInt64 = 0
  /// 1 where the last block ended in the middle of a number or a word.
  private var inWord: UInt64 = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.bytes = bytes
    block = start
    following = start
  }

  /// The offset of the next token; the number of bytes where there is none.
  @inline(__always)
  mutating func next() -> Int {
    if pending == 0 { refill() }
    let offset = block &+ pending.trailingZeroBitCount
    pending &= pending &- 1
    return offset
  }

  /// Goes to the next block that has a token; at the end, to an empty one there.
  @inline(never)
  private mutating func refill() {
    while pending == 0 {
      block = following
      guard block < bytes.count else {
        // One bit, at the very end, as often as it is asked for.
        block = bytes.count
        pending = 1
        isDamaged = isDamaged || inString != 0
        return
      }
      following = block + 64
      pending = bytes.withBlock64(at: block) { tokens(of: $0) }
    }
  }

  /// One bit a token of the 64 bytes, which follow the last block.
  @inline(__always)
  private mutating func tokens(of block: UnsafeRawPointer) -> UInt64 {
    let found = hasAVX2 ? contrastd_json_avx2(block) : contrastd_json(block)
    var quotes = found.quotes
    if found.backslashes | escapesNext != 0 { quotes &= ~escaped(found.backslashes) }
    let strings = JSONTokens.runningXor(quotes) ^ inString
    inString = UInt64(bitPattern: Int64(bitPattern: strings) >> 63)
    isDamaged = isDamaged || found.controls & (strings | ~found.spaces) != 0

    let words = ~(strings | quotes | found.operators | found.spaces)
    let starts = words & ~(words << 1 | inWord)
    inWord = words >> 63
    return found.operators & ~strings | quotes | starts
  }

  /// The bytes that an escape takes away: behind a backslash that is not taken away itself.
  private mutating func escaped(_ backslashes: UInt64) -> UInt64 {
    hasBackslash = true
    var result = escapesNext
    var rest = backslashes & ~escapesNext
    escapesNext = 0
    while rest != 0 {
      let bit = rest & (0 &- rest)
      let next = bit << 1
      if next == 0 { escapesNext = 1 }
      result |= next
      rest &= ~(bit | next)
    }
    return result
  }

  /// Bit i of the result is the exclusive-or of the bits 0 through i.
  @inline(__always)
  private static func runningXor(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits ^= bits << 1
    bits ^= bits << 2
    bits ^= bits << 4
    bits ^= bits << 8
    bits ^= bits << 16
    return bits ^ bits << 32
  }
}
