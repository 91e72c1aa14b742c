import func Glibc.copysign
import func Glibc.pow

/// The curves between encoded components and linear light, each mirrored about 0 for negative components
/// (CSS Color 4, sample code; Apple's extended spaces mirror the same way).
enum TransferFunction {
  /// IEC 61966-2-1, with WCAG 2.2's threshold of 0.04045. Exactly WCAG's expression for components of 0…1.
  static func decodeSRGB(_ encoded: Double) -> Double {
    let magnitude = abs(encoded)
    guard magnitude > 0.04045 else { return encoded / 12.92 }
    return copysign(pow((magnitude + 0.055) / 1.055, 2.4), encoded)
  }

  static func encodeSRGB(_ linear: Double) -> Double {
    let magnitude = abs(linear)
    guard magnitude > 0.0031308 else { return linear * 12.92 }
    return copysign(1.055 * pow(magnitude, 1 / 2.4) - 0.055, linear)
  }

  /// ROMM RGB: 1.8 with a linear toe.
  static func decodeProPhoto(_ encoded: Double) -> Double {
    let magnitude = abs(encoded)
    guard magnitude > 16.0 / 512 else { return encoded / 16 }
    return copysign(pow(magnitude, 1.8), encoded)
  }

  static func encodeProPhoto(_ linear: Double) -> Double {
    let magnitude = abs(linear)
    guard magnitude >= 1.0 / 512 else { return linear * 16 }
    return copysign(pow(magnitude, 1 / 1.8), linear)
  }

  /// A pure power: 563/256 for A98 RGB, 2.4 for Rec. 2020 (BT.1886), 2.2 for Apple's gray spaces.
  static func power(_ component: Double, _ exponent: Double) -> Double {
    copysign(pow(abs(component), exponent), component)
  }
}
