import Colorimetry
import Palettes
import Syntax

extension FixSite {
  /// What is wanted of a new value.
  enum Aim {
    /// That everything failing passes.
    case all
    /// That some cells pass, whatever else fails now.
    case only([FixCell])
  }

  /// The nearest value with which the aim is met and nothing breaks.
  func solve(_ aim: Aim, keepsPolarity: Bool = true, written: (RGBA) -> RGBA?) -> (color: RGBA, written: RGBA)? {
    let wanted: [FixCell]
    switch aim {
    case .all: wanted = failing
    case .only(let cells): wanted = cells
    }
    if wanted.isEmpty || wanted.contains(where: \.conditions.isEmpty) { return nil }
    let kept = cells.filter { $0.verdict == .pass }
    var search = FixSearch(
      from: value, (wanted + kept).flatMap(\.conditions), keepsPolarity: keepsPolarity)
    return search.nearest(written: written)
  }

  /// The nearest value with which as many failing pairs pass as can, and nothing breaks: those are tried one after the
  /// other, each kept that can be met together with those before.
  func solveMost(of first: [FixCell], written: (RGBA) -> RGBA?) -> (color: RGBA, written: RGBA)? {
    guard var best = solve(.only(first), written: written) else { return nil }
    var wanted = first
    let others = Dictionary(grouping: failing, by: \.pairing).sorted { $0.key < $1.key }.prefix(32)
    for (_, cells) in others where !cells.allSatisfy({ $0.passes(with: best.written) }) {
      guard let better = solve(.only(wanted + cells), written: written) else { continue }
      wanted += cells
      best = better
    }
    return best
  }

  /// What new values do to all that the place has a say in.
  ///
  /// - Parameter value: the value under a combination; another colour of the palette may have several.
  func effect(of value: (Int) -> RGBA?) -> Effect {
    func passes(_ cell: FixCell) -> Bool { value(cell.combination).map { cell.passes(with: $0) } ?? false }
    var effect = Effect()
    for (pairing, cells) in Dictionary(grouping: cells, by: \.pairing).sorted(by: { $0.key < $1.key }) {
      let asked = cells.filter { audit.isAsked($0.combination) }
      let failing = asked.filter { $0.verdict == .fail }
      let gained = failing.filter(passes)
      let lost = cells.filter { $0.verdict == .pass && !passes($0) }
      effect.gained += gained.map { Fix.Gain(pairing: $0.pairing, combination: $0.combination) }
      let pair = audit.pairings[pairing]
      if let first = lost.first {
        effect.broken.append(
          "\(audit.name(pair.foreground)) on \(audit.name(pair.background)) (\(audit.label(first.combination)))")
      }
      if cells.allSatisfy({ audit.required(pair, in: $0.combination) == nil }) { continue }
      effect.pairs += 1
      if !failing.isEmpty {
        effect.failing += 1
        if gained.count == failing.count { effect.fixed += 1 }
      }
      if gained.count == failing.count, lost.isEmpty, asked.allSatisfy({ $0.verdict == .pass || $0.verdict == .fail }) {
        effect.passing += 1
      }
    }
    return effect
  }

  struct Effect {
    var fixed = 0
    var failing = 0
    var passing = 0
    var pairs = 0
    var broken: [String] = []
    var gained: [Fix.Gain] = []
  }

  /// The change as a whole, with what comes of it.
  ///
  /// - Parameters:
  ///   - new: the value under a combination.
  ///   - cell: what was asked about.
  func fix(
    _ kind: Fix.Kind, _ half: Fix.Half, to new: (Int) -> RGBA?, _ edits: [TextEdit], at cell: Fix.Gain
  ) -> Fix? {
    guard let after = new(cell.combination),
      let cell = cells.first(where: { $0.pairing == cell.pairing && $0.combination == cell.combination }),
      let ratio = cell.conditions.compactMap({ $0.measure(after)?.ratio }).min()
    else { return nil }
    let effect = effect(of: new)
    let own = audit.palette.colors[link.color].registrations[link.registration].traits
    let isAdded = if case .variant = kind { true } else { false }
    return Fix(
      kind: kind, half: half, name: name, traits: isAdded ? TraitCollection() : own, before: value, after: after,
      ratio: ratio, edits: edits, fixed: effect.fixed,
      failing: effect.failing, passing: effect.passing, pairs: effect.pairs, broken: effect.broken,
      gained: effect.gained)
  }
}
