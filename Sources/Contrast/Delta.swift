package import Palettes

/// What a batch of changes did to the verdicts.
package struct Delta: Sendable {
  /// The revision it led to; 1 is the first.
  package let revision: Int
  /// Paths of the palettes that were evaluated anew or are gone.
  package let palettes: [String]
  package let transitions: [Transition]

  /// A cell whose verdict is another than before.
  package struct Transition: Hashable, Sendable {
    package let palette: String
    package let pair: PairKey
    package let combination: TraitCombination
    /// Nil for a cell that was not there.
    package let before: Verdict?
    /// Nil for a cell that is no longer there.
    package let after: Verdict?
  }

  /// Cells that passed and fail now.
  package var regressions: [Transition] { transitions.filter { $0.before == .pass && $0.after == .fail } }
}

extension Delta {
  /// The cells of a palette that differ between two evaluations of it.
  package static func transitions(of palette: String, from before: Audit?, to after: Audit?) -> [Transition] {
    if let before, let after, before.hasSameCells(as: after) { return transitions(of: palette, between: before, after) }
    let old = before.map(cells) ?? [:]
    let new = after.map(cells) ?? [:]
    var result: [Transition] = []
    for (cell, verdict) in new where old[cell] != verdict {
      result.append(cell.transition(palette, old[cell], verdict))
    }
    for (cell, verdict) in old where new[cell] == nil {
      result.append(cell.transition(palette, verdict, nil))
    }
    return result.sorted { ($0.pair, $0.combination.description) < ($1.pair, $1.combination.description) }
  }

  /// The same where both have the same pairs under the same combinations: place by place.
  private static func transitions(of palette: String, between before: Audit, _ after: Audit) -> [Transition] {
    var result: [Transition] = []
    for index in after.pairings.indices {
      for (combination, verdicts) in zip(before.verdicts(of: index), after.verdicts(of: index)).enumerated()
      where verdicts.0 != verdicts.1 {
        result.append(
          Transition(
            palette: palette, pair: after.key(of: after.pairings[index]), combination: after.combinations[combination],
            before: verdicts.0, after: verdicts.1))
      }
    }
    return result.sorted { ($0.pair, $0.combination.description) < ($1.pair, $1.combination.description) }
  }

  private struct Cell: Hashable {
    let pair: PairKey
    let combination: TraitCombination

    func transition(_ palette: String, _ before: Verdict?, _ after: Verdict?) -> Transition {
      Transition(palette: palette, pair: pair, combination: combination, before: before, after: after)
    }
  }

  private static func cells(_ audit: Audit) -> [Cell: Verdict] {
    var cells: [Cell: Verdict] = [:]
    for (index, pairing) in audit.pairings.enumerated() {
      let key = audit.key(of: pairing)
      for (combination, verdict) in zip(audit.combinations, audit.verdicts(of: index)) {
        cells[Cell(pair: key, combination: combination)] = verdict
      }
    }
    return cells
  }
}
