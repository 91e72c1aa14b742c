extension ColorSpace.Definition {
  static let srgb = ColorSpace.Definition(
    name: "srgb", base: .srgbLinear, isBounded: true,
    toBase: { $0.mapped(TransferFunction.decodeSRGB) }, fromBase: { $0.mapped(TransferFunction.encodeSRGB) })

  static let srgbLinear = ColorSpace.Definition(
    name: "srgb-linear", base: .xyzD65, isBounded: true,
    toBase: { RGBMatrices.xyzFromSRGB * $0 }, fromBase: { RGBMatrices.srgbFromXYZ * $0 })

  /// Apple: sRGB's curve on P3's primaries.
  static let displayP3 = ColorSpace.Definition(
    name: "display-p3", base: .xyzD65, isBounded: true,
    toBase: { RGBMatrices.xyzFromP3 * $0.mapped(TransferFunction.decodeSRGB) },
    fromBase: { (RGBMatrices.p3FromXYZ * $0).mapped(TransferFunction.encodeSRGB) })

  static let a98RGB = ColorSpace.Definition(
    name: "a98-rgb", base: .xyzD65, isBounded: true,
    toBase: { RGBMatrices.xyzFromA98 * $0.mapped { TransferFunction.power($0, 563.0 / 256) } },
    fromBase: { (RGBMatrices.a98FromXYZ * $0).mapped { TransferFunction.power($0, 256.0 / 563) } })

  static let prophotoRGB = ColorSpace.Definition(
    name: "prophoto-rgb", base: .xyzD50, isBounded: true,
    toBase: { RGBMatrices.xyzFromProPhoto * $0.mapped(TransferFunction.decodeProPhoto) },
    fromBase: { (RGBMatrices.prophotoFromXYZ * $0).mapped(TransferFunction.encodeProPhoto) })

  /// BT.1886's pure 2.4, as CSS Color 4 has it now, not the camera curve of BT.2020.
  static let rec2020 = ColorSpace.Definition(
    name: "rec2020", base: .xyzD65, isBounded: true,
    toBase: { RGBMatrices.xyzFromRec2020 * $0.mapped { TransferFunction.power($0, 2.4) } },
    fromBase: { (RGBMatrices.rec2020FromXYZ * $0).mapped { TransferFunction.power($0, 1 / 2.4) } })
}

/// Apple's extended spaces are the plain ones without bounds.
extension ColorSpace.Definition {
  static let extendedSRGB = ColorSpace.Definition(
    name: "extended-srgb", base: .srgb, toBase: { $0 }, fromBase: { $0 })

  static let extendedLinearSRGB = ColorSpace.Definition(
    name: "extended-linear-srgb", base: .srgbLinear, toBase: { $0 }, fromBase: { $0 })

  /// Apple's `genericGrayGamma2_2`: one white component. A colour converted to it keeps its luminance and no hue.
  static let grayGamma22 = ColorSpace.Definition(
    name: "gray-gamma-22", base: .srgbLinear, isBounded: true,
    toBase: { SIMD3(repeating: TransferFunction.power($0.x, 2.2)) },
    fromBase: { SIMD3(TransferFunction.power((RGBMatrices.xyzFromSRGB * $0).y, 1 / 2.2), 0, 0) })

  static let extendedGray = ColorSpace.Definition(
    name: "extended-gray", base: .grayGamma22, toBase: { $0 }, fromBase: { $0 })
}
