/// What a pair can measure when nothing is known of what lies behind its background.
package struct ContrastRange: Hashable, Sendable {
  package let minimum: ContrastRatio
  package let maximum: ContrastRatio
  /// Whether the bounds are exact. Under a translucent foreground they come from sampled backdrops, and a backdrop
  /// between two samples may lie a little outside them.
  package let isExact: Bool
}

/// The range of `foreground` over `background` over every opaque sRGB backdrop.
///
/// The corners of the RGB cube bound an opaque foreground, because the background's luminance grows with each component
/// of the backdrop; for a translucent one a grid of 9 × 9 × 9 is added. Where the sign of the luminances' difference
/// changes between two backdrops there is one in between at which they are equal: the minimum is 1.
package func contrastRange(
  foreground: RGBA, background: RGBA, on gamut: DisplayGamut
) -> ContrastRange {
  if foreground.alpha == 0 {
    return ContrastRange(minimum: ContrastRatio(value: 1), maximum: ContrastRatio(value: 1), isExact: true)
  }
  let isExact = foreground.isOpaque || background.isOpaque
  let steps = isExact ? 1 : 8
  var (low, high) = (Double.infinity, 1.0)
  var (isEverLighter, isEverDarker) = (false, false)
  for index in 0..<((steps + 1) * (steps + 1) * (steps + 1)) {
    let (red, rest) = (index % (steps + 1), index / (steps + 1))
    let backdrop = SIMD3(Double(red), Double(rest % (steps + 1)), Double(rest / (steps + 1))) / Double(steps)
    let below = background.composited(over: RGBA(backdrop))
    let under = below.luminance(on: gamut)
    let over = foreground.composited(over: below).luminance(on: gamut)
    let ratio = ContrastRatio(luminances: over, under).value
    (low, high) = (min(low, ratio), max(high, ratio))
    isEverLighter = isEverLighter || over > under
    isEverDarker = isEverDarker || over < under
  }
  if isEverLighter && isEverDarker { low = 1 }
  return ContrastRange(minimum: ContrastRatio(value: low), maximum: ContrastRatio(value: high), isExact: isExact)
}
