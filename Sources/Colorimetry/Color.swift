/// A colour as declared: in its own space, with its own components, nothing rounded or clipped.
///
/// Every number in it is finite; a component beyond ±1e9 is held there, so that conversions stay finite too.
package struct Color: Hashable, Sendable {
  // Three numbers and not a vector, which would double the size of what a palette holds by the ten thousands.
  private let first: Double
  private let second: Double
  private let third: Double
  /// Coverage, 0…1.
  package let alpha: Double
  package let space: ColorSpace
  /// What was written as `none` (CSS Color 4 §4.4); such a component is 0.
  package let missing: MissingComponents

  package var components: SIMD3<Double> { SIMD3(first, second, third) }

  /// `components` in the units of `space`. `alpha` is held within 0…1. Nil when a number is not finite.
  package init?(
    _ space: ColorSpace, _ components: SIMD3<Double>, alpha: Double = 1, missing: MissingComponents = []
  ) {
    guard alpha.isFinite, components.x.isFinite, components.y.isFinite, components.z.isFinite else { return nil }
    self.init(space, finite: components, alpha: alpha, missing: missing)
  }

  /// An sRGB colour of bytes, n/255 each.
  package init(bytes: SIMD3<UInt8>, alpha: UInt8 = 255) {
    self.init(.srgb, finite: RGBA(bytes: bytes).rgb, alpha: Double(alpha) / 255)
  }

  private init(
    _ space: ColorSpace, finite components: SIMD3<Double>, alpha: Double, missing: MissingComponents = []
  ) {
    let limit = SIMD3(repeating: 1e9)
    self.space = space
    let held = missing.zeroing(components.clamped(lowerBound: -limit, upperBound: limit))
    (first, second, third) = (held.x, held.y, held.z)
    self.alpha = missing.contains(.alpha) ? 0 : min(max(alpha, 0), 1)
    self.missing = missing
  }
}

/// The components of a colour that were written as `none`.
package struct MissingComponents: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let c0 = MissingComponents(rawValue: 1)
  package static let c1 = MissingComponents(rawValue: 2)
  package static let c2 = MissingComponents(rawValue: 4)
  package static let alpha = MissingComponents(rawValue: 8)

  fileprivate func zeroing(_ components: SIMD3<Double>) -> SIMD3<Double> {
    guard !isEmpty else { return components }
    return SIMD3(
      contains(.c0) ? 0 : components.x, contains(.c1) ? 0 : components.y, contains(.c2) ? 0 : components.z)
  }
}

extension Color {
  /// The same colour in another space, unclamped; `none` has become 0 unless the space stays the same.
  package func converted(to target: ColorSpace) -> Color {
    guard target != space else { return self }
    return Color(target, finite: ColorSpace.convert(components, from: space, to: target), alpha: alpha)
  }

  /// Gamma-encoded sRGB, extended and unclamped. A colour declared in sRGB keeps its very bits.
  package var encodedSRGB: SIMD3<Double> {
    space == .srgb ? components : ColorSpace.convert(components, from: space, to: .srgb)
  }

  /// Linear-light sRGB, extended and unclamped.
  package var linearSRGB: SIMD3<Double> {
    ColorSpace.convert(components, from: space, to: .srgbLinear)
  }

  /// The colour as UIColor and CGColor take it: components of a bounded space held within 0…1.
  package var bounded: Color {
    guard space.isBounded else { return self }
    return Color(space, finite: components.clippedToUnit, alpha: alpha, missing: missing)
  }

  /// The colour as it goes into compositing.
  package var rendered: RGBA { RGBA(encodedSRGB, alpha: alpha) }
}
