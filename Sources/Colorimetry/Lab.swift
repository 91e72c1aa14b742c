import func Glibc.cbrt

/// CIE Lab and LCH under D50 (CSS Color 4 §9): L of 0…100, hue in degrees.
extension ColorSpace.Definition {
  static let lab = ColorSpace.Definition(
    name: "lab", base: .xyzD50,
    toBase: { lab in
      let y = (lab.x + 16) / 116
      let cubes = SIMD3(lab.y / 500 + y, y, y - lab.z / 200).mapped { root in
        let cube = root * root * root
        return cube > CIE.epsilon ? cube : (116 * root - 16) / CIE.kappa
      }
      return cubes * CIE.whiteD50
    },
    fromBase: { xyz in
      let roots = (xyz / CIE.whiteD50).mapped { value in
        value > CIE.epsilon ? cbrt(value) : (CIE.kappa * value + 16) / 116
      }
      return SIMD3(116 * roots.y - 16, 500 * (roots.x - roots.y), 200 * (roots.y - roots.z))
    })

  static let lch = ColorSpace.Definition(
    name: "lch", base: .lab, toBase: Polar.rectangular, fromBase: Polar.polar)
}

private enum CIE {
  static let epsilon = 216.0 / 24389
  static let kappa = 24389.0 / 27
  static let whiteD50 = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
}
