package import Colorimetry

extension ColorNotation {
  /// The text with another colour in it, in the notation that it has: digits of the same case and number where they can
  /// say it, the same function with the same separators, units and number of decimals (more only where one would be off
  /// by a byte or more). Alpha stays as it is written. Nil where `text` is no colour, or one without numbers to change.
  ///
  /// - Parameter letters: digits whose letters have the case to write, where `text` has none.
  /// - Returns: the new text and what it reads as.
  package static func rewriting(
    _ text: String, as target: RGBA, letters: String? = nil
  ) -> (text: String, color: Color)? {
    guard let old = try? parse(text) else { return nil }
    let start = text.utf8.firstIndex { $0 > 0x20 } ?? text.startIndex
    if text[start...].hasPrefix("#") { return hexadecimal(text, target, letters ?? text) }
    if !text.contains("(") {
      guard old.alpha == 1 else { return nil }
      let word = text[start...].prefix { $0.isLetter }
      return read(String(text[..<start]) + hex(target, like: "a") + text[start...].dropFirst(word.count))
    }
    guard let pieces = FunctionPieces(text, space: old.space) else { return nil }
    let wanted = RGBA(target.rgb)
    guard let new = Color(.srgb, wanted.rgb)?.converted(to: old.space).keepingHue(of: old) else { return nil }
    var coarse: (text: String, color: Color)?
    for more in 0...DecimalText.finest {
      guard let written = read(pieces.text(for: new, more: more)) else { continue }
      coarse = written
      if written.color.rendered.distanceInBytes(to: wanted) < 1 { return written }
    }
    return coarse
  }

  private static func read(_ text: String) -> (text: String, color: Color)? {
    (try? parse(text)).map { (text, $0) }
  }

  private static func hexadecimal(_ text: String, _ target: RGBA, _ letters: String) -> (text: String, color: Color)? {
    guard let mark = text.firstIndex(of: "#") else { return nil }
    let digits = text[text.index(after: mark)...].prefix { $0.isHexDigit }
    let rest = text[digits.endIndex...]
    let whole = Array(hex(target, like: letters).dropFirst())
    let isShort = digits.count < 5
    let alpha = String(isShort ? digits.dropFirst(3) : digits.dropFirst(6))
    let isDoubled = stride(from: 0, to: 6, by: 2).allSatisfy { whole[$0] == whole[$0 + 1] }
    let new =
      isShort && isDoubled
      ? String([whole[0], whole[2], whole[4]]) + alpha : String(whole) + alpha + (isShort ? alpha : "")
    return read(String(text[...mark]) + String(new) + String(rest))
  }

  /// `#RRGGBB`, in lower case where the digits it takes after are.
  static func hex(_ color: RGBA, like digits: some StringProtocol) -> String {
    let text = RGBA(color.rgb).hex
    return digits.contains(where: \.isLowercase) ? text.lowercased() : text
  }
}

extension Color {
  /// A gray has no hue: it keeps the one that was written.
  fileprivate func keepingHue(of old: Color) -> Color? {
    switch space {
    case .oklch where components.y < 1e-3, .lch where components.y < 0.1:
      Color(space, [components.x, components.y, old.components.z])
    case .hsl where components.y < 0.1: Color(space, [old.components.x, components.y, components.z])
    default: self
    }
  }
}

/// A colour function cut at its three values.
private struct FunctionPieces {
  private struct Value {
    /// Empty for `none`.
    let number: String
    let unit: String

    var isNone: Bool { number.isEmpty }
  }

  private let channels: [ColorFunction.Channel]
  /// What stands before each value, and behind the last.
  private var between: [String] = []
  private var values: [Value] = []

  init?(_ text: String, space: ColorSpace) {
    guard let open = text.firstIndex(of: "("),
      let function = ColorFunction.color(in: space) ?? ColorFunction.all.first(where: { $0.space == space })
    else { return nil }
    let isColor = text[..<open].lowercased().hasSuffix("color")
    channels = isColor ? function.channels : (ColorFunction.all.first { $0.space == space } ?? function).channels
    var at = text.index(after: open)
    var start = text.startIndex
    if isColor {
      at = text[at...].firstIndex { !$0.isWhitespace } ?? at
      at = text[at...].firstIndex { $0.isWhitespace } ?? at
    }
    while values.count < 3 {
      guard let first = text[at...].firstIndex(where: { $0.isNumber || "+-.n".contains($0) }) else { return nil }
      // A comment may hold anything.
      if text[at..<first].contains("/") { return nil }
      let word = text[first...].prefix { $0.isLetter || $0.isNumber || "+-.%".contains($0) }
      let number = word.prefix { $0.isNumber || "+-.".contains($0) }
      between.append(String(text[start..<first]))
      values.append(
        Value(number: String(number), unit: number.isEmpty ? "" : String(word.dropFirst(number.count))))
      at = word.endIndex
      start = at
    }
    between.append(String(text[start...]))
    if values.contains(where: { $0.unit.lowercased().hasPrefix("e") }) { return nil }
  }

  /// - Parameter more: digits behind the point beyond those that were there.
  func text(for color: Color, more: Int) -> String {
    var text = ""
    for (place, value) in values.enumerated() {
      text += between[place] + written(value, channels[place], color.components[place], more: more)
    }
    return text + (between.last ?? "")
  }

  private func written(_ value: Value, _ channel: ColorFunction.Channel, _ component: Double, more: Int) -> String {
    if value.isNone, abs(component) < 1e-6 { return "none" }
    let number: Double
    switch value.unit.lowercased() {
    case "%": number = component / (channel.full ?? 1) * 100
    case "turn": number = component / 360
    case "rad": number = component * .pi / 180
    case "grad": number = component / 0.9
    default: number = component * channel.divisor
    }
    if let old = Double(value.number), abs(old - number) < 1e-6 { return value.number + value.unit }
    // Values of one kind have as many decimals as the one with most.
    let isHue = channel.full == nil
    let alike = zip(values, channels).filter { ($0.1.full == nil) == isHue && $0.0.unit == value.unit }
    let most = alike.map { DecimalText.decimals(of: $0.0.number) }.max() ?? 0
    let decimals = min(most + more, DecimalText.finest)
    return DecimalText.fixed(number, decimals: decimals) + value.unit
  }
}
