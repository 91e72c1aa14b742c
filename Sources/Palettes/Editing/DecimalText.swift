import Colorimetry

/// Numbers as sources write them.
enum DecimalText {
  /// More digits behind the point than this say nothing that a screen shows.
  static let finest = 6

  /// A number with so many digits behind its point, halves away from zero: `0.541`, `12`, `-0.50`.
  static func fixed(_ value: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = (value.magnitude * scale).rounded(.toNearestOrAwayFromZero)
    guard whole < 1e15 else { return value.description }
    var digits = String(UInt64(whole))
    digits = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    if decimals > 0 { digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals)) }
    return value < 0 && whole > 0 ? "-" + digits : digits
  }

  /// How many digits stand behind the point of a number as written, no more than `finest`.
  static func decimals(of number: some StringProtocol) -> Int {
    min(digits(behindPointOf: number), finest)
  }

  static func digits(behindPointOf number: some StringProtocol) -> Int {
    guard let point = number.firstIndex(of: ".") else { return 0 }
    return number[number.index(after: point)...].prefix { $0.isNumber }.count
  }

  /// `0.5`, `0`: without zeros at the end of what is behind the point.
  static func withoutZeros(_ number: String) -> String {
    guard number.contains(".") else { return number }
    var text = number
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// As few digits as tell the number from every other; a whole one without a point.
  static func shortest(_ value: Double) -> String {
    value.magnitude < 1e-4 ? withoutZeros(fixed(value, decimals: finest)) : withoutZeros(value.description)
  }
}

extension RGBA {
  /// The greatest difference of a channel, in bytes.
  func distanceInBytes(to other: RGBA) -> Double {
    let difference = (rgb - other.rgb) * 255
    return max(abs(difference.x), abs(difference.y), abs(difference.z))
  }
}
