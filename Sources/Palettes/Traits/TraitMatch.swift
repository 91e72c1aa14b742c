/// How well a variant's traits answer a combination: the closest-match rule.
///
/// Compared dimension by dimension in order of precedence (style, contrast, level, idiom, gamut, then the palette's
/// own): an exact value, then each fallback (`TraitDimension.fallback(after:)`). A variant that names any other value
/// is no candidate. Source: semantics §10, from `UIImageAsset` and SwiftUI's named-colour lookup.
package struct TraitRank: Comparable, Hashable, Sendable {
  /// Four bits a dimension, the first decides first; higher is closer.
  private let bits: UInt64

  /// Nil when `variant` cannot serve `combination`.
  ///
  /// - Parameter dimensions: the standard dimensions and then the palette's own; at most 16 count.
  package init?(of variant: TraitCollection, for combination: TraitCombination, dimensions: [TraitDimension]) {
    var bits: UInt64 = 0
    for dimension in dimensions.prefix(16) {
      let value = variant[dimension] ?? dimension.absent
      guard let steps = dimension.steps(from: combination[dimension], to: value) else { return nil }
      bits = bits << 4 | UInt64(15 - min(steps, 15))
    }
    if !variant.isStandard,
      variant.traits.contains(where: { !dimensions.contains($0.dimension) && $0.value != $0.dimension.absent })
    {
      return nil
    }
    self.bits = bits
  }

  /// The place of the variant that comes closest, nil where none may serve.
  package static func best(
    among variants: [TraitCollection], for combination: TraitCombination, dimensions: [TraitDimension]
  ) -> Int? {
    var best: (rank: TraitRank, index: Int)?
    for (index, variant) in variants.enumerated() {
      guard let rank = TraitRank(of: variant, for: combination, dimensions: dimensions) else { continue }
      if best.map({ rank > $0.rank }) ?? true { best = (rank, index) }
    }
    return best?.index
  }

  package static func < (left: TraitRank, right: TraitRank) -> Bool { left.bits < right.bits }
}

extension TraitDimension {
  /// How many fallbacks lead from the asked value to the offered one: 0 is exact, nil is never.
  package func steps(from asked: String, to offered: String) -> Int? {
    var value = asked
    var steps = 0
    while value != offered {
      guard let next = fallback(after: value) else { return nil }
      value = next
      steps += 1
    }
    return steps
  }
}
