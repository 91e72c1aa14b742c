package import Colorimetry

/// A distinct colour under one combination, and how many names have it.
package struct ColorCount: Sendable {
  package let color: RGBA
  /// Of the colour as if it were opaque, on the combination's display.
  package let luminance: Double
  package let count: Int

  package init(_ color: RGBA, luminance: Double, count: Int) {
    self.color = color
    self.luminance = luminance
    self.count = count
  }
}

/// How many pairs reach either of two ratios.
package struct PairCount: Hashable, Sendable {
  package var lower = 0
  package var higher = 0

  package init(lower: Int = 0, higher: Int = 0) {
    self.lower = lower
    self.higher = higher
  }

  static func += (left: inout PairCount, right: PairCount) {
    left.lower += right.lower
    left.higher += right.higher
  }

  static func * (count: PairCount, factor: Int) -> PairCount {
    PairCount(lower: count.lower * factor, higher: count.higher * factor)
  }
}
