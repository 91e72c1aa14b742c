import Colorimetry
import Palettes
import Syntax

/// A change that is to be tried.
struct FixProposal {
  let palette: String
  let fix: Fix
  let place: SourceRange
  /// All that it has a say in.
  let cells: Set<Fix.Gain>

  /// Whether what it promised holds in a later evaluation.
  func isGained(_ old: Audit, _ new: Audit) -> Bool {
    var verdicts: [PairKey: [Int]] = [:]
    for index in new.pairings.indices { verdicts[new.key(of: new.pairings[index]), default: []].append(index) }
    return fix.gained.allSatisfy { gain in
      let key = old.key(of: old.pairings[gain.pairing])
      guard let places = verdicts[key], let column = new.grid.space.index(of: old.combinations[gain.combination]) else {
        return false
      }
      return places.allSatisfy { new.verdict($0, column) != .fail }
    }
  }
}

/// Finds the changes of one kind for one palette, none of which touches what another touches.
struct FixProposer {
  private let finder: FixFinder
  private let path: String
  private let atDefinition: Bool
  private(set) var proposals: [FixProposal] = []
  private(set) var reasons: [PairKey: String] = [:]
  /// The cells that the proposals so far have a say in.
  private var taken: Set<Fix.Gain> = []
  /// Files and colours of which a new entry is proposed.
  private var grown: Set<Int> = []
  /// Places that were looked at.
  private var seen: Set<SourceRange> = []

  init(_ finder: FixFinder, path: String, atDefinition: Bool) {
    self.finder = finder
    self.path = path
    self.atDefinition = atDefinition
  }

  private var audit: Audit { finder.audit }

  /// - Parameter failing: the pairs, in the audit's order.
  mutating func propose(_ stage: FixPlanner.Stage, _ failing: [Int]) {
    let half: Fix.Half = stage == .background ? .background : .foreground
    for pairing in failing {
      for combination in audit.failing(pairing) {
        propose(stage, half, Fix.Gain(pairing: pairing, combination: combination))
      }
    }
  }

  private mutating func propose(_ stage: FixPlanner.Stage, _ half: Fix.Half, _ cell: Fix.Gain) {
    let color = finder.color(half, of: cell.pairing)
    let chain = finder.origins.chain(of: color, in: cell.combination)
    guard let last = chain.last else {
      let other = half == .foreground ? "" : reasons[key(cell)].map { $0 + "; " } ?? ""
      reasons[key(cell)] = other + "\(audit.name(color)) has no value of its own that could be changed"
      return
    }
    if stage == .foreground || stage == .background, chain.count > 1, !atDefinition,
      take(finder.step(chain, half, cell, isWhole: true) ?? .success(nil), chain[chain.count - 2], cell)
    {
      return
    }
    let place = finder.origins.registration(last).range
    // One place is looked at once, whichever of its pairs leads to it; the last stages begin with a pair.
    if stage != .most, stage != .variant, !seen.insert(place).inserted { return }
    guard let site = finder.site(last) else { return }
    switch stage {
    case .foreground, .background:
      _ = take(finder.value(site, half, cell) { site.solve(.all, written: $0) }, last, cell)
    case .variant:
      if grown.contains(last.color) { return }
      for attempt in finder.variants(site, half, cell) where take(attempt, last, cell) { grown.insert(last.color) }
    case .most:
      let goal = site.cells.filter {
        $0.pairing == cell.pairing && $0.verdict == .fail && audit.isAsked($0.combination)
      }
      let attempt = finder.value(site, half, cell) { written in
        site.solveMost(of: goal, written: written)
          ?? site.solveMost(of: goal.filter { $0.combination == cell.combination }, written: written)
      }
      _ = take(attempt, last, cell)
    }
  }

  /// Whether a change was found that can be proposed beside the others.
  private mutating func take(_ attempt: FixFinder.Attempt, _ link: ColorOrigins.Link, _ cell: Fix.Gain) -> Bool {
    switch attempt {
    case .failure(let refusal):
      reasons[key(cell)] = "\(audit.name(link.color)) cannot be written: \(refusal.reason)"
      return false
    case .success(nil): return false
    case .success(let fix?):
      guard fix.broken.isEmpty, !fix.edits.isEmpty, let site = finder.site(link) else { return false }
      let cells = Set(site.cells.map { Fix.Gain(pairing: $0.pairing, combination: $0.combination) })
      guard taken.isDisjoint(with: cells) else { return true }
      taken.formUnion(cells)
      proposals.append(FixProposal(palette: path, fix: fix, place: site.place, cells: cells))
      return true
    }
  }

  private func key(_ cell: Fix.Gain) -> PairKey { audit.key(of: audit.pairings[cell.pairing]) }
}
