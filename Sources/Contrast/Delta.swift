package import Palettes

/// What a batch of changes did.
package struct Delta: Sendable {
  /// The revision it led to; 1 is the first.
  package let revision: Int
  /// The palettes that were evaluated anew or are gone, each as it was and as it is.
  let evaluated: [(path: String, before: Audit?, after: Audit?)]

  /// Their paths.
  package var palettes: [String] { evaluated.map(\.path) }

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

  /// Compared when it is asked for: by pair, then by combination.
  package var transitions: [Transition] {
    evaluated.flatMap { item in
      PairChange.all(from: item.before, to: item.after).flatMap { change in
        change.cells.map { cell in
          Transition(
            palette: item.path, pair: change.key, combination: cell.combination, before: cell.before, after: cell.after)
        }
      }
    }
  }

  /// Cells that passed and fail now.
  package var regressions: [Transition] { transitions.filter { $0.before == .pass && $0.after == .fail } }
}

/// A judged pair of which cells differ between two evaluations.
package struct PairChange: Sendable {
  /// One combination under which its verdict is another.
  package struct Cell: Sendable {
    package let combination: TraitCombination
    package let before: Verdict?
    package let after: Verdict?

    package init(combination: TraitCombination, before: Verdict?, after: Verdict?) {
      self.combination = combination
      self.before = before
      self.after = after
    }
  }

  package let key: PairKey
  /// The pair in each evaluation's `pairings`; nil where it is not judged.
  package let before: Int?
  package let after: Int?
  /// In the order of the later evaluation's combinations, then those that only the earlier one had.
  package let cells: [Cell]

  package init(key: PairKey, before: Int?, after: Int?, cells: [Cell]) {
    self.key = key
    self.before = before
    self.after = after
    self.cells = cells
  }

  /// The pairs that differ, in order of their names.
  package static func all(from before: Audit?, to after: Audit?) -> [PairChange] {
    let combinations = Combinations(before, after)
    if let before, let after, before.asked == after.asked, before.hasSameCells(as: after) {
      return sorted(
        after.pairings.indices.compactMap { index in
          guard before.verdicts(of: index) != after.verdicts(of: index) else { return nil }
          return combinations.change(of: after.key(of: after.pairings[index]), index, index)
        })
    }
    let old = before?.pairingsByKey ?? [:]
    let new = after?.pairingsByKey ?? [:]
    let changes = new.compactMap { combinations.change(of: $0, old[$0], $1) }
    return sorted(changes + old.compactMap { new[$0] == nil ? combinations.change(of: $0, $1, nil) : nil })
  }

  private static func sorted(_ changes: [PairChange]) -> [PairChange] { changes.sorted { $0.key < $1.key } }
}

/// The combinations of two evaluations of a palette, side by side.
private struct Combinations {
  private let earlier: Audit?
  private let later: Audit?
  /// Each with its place in either evaluation, and whether that is asked about it.
  private let all: [(combination: TraitCombination, before: Int?, after: Int?)]
  private let wasAsked: [Bool]
  private let isAsked: [Bool]

  init(_ before: Audit?, _ after: Audit?) {
    earlier = before
    later = after
    let old = before?.combinations ?? []
    let new = after?.combinations ?? []
    wasAsked = before?.isAsked ?? []
    isAsked = after?.isAsked ?? []
    if old == new {
      all = new.indices.map { (new[$0], $0, $0) }
    } else {
      all =
        new.enumerated().map { ($1, old.firstIndex(of: $1), $0) }
        + old.enumerated().filter { !new.contains($0.element) }.map { ($1, $0, nil) }
    }
  }

  /// Nil where no cell of the pair differs.
  func change(of key: PairKey, _ before: Int?, _ after: Int?) -> PairChange? {
    let cells = all.compactMap { item -> PairChange.Cell? in
      let was = before.flatMap { pair in item.before.flatMap { wasAsked[$0] ? earlier?.verdict(pair, $0) : nil } }
      let isNow = after.flatMap { pair in item.after.flatMap { isAsked[$0] ? later?.verdict(pair, $0) : nil } }
      // What a policy leaves out is gone from what fails, and from nothing else.
      if isNow == nil, after != nil, item.after != nil, was != .fail { return nil }
      return was == isNow ? nil : PairChange.Cell(combination: item.combination, before: was, after: isNow)
    }
    return cells.isEmpty ? nil : PairChange(key: key, before: before, after: after, cells: cells)
  }
}

extension Audit {
  /// Whether the policy asks about each of the combinations.
  fileprivate var isAsked: [Bool] {
    var isAsked = [Bool](repeating: false, count: combinations.count)
    for cell in asked { isAsked[cell] = true }
    return isAsked
  }

  fileprivate var pairingsByKey: [PairKey: Int] {
    Dictionary(pairings.enumerated().map { (key(of: $1), $0) }, uniquingKeysWith: { first, _ in first })
  }
}
