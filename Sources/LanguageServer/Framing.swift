/// Finds the messages in the bytes that an editor sends (LSP 3.17, base protocol): a block of header fields, an empty
/// line, and as many bytes as `Content-Length` says.
///
/// After an error nothing more is read: where the next message begins could only be guessed.
struct MessageReader: Sendable {
  /// The largest header block, its empty line included.
  static let headerLimit = 4 << 10
  /// The largest message: a text of 16 MiB, every line end, tab and quote in it escaped.
  static let bodyLimit = 40 << 20

  private var bytes: [UInt8] = []
  private var start = 0
  /// How long the message is whose header was read.
  private var length: Int?

  /// Whether a message has begun and its rest is waited for.
  var isWithinMessage: Bool { length != nil || start < bytes.count }

  /// Bytes that were read and are no message yet.
  var buffered: Int { bytes.count - start }

  mutating func append(_ more: Span<UInt8>) {
    more.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// The body of the next message; nil until all of it is there.
  mutating func next() throws(FramingError) -> [UInt8]? {
    if length == nil { length = try header() }
    guard let length, bytes.count - start >= length else { return nil }
    let body = Array(bytes[start..<(start + length)])
    start += length
    self.length = nil
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
      start = 0
    } else if start > 1 << 16 {
      bytes.removeFirst(start)
      start = 0
    }
    return body
  }

  /// Reads one header block, and says how long the message behind it is; nil until the block is whole.
  private mutating func header() throws(FramingError) -> Int? {
    let limit = min(bytes.count, start + Self.headerLimit)
    var line = start
    var length: Int?
    while let end = lineEnd(from: line, to: limit) {
      if end == line {
        guard let length else { throw .missingLength }
        start = end + 2
        return length
      }
      if let value = try Self.length(in: bytes[line..<end]) {
        guard length == nil else { throw .duplicateLength }
        length = value
      }
      line = end + 2
    }
    if bytes.count - start >= Self.headerLimit { throw .longHeader }
    return nil
  }

  /// Where the carriage return and line feed stand that end a line.
  private func lineEnd(from: Int, to limit: Int) -> Int? {
    var at = from
    while at + 1 < limit {
      if bytes[at] == 0x0D, bytes[at + 1] == 0x0A { return at }
      at += 1
    }
    return nil
  }

  /// What a header line says of the length; nil for another field.
  private static func length(in line: ArraySlice<UInt8>) throws(FramingError) -> Int? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { throw .malformedHeader }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    var value = line[(colon + 1)...]
    while value.first == 0x20 || value.first == 0x09 { value.removeFirst() }
    while value.last == 0x20 || value.last == 0x09 { value.removeLast() }
    if name == "content-type" {
      let text = String(decoding: value, as: UTF8.self).lowercased()
      guard !text.contains("charset") || text.contains("utf-8") || text.contains("utf8") else { throw .otherCharset }
    }
    guard name == "content-length" else { return nil }
    guard !value.isEmpty, value.count <= 20, value.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .malformedLength
    }
    guard let length = Int(String(decoding: value, as: UTF8.self)), length <= bodyLimit else { throw .longMessage }
    return length
  }
}

/// Why no message can be told from the next any more.
package enum FramingError: Error, Hashable, Sendable, CustomStringConvertible {
  case longHeader, malformedHeader, missingLength, duplicateLength, malformedLength, longMessage, otherCharset

  package var description: String {
    switch self {
    case .longHeader: "the header of a message is longer than 4 KiB"
    case .malformedHeader: "a header line has no name"
    case .missingLength: "a message has no Content-Length"
    case .duplicateLength: "a message has two Content-Length"
    case .malformedLength: "a Content-Length is no decimal number"
    case .longMessage: "a message is longer than 40 MiB"
    case .otherCharset: "a message is not in UTF-8"
    }
  }
}
