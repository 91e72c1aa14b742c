/// Decimal notation of numbers.
package enum DecimalNotation {
  /// The double nearest to a number whose grammar has been checked: a sign, digits, a point, digits, an exponent. Digits
  /// may be missing on one side of the point. Infinite where it is too large.
  ///
  /// Up to 19 digits without an exponent are rounded here; the rest is the standard library's.
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
    guard at == text.count, digits <= 19, scale < reciprocals.count else {
      return text.withUnsafeBufferPointer { Double(String(decoding: $0, as: UTF8.self)) } ?? .nan
    }
    let magnitude = quotient(mantissa, scale)
    return isNegative ? -magnitude : magnitude
  }

  /// The double nearest to `mantissa` / 10^`scale`.
  private static func quotient(_ mantissa: UInt64, _ scale: Int) -> Double {
    // Both are doubles: one division rounds correctly.
    if mantissa < 1 << 53, scale < powers.count { return Double(mantissa) / powers[scale] }
    if mantissa == 0 { return 0 }
    let shift = mantissa.leadingZeroBitCount
    let number = mantissa << UInt64(shift)
    var product = number.multipliedFullWidth(by: reciprocals[scale].high)
    // 55 bits decide; the second half of the reciprocal is asked where a carry could reach them.
    if product.high & 0x1FF == 0x1FF {
      let rest = number.multipliedFullWidth(by: reciprocals[scale].low).high
      let (low, isCarried) = product.low.addingReportingOverflow(rest)
      product = (product.high + (isCarried ? 1 : 0), low)
    }
    let top = product.high >> 63
    var bits = product.high >> (top + 9)
    // A quotient halfway between two doubles goes to the even one; only small powers of five can give one.
    if product.low <= 1, scale <= 4, bits & 3 == 1, bits << (top + 9) == product.high { bits &= ~1 }
    bits = (bits + (bits & 1)) >> 1
    // 217706 / 2^16 is log2 10, near enough for the floor of its small multiples.
    var exponent = (-217_706 * scale) >> 16 + 63 + Int(top) - shift
    if bits >= 1 << 53 {
      bits = 1 << 52
      exponent += 1
    }
    return Double(sign: .plus, exponentBitPattern: UInt(exponent + 1023), significandBitPattern: bits & (1 << 52 - 1))
  }

  /// The exact powers of ten among doubles.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// 128 bits of 1 / 5^n from the first one bit on, rounded up, for n up to 27, whose power fits one word. With these the
  /// rounding is right for every mantissa (Lemire, "Number Parsing at a Gigabyte per Second", 2021, §5 to §8; Mushtak and
  /// Lemire, "Fast Number Parsing Without Fallback", 2023).
  private static let reciprocals: [(high: UInt64, low: UInt64)] = {
    var reciprocals: [(high: UInt64, low: UInt64)] = [(1 << 63, 0)]
    var power: UInt64 = 1
    for _ in 1...27 {
      power *= 5
      // Long division of a power of two that is just below the divisor, one bit at a time.
      let divisor = UInt128(power)
      var rest = UInt128(1) << UInt128(63 - power.leadingZeroBitCount)
      var quotient: UInt128 = 0
      for _ in 0..<128 {
        rest <<= 1
        quotient <<= 1
        if rest >= divisor {
          rest -= divisor
          quotient |= 1
        }
      }
      quotient += 1
      reciprocals.append((UInt64(quotient >> 64), UInt64(truncatingIfNeeded: quotient)))
    }
    return reciprocals
  }()
}
