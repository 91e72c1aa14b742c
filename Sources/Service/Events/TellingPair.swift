import Contrast
import Palettes

/// What an event says of a judged pair in some combinations: it is that of the worst of them.
struct TellingPair {
  let audit: Audit
  let index: Int
  let key: PairKey
  /// All of them, and the worst.
  let cells: [Int]
  let cell: Int
  private let measurement: Measurement?

  /// Nil where the evaluation has none of the combinations.
  init?(_ audit: Audit, _ index: Int, _ key: PairKey, in combinations: [TraitCombination]) {
    let cells = combinations.compactMap { audit.grid.space.index(of: $0) }
    let measured = cells.compactMap { cell in audit.measure(index, in: cell).map { (cell: cell, measurement: $0) } }
    let worst = measured.min { $0.measurement.minimum < $1.measurement.minimum }
    guard let cell = worst?.cell ?? cells.first else { return nil }
    self.audit = audit
    self.index = index
    self.key = key
    self.cells = cells
    self.cell = cell
    measurement = worst?.measurement
  }

  func pair(ratioBefore: String?) -> Event.Pair {
    let pairing = audit.pairings[index]
    let required = audit.required(pairing, in: cell)
    return Event.Pair(
      key: key, combinations: cells.map { audit.label($0) }, cells: cells.map { audit.combinations[$0].description },
      foregroundPlace: audit.place(of: pairing.foreground, in: cell),
      backgroundPlace: audit.place(of: pairing.background, in: cell),
      foregroundColor: audit.grid.color(pairing.foreground, in: cell)?.hex ?? "none",
      backgroundColor: audit.grid.color(pairing.background, in: cell)?.hex ?? "none",
      ratio: measurement?.minimum.formatted(decimals: 2, missing: required), ratioBefore: ratioBefore,
      required: required, conformance: audit.policy.conformance(in: audit.combinations[cell]).rawValue,
      rule: pairing.rule.rawValue, severity: pairing.severity)
  }
}

extension Event.Pair {
  /// `text (#999999) on surface (#FFFFFF)`.
  var names: String { "\(key.foreground) (\(foregroundColor)) on \(key.background) (\(backgroundColor))" }

  /// `dark and 3 more (text, AA)`.
  func phrase(in label: String) -> String {
    let rest = combinations.count > 1 ? " and \(combinations.count - 1) more" : ""
    return "\(label)\(rest) (\(key.usage.rawValue), \(conformance))"
  }
}
