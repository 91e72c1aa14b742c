/// The combinations of a palette: the product of the dimensions on which its colours really vary.
package struct TraitSpace: Sendable {
  /// In order of precedence, each with the values that occur, the default first.
  package let axes: [(dimension: TraitDimension, values: [String])]
  /// The product, the last axis turning fastest: light base, light elevated, dark base, …
  package let combinations: [TraitCombination]

  package var dimensions: [TraitDimension] { axes.map(\.dimension) }

  /// - Parameters:
  ///   - palette: the colours; those of the platform that it refers to count with it.
  ///   - limit: the greatest number of combinations; more is refused, never cut.
  ///   - releases: whose tables answer for them; they are a dimension where those differ.
  ///   - own: the palette's own dimensions, where they are known.
  package init(
    of palette: Palette, releases: [SystemColors.Release], limit: Int, own: [TraitDimension]? = nil
  ) throws(TooManyCombinations) {
    var values = Occurring()
    var visited: Set<String> = []
    var isOfRelease = false
    for color in palette.colors {
      values.note(color)
      for registration in color.registrations {
        switch registration.value {
        case .color(let color): if !values.needsP3 { values.needsP3 = !color.rendered.isInSRGBGamut }
        case .systemColor(_, let name):
          guard visited.insert(name).inserted else { continue }
          let tables = releases.map { SystemColors.color(named: name, release: $0) }
          for case let system? in tables { values.note(system) }
          isOfRelease = isOfRelease || tables.dropFirst().contains { !SystemColors.haveSameValues($0, tables[0]) }
        case .alias, .unreadable: break
        }
      }
    }
    axes =
      values.axes(palette: palette, own: own ?? palette.dimensionsOfItsOwn)
      + (isOfRelease ? [(TraitDimension.ios, releases.map(\.rawValue))] : [])
    // 64 axes of two values each would be none again.
    let count = axes.reduce(1) { count, axis in
      let product = count.multipliedReportingOverflow(by: axis.values.count)
      return product.overflow ? .max : product.partialValue
    }
    guard count <= limit else { throw TooManyCombinations(axes: axes, limit: limit) }
    combinations = axes.reduce([TraitCombination()]) { partial, axis in
      partial.flatMap { combination in axis.values.map { combination.setting(axis.dimension, to: $0) } }
    }
  }

  /// The place of a combination in `combinations`, nil when it asks for a value that no colour varies on.
  package func index(of combination: TraitCombination) -> Int? {
    combinations.firstIndex(of: combination)
  }

  /// A question completed: a dimension of the palette's own that it leaves open has its first value, where none is its
  /// default.
  package func completed(_ combination: TraitCombination) -> TraitCombination {
    axes.reduce(combination) { partial, axis in
      axis.dimension.isStandard || partial[axis.dimension] != TraitDimension.unspecified
        || axis.values.contains(TraitDimension.unspecified)
        ? partial : partial.setting(axis.dimension, to: axis.values[0])
    }
  }

  /// For people, only what tells combinations of this palette apart: `dark · elevated`.
  package func label(_ combination: TraitCombination) -> String {
    let traits = combination.traits(of: dimensions)
    return axes.isEmpty ? "every trait combination" : traits.asVariant.isEmpty ? "default" : combination.label
  }
}

/// More combinations than the bound allows: refused whole.
package struct TooManyCombinations: Error {
  package let axes: [(dimension: TraitDimension, values: [String])]
  package let limit: Int

  package var message: String {
    let product = axes.map { "\($0.dimension.name) (\($0.values.count))" }.joined(separator: " × ")
    return "\(product) is more than \(limit) trait combinations; the palette was not evaluated"
  }
}

/// The variant values that occur, collected dimension by dimension.
private struct Occurring {
  var needsP3 = false
  private var values: [TraitDimension: [String]] = [:]
  /// Dimensions that some colour names in one variant and leaves out in another.
  private var optional: Set<TraitDimension> = []
  /// The variant slots seen, for a palette has few and names them thousands of times.
  private var seen: Set<[TraitCollection]> = []
  private var last: [Registration] = []

  mutating func note(_ color: DynamicColor) {
    if color.registrations.haveTraits(of: last) { return }
    last = color.registrations
    let slots = color.registrations.map(\.traits.asVariant)
    guard seen.insert(slots).inserted else { return }
    for slot in slots {
      for trait in slot.traits {
        if !values[trait.dimension, default: []].contains(trait.value) {
          values[trait.dimension, default: []].append(trait.value)
        }
        if slots.contains(where: { $0[trait.dimension] == nil }) { optional.insert(trait.dimension) }
      }
    }
  }

  func axes(palette: Palette, own: [TraitDimension]) -> [(dimension: TraitDimension, values: [String])] {
    var axes: [(dimension: TraitDimension, values: [String])] = []
    for dimension in TraitDimension.standard + own {
      let axis = self.axis(dimension, declared: palette.ownDimensions.first { $0.dimension == dimension }?.values ?? [])
      if axis.count > 1 { axes.append((dimension, axis)) }
    }
    return axes
  }

  /// The default first where it can be asked: an idiom (or a dimension of the palette's own) that every colour which
  /// names it always names has no presentation without it, nor has one whose values the palette lists.
  private func axis(_ dimension: TraitDimension, declared: [String]) -> [String] {
    var occurring = values[dimension] ?? []
    if dimension == .gamut, needsP3, !occurring.contains("p3") { occurring.append("p3") }
    if occurring.isEmpty, declared.isEmpty { return [] }
    let order = dimension.knownValues + declared
    let needsDefault = declared.isEmpty && (dimension.isAlwaysPresent || optional.contains(dimension))
    let first = needsDefault ? [dimension.defaultValue] : []
    let known = order.filter { (occurring.contains($0) || declared.contains($0)) && !first.contains($0) }
    let unknown = occurring.filter { !order.contains($0) && !first.contains($0) }
    return first + known + unknown
  }
}
