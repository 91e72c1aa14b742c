package import Colorimetry

/// What is said of one pair under one combination.
package enum Verdict: UInt8, Hashable, Sendable, CaseIterable {
  case pass
  case fail
  /// No opaque backdrop is known, and some backdrops pass while others fail.
  case indeterminate
  /// Measured; nothing is required of the usage.
  case exempt
  /// One of the two has no colour here. Never a pass.
  case notEvaluated
}

/// The contrast of a pair under one combination, or all it can be.
package struct Measurement: Hashable, Sendable {
  /// Equal for a definite ratio.
  package let minimum: ContrastRatio
  package let maximum: ContrastRatio
  /// False where the extremes were bounded by sampling (a translucent foreground on an unknown backdrop).
  package let isExact: Bool
  /// The foreground and the background as seen, where the ratio is definite.
  package let foreground: RGBA?
  package let background: RGBA?

  package init(
    minimum: ContrastRatio, maximum: ContrastRatio, isExact: Bool, foreground: RGBA?, background: RGBA?
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.isExact = isExact
    self.foreground = foreground
    self.background = background
  }

  package var isDefinite: Bool { minimum == maximum }

  /// All above → pass, all below → fail, else indeterminate (semantics §2).
  package func verdict(required: Double?) -> Verdict {
    guard let required else { return .exempt }
    if minimum.meets(required) { return .pass }
    return maximum.meets(required) ? .indeterminate : .fail
  }
}
