import func Glibc.atan2
import func Glibc.cos
import func Glibc.fmod
import func Glibc.hypot
import func Glibc.sin

/// HSL and HWB (CSS Color 4 §7, §8): degrees and percent numbers over encoded sRGB.
extension ColorSpace.Definition {
  static let hsl = ColorSpace.Definition(
    name: "hsl", base: .srgb,
    toBase: { srgb(hue: $0.x, saturation: $0.y / 100, lightness: $0.z / 100) }, fromBase: hslComponents)

  static let hwb = ColorSpace.Definition(
    name: "hwb", base: .srgb,
    toBase: { hwb in
      let white = hwb.y / 100
      let black = hwb.z / 100
      guard white + black < 1 else { return SIMD3(repeating: white / (white + black)) }
      return srgb(hue: hwb.x, saturation: 1, lightness: 0.5) * (1 - white - black) + white
    },
    fromBase: { rgb in SIMD3(hslComponents(rgb).x, rgb.min() * 100, (1 - rgb.max()) * 100) })

  private static func srgb(hue: Double, saturation: Double, lightness: Double) -> SIMD3<Double> {
    let sixths = Polar.normalized(hue) / 30
    let amplitude = saturation * min(lightness, 1 - lightness)
    return SIMD3(0, 8, 4).mapped { offset in
      let k = fmod(offset + sixths, 12)
      return lightness - amplitude * max(-1, min(k - 3, 9 - k, 1))
    }
  }

  /// Hue of 0 for a gray; a saturation that comes out negative (outside the gamut) turns the hue by half a circle.
  @Sendable private static func hslComponents(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let (low, high) = (rgb.min(), rgb.max())
    let lightness = (low + high) / 2
    let range = high - low
    guard range > 0 else { return SIMD3(0, 0, lightness * 100) }
    let room = min(lightness, 1 - lightness)
    let saturation = room == 0 ? 0 : (high - lightness) / room
    var hue =
      switch high {
      case rgb.x: (rgb.y - rgb.z) / range + (rgb.y < rgb.z ? 6 : 0)
      case rgb.y: (rgb.z - rgb.x) / range + 2
      default: (rgb.x - rgb.y) / range + 4
      }
    hue = Polar.normalized(hue * 60 + (saturation < 0 ? 180 : 0))
    return SIMD3(hue, abs(saturation) * 100, lightness * 100)
  }
}

/// Between a lightness with two opponent axes and a lightness with chroma and hue.
enum Polar {
  static func rectangular(_ lch: SIMD3<Double>) -> SIMD3<Double> {
    let angle = lch.z * .pi / 180
    return SIMD3(lch.x, lch.y * cos(angle), lch.y * sin(angle))
  }

  /// The hue is powerless without chroma, and then 0 (CSS Color 4 §12).
  static func polar(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let chroma = hypot(lab.y, lab.z)
    return SIMD3(lab.x, chroma, chroma == 0 ? 0 : normalized(atan2(lab.z, lab.y) * 180 / .pi))
  }

  /// Degrees, brought into 0..<360.
  static func normalized(_ degrees: Double) -> Double {
    let remainder = fmod(degrees, 360)
    return remainder < 0 ? remainder + 360 : remainder
  }
}
