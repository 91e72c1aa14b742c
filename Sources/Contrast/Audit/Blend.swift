import Colorimetry

import func Glibc.cos
import func Glibc.pow

/// What a translucent foreground looks like over any backdrop within sRGB: the three curves of the screen.
///
/// Nothing is decided by it. The curves are off by less than `Blend.error` together, and what is that near to a
/// threshold is measured.
struct Blend {
  /// Red's, green's and blue's share of the composite's relative luminance; blue's has 0.05 on top.
  let curves: (SIMD16<Float>, SIMD16<Float>, SIMD16<Float>)

  /// Bounds how far the curves' sum is from the luminance, rounding included. Measured: 6.3e-5, for a grey foreground of
  /// almost no alpha; a fit over a part of a curve is nearer than one over all of it.
  static let error: Float = 1e-4

  /// A foreground with components within 0…1.
  init(_ foreground: RGBA) {
    func curve(_ channel: Int, weight: Double, constant: Double = 0) -> SIMD16<Float> {
      Self.curve(
        from: foreground.rgb[channel] * foreground.alpha, by: 1 - foreground.alpha, weight: weight, constant: constant)
    }
    curves = (curve(0, weight: 0.2126), curve(1, weight: 0.7152), curve(2, weight: 0.0722, constant: 0.05))
  }

  /// The curve of an encoded component that goes from `start` to `start + span`: a line below 0.04045, and from there on
  /// the power, taken at six places and carried by the polynomial through them. Chebyshev's places keep what is between
  /// them nearest.
  private static func curve(from start: Double, by span: Double, weight: Double, constant: Double) -> SIMD16<Float> {
    func component(_ u: Double) -> Double { start + span * (u + 1) / 2 }
    let samples = nodes.map { weight * pow((component($0) + 0.055) / 1.055, 2.4) }
    var c = SIMD8<Double>.zero
    for (sample, row) in zip(samples, chebyshev) { c += sample * row }
    // Chebyshev's polynomials, written out in powers of u.
    let powers = [
      c[0] - c[2] + c[4], c[1] - 3 * c[3] + 5 * c[5], 2 * c[2] - 8 * c[4], 4 * c[3] - 20 * c[5], 8 * c[4], 16 * c[5],
    ]
    var curve = SIMD16<Float>.zero
    curve[0] = Float(span > 0 ? (0.04045 - start) / span * 2 - 1 : start < 0.04045 ? 2 : -2)
    curve[1] = Float(weight * component(0) / 12.92 + constant)
    curve[2] = Float(weight * span / 2 / 12.92)
    for (index, power) in powers.enumerated() { curve[3 + index] = Float(power) }
    curve[3] += Float(constant)
    return curve
  }

  private static let nodes = (0..<6).map { cos(.pi * (Double($0) + 0.5) / 6) }

  /// What a sample at each node adds to the coefficients of Chebyshev's polynomials 0 … 5.
  private static let chebyshev = (0..<6).map { node in
    var row = SIMD8<Double>.zero
    for degree in 0..<6 {
      row[degree] = (degree == 0 ? 1 : 2) / 6 * cos(.pi * Double(degree) * (Double(node) + 0.5) / 6)
    }
    return row
  }
}
