import Colorimetry

/// Looks for the nearest value that meets many conditions at once.
struct FixSearch {
  private var conditions: [FixCondition]
  private let origin: RGBA
  private let keepsPolarity: Bool

  init(from origin: RGBA, _ conditions: some Sequence<FixCondition>, keepsPolarity: Bool) {
    self.origin = origin
    self.keepsPolarity = keepsPolarity
    self.conditions = Array(Set(conditions))
  }

  /// The first colour of 8 bits a channel, going from the origin's OKLCH lightness to both sides in steps of 0.001, its
  /// hue kept and its chroma as far as sRGB allows, that holds: as it is, as the file will say it, and as that is on a
  /// screen. Its alpha is the origin's.
  ///
  /// - Parameter written: what a colour reads back as once it is written; nil where it cannot be.
  mutating func nearest(written: (RGBA) -> RGBA?) -> (color: RGBA, written: RGBA)? {
    let start = origin.oklch
    let lightness = min(max(start.x, 0), 1)
    var seen: RGBA?
    for step in 0...1000 {
      let change = Double(step) * 0.001
      for next in step == 0 ? [lightness] : [lightness + change, lightness - change]
      where next > -0.001 && next < 1.001 {
        let shade = RGBA(oklchInSRGB: [min(max(next, 0), 1), start.y, start.z]).quantized
        let color = RGBA(shade.rgb, alpha: origin.alpha)
        if color == seen || !holds(color) { continue }
        seen = color
        guard let read = written(color) else { return nil }
        if read == color || (holds(read) && holds(RGBA(read.quantized.rgb, alpha: read.alpha))) { return (color, read) }
      }
    }
    return nil
  }

  /// What fails most lately is asked first.
  private mutating func holds(_ color: RGBA) -> Bool {
    for index in conditions.indices where !conditions[index].holds(for: color, keepingPolarity: keepsPolarity) {
      conditions.swapAt(0, index)
      return false
    }
    return true
  }
}
