/// What a screen can show: the display-gamut trait.
package enum DisplayGamut: Hashable, Sendable, CaseIterable {
  case srgb, p3
}

extension RGBA {
  /// Whether every encoded component lies within 0…1 exactly.
  package var isInSRGBGamut: Bool { rgb.isInUnit() }

  /// Whether every encoded coordinate in the gamut's own space lies within 0…1, give or take `tolerance`.
  package func isIn(_ gamut: DisplayGamut, tolerance: Double) -> Bool {
    switch gamut {
    case .srgb: rgb.isInUnit(tolerance: tolerance)
    case .p3: ColorSpace.convert(rgb, from: .srgb, to: .displayP3).isInUnit(tolerance: tolerance)
    }
  }

  /// The colour as a screen of that gamut shows it: each component clipped in the gamut's own space. Still in
  /// extended sRGB, so that a P3 colour stays outside 0…1.
  package func clipped(to gamut: DisplayGamut) -> RGBA {
    if isInSRGBGamut { return self }
    switch gamut {
    case .srgb: return RGBA(rgb.clippedToUnit, alpha: alpha)
    case .p3:
      return RGBA(P3Display.shown(linear).mapped(TransferFunction.encodeSRGB), alpha: alpha)
    }
  }

  fileprivate var linear: SIMD3<Double> { rgb.mapped(TransferFunction.decodeSRGB) }
}

extension RGBA {
  /// WCAG 2.2's relative luminance, 0…1, of the colour as a screen of that gamut shows it; alpha is not looked at.
  ///
  /// Out-of-gamut components are clipped, in sRGB or in P3; the weights are WCAG's four digits in both cases, and
  /// colours within sRGB skip the way through P3, so that they have the same bits on both screens.
  package func luminance(on gamut: DisplayGamut) -> Double {
    if gamut == .srgb || isInSRGBGamut {
      return Self.weighted(rgb.clippedToUnit.mapped(TransferFunction.decodeSRGB))
    }
    return max(0, Self.weighted(P3Display.shown(linear)))
  }

  /// What encoded components of 0…1 add to the luminance by themselves: red, green or blue by `channel` 0, 1 or 2. The
  /// luminance of a colour within sRGB is the sum of its three, from left to right, bit by bit.
  package static func shares(of components: UnsafeMutableBufferPointer<Double>, channel: Int) {
    let weight = [0.2126, 0.7152, 0.0722][channel]
    for index in components.indices {
      components[index] = weight * TransferFunction.decodeSRGB(components[index])
    }
  }

  /// WCAG 2.2: three products, summed from left to right.
  private static func weighted(_ linear: SIMD3<Double>) -> Double {
    0.2126 * linear.x + 0.7152 * linear.y + 0.0722 * linear.z
  }
}

private enum P3Display {
  /// Linear sRGB, clipped to P3's cube; components may stay outside 0…1.
  static func shown(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let p3 = RGBMatrices.p3FromXYZ * (RGBMatrices.xyzFromSRGB * linear)
    return RGBMatrices.srgbFromXYZ * (RGBMatrices.xyzFromP3 * p3.clippedToUnit)
  }
}
