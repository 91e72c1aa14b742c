package import Palettes
import Syntax

/// One colour changed: its row of the grid and its pairs are measured anew, and nothing else.
extension Audit {
  /// This evaluation carried over to a palette that differs from its own in a few values; what comes out equals a whole
  /// evaluation. Nil where the difference is of another kind, or may decide what is paired: then all is to be done anew.
  package func updated(to new: Palette) -> Audit? {
    editedColors(in: new).flatMap { updated(to: new, edited: $0) }
  }

  /// The same where it is known that the palettes differ in places and in the values of some colours at most.
  func updated(to new: Palette, edited: [Int]) -> Audit? {
    guard edited.count <= 64, aliases.count <= 256, edited.allSatisfy({ hasSameVariants($0, in: new) }) else {
      return nil
    }
    let isLocal = edited.allSatisfy { isPlain(palette.colors[$0]) && isPlain(new.colors[$0]) }
    let places = Set(edited.map { new.colors[$0].range.file })
    guard isLocal, pairingDiagnostics.allSatisfy({ !places.contains($0.range.file) }), grid.hasRoom else { return nil }
    let resolver = Resolver(resolver, over: new)
    let others = aliases.filter { !edited.contains($0) }
    var grid = grid
    let changed = grid.update(edited + others, with: resolver)
    guard changed.allSatisfy({ !valueBound.contains($0) }) else { return nil }
    return Audit(
      updating: self, palette: new, resolver: resolver, grid: grid,
      aliases: (others + edited.filter { new.colors[$0].hasAlias }).sorted(), changed: changed)
  }

  private func hasSameVariants(_ color: Int, in new: Palette) -> Bool {
    palette.colors[color].source == new.colors[color].source
      && palette.colors[color].registrations.haveTraits(of: new.colors[color].registrations)
  }

  /// The colours whose values differ, where the palettes are the same in everything else but places.
  private func editedColors(in new: Palette) -> [Int]? {
    guard palette.colors.count == new.colors.count, palette.canvas == new.canvas,
      palette.pairs.elementsEqual(new.pairs, by: { $0.isSame(as: $1) }),
      palette.roles.elementsEqual(new.roles, by: { $0.pattern == $1.pattern && $0.role == $1.role }),
      palette.ownDimensions.elementsEqual(
        new.ownDimensions, by: { $0.dimension == $1.dimension && $0.values == $1.values })
    else { return nil }
    var edited: [Int] = []
    for (index, (before, after)) in zip(palette.colors, new.colors).enumerated() {
      guard before.name == after.name, before.source == after.source else { return nil }
      if before.registrations == after.registrations { continue }
      guard before.registrations.haveTraits(of: after.registrations) else { return nil }
      if !before.registrations.elementsEqual(after.registrations, by: { $0.value == $1.value }) { edited.append(index) }
    }
    return edited
  }

  /// Only colours of sRGB, or names of others: nothing that brings or takes a dimension.
  private func isPlain(_ color: DynamicColor) -> Bool {
    color.registrations.allSatisfy { registration in
      switch registration.value {
      case .color(let color): color.rendered.isInSRGBGamut
      case .alias, .unreadable: true
      case .systemColor: false
      }
    }
  }
}

extension Audit {
  /// The pairs, each declared where the new palette declares it now.
  func pairings(declaredIn new: Palette) -> [Pairing] {
    if palette.pairs == new.pairs { return pairings }
    var places: [PairKey: SourceRange] = [:]
    for (before, after) in zip(palette.pairs, new.pairs) {
      for usage in before.usage.map({ [$0] }) ?? Usage.allCases {
        let key = PairKey(foreground: before.foreground, background: before.background, usage: usage)
        if places[key] == nil { places[key] = after.range }
      }
    }
    return pairings.map { pairing in
      guard let place = pairing.declaration, !PolicyFile.isOne(place.file), let new = places[key(of: pairing)] else {
        return pairing
      }
      return pairing.declared(at: new)
    }
  }
}

extension DynamicColor {
  /// Whether one of its variants is another colour of the palette.
  var hasAlias: Bool {
    registrations.contains { registration in
      if case .alias = registration.value { true } else { false }
    }
  }
}

extension DeclaredPair {
  fileprivate func isSame(as other: DeclaredPair) -> Bool {
    foreground == other.foreground && background == other.background && backdrops == other.backdrops
      && usage == other.usage && minimum == other.minimum
  }
}

extension Audit {
  /// Whether both judge the same pairs, in the same order, under the same combinations.
  func hasSameCells(as other: Audit) -> Bool {
    palette.colors.count == other.palette.colors.count && combinations == other.combinations
      && zip(palette.colors, other.palette.colors).allSatisfy { $0.name == $1.name }
      && pairings.elementsEqual(other.pairings) { left, right in
        (left.foreground, left.background, left.usage) == (right.foreground, right.background, right.usage)
      }
  }
}
