package import Colorimetry
package import Palettes

/// Every colour of a palette under every combination, as indices into a table of distinct colours.
package struct Grid: Sendable {
  package let space: TraitSpace
  package private(set) var table = ColorTable()
  /// `resolved[combination * colorCount + color]`; −1 where there is no colour.
  private var resolved: [Int32] = []
  package let colorCount: Int
  /// The display of each combination.
  package let gamuts: [DisplayGamut]
  /// How many colours the table held when it was made.
  private var distinctAtFirst = 0

  package init(of resolver: Resolver, space: TraitSpace) {
    self.space = space
    colorCount = resolver.palette.colors.count
    gamuts = space.combinations.map { $0[.gamut] == "p3" ? .p3 : .srgb }
    resolved = [Int32](repeating: -1, count: space.combinations.count * colorCount)
    let variants = VariantLists(resolver, space.combinations)
    let colors = resolver.palette.colors
    var values = ValueTable()
    for color in colors.indices {
      let isPlain = colors[color].source == .app
      let takenVariants = variants.taken(by: color)
      // Most combinations take the variant of the one before.
      var last = (variant: -1, id: Int32(-1))
      for (index, combination) in space.combinations.enumerated() {
        let variant = isPlain ? Int(takenVariants[takenVariants.startIndex + index]) : -1
        if isPlain, variant < 0 { continue }
        if variant < 0 || variant != last.variant {
          var found: Color?
          if isPlain, case .color(let value) = colors[color].registrations[variant].value {
            found = value
            last.variant = variant
          } else {
            found = resolver.resolve(colors[color], under: combination).color
            last.variant = -1
          }
          last.id = found.map { values.id(of: $0, in: &table) } ?? -1
        }
        resolved[index * colorCount + color] = last.id
      }
    }
    distinctAtFirst = table.count
    table.settle()
  }

  /// Looks some colours up anew; those that are another colour somewhere now.
  mutating func update(_ colors: [Int], with resolver: Resolver) -> [Int] {
    colors.filter { color in
      var isChanged = false
      for (index, combination) in space.combinations.enumerated() {
        let found = resolver.resolve(resolver.palette.colors[color], under: combination).color
        let id = found.map { table.intern($0.rendered) } ?? -1
        let place = index * colorCount + color
        if resolved[place] != id {
          resolved[place] = id
          isChanged = true
        }
      }
      return isChanged
    }
  }

  /// Colours that are no longer there stay in the table until it is made anew; false when that is due.
  var hasRoom: Bool { table.count < distinctAtFirst * 2 + 4096 }

  /// The table's index of a colour under a combination, nil where it has none.
  package func id(of color: Int, in combination: Int) -> Int32? {
    let id = resolved[combination * colorCount + color]
    return id < 0 ? nil : id
  }

  package func color(_ color: Int, in combination: Int) -> RGBA? {
    id(of: color, in: combination).map { table[Int($0)] }
  }

  /// The ids of all colours under one combination; −1 for none.
  package func column(_ combination: Int) -> ArraySlice<Int32> {
    resolved[(combination * colorCount)..<((combination + 1) * colorCount)]
  }
}

/// Closest matches by distinct list of variants: the colours of a palette share a handful of them, so each is looked up
/// once a combination. The answer is that of `DynamicColor.closestMatch`.
private struct VariantLists {
  /// The list of each colour.
  private var listOfColor: [Int] = []
  private let combinations: Int
  /// `taken[list * combinations + combination]`: the variant that the list's colours take, −1 for none.
  private var taken: [Int32] = []

  init(_ resolver: Resolver, _ combinations: [TraitCombination]) {
    self.combinations = combinations.count
    var lists: [[TraitCollection]] = []
    var known: [[TraitCollection]: Int] = [:]
    let colors = resolver.palette.colors
    listOfColor.reserveCapacity(colors.count)
    for color in colors.indices {
      if let last = listOfColor.last, colors[color].registrations.haveTraits(of: colors[color - 1].registrations) {
        listOfColor.append(last)
        continue
      }
      let list = colors[color].registrations.map(\.traits)
      let index = known[list] ?? lists.count
      if index == lists.count {
        known[list] = index
        lists.append(list)
      }
      listOfColor.append(index)
    }
    let asked = combinations.map { resolver.override.effective($0, for: .app) }
    for list in lists {
      for combination in asked {
        taken.append(
          TraitRank.best(among: list, for: combination, dimensions: resolver.dimensions).map { Int32($0) } ?? -1)
      }
    }
  }

  /// The variants that a colour takes, a combination each.
  func taken(by color: Int) -> ArraySlice<Int32> {
    let first = listOfColor[color] * combinations
    return taken[first..<(first + combinations)]
  }
}

/// Indices of declared colours: a colour is converted once, however often it is declared.
private struct ValueTable {
  private var ids: [Color: Int32] = [:]

  mutating func id(of color: Color, in table: inout ColorTable) -> Int32 {
    // Nothing is to be converted.
    if color.space == .srgb { return table.intern(color.rendered) }
    if let id = ids[color] { return id }
    let id = table.intern(color.rendered)
    ids[color] = id
    return id
  }
}
