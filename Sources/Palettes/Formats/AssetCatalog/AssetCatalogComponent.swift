import Syntax

/// One component of a colour, as Xcode and the generators around it write them.
///
/// The notation decides, not the space: `"0xFF"` and `"255"` are out of 255, also for alpha; a string with a point and a
/// JSON number are fractions of 1. So `"1"` is 1/255 and `"1.000"` is 1 (measured with Xcode 26.4.1 for alpha).
struct CatalogComponent {
  enum Form: String {
    case hex8, int8, float
    case number = "json-number"
  }

  enum Failure: String, Error {
    case malformed, empty, type
  }

  /// Notations that are read and seldom meant.
  struct Remarks: OptionSet {
    let rawValue: UInt8

    static let clamped = Remarks(rawValue: 1)
    static let whiteSpace = Remarks(rawValue: 2)
    /// An exponent, a plus sign or a bare point, which Xcode never writes.
    static let unusual = Remarks(rawValue: 4)
    /// `"1"`, which is 1/255 and mostly written for 1.
    static let bareOne = Remarks(rawValue: 8)
  }

  /// After clamping, where the component is bounded.
  let value: Double
  /// As written.
  let raw: Double
  let form: Form
  let remarks: Remarks

  /// - Parameter isBounded: whether the component is clamped to 0 through 1: alpha, and all of a space that is not
  ///   extended.
  init(_ json: JSONValue, isBounded: Bool) throws(Failure) {
    switch json.kind {
    case .number:
      self.init(raw: json.number ?? .nan, .number, [], isBounded: isBounded)
    case .string:
      let bytes = json.hasEscapes ? Array((json.string ?? "").utf8) : json.document.text.bytes
      let text = json.hasEscapes ? bytes.span : bytes.span.extracting(json.innerRange)
      try self.init(text, isBounded: isBounded)
    default: throw .type
    }
    guard raw.isFinite else { throw .malformed }
  }

  private init(_ text: Span<UInt8>, isBounded: Bool) throws(Failure) {
    var remarks: Remarks = []
    let digits = text.extracting(CatalogComponent.trimmed(text))
    if digits.isEmpty { throw .empty }
    if digits.count != text.count { remarks.insert(.whiteSpace) }
    if let byte = CatalogComponent.hexadecimal(digits) {
      self.init(raw: Double(byte) / 255, .hex8, remarks, isBounded: isBounded)
      return
    }
    let shape = try DecimalShape(digits)
    if shape.isUnusual { remarks.insert(.unusual) }
    let number = DecimalNotation.value(of: digits)
    if shape.isInteger, number == 1 { remarks.insert(.bareOne) }
    self.init(
      raw: shape.isInteger ? number / 255 : number, shape.isInteger ? .int8 : .float, remarks, isBounded: isBounded)
  }

  private init(raw: Double, _ form: Form, _ remarks: Remarks, isBounded: Bool) {
    self.raw = raw
    self.form = form
    // Adding zero makes a negative zero positive.
    value = isBounded ? min(max(raw, 0), 1) + 0 : raw + 0
    self.remarks = isBounded && (raw < 0 || raw > 1) ? remarks.union(.clamped) : remarks
  }

  private static func trimmed(_ text: Span<UInt8>) -> Range<Int> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    var (start, end) = (0, text.count)
    while start < end, isSpace(text[start]) { start += 1 }
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    return start..<end
  }

  /// `0x` and one or two digits.
  private static func hexadecimal(_ text: Span<UInt8>) -> UInt8? {
    guard text.count == 3 || text.count == 4, text[0] == UInt8(ascii: "0"), text[1] | 0x20 == UInt8(ascii: "x")
    else { return nil }
    var value: UInt8 = 0
    for at in 2..<text.count {
      guard let digit = JSONEscapes.digit(text[at]) else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}

/// Which parts a decimal number is written with.
private struct DecimalShape {
  private(set) var isInteger = true
  private(set) var isUnusual = false

  init(_ text: Span<UInt8>) throws(CatalogComponent.Failure) {
    var at = 0
    if DecimalShape.take("+", text, &at) { isUnusual = true } else { _ = DecimalShape.take("-", text, &at) }
    let whole = DecimalShape.takeDigits(text, &at)
    var fraction = 0
    if DecimalShape.take(".", text, &at) {
      isInteger = false
      fraction = DecimalShape.takeDigits(text, &at)
      if whole == 0 || fraction == 0 { isUnusual = true }
    }
    if whole + fraction == 0 { throw .malformed }
    if DecimalShape.take("e", text, &at) || DecimalShape.take("E", text, &at) {
      (isInteger, isUnusual) = (false, true)
      if !DecimalShape.take("+", text, &at) { _ = DecimalShape.take("-", text, &at) }
      if DecimalShape.takeDigits(text, &at) == 0 { throw .malformed }
    }
    if at < text.count { throw .malformed }
  }

  private static func take(_ character: Unicode.Scalar, _ text: Span<UInt8>, _ at: inout Int) -> Bool {
    guard at < text.count, text[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private static func takeDigits(_ text: Span<UInt8>, _ at: inout Int) -> Int {
    let start = at
    while at < text.count, text[at] &- 0x30 < 10 { at += 1 }
    return at - start
  }
}
