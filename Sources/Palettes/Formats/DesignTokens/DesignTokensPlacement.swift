import Syntax

/// The files of a folder as layers: under the traits that a policy gives their places, and those that their names say side
/// by side.
struct TokenPlacement {
  private(set) var axes: [TokenAxis] = []
  /// One for each file.
  private(set) var conditions: [TokenCondition]
  /// Files whose names alone say their traits.
  private(set) var sides: Set<Int> = []
  /// The order in which they are laid over each other: what counts always is below, the style decides last.
  let order: [Int]

  init(_ files: [(path: String, tree: TokenTree)], _ rules: [SourceRules]) {
    guard rules.contains(where: { !$0.traits.isEmpty }) else {
      let plain = TokenSides(files)
      axes = plain.axes
      conditions = plain.conditions
      order = plain.order
      if !axes.isEmpty { sides = plain.members }
      return
    }
    var traits = rules.map(\.traits)
    for group in Dictionary(grouping: files.indices, by: { rules[$0].traits }).values.map({ $0.sorted() }) {
      let plain = TokenSides(group.map { files[$0] })
      if !plain.axes.isEmpty { sides.formUnion(plain.members.map { group[$0] }) }
      for (place, file) in group.enumerated() {
        for choice in plain.conditions[place].joined() where traits[file][plain.axes[choice.axis].dimension] == nil {
          traits[file][plain.axes[choice.axis].dimension] = plain.axes[choice.axis].values[choice.value]
        }
      }
    }
    axes = Self.axes(of: traits, rules.reduce(into: [:]) { $0.merge($1.values) { first, _ in first } })
    conditions = traits.map { _ in [] }
    for (index, axis) in axes.enumerated() {
      for (file, own) in traits.enumerated() {
        guard let value = own[axis.dimension] else { continue }
        // With nothing below it, the default is what the others are laid over, as in a catalog.
        let isBase = axis.dimension.isStandard && value == axis.dimension.defaultValue
        if isBase, !traits.contains(where: { $0[axis.dimension] == nil && $0.isPart(of: own) }) { continue }
        conditions[file].append([TokenChoice(axis: index, value: axis.values.firstIndex(of: value) ?? 0)])
      }
    }
    let ranks = zip(conditions, traits).map { condition, traits in
      let special = traits.traits.filter { $0.value != $0.dimension.defaultValue }
      let last = special.contains { $0.dimension == .style } ? 2 : special.isEmpty ? 0 : 1
      return (condition.count, traits.traits.count, last)
    }
    order = files.indices.sorted { ranks[$0] == ranks[$1] ? $0 < $1 : ranks[$0] < ranks[$1] }
  }

  private static func axes(of files: [TraitCollection], _ listed: [TraitDimension: [String]]) -> [TokenAxis] {
    var found: [TraitDimension: [String]] = [:]
    for trait in files.flatMap(\.traits) where found[trait.dimension]?.contains(trait.value) != true {
      found[trait.dimension, default: []].append(trait.value)
    }
    return found.sorted { $0.key < $1.key }.map { dimension, values in
      guard dimension.isStandard else {
        // Of what says nothing of it there is a presentation too: any value that is listed and not given, or none.
        let listed = listed[dimension] ?? (files.contains { $0[dimension] == nil } ? [TraitDimension.unspecified] : [])
        return TokenAxis(dimension: dimension, values: listed + values.filter { !listed.contains($0) })
      }
      let known = dimension.knownValues.filter { $0 == dimension.defaultValue || values.contains($0) }
      return TokenAxis(dimension: dimension, values: known)
    }
  }
}

extension TraitCollection {
  /// Whether the other says all that this says.
  fileprivate func isPart(of other: TraitCollection) -> Bool {
    traits.allSatisfy { other[$0.dimension] == $0.value }
  }
}
