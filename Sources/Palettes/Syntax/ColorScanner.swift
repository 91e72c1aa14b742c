/// A place in the UTF-8 bytes of a colour, and the tokens of CSS Syntax 3 that colours are made of.
struct ColorScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var offset = 0

  /// `bytes` must outlive the scanner.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { offset >= bytes.count }

  var peek: UInt8? { byte(at: offset) }

  private func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func advance() { offset += 1 }

  /// Steps over `expected` if it comes next.
  mutating func take(_ expected: UInt8) -> Bool {
    guard peek == expected else { return false }
    offset += 1
    return true
  }

  func error(_ problem: ColorNotationError.Problem) -> ColorNotationError {
    ColorNotationError(problem: problem, offset: offset)
  }

  /// Steps over white space and comments. A comment left open is not one.
  mutating func skipTrivia() {
    while let byte = peek {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: offset += 1
      case UInt8(ascii: "/"):
        guard let end = endOfComment() else { return }
        offset = end
      default: return
      }
    }
  }

  private func endOfComment() -> Int? {
    guard byte(at: offset + 1) == UInt8(ascii: "*") else { return nil }
    var index = offset + 2
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return nil
  }

  /// Steps over everything up to the parenthesis that closes one already open; false when there is none.
  mutating func skipToClosingParenthesis() -> Bool {
    var depth = 1
    while let byte = peek {
      offset += 1
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return true }
    }
    return false
  }
}

extension ColorScanner {
  /// The identifier that comes next, ASCII letters in lower case. Escapes are not read.
  mutating func identifier() -> String? {
    guard isIdentifierNext else { return nil }
    let start = offset
    while let byte = peek, Self.isNamePart(byte) { offset += 1 }
    return String(decoding: bytes[start..<offset].lazy.map(Self.lowercased), as: UTF8.self)
  }

  private var isIdentifierNext: Bool {
    guard let first = peek else { return false }
    guard first == UInt8(ascii: "-") else { return Self.isNameStart(first) }
    guard let second = byte(at: offset + 1) else { return false }
    return second == UInt8(ascii: "-") || Self.isNameStart(second)
  }

  /// The number that comes next. `1.` is the number 1 and a stray point; beyond ±1e30 numbers are held there.
  mutating func number() -> Double? {
    var end = offset
    if let sign = byte(at: end), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { end += 1 }
    let integer = endOfDigits(from: end)
    let fraction = byte(at: integer) == UInt8(ascii: ".") ? endOfDigits(from: integer + 1) : integer
    guard integer > end || fraction > integer + 1 else { return nil }
    end = fraction > integer + 1 ? fraction : integer
    if let exponent = byte(at: end), exponent | 0x20 == UInt8(ascii: "e") {
      let sign = byte(at: end + 1)
      let digits = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") ? end + 2 : end + 1
      let last = endOfDigits(from: digits)
      if last > digits { end = last }
    }
    guard let value = Double(String(decoding: bytes[offset..<end], as: UTF8.self)) else { return nil }
    offset = end
    return min(max(value, -1e30), 1e30)
  }

  private func endOfDigits(from start: Int) -> Int {
    var end = start
    while let byte = byte(at: end), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { end += 1 }
    return end
  }

  static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
