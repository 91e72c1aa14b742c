package import Palettes

/// What has to hold, and under which circumstances it is measured.
package struct Policy: Hashable, Sendable {
  package var conformance = Conformance.doubleA
  /// The release whose table answers for system colours.
  package var release = SystemColors.Release.newest
  /// Traits forced on every question.
  package var override = Override()
  /// The combinations that are asked about: for each dimension named, one of its values. Empty asks about all. What is
  /// paired does not depend on it.
  package var question: [Question] = []
  /// A palette with more combinations is refused whole.
  package var maxCombinations = 4096

  package init() {}

  /// The values of one dimension that are asked about.
  package struct Question: Hashable, Sendable {
    package let dimension: TraitDimension
    package let values: [String]

    package init(dimension: TraitDimension, values: [String]) {
      self.dimension = dimension
      self.values = values
    }
  }

  /// Whether a combination is asked about. A dimension on which the palette does not vary has its default.
  package func asks(about combination: TraitCombination) -> Bool {
    question.allSatisfy { item in
      item.values.contains { value in
        combination[item.dimension] == (value == TraitDimension.unspecified ? item.dimension.defaultValue : value)
      }
    }
  }
}
