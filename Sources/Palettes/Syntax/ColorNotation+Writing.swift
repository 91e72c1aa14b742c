package import Colorimetry

extension ColorNotation {
  /// The colour in CSS: `#RRGGBB` where its sRGB components are bytes, otherwise the function of its space. Apple's
  /// extended and gray spaces, which CSS lacks, are written in sRGB. `none` is kept.
  ///
  /// `parse` reads it back to the same colour, as long as the components are ones that CSS does not clamp.
  package static func css(_ color: Color) -> String {
    switch color.space {
    case .srgb: srgb(color)
    case .extendedSRGB, .grayGamma22, .extendedGray: srgb(color.converted(to: .srgb))
    case .extendedLinearSRGB: function("color(srgb-linear ", color)
    case .srgbLinear, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD65, .xyzD50:
      function("color(\(color.space.name) ", color)
    case .hsl, .hwb: function("\(color.space.name)(", color, unit: "%")
    case .lab, .lch, .oklab, .oklch: function("\(color.space.name)(", color)
    }
  }

  private static func srgb(_ color: Color) -> String {
    let rendered = color.rendered
    let quantized = rendered.quantized
    guard color.missing.isEmpty, quantized.rgb == rendered.rgb else { return function("color(srgb ", color) }
    if quantized.alpha == rendered.alpha { return rendered.hex }
    let bytes = rendered.rgb * 255
    return "rgb(\(number(bytes.x.rounded())) \(number(bytes.y.rounded())) \(number(bytes.z.rounded()))\(alpha(color)))"
  }

  private static func function(_ opening: String, _ color: Color, unit: String = "") -> String {
    let (values, missing) = (color.components, color.missing)
    let first = missing.contains(.c0) ? "none" : number(values.x)
    let second = missing.contains(.c1) ? "none" : number(values.y) + unit
    let third = missing.contains(.c2) ? "none" : number(values.z) + unit
    return "\(opening)\(first) \(second) \(third)\(alpha(color)))"
  }

  private static func alpha(_ color: Color) -> String {
    if color.missing.contains(.alpha) { return " / none" }
    return color.alpha == 1 ? "" : " / \(number(color.alpha))"
  }

  /// The shortest decimal that names the number; a CSS number has no bare point.
  private static func number(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
