package import Palettes
import Syntax

/// Which written values each colour comes from under each combination: its own variant, and behind aliases the others'.
package struct ColorOrigins: Sendable {
  /// One variant on the way from a name to its colour.
  package struct Link: Hashable, Sendable {
    /// The place of the colour in the palette's `colors`.
    package let color: Int
    package let registration: Int
  }

  /// A colour under a combination.
  struct Cell: Hashable {
    let color: Int
    let combination: Int
  }

  private let audit: Audit
  /// The cells that a written value has a say in, by its place.
  private var cells: [SourceRange: [Cell]] = [:]

  package init(_ audit: Audit) {
    self.audit = audit
    var colors: Set<Int> = Set(audit.meter.generalBackgrounds)
    for pairing in audit.pairings {
      colors.insert(pairing.foreground)
      colors.insert(pairing.background)
      colors.formUnion(pairing.backdrops)
    }
    for color in colors.sorted() {
      for combination in audit.combinations.indices {
        for link in chain(of: color, in: combination) {
          cells[registration(link).range, default: []].append(Cell(color: color, combination: combination))
        }
      }
    }
  }

  /// From a colour's own variant through its aliases to the one that holds a value. Empty where the way ends in a
  /// system colour, in nothing or in a circle.
  package func chain(of color: Int, in combination: Int) -> [Link] {
    let palette = audit.palette
    var links: [Link] = []
    var at = color
    while links.count < 64 {
      let declared = palette.colors[at]
      let asked = audit.policy.override.effective(audit.combinations[combination], for: declared.source)
      guard declared.source == .app,
        let taken = declared.closestMatch(for: asked, dimensions: audit.resolver.dimensions)
      else { return [] }
      links.append(Link(color: at, registration: taken))
      switch declared.registrations[taken].value {
      case .color: return links
      case .alias(let name):
        guard let next = palette.index(of: name) else { return [] }
        at = next
      case .systemColor, .unreadable: return []
      }
    }
    return []
  }

  package func registration(_ link: Link) -> Registration {
    audit.palette.colors[link.color].registrations[link.registration]
  }

  /// The cells that the value at a place has a say in.
  func cells(of place: SourceRange) -> [Cell] { cells[place] ?? [] }
}
