import Contrast

/// Pairs of one batch that are there under other names, or in a palette of another path, and look as they did: nothing
/// happened to them.
struct Renames {
  /// By palette, the pairs that are no longer there under this name.
  private(set) var gone: [String: Set<PairKey>] = [:]
  /// By palette, the pairs that were not there under this name.
  private(set) var new: [String: Set<PairKey>] = [:]
  private var moves: [Move] = []

  private struct Move {
    let from: (palette: String, pair: PairKey)
    let to: (palette: String, pair: PairKey)
  }

  init() {}

  init(_ comparisons: [Comparison]) {
    guard comparisons.contains(where: { !$0.gone.isEmpty }), comparisons.contains(where: { !$0.new.isEmpty }) else {
      return
    }
    // By how they look, and where: each is one other pair at most.
    var free: [Look: [(palette: String, pair: PairKey)]] = [:]
    for comparison in comparisons where !comparison.new.isEmpty {
      guard let after = comparison.after else { continue }
      for (pair, look) in Look.all(of: comparison.new, in: after).sorted(by: { $0.key < $1.key }) {
        free[look, default: []].append((comparison.palette, pair))
      }
    }
    for comparison in comparisons where !comparison.gone.isEmpty {
      for (pair, look) in comparison.before.looks(of: comparison.gone).sorted(by: { $0.key < $1.key }) {
        take(pair, comparison.palette, &free[look, default: []])
      }
    }
  }

  /// In another palette it has its own names; in its own, those that share one come first.
  private mutating func take(_ pair: PairKey, _ palette: String, _ free: inout [(palette: String, pair: PairKey)]) {
    let own = free.indices.filter { free[$0].palette == palette }
    let found =
      own.first { free[$0].pair.foreground == pair.foreground || free[$0].pair.background == pair.background }
      ?? own.first ?? free.firstIndex { $0.pair == pair }
    guard let found else { return }
    let other = free.remove(at: found)
    gone[palette, default: []].insert(pair)
    new[other.palette, default: []].insert(other.pair)
    moves.append(Move(from: (palette, pair), to: other))
  }

  /// One notice for each palette that pairs went from and each that they went to.
  func events(root: String) -> [Event] {
    let groups = Dictionary(grouping: moves) { [$0.from.palette, $0.to.palette] }
    return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, moves in
      guard let first = moves.first else { return nil }
      let count = moves.count
      let message: String
      if first.from.palette == first.to.palette {
        let (old, new) = (first.from.pair, first.to.pair)
        let rest = count > 1 ? ", and \(count - 1) more of its pairs have other names" : ""
        message =
          "\(old.foreground) on \(old.background) is \(new.foreground) on \(new.background) now\(rest). "
          + "Colours and verdicts are as they were."
      } else {
        let pairs = count == 1 ? "1 judged pair" : "\(count) judged pairs"
        message =
          "\(pairs) of \(first.from.palette) went to \(first.to.palette). Colours and verdicts are as they were."
      }
      return Event(.renamed, message, root: root, palette: first.to.palette)
    }
  }
}
