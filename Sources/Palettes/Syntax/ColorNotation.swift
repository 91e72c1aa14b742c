package import Colorimetry

/// CSS Color 4's `<color>`: strings into colours, and back (`ColorNotation+Writing.swift`).
package enum ColorNotation {
  /// The colour that `text` writes. White space and comments around it are allowed; what is left open at its end is not
  /// closed. Values are clamped as CSS does on parsing: rgb() channels to 0…255, alpha to 0…1, the lightness of the
  /// Lab family to its range, chroma and saturation to 0 and above; color() is not clamped. Nothing is rounded.
  package static func parse(_ text: some StringProtocol) throws(ColorNotationError) -> Color {
    let text = String(text)
    return try parse(utf8: text.utf8.span)
  }

  /// The same, of UTF-8 bytes: a piece of a source text.
  package static func parse(utf8 bytes: Span<UInt8>) throws(ColorNotationError) -> Color {
    try bytes.withUnsafeBufferPointer { (bytes) throws(ColorNotationError) in
      var scanner = ColorScanner(bytes)
      scanner.skipTrivia()
      let color = try parse(&scanner)
      scanner.skipTrivia()
      guard scanner.isAtEnd else { throw scanner.error(.trailing) }
      return color
    }
  }

  private static func parse(_ scanner: inout ColorScanner) throws(ColorNotationError) -> Color {
    guard let byte = scanner.peek else { throw scanner.error(.empty) }
    if byte == UInt8(ascii: "#") { return try hexadecimal(&scanner) }
    let start = scanner.offset
    guard let name = scanner.identifier() else {
      throw scanner.error(.unexpected(expected: "a colour: a name, #RRGGBB, or a function such as rgb(…)"))
    }
    if scanner.take(UInt8(ascii: "(")) { return try function(name, at: start, &scanner) }
    return try named(name, at: start)
  }

  private static func hexadecimal(_ scanner: inout ColorScanner) throws(ColorNotationError) -> Color {
    let start = scanner.offset
    scanner.advance()
    var value: UInt32 = 0
    var count = 0
    while let byte = scanner.peek, ColorScanner.isNamePart(byte) {
      guard let digit = ColorScanner.hexDigit(byte) else { throw scanner.error(.notHexadecimal) }
      value = value << 4 | UInt32(digit)
      count += 1
      scanner.advance()
    }
    switch count {
    case 3: return color(hexadecimal: doublingDigits(value << 4 | 0xF))
    case 4: return color(hexadecimal: doublingDigits(value))
    case 6: return color(hexadecimal: value << 8 | 0xFF)
    case 8: return color(hexadecimal: value)
    default: throw ColorNotationError(problem: .hexDigits(count: count), offset: start)
    }
  }

  /// `0xF0A8` becomes `0xFF00AA88`.
  private static func doublingDigits(_ value: UInt32) -> UInt32 {
    ((value & 0xF000) << 12 | (value & 0xF00) << 8 | (value & 0xF0) << 4 | value & 0xF) * 0x11
  }

  private static func color(hexadecimal rgba: UInt32) -> Color {
    let bytes = SIMD4<UInt8>(truncatingIfNeeded: SIMD4(rgba >> 24, rgba >> 16, rgba >> 8, rgba))
    return Color(bytes: SIMD3(bytes.x, bytes.y, bytes.z), alpha: bytes.w)
  }

  private static func named(_ name: String, at start: Int) throws(ColorNotationError) -> Color {
    if let value = NamedColors.value(of: name) { return color(hexadecimal: value << 8 | 0xFF) }
    if name == "transparent" { return color(hexadecimal: 0) }
    let problem: ColorNotationError.Problem =
      if name == "currentcolor" || ColorKeywords.system.contains(name) {
        .context(name)
      } else if ColorKeywords.declarationWide.contains(name) {
        .wideKeyword(name)
      } else if name == "color" || ColorFunction.named(name) != nil {
        .missingParenthesis(function: name)
      } else {
        .unknownName(name)
      }
    throw ColorNotationError(problem: problem, offset: start)
  }
}

/// Words that are no colours by themselves, lower case.
enum ColorKeywords {
  /// CSS Color 4 §6.2 and the deprecated ones of its appendix A: what they are depends on the system.
  static let system: Set<String> = [
    "accentcolor", "accentcolortext", "activetext", "buttonborder", "buttonface", "buttontext", "canvas", "canvastext",
    "field", "fieldtext", "graytext", "highlight", "highlighttext", "linktext", "mark", "marktext", "selecteditem",
    "selecteditemtext", "visitedtext", "activeborder", "activecaption", "appworkspace", "background",
    "buttonhighlight", "buttonshadow", "captiontext", "inactiveborder", "inactivecaption", "inactivecaptiontext",
    "infobackground", "infotext", "menu", "menutext", "scrollbar", "threeddarkshadow", "threedface",
    "threedhighlight", "threedlightshadow", "threedshadow", "window", "windowframe", "windowtext",
  ]

  static let declarationWide: Set<String> = ["initial", "inherit", "unset", "revert", "revert-layer", "revert-rule"]

  /// Functions that yield a colour from something outside the text, or by computing.
  static let contextFunctions: Set<String> = [
    "color-mix", "light-dark", "contrast-color", "device-cmyk", "alpha", "var", "env", "attr", "if",
  ]

  /// Functions that may stand for one value.
  static let valueFunctions: Set<String> = [
    "var", "env", "attr", "if", "calc", "min", "max", "clamp", "round", "mod", "rem", "sin", "cos", "tan", "asin",
    "acos",
    "atan", "atan2", "pow", "sqrt", "hypot", "log", "exp", "abs", "sign", "random", "progress", "sibling-index",
    "sibling-count",
  ]
}
