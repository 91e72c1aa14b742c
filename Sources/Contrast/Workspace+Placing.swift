import Palettes
import Syntax

// Where a file counts: what a policy says of its place.

extension Workspace {
  /// The format of a file and what it is part of, by where it counts.
  func home(of path: String) -> (format: PaletteFormat, unit: String)? {
    guard let claimed = PaletteFormat.claiming(path) else { return nil }
    guard companions.givesTraits, let place = companions.rules(for: path).place else { return claimed }
    return (claimed.format, claimed.format.unit(place) ?? claimed.unit)
  }

  /// Puts every file where it counts now.
  mutating func regroup() {
    let all = units.values.flatMap(\.fragments.values)
    units = [:]
    for fragment in all {
      guard let (format, unit) = home(of: fragment.path) else { continue }
      units[unit, default: Unit(format: format)].fragments[fragment.path] = fragment
    }
  }
}
