import Contrast
import Palettes

extension Remembered {
  /// The pairs that are still judged, or for the first time, and of which cells differ.
  func changes(to after: Audit) -> [PairChange] {
    let present = Dictionary(
      after.pairings.enumerated().map { (after.key(of: $1), $0) }, uniquingKeysWith: { first, _ in first })
    let known = Dictionary(pairs.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let columns = after.combinations.map { combinations.firstIndex(of: $0.description) }
    let asked = Set(after.asked)
    return present.keys.sorted().compactMap { key in
      guard let index = present[key] else { return nil }
      let verdicts = known[key]?.verdicts
      let cells = after.combinations.indices.compactMap { cell -> PairChange.Cell? in
        let before = columns[cell].flatMap { verdicts?[$0] }
        let verdict = asked.contains(cell) ? after.verdict(index, cell) : nil
        // What a policy leaves out is gone from what fails, and from nothing else.
        if before == verdict || verdict == nil && before != .fail { return nil }
        return PairChange.Cell(combination: after.combinations[cell], before: before, after: verdict)
      }
      return cells.isEmpty ? nil : PairChange(key: key, before: nil, after: index, cells: cells)
    }
  }

  /// The ratio of a pair under a combination in thousandths; nil where that is not known.
  func thousandths(of pair: Pair, in combination: TraitCombination) -> Int? {
    combinations.firstIndex(of: combination.description).map { pair.ratios[$0] }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Two decimals, never more than there is.
  static func floored(_ thousandths: Int) -> String {
    let hundredths = thousandths / 10
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
