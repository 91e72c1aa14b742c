/// Decimal numbers as JSON, asset catalogs and CSS write them.
package enum DecimalNotation {
  /// The exact powers of ten among doubles.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// The double nearest to a number whose grammar has been checked: a sign, digits, a point, digits, an exponent. Digits
  /// may be missing on one side of the point. Infinite where it is too large.
  ///
  /// Up to 15 digits and a power of ten that is a double itself, one division or product rounds correctly; the rest is
  /// the standard library's.
  package static func value(of text: Span<UInt8>) -> Double {
    var at = 0
    let isNegative = !text.isEmpty && text[0] == UInt8(ascii: "-")
    if isNegative || (!text.isEmpty && text[0] == UInt8(ascii: "+")) { at = 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var scale = 0
    var isBehindPoint = false
    while at < text.count {
      let digit = text[at] &- 0x30
      if digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        if mantissa != 0 { digits += 1 }
        if isBehindPoint { scale += 1 }
      } else if text[at] == UInt8(ascii: ".") {
        isBehindPoint = true
      } else {
        break
      }
      at += 1
    }
    guard at == text.count, digits <= 15, scale < powers.count else {
      return text.withUnsafeBufferPointer { Double(String(decoding: $0, as: UTF8.self)) } ?? .nan
    }
    let magnitude = Double(mantissa) / powers[scale]
    return isNegative ? -magnitude : magnitude
  }
}
