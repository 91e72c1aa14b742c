// The smallest pieces of the grammar: space, comments, strings and numbers.

extension JSONScanner {
  /// Skips white space and, in a dialect that has them, comments.
  mutating func skipSpace() throws(Stop) {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20: skipIndentation()
      case 0x0A, 0x0D, 0x09: at += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  /// Skips a run of spaces, eight at once while there are so many.
  private mutating func skipIndentation() {
    var at = at
    while at + 8 <= bytes.count, word(at) == 0x2020_2020_2020_2020 { at += 8 }
    while at < bytes.count, bytes[at] == 0x20 { at += 1 }
    self.at = at
  }

  /// Eight bytes, which are there.
  private func word(_ at: Int) -> UInt64 {
    UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: at, as: UInt64.self)
  }

  /// Passes over what stands for itself in a string: up to a quote, a backslash, a control character or the end.
  private mutating func skipPlain() {
    var at = at
    while at + 8 <= bytes.count {
      let word = word(at)
      let (quote, backslash) = (word ^ 0x2222_2222_2222_2222, word ^ 0x5C5C_5C5C_5C5C_5C5C)
      // The lowest byte whose high bit is set is one of these; those above it may be wrong.
      let found =
        ((quote &- 0x0101_0101_0101_0101) & ~quote) | ((backslash &- 0x0101_0101_0101_0101) & ~backslash)
        | ((word &- 0x2020_2020_2020_2020) & ~word)
      if found & 0x8080_8080_8080_8080 != 0 {
        self.at = at + (found & 0x8080_8080_8080_8080).trailingZeroBitCount / 8
        return
      }
      at += 8
    }
    while at < bytes.count, bytes[at] >= 0x20, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\") {
      at += 1
    }
    self.at = at
  }

  private mutating func skipComment() throws(Stop) {
    let start = at
    let second = at + 1 < bytes.count ? bytes[at + 1] : 0
    guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else { throw stop("unexpected '/'") }
    guard dialect.contains(.comments) else {
      throw stop("this format has no comments; remove it", start..<start + 2)
    }
    at += 2
    if second == UInt8(ascii: "/") {
      while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
      return
    }
    while at + 1 < bytes.count {
      if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: "/") {
        at += 2
        return
      }
      at += 1
    }
    at = bytes.count
    throw stop("the comment is not closed; add '*/'", start..<start + 2)
  }

  /// Passes over a string in quotes; the answer is whether it has escapes.
  mutating func scanString() throws(Stop) -> Bool {
    let start = at
    var hasEscapes = false
    at += 1
    while true {
      skipPlain()
      guard at < bytes.count else { break }
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        at += 1
        return hasEscapes
      }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        try scanEscape()
      } else {
        if byte == 0x0A || byte == 0x0D {
          throw stop("the string is not closed on its line; add '\"'", start..<at)
        }
        let code = String(0x10000 + Int(byte), radix: 16).dropFirst()
        throw stop("a control character inside a string; write it as \\u\(code)")
      }
    }
    throw stop("the string is not closed; add '\"'", start..<at)
  }

  private mutating func scanEscape() throws(Stop) {
    let start = at
    at += 1
    guard at < bytes.count else { throw stop("the file ends inside a string") }
    switch bytes[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 1
    case UInt8(ascii: "u"):
      let unit = try scanUnit()
      if unit & 0xF800 == 0xD800 { try scanSurrogates(unit, from: start) }
    default: throw stop("\\ followed by \(found) is no escape; write \\\\ for a backslash")
    }
  }

  /// A pair is passed over whole; half of one is warned about once a file.
  private mutating func scanSurrogates(_ first: UInt16, from start: Int) throws(Stop) {
    if first < 0xDC00, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") {
      let second = at
      at += 1
      if try scanUnit() & 0xFC00 == 0xDC00 { return }
      at = second
    }
    guard !hasReportedSurrogate else { return }
    hasReportedSurrogate = true
    let message = "half of a surrogate pair stands for no character and is read as U+FFFD; write the character itself"
    problems.append(
      JSONProblem(severity: .warning, code: "syntax/surrogate", message: message, bytes: start..<start + 6))
  }

  /// Reads `u` and four hexadecimal digits.
  private mutating func scanUnit() throws(Stop) -> UInt16 {
    at += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard at < bytes.count, let digit = JSONEscapes.digit(bytes[at]) else {
        throw stop("\\u needs four hexadecimal digits, found \(found)")
      }
      unit = unit << 4 | UInt16(digit)
      at += 1
    }
    return unit
  }

  /// Passes over a number as RFC 8259 §6 writes it.
  mutating func scanNumber() throws(Stop) {
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    let start = at
    try scanDigits()
    if bytes[start] == UInt8(ascii: "0"), at > start + 1 {
      throw stop("a number has no leading zero; remove it", start..<at)
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      try scanDigits()
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      try scanDigits()
    }
  }

  private mutating func scanDigits() throws(Stop) {
    let start = at
    var end = at
    while end < bytes.count, bytes[end] &- 0x30 < 10 { end += 1 }
    at = end
    if end == start { throw stop("a number needs a digit here, found \(found)") }
  }
}

/// The text of strings with escapes.
package enum JSONEscapes {
  static func decode(_ raw: ArraySlice<UInt8>) -> String {
    var units: [UInt16] = []
    var result = ""
    var at = raw.startIndex
    while at < raw.endIndex {
      let byte = raw[at]
      if byte == UInt8(ascii: "\\"), at + 1 < raw.endIndex {
        units.append(unit(in: raw, at: &at))
        continue
      }
      result += String(decoding: units, as: UTF16.self)
      units.removeAll(keepingCapacity: true)
      let run = raw[at...].prefix { $0 != UInt8(ascii: "\\") }
      result += String(decoding: run, as: UTF8.self)
      at = run.endIndex
    }
    return result + String(decoding: units, as: UTF16.self)
  }

  /// The code unit an escape stands for; `at` moves behind it.
  private static func unit(in raw: ArraySlice<UInt8>, at: inout Int) -> UInt16 {
    let letter = raw[at + 1]
    at += 2
    switch letter {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"):
      let digits = raw[at...].prefix(4)
      at = digits.endIndex
      return digits.reduce(0) { $0 << 4 | UInt16(digit($1) ?? 0) }
    default: return UInt16(letter)
    }
  }

  /// What a hexadecimal digit stands for; nil for another byte.
  package static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 0x57
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 0x37
    default: nil
    }
  }
}
