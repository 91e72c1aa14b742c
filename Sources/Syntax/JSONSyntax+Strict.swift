/// Reads a text without a fault and without anything beyond RFC 8259, at several times the speed of `JSONScanner`, into
/// the very same nodes. Whatever else it meets, it gives up, and the scanner, which can say what is wrong, reads the text.
struct JSONStrictScanner: ~Copyable {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let nodes: UnsafeMutableBufferPointer<JSONNode>
  private var count = 0
  private var tokens: JSONTokens
  private var depth = 0
  private var duplicates = DuplicateKeys()
  private var problems: [JSONProblem] = []

  private init(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into nodes: UnsafeMutableBufferPointer<JSONNode>
  ) {
    self.bytes = bytes
    self.nodes = nodes
    tokens = JSONTokens(bytes, from: start)
  }

  /// The nodes of the whole text and the warnings about keys given twice; nil where the scanner must read it.
  static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (nodes: [JSONNode], problems: [JSONProblem])? {
    // A node for every eight bytes is more than most texts have; no text has more than one for every two.
    for capacity in [bytes.count / 8 + 8, bytes.count / 2 + 2] {
      var (problems, isWhole, isFull): ([JSONProblem], Bool, Bool) = ([], false, false)
      let nodes = [JSONNode](unsafeUninitializedCapacity: capacity) { nodes, count in
        var scanner = JSONStrictScanner(bytes, from: start, into: nodes)
        isWhole = scanner.scanDocument()
        isFull = scanner.count == nodes.count
        problems = scanner.problems
        count = scanner.count
      }
      if isWhole { return (nodes, problems) }
      if !isFull { return nil }
    }
    return nil
  }

  private mutating func scanDocument() -> Bool {
    scanValue(tokens.next()) && tokens.next() == bytes.count && !tokens.isDamaged
  }

  /// A byte of the text; 0 at its end, which is no token of the grammar.
  @inline(__always)
  private func byte(_ at: Int) -> UInt8 { at < bytes.count ? bytes[at] : 0 }

  private mutating func scanValue(_ start: Int) -> Bool {
    switch byte(start) {
    case UInt8(ascii: "\""): return scanString(start) != nil
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard let end = numberEnd(start) else { return false }
      return append(.number, start, end)
    case UInt8(ascii: "{"): return scanObject(start)
    case UInt8(ascii: "["): return scanArray(start)
    case UInt8(ascii: "t"): return scanWord("true", .true, start)
    case UInt8(ascii: "f"): return scanWord("false", .false, start)
    case UInt8(ascii: "n"): return scanWord("null", .null, start)
    default: return false
    }
  }

  private mutating func scanObject(_ start: Int) -> Bool {
    let object = count
    guard depth < JSONDocument.maximumDepth, append(.object, start, start) else { return false }
    depth += 1
    var filter = DuplicateKeys.Filter()
    var at = tokens.next()
    if byte(at) != UInt8(ascii: "}") {
      while true {
        guard byte(at) == UInt8(ascii: "\""), let end = scanString(at) else { return false }
        filter.insert(at..<end, hasEscapes: tokens.hasBackslash, bytes)
        guard byte(tokens.next()) == UInt8(ascii: ":"), scanValue(tokens.next()) else { return false }
        at = tokens.next()
        if byte(at) == UInt8(ascii: "}") { break }
        guard byte(at) == UInt8(ascii: ",") else { return false }
        at = tokens.next()
      }
    }
    close(object, at)
    if filter.mayHoldEqual { duplicates.mark(in: nodes, object: object, bytes, &problems) }
    return true
  }

  private mutating func scanArray(_ start: Int) -> Bool {
    let array = count
    guard depth < JSONDocument.maximumDepth, append(.array, start, start) else { return false }
    depth += 1
    var at = tokens.next()
    if byte(at) != UInt8(ascii: "]") {
      while true {
        guard scanValue(at) else { return false }
        at = tokens.next()
        if byte(at) == UInt8(ascii: "]") { break }
        guard byte(at) == UInt8(ascii: ",") else { return false }
        at = tokens.next()
      }
    }
    close(array, at)
    return true
  }

  private mutating func close(_ container: Int, _ bracket: Int) {
    nodes[container].end = UInt32(truncatingIfNeeded: bracket + 1)
    nodes[container].next = UInt32(truncatingIfNeeded: count)
    depth -= 1
  }

  /// From an opening quote; the next token is the closing one. The answer is the end of the string.
  @inline(__always)
  private mutating func scanString(_ start: Int) -> Int? {
    let end = tokens.next() &+ 1
    guard end <= bytes.count, append(.string, start, end) else { return nil }
    return !tokens.hasBackslash || checkEscapes(count &- 1) ? end : nil
  }

  /// Whether the string is one that stands alone: its escapes are read with the words of the scanner.
  @inline(never)
  private mutating func checkEscapes(_ string: Int) -> Bool {
    guard bytes[nodes[string].innerRange].contains(UInt8(ascii: "\\")) else { return true }
    nodes[string].form = .escaped
    return JSONScanner.isWhole(stringAt: Int(nodes[string].start), of: bytes)
  }

  private mutating func scanWord(_ word: StaticString, _ kind: JSONKind, _ start: Int) -> Bool {
    let end = start + word.utf8CodeUnitCount
    guard end <= bytes.count, endsToken(end) else { return false }
    for at in 0..<word.utf8CodeUnitCount where bytes[start + at] != word.utf8Start[at] { return false }
    return append(kind, start, end)
  }

  /// Where a number as RFC 8259 §6 writes it ends; nil for anything else.
  @inline(__always)
  private func numberEnd(_ start: Int) -> Int? {
    let first = byte(start) == UInt8(ascii: "-") ? start + 1 : start
    var at = digitsEnd(first)
    if at == first || (byte(first) == UInt8(ascii: "0") && at > first + 1) { return nil }
    if byte(at) == UInt8(ascii: ".") {
      let fraction = at + 1
      at = digitsEnd(fraction)
      if at == fraction { return nil }
    }
    if byte(at) | 0x20 == UInt8(ascii: "e") {
      let sign = byte(at + 1)
      let exponent = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") ? at + 2 : at + 1
      at = digitsEnd(exponent)
      if at == exponent { return nil }
    }
    return endsToken(at) ? at : nil
  }

  @inline(__always)
  private func digitsEnd(_ start: Int) -> Int {
    var at = start
    while at + 8 <= bytes.count {
      let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let values = word ^ 0x3030_3030_3030_3030
      // The lowest byte whose high bit is set is no digit; those above it may be wrong.
      let others = ((values &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
      if others != 0 { return at + others.trailingZeroBitCount / 8 }
      at += 8
    }
    while byte(at) &- 0x30 < 10 { at += 1 }
    return at
  }

  /// Whether a number or a word may end before this byte.
  @inline(__always)
  private func endsToken(_ at: Int) -> Bool {
    switch byte(at) {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09: true
    default: at == bytes.count
    }
  }

  @inline(__always)
  private mutating func append(_ kind: JSONKind, _ start: Int, _ end: Int) -> Bool {
    guard count < nodes.count else { return false }
    nodes.initializeElement(
      at: count,
      to: JSONNode(
        kind: kind, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: count &+ 1)))
    count &+= 1
    return true
  }
}
