/// A total set of traits: one column of a palette's grid, under which every colour has exactly one value.
///
/// Total by construction: a dimension that was not set answers with its default (light, normal, base, universal, srgb;
/// `unspecified` for a palette's own).
package struct TraitCombination: Hashable, Sendable {
  private let explicit: TraitCollection

  /// Completes a partial question from `environment`, then from the defaults (`style=unspecified` asks nothing).
  package init(_ question: TraitCollection = TraitCollection(), in environment: TraitCollection = TraitCollection()) {
    var completed = TraitCollection()
    for trait in environment.traits + question.traits {
      completed[trait.dimension] = trait.value == TraitDimension.unspecified ? nil : trait.value
    }
    for trait in completed.traits where trait.value == trait.dimension.defaultValue {
      completed[trait.dimension] = nil
    }
    explicit = completed
  }

  package subscript(dimension: TraitDimension) -> String {
    explicit[dimension] ?? dimension.defaultValue
  }

  /// The same with one dimension changed.
  package func setting(_ dimension: TraitDimension, to value: String) -> TraitCombination {
    var traits = explicit
    traits[dimension] = value
    return TraitCombination(traits)
  }

  /// What differs from the defaults, partial again.
  package var deviations: TraitCollection { explicit }

  /// The values of `dimensions`, written out: `style=dark,level=base`.
  package func traits(of dimensions: [TraitDimension]) -> TraitCollection {
    var traits = TraitCollection()
    for dimension in dimensions { traits[dimension] = self[dimension] }
    return traits
  }
}

extension TraitCombination: CustomStringConvertible {
  package var description: String { explicit.description }

  /// For people: `light`, `dark · high contrast`.
  package var label: String {
    var traits = explicit
    traits[.style] = self[.style]
    return traits.label
  }

  /// Light, normal, base, universal, sRGB and nothing special: the presentation WCAG conformance is claimed for.
  package var isDefault: Bool { explicit.isEmpty }
}
