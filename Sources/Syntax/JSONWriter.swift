/// Writes JSON (RFC 8259), keys in the order given, two spaces a level or all on one line.
///
/// What is written lies in one growing buffer of UTF-8; `removeAll` empties it and keeps the memory.
package struct JSONWriter: Sendable {
  /// What has been written so far.
  package private(set) var bytes: [UInt8] = []
  private let isPretty: Bool
  private var depth = 0
  private var needsComma = false

  package init(pretty: Bool) {
    isPretty = pretty
  }

  /// What has been written so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// `body` writes the members with `field`.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    let start = open(UInt8(ascii: "{"))
    body(&self)
    close(UInt8(ascii: "}"), from: start)
  }

  /// `body` writes one value for each element: an object, an array, a number, a string.
  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) -> Void
  ) {
    let start = open(UInt8(ascii: "["))
    for element in elements {
      separate()
      body(&self, element)
      needsComma = true
    }
    close(UInt8(ascii: "]"), from: start)
  }

  /// `body` writes one value for each number below `count`.
  package mutating func array(count: Int, _ body: (inout JSONWriter, Int) -> Void) {
    let start = open(UInt8(ascii: "["))
    for index in 0..<count {
      separate()
      body(&self, index)
      needsComma = true
    }
    close(UInt8(ascii: "]"), from: start)
  }

  /// A member of an object; `body` writes its value. In a key nothing is to be escaped.
  package mutating func field(_ key: StaticString, _ body: (inout JSONWriter) -> Void) {
    self.key(key)
    body(&self)
    needsComma = true
  }

  /// A member whose name is known only at run time.
  package mutating func field(named key: String, _ body: (inout JSONWriter) -> Void) {
    separate()
    string(key)
    append(isPretty ? ": " : ":")
    body(&self)
    needsComma = true
  }

  /// One byte as it is: the end of a line or of a frame. What follows begins a new document.
  package mutating func end(with byte: UInt8) {
    bytes.append(byte)
    needsComma = false
  }

  /// Forgets what was written. Memory beyond `capacity` bytes is given back.
  package mutating func removeAll(keeping capacity: Int = 1 << 16) {
    if bytes.capacity > capacity { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
    needsComma = false
  }

  /// Forgets so many bytes at the front, which are whole documents or parts of them that were read.
  package mutating func removeFirst(_ count: Int) { bytes.removeFirst(count) }

  private mutating func open(_ bracket: UInt8) -> Int {
    bytes.append(bracket)
    depth += 1
    needsComma = false
    return bytes.count
  }

  private mutating func close(_ bracket: UInt8, from start: Int) {
    depth -= 1
    if isPretty, bytes.count > start { newLine() }
    bytes.append(bracket)
  }

  private mutating func key(_ key: StaticString) {
    if isPretty {
      separate()
      append("\"")
      append(key)
      append("\": ")
    } else {
      compactKey(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    }
    needsComma = false
  }

  /// A comma where one is due, the key and its colon, put together aside and appended at once.
  private mutating func compactKey(_ key: UnsafeBufferPointer<UInt8>) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: key.count + 4) { whole in
      var end = 0
      func put(_ byte: UInt8) {
        whole.initializeElement(at: end, to: byte)
        end += 1
      }
      if needsComma { put(UInt8(ascii: ",")) }
      put(UInt8(ascii: "\""))
      end = whole[end...].initialize(fromContentsOf: key)
      put(UInt8(ascii: "\""))
      put(UInt8(ascii: ":"))
      bytes.append(contentsOf: whole[..<end])
    }
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    if isPretty { newLine() }
    needsComma = false
  }

  private mutating func newLine() {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { append("  ") }
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

extension JSONWriter {
  package mutating func field(_ key: StaticString, _ value: String) {
    self.key(key)
    string(value)
    needsComma = true
  }

  package mutating func field(_ key: StaticString, _ value: Int) {
    self.key(key)
    number(value)
    needsComma = true
  }

  package mutating func field(_ key: StaticString, _ value: Double) {
    self.key(key)
    number(value)
    needsComma = true
  }

  package mutating func field(_ key: StaticString, _ value: Bool) {
    self.key(key)
    bool(value)
    needsComma = true
  }

  package mutating func field(_ key: StaticString, _ values: [String]) {
    self.key(key)
    strings(values)
    needsComma = true
  }

  /// Leaves an absent member out.
  package mutating func field(_ key: StaticString, _ value: String?) {
    if let value { field(key, value) }
  }

  /// Leaves an absent member out.
  package mutating func field(_ key: StaticString, _ value: Int?) {
    if let value { field(key, value) }
  }

  /// Leaves an absent member out.
  package mutating func field(_ key: StaticString, _ value: Double?) {
    if let value { field(key, value) }
  }
}

extension JSONWriter {
  package mutating func number(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    digits(UInt64(value.magnitude))
  }

  /// The shortest digits that name the double, without a point where it is whole and below 10^15; a number that is not
  /// finite has no JSON and becomes null.
  package mutating func number(_ value: Double) {
    if value.magnitude < 1e15, Double(Int(value)) == value {
      number(Int(value))
    } else if value.isFinite {
      bytes.append(contentsOf: value.description.utf8)
    } else {
      null()
    }
  }

  package mutating func strings(_ values: [String]) {
    array(values) { writer, value in writer.string(value) }
  }

  package mutating func bool(_ value: Bool) {
    append(value ? "true" : "false")
  }

  package mutating func null() {
    append("null")
  }

  /// A value of a document read before, as it was written there.
  package mutating func value(_ value: JSONValue) {
    bytes.append(contentsOf: value.document.text.bytes[value.byteRange])
  }

  /// A value that is JSON already.
  package mutating func raw(_ json: [UInt8]) {
    bytes.append(contentsOf: json)
  }

  private mutating func digits(_ value: UInt64) {
    var divisor: UInt64 = 1
    while value / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }
}

extension JSONWriter {
  /// A string in quotes. Quotes, backslashes and the control characters U+0000–U+001F and U+007F–U+009F are escaped,
  /// everything else stands as it is.
  package mutating func string(_ value: String) {
    var value = value
    value.withUTF8 { text in
      if JSONWriter.isPlain(text) { return plainString(text) }
      bytes.append(UInt8(ascii: "\""))
      var start = 0
      var at = 0
      while at < text.count {
        let length = JSONWriter.lengthToEscape(text, at)
        if length > 0 {
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<at]))
          escape(text[at + length - 1])
          start = at + length
        }
        at += max(length, 1)
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private mutating func plainString(_ text: UnsafeBufferPointer<UInt8>) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + 2) { whole in
      whole.initializeElement(at: 0, to: UInt8(ascii: "\""))
      let end = whole[1...].initialize(fromContentsOf: text)
      whole.initializeElement(at: end, to: UInt8(ascii: "\""))
      bytes.append(contentsOf: whole)
    }
  }

  /// Whether nothing is to be escaped: ASCII without quotes, backslashes and controls.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let words = UnsafeRawBufferPointer(text)
    func isPlain(_ at: Int) -> Bool {
      let word = words.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      func holds(_ byte: UInt64) -> UInt64 {
        let zero = word ^ (byte &* 0x0101_0101_0101_0101)
        return (zero &- 0x0101_0101_0101_0101) & ~zero
      }
      let found = holds(0x22) | holds(0x5C) | holds(0x7F) | ((word &- 0x2020_2020_2020_2020) & ~word) | word
      return found & 0x8080_8080_8080_8080 == 0
    }
    var at = 0
    while at + 8 <= text.count {
      if !isPlain(at) { return false }
      at += 8
    }
    // The last word may begin within the one before.
    if at > 0 { return at == text.count || isPlain(text.count - 8) }
    for at in 0..<text.count {
      let byte = text[at]
      if byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
    }
    return true
  }

  /// How many bytes the character here has if it must be escaped; otherwise 0.
  private static func lengthToEscape(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
    switch text[at] {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: 1
    case 0xC2 where at + 1 < text.count && text[at + 1] < 0xA0: 2
    default: 0
    }
  }

  /// The escape of a character below U+0100: all that are escaped end in the byte that is their number.
  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\t"): append("\\t")
    case UInt8(ascii: "\r"): append("\\r")
    default:
      append("\\u00")
      hexadecimal(byte >> 4)
      hexadecimal(byte & 15)
    }
  }

  private mutating func hexadecimal(_ digit: UInt8) {
    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}

extension JSONWriter {
  /// A whole document: one object that begins with the version of its schema, and a newline at the end.
  package static func document(pretty: Bool, _ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.object { writer in
      writer.field("version", 1)
      body(&writer)
    }
    writer.end(with: UInt8(ascii: "\n"))
    return writer.text
  }
}
