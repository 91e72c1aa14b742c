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
