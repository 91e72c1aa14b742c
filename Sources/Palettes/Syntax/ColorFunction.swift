import Colorimetry

/// A colour function of CSS Color 4: what its three values mean.
struct ColorFunction: Sendable {
  /// What the older form with commas asks for.
  enum CommaForm: Sendable { case none, uniformUnits, percentages }

  let name: String
  var alias: String?
  let space: ColorSpace
  var commaForm = CommaForm.none
  let channels: [Channel]

  /// One value: how it is written, and the range that it is clamped to.
  struct Channel: Sendable {
    /// What a plain number is divided by.
    var divisor = 1.0
    /// What 100% stands for; nil for a hue, which takes an angle instead.
    let full: Double?
    var range = -Double.infinity...Double.infinity

    static let byte = Channel(divisor: 255, full: 1, range: 0...1)
    static let fraction = Channel(full: 1)
    static let alpha = Channel(full: 1, range: 0...1)
    static let hue = Channel(full: nil)
    static let percent = Channel(full: 100)

    static func lightness(_ full: Double) -> Channel { Channel(full: full, range: 0...full) }
    static func chroma(_ full: Double) -> Channel { Channel(full: full, range: 0...Double.infinity) }
    static func axis(_ full: Double) -> Channel { Channel(full: full) }
  }

  /// The list, but for `color()`, whose space is its first argument. One more function is one more line.
  static let all = [
    ColorFunction(
      name: "rgb", alias: "rgba", space: .srgb, commaForm: .uniformUnits, channels: [.byte, .byte, .byte]),
    ColorFunction(
      name: "hsl", alias: "hsla", space: .hsl, commaForm: .percentages, channels: [.hue, .chroma(100), .percent]),
    ColorFunction(name: "hwb", space: .hwb, channels: [.hue, .percent, .percent]),
    ColorFunction(name: "lab", space: .lab, channels: [.lightness(100), .axis(125), .axis(125)]),
    ColorFunction(name: "lch", space: .lch, channels: [.lightness(100), .chroma(150), .hue]),
    ColorFunction(name: "oklab", space: .oklab, channels: [.lightness(1), .axis(0.4), .axis(0.4)]),
    ColorFunction(name: "oklch", space: .oklch, channels: [.lightness(1), .chroma(0.4), .hue]),
  ]

  static func named(_ name: String) -> ColorFunction? {
    all.first { $0.name == name || $0.alias == name }
  }

  /// `color()` in one of CSS's predefined spaces.
  static func color(in space: ColorSpace) -> ColorFunction? {
    switch space {
    case .srgb, .srgbLinear, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD65, .xyzD50:
      ColorFunction(name: "color", space: space, channels: fractions)
    default: nil
    }
  }

  private static let fractions = [Channel.fraction, .fraction, .fraction]
}
