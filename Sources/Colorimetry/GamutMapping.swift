extension RGBA {
  /// Oklab: L of 0…1, a, b.
  package var oklab: SIMD3<Double> { ColorSpace.convert(rgb, from: .srgb, to: .oklab) }

  /// OKLCH: L of 0…1, chroma, hue in degrees.
  package var oklch: SIMD3<Double> { Polar.polar(oklab) }

  /// Distance in Oklab (ΔE OK); 0.02 is just noticeable. Alpha is not looked at.
  package func deltaEOK(to other: RGBA) -> Double {
    let difference = oklab - other.oklab
    return (difference * difference).sum().squareRoot()
  }

  /// The opaque colour at an OKLCH lightness (0…1) and hue (degrees), with `chroma` or, where sRGB cannot show that, the
  /// largest chroma it can.
  package init(oklchInSRGB oklch: SIMD3<Double>) {
    var linear = Self.linearSRGB(oklch)
    if !Self.isShown(linear) {
      var (inside, outside) = (0.0, oklch.y)
      for _ in 0..<40 {
        let chroma = (inside + outside) / 2
        if Self.isShown(Self.linearSRGB([oklch.x, chroma, oklch.z])) { inside = chroma } else { outside = chroma }
      }
      linear = Self.linearSRGB([oklch.x, inside, oklch.z])
    }
    self.init(linear.mapped(TransferFunction.encodeSRGB).clippedToUnit)
  }

  private static func linearSRGB(_ oklch: SIMD3<Double>) -> SIMD3<Double> {
    ColorSpace.convert(oklch, from: .oklch, to: .srgbLinear)
  }

  /// Whether the encoded components lie within 0…1, give or take 1e-6; told from linear light, without its powers.
  private static func isShown(_ linear: SIMD3<Double>) -> Bool {
    let lowest = TransferFunction.decodeSRGB(-1e-6)
    let highest = TransferFunction.decodeSRGB(1 + 1e-6)
    return linear.min() >= lowest && linear.max() <= highest
  }
}

extension RGBA {
  /// The colour brought into sRGB by CSS Color 4 §13.2's method: chroma is reduced in OKLCH until clipping is no longer
  /// noticed. For advice only; screens clip.
  package var mappedToSRGB: RGBA {
    let origin = oklch
    if origin.x >= 1 - 1e-6 { return RGBA(.one, alpha: alpha) }
    if origin.x <= 1e-6 { return RGBA(.zero, alpha: alpha) }
    let clipped = clipped(to: .srgb)
    if isInSRGBGamut || clipped.deltaEOK(to: self) < Self.noticeable { return clipped }
    return reducedChroma(of: origin)
  }

  private static let noticeable = 0.02

  private func reducedChroma(of origin: SIMD3<Double>) -> RGBA {
    let precision = 1e-4
    var (low, high) = (0.0, origin.y)
    var lowIsShown = true
    var clipped = clipped(to: .srgb)
    while high - low > precision {
      let chroma = (low + high) / 2
      let current = RGBA(ColorSpace.convert([origin.x, chroma, origin.z], from: .oklch, to: .srgb), alpha: alpha)
      if lowIsShown && current.isInSRGBGamut {
        low = chroma
        continue
      }
      clipped = current.clipped(to: .srgb)
      let error = clipped.deltaEOK(to: current)
      if error >= Self.noticeable {
        high = chroma
      } else if Self.noticeable - error < precision {
        return clipped
      } else {
        lowIsShown = false
        low = chroma
      }
    }
    return clipped
  }
}
