import Colorimetry
import Palettes
import Syntax

/// What is accepted or waived of a palette's failures.
package struct Excuses: Sendable {
  private let baselines: [(baseline: Baseline, palette: String)]
  private let waivers: [Waiver]
  private let day: Day?

  package static let none = Excuses()

  private init() {
    baselines = []
    waivers = []
    day = nil
  }

  /// What covers a palette, the nearest first.
  init(_ companions: Companions, for palette: String, on day: Day?) {
    baselines = CompanionScope.covering(palette, companions.baselines.values, \.scope).reversed()
      .compactMap { baseline in baseline.scope.relative(palette).map { (baseline, $0) } }
    waivers = CompanionScope.covering(palette, companions.waivers.values, \.scope).reversed()
      .flatMap { file in file.waivers.filter { companions.excess(of: $0, in: file, on: day) == nil } }
    self.day = day
  }

  package var isEmpty: Bool { baselines.isEmpty && waivers.isEmpty }

  package var hasBaseline: Bool { !baselines.isEmpty }

  /// What is to be said of one failing cell.
  package enum State: Hashable, Sendable {
    case new
    case accepted
    /// An accepted failure that got worse, from this ratio.
    case worse(than: Double)
    case waived
  }

  /// A failing cell, as baselines and waivers name it.
  struct Cell {
    let key: PairKey
    let rule: PairingRule
    let combination: TraitCombination
    /// The most it can be.
    let ratio: Double
  }

  /// - Parameter use: told of the waiver that covers it.
  func state(of cell: Cell, _ use: (Waiver) -> Void) -> State {
    let waiver = waivers.first { waiver in
      waiver.granted.map { cell.ratio >= $0 - Baseline.slack } ?? true && isMeant(cell, by: waiver)
    }
    if let waiver {
      use(waiver)
      return .waived
    }
    guard let accepted = accepted(cell)?.ratio else { return .new }
    return cell.ratio >= accepted - Baseline.slack ? .accepted : .worse(than: accepted)
  }

  /// What the nearest baseline that knows a failure accepts of it.
  func accepted(_ cell: Cell) -> (ratio: Double, baseline: Baseline)? {
    for (baseline, palette) in baselines {
      let key = Baseline.Key(
        palette: palette, foreground: cell.key.foreground, background: cell.key.background,
        rule: cell.key.usage.code)
      if let ratio = baseline.accepted(key, cell.combination.baselineKey) { return (ratio, baseline) }
    }
    return nil
  }

  /// Whether a waiver is in force and says that it is for this cell, whatever its ratio.
  private func isMeant(_ cell: Cell, by waiver: Waiver) -> Bool {
    let code = cell.key.usage.code
    let pair = "\(cell.key.foreground) on \(cell.key.background)"
    return !waiver.isExpired(on: day)
      && [cell.key.foreground, cell.key.background, pair].contains { Glob.matches(waiver.pair, $0) }
      && waiver.traits.allSatisfy { $0.holds(in: cell.combination) }
      && waiver.rule.map { Glob.matches($0, code) || Glob.matches($0, cell.rule.rawValue) } ?? true
  }

  /// The ratio at which a failing cell was accepted or waived, where it has got worse than that allows.
  func outgrown(_ cell: Cell) -> Double? {
    switch state(of: cell, { _ in }) {
    case .accepted, .waived: nil
    case .worse(let accepted): accepted
    case .new: waivers.first { $0.granted != nil && isMeant(cell, by: $0) }?.granted
    }
  }
}

extension TraitCombination {
  /// What it differs in from the default one; `default` for that.
  package var baselineKey: String {
    let text = deviations.description
    return text.isEmpty ? "default" : text
  }
}

extension Audit {
  /// The failing cells of a pair by what is to be said of them.
  func states(of index: Int, under excuses: Excuses, _ use: (Waiver) -> Void) -> [(
    combination: Int, state: Excuses.State
  )] {
    failingCells(of: index).map { ($0.combination, excuses.state(of: $0.cell, use)) }
  }

  /// The failing cells of a pair that are worse than they were accepted or waived at, each with that ratio.
  package func outgrown(_ index: Int, _ excuses: Excuses) -> [(combination: Int, accepted: Double)] {
    failingCells(of: index).compactMap { combination, cell in excuses.outgrown(cell).map { (combination, $0) } }
  }

  /// How many failing cells are waived, by the file of the waiver.
  package func waived(under excuses: Excuses) -> [String: Int] {
    var counts: [String: Int] = [:]
    for index in pairings.indices { _ = states(of: index, under: excuses) { counts[$0.range.file, default: 0] += 1 } }
    return counts
  }

  private func failingCells(of index: Int) -> [(combination: Int, cell: Excuses.Cell)] {
    let pairing = pairings[index]
    let failing = failing(index)
    if failing.isEmpty { return [] }
    let key = key(of: pairing)
    return failing.compactMap { combination in
      guard let measured = measure(index, in: combination) else { return nil }
      let cell = Excuses.Cell(
        key: key, rule: pairing.rule, combination: combinations[combination], ratio: measured.maximum.value)
      return (combination, cell)
    }
  }

  /// The failures of this palette as a baseline holds them.
  ///
  /// - Parameters:
  ///   - palette: as seen from the file.
  ///   - excuses: what is covered already, by a waiver, is left out.
  package func baselineEntries(as palette: String, under excuses: Excuses) -> [Baseline.Entry] {
    pairings.indices.compactMap { index in
      let open = states(of: index, under: excuses) { _ in }.filter { $0.state != .waived }
      guard !open.isEmpty else { return nil }
      let key = key(of: pairings[index])
      let ratios = open.map { cell in
        let ratio = measure(index, in: cell.combination)?.maximum.value ?? 1
        return (combinations[cell.combination].baselineKey, (ratio * 1e4).rounded(.down) / 1e4)
      }
      return Baseline.Entry(
        palette: palette, foreground: key.foreground, background: key.background, rule: key.usage.code,
        ratios: Dictionary(ratios, uniquingKeysWith: { first, _ in first }))
    }
  }
}
