/// A resolved colour, ready for compositing: gamma-encoded extended sRGB, not premultiplied.
package struct RGBA: Sendable {
  /// Encoded sRGB; outside 0…1 for colours sRGB cannot show.
  package let rgb: SIMD3<Double>
  /// Coverage, 0…1.
  package let alpha: Double

  /// The numbers are finite, and `alpha` within 0…1: `Color.rendered` sees to both.
  package init(_ rgb: SIMD3<Double>, alpha: Double = 1) {
    self.rgb = rgb
    self.alpha = alpha
  }

  /// An opaque colour of three bytes, n/255 each.
  package init(bytes: SIMD3<UInt8>) {
    self.init(SIMD3(Double(bytes.x) / 255, Double(bytes.y) / 255, Double(bytes.z) / 255))
  }

  package static let black = RGBA(.zero)
  package static let white = RGBA(.one)

  package var isOpaque: Bool { alpha == 1 }
}

extension RGBA {
  /// The colour over `backdrop`: source-over on encoded sRGB, in floating point (Compositing and Blending 1 §5; CSS
  /// composites in sRGB). Where neither covers anything, transparent black.
  package func composited(over backdrop: RGBA) -> RGBA {
    if alpha == 0 && backdrop.alpha > 0 { return backdrop }
    let rest = backdrop.alpha * (1 - alpha)
    let coverage = alpha + rest
    guard coverage > 0 else { return RGBA(.zero, alpha: 0) }
    return RGBA((rgb * alpha + backdrop.rgb * rest) / coverage, alpha: coverage)
  }
}

extension RGBA {
  /// The nearest colour of 8 bits a channel, alpha included: clipped to sRGB, halves rounded up.
  package var quantized: RGBA {
    let bytes = self.bytes
    return RGBA(SIMD3(Double(bytes.x), Double(bytes.y), Double(bytes.z)) / 255, alpha: Double(bytes.w) / 255)
  }

  /// `#RRGGBB`, or `#RRGGBBAA` where the colour is not opaque: clipped to sRGB, halves rounded up.
  package var hex: String {
    let bytes = self.bytes
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10 }
    return String(unsafeUninitializedCapacity: 9) { text in
      text[0] = UInt8(ascii: "#")
      let count = isOpaque ? 3 : 4
      for channel in 0..<count {
        text[1 + 2 * channel] = digit(bytes[channel] >> 4)
        text[2 + 2 * channel] = digit(bytes[channel] & 15)
      }
      return 1 + 2 * count
    }
  }

  private var bytes: SIMD4<UInt8> {
    let scaled = SIMD4(rgb.clippedToUnit, min(max(alpha, 0), 1)) * 255
    func byte(_ value: Double) -> UInt8 {
      let whole = Int(value)
      return UInt8(truncatingIfNeeded: value - Double(whole) >= 0.5 ? whole + 1 : whole)
    }
    return SIMD4(byte(scaled.x), byte(scaled.y), byte(scaled.z), byte(scaled.w))
  }
}

extension RGBA: Hashable {
  /// One word: tables of distinct colours are looked up for every value of every palette.
  package func hash(into hasher: inout Hasher) {
    var bits: UInt64 = 0
    func mix(_ number: Double) {
      // Negative zero equals zero.
      bits = (bits ^ (number + 0).bitPattern) &* 0x9E37_79B9_7F4A_7C15
      bits ^= bits >> 29
    }
    mix(rgb.x)
    mix(rgb.y)
    mix(rgb.z)
    mix(alpha)
    hasher.combine(bits)
  }
}
