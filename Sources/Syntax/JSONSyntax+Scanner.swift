/// Reads bytes into nodes. A descent of at most `JSONDocument.maximumDepth` levels; stops at the first syntax error.
struct JSONScanner {
  /// A syntax error has been recorded; whoever catches it closes what is open and passes it on.
  struct Stop: Error {}

  private(set) var nodes: [JSONNode] = []
  var problems: [JSONProblem] = []

  let bytes: UnsafeBufferPointer<UInt8>
  let dialect: JSONDialect
  var at: Int
  var hasReportedSurrogate = false

  private var depth: Int
  private var duplicates = DuplicateKeys()

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, dialect: JSONDialect, depth: Int = 0) {
    self.bytes = bytes
    self.depth = depth
    self.dialect = dialect
    at = start
  }

  mutating func scan() {
    nodes.reserveCapacity(bytes.count / 12 + 8)
    do throws(Stop) {
      try skipSpace()
      if at == bytes.count { throw stop("the file is empty; expected a JSON value") }
      try scanValue()
      try skipSpace()
      if at < bytes.count { throw stop("\(found) behind the end of the document; remove it") }
    } catch {
      // The problem is recorded, and every open container was closed on the way here.
    }
  }

  /// Reads the value that begins where the scanner is, and no further.
  mutating func scanOne() {
    do throws(Stop) { try scanValue() } catch {
      // The problem is recorded.
    }
  }

  /// Whether a string in quotes begins here that has no fault and nothing to be warned of.
  static func isWhole(stringAt start: Int, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = JSONScanner(bytes, from: start, dialect: [])
    return (try? scanner.scanString()) != nil && scanner.problems.isEmpty
  }

  private mutating func scanValue() throws(Stop) {
    guard at < bytes.count else { throw stop("the file ends where a value should be") }
    switch bytes[at] {
    case UInt8(ascii: "\""):
      let start = at
      let hasEscapes = try scanString()
      append(.string, from: start, hasEscapes: hasEscapes)
    case UInt8(ascii: "{"): try scanContainer(.object)
    case UInt8(ascii: "["): try scanContainer(.array)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = at
      try scanNumber()
      append(.number, from: start)
    case UInt8(ascii: "t"): try scanWord("true", .true)
    case UInt8(ascii: "f"): try scanWord("false", .false)
    case UInt8(ascii: "n"): try scanWord("null", .null)
    default: throw stop("expected a value (a string in double quotes, a number, an object, an array), found \(found)")
    }
  }

  /// Opens a container, reads what is in it, and closes it even where reading stopped.
  private mutating func scanContainer(_ kind: JSONKind) throws(Stop) {
    guard depth < JSONDocument.maximumDepth else {
      nodes.removeAll()
      let message = "nested deeper than \(JSONDocument.maximumDepth) levels; the file is not read"
      throw stop(message, code: "syntax/depth", at..<at + 1)
    }
    let index = nodes.count
    append(kind, from: at)
    at += 1
    depth += 1
    do throws(Stop) {
      if kind == .object { try scanMembers() } else { try scanElements() }
    } catch {
      if index < nodes.count {
        close(index)
        nodes[index].isCut = true
      }
      throw error
    }
    depth -= 1
    close(index)
    if kind == .object { markDuplicates(index) }
  }

  private mutating func markDuplicates(_ object: Int) {
    var filter = DuplicateKeys.Filter()
    var key = object + 1
    while key < Int(nodes[object].next) {
      filter.insert(Int(nodes[key].start)..<Int(nodes[key].end), hasEscapes: nodes[key].hasEscapes, bytes)
      key = Int(nodes[key + 1].next)
    }
    guard filter.mayHoldEqual else { return }
    nodes.withUnsafeMutableBufferPointer { duplicates.mark(in: $0, object: object, bytes, &problems) }
  }

  private mutating func scanMembers() throws(Stop) {
    try skipSpace()
    if take("}") { return }
    while true {
      try scanMember()
      try skipSpace()
      if take("}") { return }
      guard take(",") else { throw stop("expected ',' or '}' behind this member, found \(found)") }
      try skipSpace()
      if at < bytes.count, bytes[at] == UInt8(ascii: "}") {
        try allowTrailingComma()
        at += 1
        return
      }
    }
  }

  private mutating func scanMember() throws(Stop) {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
      throw stop("expected a key in double quotes, found \(found)")
    }
    let start = at
    let key = nodes.count
    let hasEscapes = try scanString()
    append(.string, from: start, hasEscapes: hasEscapes)
    do throws(Stop) {
      try skipSpace()
      guard take(":") else { throw stop("expected ':' behind the key, found \(found)") }
      try skipSpace()
      try scanValue()
    } catch {
      if nodes.count == key + 1 { nodes.removeLast() }
      throw error
    }
  }

  private mutating func scanElements() throws(Stop) {
    try skipSpace()
    if take("]") { return }
    while true {
      try scanValue()
      try skipSpace()
      if take("]") { return }
      guard take(",") else { throw stop("expected ',' or ']' behind this element, found \(found)") }
      try skipSpace()
      if at < bytes.count, bytes[at] == UInt8(ascii: "]") {
        try allowTrailingComma()
        at += 1
        return
      }
    }
  }

  private mutating func allowTrailingComma() throws(Stop) {
    if dialect.contains(.trailingCommas) { return }
    throw stop("a comma before \(found); remove the comma")
  }

  private mutating func append(_ kind: JSONKind, from start: Int, hasEscapes: Bool = false) {
    nodes.append(
      JSONNode(
        kind: kind, form: hasEscapes ? .escaped : .quoted, start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: at), next: UInt32(truncatingIfNeeded: nodes.count + 1)))
  }

  private mutating func close(_ index: Int) {
    nodes[index].end = UInt32(truncatingIfNeeded: at)
    nodes[index].next = UInt32(truncatingIfNeeded: nodes.count)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func scanWord(_ word: StaticString, _ kind: JSONKind) throws(Stop) {
    let start = at
    let count = word.utf8CodeUnitCount
    guard at + count <= bytes.count, (0..<count).allSatisfy({ bytes[start + $0] == word.utf8Start[$0] }) else {
      throw stop("expected a value, found \(found); did you mean \(word)?")
    }
    at += count
    append(kind, from: start)
  }
}

extension JSONScanner {
  /// Records the one syntax error of a file, by default at the character the scanner is at.
  mutating func stop(_ message: String, code: String = "syntax/json", _ range: Range<Int>? = nil) -> Stop {
    let place = range ?? at..<foundEnd
    problems.append(JSONProblem(severity: .error, code: code, message: message, bytes: place))
    return Stop()
  }

  /// The character the scanner is at, as a message names it.
  var found: String {
    guard at < bytes.count else { return "the end of the file" }
    let character = String(decoding: bytes[at..<foundEnd], as: UTF8.self)
    if character == "'" { return "a single quote" }
    return bytes[at] < 0x20 || bytes[at] == 0x7F ? "a control character" : "'\(character)'"
  }

  private var foundEnd: Int {
    guard at < bytes.count else { return at }
    var end = at + 1
    while end < bytes.count, end < at + 4, bytes[at] >= 0xC0, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}
