/// Writes JSON (RFC 8259), keys in the order given, two spaces a level or all on one line.
///
/// What is written lies in one growing buffer of UTF-8; `removeAll` empties it and keeps the memory.
package struct JSONWriter: Sendable {
  /// What has been written so far.
  package internal(set) var bytes: [UInt8] = []
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

  mutating func append(_ text: StaticString) {
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
