/// Which contribution to a token counts under which traits.
///
/// Tokens of a palette have few shapes (the conditions of what is said of them, in order), so that each shape is worked
/// out once.
struct TokenVariants {
  struct Variant {
    let traits: TraitCollection
    /// The place among the contributions; nil where none counts.
    let contribution: Int?
  }

  /// More values of one token than this are refused.
  static let limit = 4096

  private let axes: [TokenAxis]
  private let dimensions: [TraitDimension]
  private var known: [[Int32]: [Variant]?] = [:]

  init(_ axes: [TokenAxis]) {
    self.axes = axes
    dimensions = TraitDimension.standard + axes.map(\.dimension).filter { !$0.isStandard }
  }

  /// The variants of a token; nil where they are too many.
  mutating func variants(_ shape: [Int32], _ conditions: [TokenCondition]) -> [Variant]? {
    if let variants = known[shape] { return variants }
    let variants = make(shape.map { conditions[Int($0)] })
    known[shape] = .some(variants)
    return variants
  }

  /// The axes that conditions ask about.
  static func axes(of conditions: some Sequence<TokenCondition>) -> [Int] {
    var axes: Set<Int> = []
    for condition in conditions { for clause in condition { for choice in clause { axes.insert(choice.axis) } } }
    return axes.sorted()
  }

  /// Every combination of values of some axes; nil where they are too many.
  func combinations(of touched: [Int]) -> [[TokenChoice]]? {
    var count = 1
    for axis in touched {
      count *= axes[axis].values.count
      if count > TokenVariants.limit { return nil }
    }
    return touched.reduce([[]]) { partial, axis in
      partial.flatMap { choices in axes[axis].values.indices.map { choices + [TokenChoice(axis: axis, value: $0)] } }
    }
  }

  func traits(_ choices: [TokenChoice]) -> TraitCollection {
    var traits = TraitCollection()
    for choice in choices { traits[axes[choice.axis].dimension] = axes[choice.axis].values[choice.value] }
    return traits
  }

  /// The last of the conditions that holds.
  static func winner(_ conditions: [TokenCondition], under choices: [TokenChoice]) -> Int? {
    conditions.lastIndex { condition in
      condition.allSatisfy { clause in clause.contains { choices.contains($0) } }
    }
  }

  private func make(_ conditions: [TokenCondition]) -> [Variant]? {
    let touched = TokenVariants.axes(of: conditions)
    if touched.isEmpty { return [Variant(traits: TraitCollection(), contribution: conditions.indices.last)] }
    guard let combinations = combinations(of: touched) else { return nil }
    let winners = combinations.map { TokenVariants.winner(conditions, under: $0) }
    let few = plain(conditions)
    if agree(few, combinations, winners) { return few }
    // A look-up takes the closest variant by the order of dimensions, and a plan the last layer: where the two differ,
    // as when two modifiers set one token, every combination of what touches it is a variant of its own.
    return zip(combinations, winners).compactMap { choices, winner in
      winner.map { Variant(traits: traits(choices), contribution: $0) }
    }
  }

  /// A variant for each contribution, under no more traits than its condition names.
  private func plain(_ conditions: [TokenCondition]) -> [Variant] {
    var slots: [TraitCollection] = []
    var variants: [TraitCollection: Variant] = [:]
    for (index, condition) in conditions.enumerated() {
      let choices = condition.reduce([[]]) { (partial: [[TokenChoice]], clause) in
        partial.flatMap { choices in clause.map { choices + [$0] } }
      }
      for choice in choices.prefix(TokenVariants.limit) {
        let traits = traits(choice)
        if variants.updateValue(Variant(traits: traits, contribution: index), forKey: traits.asVariant) == nil {
          slots.append(traits.asVariant)
        }
      }
    }
    return slots.compactMap { variants[$0] }
  }

  /// Whether the look-up finds for every combination what the plan wants.
  private func agree(_ variants: [Variant], _ combinations: [[TokenChoice]], _ winners: [Int?]) -> Bool {
    let offered = variants.map(\.traits)
    for (choices, winner) in zip(combinations, winners) {
      let traits = traits(choices)
      var combination = TraitCombination()
      for trait in traits.traits { combination = combination.setting(trait.dimension, to: trait.value) }
      let found = TraitRank.best(among: offered, for: combination, dimensions: dimensions)
      if found.flatMap({ variants[$0].contribution }) != winner { return false }
    }
    return true
  }
}
