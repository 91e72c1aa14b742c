/// A colour space of CSS Color 4, of asset catalogs or of DTCG 2025.10.
///
/// Components: RGB and XYZ spaces as fractions of 1; `hsl` and `hwb` degrees and percent numbers of 0…100; `lab` and
/// `lch` with L of 0…100, `oklab` and `oklch` with L of 0…1, hues in degrees; the gray spaces use x for white.
package enum ColorSpace: UInt8, CaseIterable, Hashable, Sendable {
  case srgb, srgbLinear, displayP3, a98RGB, prophotoRGB, rec2020, xyzD65, xyzD50
  case hsl, hwb, lab, lch, oklab, oklch
  case extendedSRGB, extendedLinearSRGB, grayGamma22, extendedGray

  /// The space's name in CSS (`display-p3`), or in asset catalogs where CSS has none (`extended-srgb`).
  package var name: String { definition.name }

  /// The space with that name; `xyz` is CSS's other name for `xyz-d65`. Names are lower case here.
  package init?(name: String) {
    if name == "xyz" {
      self = .xyzD65
    } else if let space = Self.allCases.first(where: { $0.name == name }) {
      self = space
    } else {
      return nil
    }
  }

  /// Whether UIColor and CGColor hold the space's components within 0…1; CSS's `color()` never does.
  package var isBounded: Bool { definition.isBounded }
}

extension ColorSpace {
  /// How a space hangs on the one below it. Every chain of bases ends at XYZ D65, which has none.
  struct Definition: Sendable {
    let name: String
    var base: ColorSpace?
    var isBounded = false
    let toBase: @Sendable (SIMD3<Double>) -> SIMD3<Double>
    let fromBase: @Sendable (SIMD3<Double>) -> SIMD3<Double>
  }

  /// The list. One more space is one more case, one line here, and its definition in the file of its family.
  var definition: Definition {
    switch self {
    case .srgb: .srgb
    case .srgbLinear: .srgbLinear
    case .displayP3: .displayP3
    case .a98RGB: .a98RGB
    case .prophotoRGB: .prophotoRGB
    case .rec2020: .rec2020
    case .xyzD65: .xyzD65
    case .xyzD50: .xyzD50
    case .hsl: .hsl
    case .hwb: .hwb
    case .lab: .lab
    case .lch: .lch
    case .oklab: .oklab
    case .oklch: .oklch
    case .extendedSRGB: .extendedSRGB
    case .extendedLinearSRGB: .extendedLinearSRGB
    case .grayGamma22: .grayGamma22
    case .extendedGray: .extendedGray
    }
  }

  /// Carries components from one space to another: down the first one's bases to where the two chains meet, then up.
  /// Nothing is clamped, and a space converts to itself and to its extended twin bit by bit.
  static func convert(_ components: SIMD3<Double>, from source: ColorSpace, to target: ColorSpace) -> SIMD3<Double> {
    if source == target { return components }
    if target.stands(on: source), let base = target.definition.base {
      return target.definition.fromBase(convert(components, from: source, to: base))
    }
    guard let base = source.definition.base else { return components }
    return convert(source.definition.toBase(components), from: base, to: target)
  }

  /// Whether `other` is among the space's bases.
  private func stands(on other: ColorSpace) -> Bool {
    guard let base = definition.base else { return false }
    return base == other || base.stands(on: other)
  }
}
