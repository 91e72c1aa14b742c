import Contrast
import Palettes

extension Remembered {
  /// What happened to a palette since this was told of it, perhaps while no daemon ran.
  ///
  /// - Parameter after: nil where the palette is gone.
  func events(root: String, palette: String, to after: Audit?) -> [Event] {
    let present = Dictionary(
      (after?.pairings ?? []).enumerated().compactMap { index, pairing in after.map { ($0.key(of: pairing), index) } },
      uniquingKeysWith: { first, _ in first })
    let known = Dictionary(pairs.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let gone = pairs.filter { present[$0.key] == nil }.map { vanished($0, root, palette) }
    guard let after else { return gone }
    let columns = after.combinations.map { combinations.firstIndex(of: $0.description) }
    var comparison = Comparison(root: root, palette: palette, before: nil, after: after)
    comparison.ratioBefore = { key, combination in
      guard let column = combinations.firstIndex(of: combination.description), let ratio = known[key]?.ratios[column],
        ratio > 0
      else { return nil }
      return Self.floored(ratio)
    }
    return comparison.events(
      of: present.keys.sorted().compactMap { key in
        guard let index = present[key] else { return nil }
        let verdicts = known[key]?.verdicts
        let cells = after.combinations.indices.compactMap { cell -> PairChange.Cell? in
          let before = columns[cell].flatMap { verdicts?[$0] }
          let verdict = after.verdict(index, cell)
          if before == verdict { return nil }
          return PairChange.Cell(combination: after.combinations[cell], before: before, after: verdict)
        }
        return cells.isEmpty ? nil : PairChange(key: key, before: nil, after: index, cells: cells)
      }) + gone
  }

  /// Two decimals, never more than there is.
  private static func floored(_ thousandths: Int) -> String {
    let hundredths = thousandths / 10
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  private func vanished(_ pair: Pair, _ root: String, _ palette: String) -> Event {
    let worst = pair.ratios.filter { $0 > 0 }.min()
    let told = Event.Pair(
      key: pair.key, combinations: combinations, foregroundPlace: pair.foregroundPlace.range,
      backgroundPlace: pair.backgroundPlace.range, foregroundColor: pair.foregroundColor,
      backgroundColor: pair.backgroundColor, ratio: worst.map { Self.floored($0) },
      ratioBefore: nil, required: nil, conformance: "", rule: "", severity: .note)
    return Event(.vanished, Comparison.vanished(pair.key), root: root, palette: palette, pair: told)
  }
}
