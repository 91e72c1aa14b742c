import Colorimetry
import Palettes
import Syntax

/// One written value, and every cell that it has a say in: the unknown that is solved for.
struct FixSite {
  let audit: Audit
  /// The colour and the variant that it stands in.
  let link: ColorOrigins.Link
  let place: SourceRange
  /// What it is now.
  let value: RGBA
  let cells: [FixCell]

  /// - Parameter combinations: those asked about and all others: a value counts in each.
  init?(_ link: ColorOrigins.Link, in audit: Audit, _ origins: ColorOrigins, _ pairings: PairingIndex) {
    let registration = origins.registration(link)
    self.audit = audit
    self.link = link
    place = registration.range
    let sought = Set(origins.cells(of: place))
    guard let first = sought.min(by: { ($0.combination, $0.color) < ($1.combination, $1.color) }),
      let value = audit.grid.color(first.color, in: first.combination)
    else { return nil }
    self.value = value
    cells = Self.cells(audit, pairings, sought)
  }

  /// The cells of some colours under combinations.
  static func cells(_ audit: Audit, _ pairings: PairingIndex, _ sought: Set<ColorOrigins.Cell>) -> [FixCell] {
    var touched: Set<Fix.Gain> = []
    for cell in sought {
      for pairing in pairings.pairings(of: cell.color) {
        touched.insert(Fix.Gain(pairing: pairing, combination: cell.combination))
      }
    }
    return touched.sorted { ($0.pairing, $0.combination) < ($1.pairing, $1.combination) }.map { gain in
      FixCell(audit, gain.pairing, gain.combination) {
        sought.contains(ColorOrigins.Cell(color: $0, combination: gain.combination))
      }
    }
  }

  var name: String { audit.name(link.color) }

  /// The cells that fail and are asked about.
  var failing: [FixCell] { cells.filter { $0.verdict == .fail && audit.isAsked($0.combination) } }
}

extension Audit {
  func isAsked(_ combination: Int) -> Bool { asked.contains(combination) }
}

/// The judged pairs of each colour, as either half or as a backdrop.
package struct PairingIndex: Sendable {
  private var byColor: [Int: [Int]] = [:]
  private var overGeneral: [Int] = []
  private let general: Set<Int>

  package init(_ audit: Audit) {
    general = Set(audit.meter.generalBackgrounds)
    for (index, pairing) in audit.pairings.enumerated() {
      for color in Set([pairing.foreground, pairing.background] + pairing.backdrops) {
        byColor[color, default: []].append(index)
      }
      let isSeenThrough = audit.combinations.indices.contains { combination in
        audit.grid.color(pairing.background, in: combination).map { !$0.isOpaque } ?? false
      }
      if pairing.backdrops.isEmpty, isSeenThrough { overGeneral.append(index) }
    }
  }

  func pairings(of color: Int) -> [Int] {
    (byColor[color] ?? []) + (general.contains(color) ? overGeneral : [])
  }
}
