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
    // The way of `ColorSpace.convert`, with what stays the same worked out once: this is asked thousands of times for
    // one suggestion.
    let direction = Polar.rectangular([0, 1, oklch.z])
    let (toXYZ, toLinear) = (ColorSpace.Definition.oklab.toBase, ColorSpace.Definition.srgbLinear.fromBase)
    func linear(_ chroma: Double) -> SIMD3<Double> {
      toLinear(toXYZ([oklch.x, chroma * direction.y, chroma * direction.z]))
    }
    var shown = linear(oklch.y)
    if !Self.isShown(shown) {
      var (inside, outside) = (0.0, oklch.y)
      for _ in 0..<40 {
        let chroma = (inside + outside) / 2
        if Self.isShown(linear(chroma)) { inside = chroma } else { outside = chroma }
      }
      shown = linear(inside)
    }
    self.init(shown.mapped(TransferFunction.encodeSRGB).clippedToUnit)
  }

  /// Whether the encoded components lie within 0…1, give or take 1e-6; told from linear light, without its powers.
  private static func isShown(_ linear: SIMD3<Double>) -> Bool {
    linear.min() >= lowestShown && linear.max() <= highestShown
  }

  private static let lowestShown = TransferFunction.decodeSRGB(-1e-6)
  private static let highestShown = TransferFunction.decodeSRGB(1 + 1e-6)
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
