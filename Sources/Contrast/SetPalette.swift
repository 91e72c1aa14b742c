import Palettes
import Syntax

extension Palette {
  /// Several palettes as one: each colour knows which it is of, so that only pairs across them are judged.
  ///
  /// A name that an earlier palette has already gets the palette's path behind it.
  init(set path: String, of members: [(palette: Palette, files: Set<String>)]) {
    var union = SetUnion()
    for (member, item) in members.enumerated() { union.add(item.palette, item.files, member) }
    self.init(
      set: path, colors: union.colors, origins: union.origins,
      canvas: members.lazy.compactMap { $0.palette.canvas }.first { name in union.colors.contains { $0.name == name } },
      ownDimensions: union.ownDimensions)
  }
}

private struct SetUnion {
  var colors: [DynamicColor] = []
  var origins: [Palette.Origin] = []
  var ownDimensions: [(dimension: TraitDimension, values: [String])] = []
  private var names: Set<String> = []

  mutating func add(_ palette: Palette, _ files: Set<String>, _ member: Int) {
    let counted = palette.colors.indices.filter { files.contains(palette.colors[$0].range.file) }
    let needed = Self.closure(of: counted, palette)
    var renamed: [String: String] = [:]
    for index in needed {
      let name = palette.colors[index].name
      if names.contains(name) { renamed[name] = "\(name) (\(palette.path))" }
    }
    let isCounted = Set(counted)
    let roles = DeclaredRoles(palette.roles)
    for index in needed {
      let color = palette.colors[index]
      colors.append(Self.renamed(color, renamed))
      names.insert(renamed[color.name] ?? color.name)
      origins.append(
        Palette.Origin(
          member: member, name: color.name, role: roles.role(of: color.name),
          isCounted: isCounted.contains(index)))
    }
    for own in palette.ownDimensions {
      let place = ownDimensions.firstIndex { $0.dimension == own.dimension } ?? ownDimensions.endIndex
      if place == ownDimensions.endIndex { ownDimensions.append((own.dimension, [])) }
      ownDimensions[place].values += own.values.filter { !ownDimensions[place].values.contains($0) }
    }
  }

  /// Some colours and those that they have their values from, in order.
  private static func closure(of colors: [Int], _ palette: Palette) -> [Int] {
    var found = Set(colors)
    var open = colors
    while let next = open.popLast() {
      for registration in palette.colors[next].registrations {
        guard case .alias(let name) = registration.value, let target = palette.index(of: name) else { continue }
        if found.insert(target).inserted { open.append(target) }
      }
    }
    return found.sorted()
  }

  private static func renamed(_ color: DynamicColor, _ names: [String: String]) -> DynamicColor {
    if names.isEmpty { return color }
    let registrations = color.registrations.map { registration in
      guard case .alias(let target) = registration.value, let name = names[target] else { return registration }
      return Registration(traits: registration.traits, value: .alias(name), range: registration.range)
    }
    return DynamicColor(
      name: names[color.name] ?? color.name, source: color.source, registrations: registrations, range: color.range)
  }
}
