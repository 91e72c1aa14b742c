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
    resolved.reserveCapacity(space.combinations.count * colorCount)
    var variants = VariantLists(resolver)
    var values = ValueTable()
    for combination in space.combinations {
      variants.ask(combination)
      for (index, color) in resolver.palette.colors.enumerated() {
        guard color.source == .app, let taken = variants.taken(by: index) else {
          let whole = color.source == .app ? nil : resolver.resolve(color, under: combination).color
          resolved.append(whole.map { values.id(of: $0, in: &table) } ?? -1)
          continue
        }
        switch color.registrations[taken].value {
        case .color(let color): resolved.append(values.id(of: color, in: &table))
        case .unreadable: resolved.append(-1)
        case .alias, .systemColor:
          let color = resolver.resolve(color, under: combination).color
          resolved.append(color.map { values.id(of: $0, in: &table) } ?? -1)
        }
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
  private let resolver: Resolver
  private var lists: [[TraitCollection]] = []
  /// The list of each colour.
  private var listOfColor: [Int] = []
  /// The variant that each list's colours take.
  private var takenOfList: [Int?] = []

  init(_ resolver: Resolver) {
    self.resolver = resolver
    var known: [[TraitCollection]: Int] = [:]
    for color in resolver.palette.colors {
      if let last = listOfColor.last, color.registrations.lazy.map(\.traits).elementsEqual(lists[last]) {
        listOfColor.append(last)
        continue
      }
      let list = color.registrations.map(\.traits)
      let index = known[list] ?? lists.count
      if index == lists.count {
        known[list] = index
        lists.append(list)
      }
      listOfColor.append(index)
    }
  }

  mutating func ask(_ combination: TraitCombination) {
    let asked = resolver.override.effective(combination, for: .app)
    takenOfList = lists.map { TraitRank.best(among: $0, for: asked, dimensions: resolver.dimensions) }
  }

  func taken(by color: Int) -> Int? { takenOfList[listOfColor[color]] }
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
