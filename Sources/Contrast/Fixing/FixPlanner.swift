import Palettes
import Syntax

/// Makes a `FixPlan` in rounds: what can be changed independently is proposed, written, read again and judged whole;
/// what proves wrong is dropped, and the next kind of change is tried on what still fails.
struct FixPlanner {
  /// What is tried, in order. Each asks for a value with which all passes that the value has a say in, but for the last,
  /// which takes the most that can be had.
  enum Stage: CaseIterable {
    case foreground, variant, background, most
  }

  private let atDefinition: Bool
  private let wanted: (Audit, Int) -> Bool
  private let read: (String) -> [UInt8]?
  private var state: Workspace
  /// Every palette as a first reading judges it.
  private var audits: [String: Audit]
  private let audited: [String: Audit]
  private var texts: [String: SourceText] = [:]
  private var originals: [String: [UInt8]] = [:]
  private var changes: [FixPlan.Change] = []
  /// Why a pair was not fixed, the last that was found.
  private var reasons: [String: [PairKey: String]] = [:]
  /// What was tried in vain on a palette as it stands.
  private var idle: [String: Set<Stage>] = [:]

  init(
    _ workspace: Workspace, atDefinition: Bool, wanted: @escaping (Audit, Int) -> Bool,
    read: @escaping (String) -> [UInt8]?
  ) {
    self.atDefinition = atDefinition
    self.wanted = wanted
    self.read = read
    state = workspace
    var audits: [String: Audit] = [:]
    for (path, evaluation) in workspace.palettes { audits[path] = evaluation.audit }
    self.audits = audits
    audited = audits
  }

  mutating func run() {
    for _ in 0..<2 {
      for stage in Stage.allCases {
        for _ in 0..<4 where !round(stage) { break }
      }
    }
  }

  /// Proposes, tries and takes. False when nothing was taken.
  private mutating func round(_ stage: Stage) -> Bool {
    var proposals: [FixProposal] = []
    for path in audits.keys.sorted() where !(idle[path]?.contains(stage) ?? false) {
      let own = proposed(stage, path)
      if own.isEmpty { idle[path, default: []].insert(stage) }
      proposals += own
    }
    while !proposals.isEmpty {
      let outcome = attempt(proposals)
      if outcome.refused.isEmpty {
        take(proposals, outcome)
        return true
      }
      for index in outcome.refused.sorted().reversed() {
        note(proposals.remove(at: index), outcome.reason ?? "the file would not read as it was written")
      }
    }
    return false
  }

  private mutating func take(_ proposals: [FixProposal], _ outcome: Outcome) {
    state = outcome.workspace
    for (path, audit) in outcome.audits {
      audits[path] = audit
      idle[path] = nil
    }
    for (path, bytes) in outcome.bytes {
      if originals[path] == nil { originals[path] = texts[path]?.bytes }
      texts[path] = SourceText(path: path, bytes: bytes)
    }
    for proposal in proposals {
      let change = FixPlan.Change(palette: proposal.palette, fix: proposal.fix, place: proposal.place)
      if let earlier = changes.firstIndex(where: { change.isLater(than: $0) }) {
        changes[earlier] = FixPlan.Change(
          palette: change.palette, fix: change.fix.after(changes[earlier].fix), place: change.place)
      } else {
        changes.append(change)
      }
    }
  }

  private mutating func note(_ proposal: FixProposal, _ reason: String) {
    guard let audit = audits[proposal.palette] else { return }
    for gain in proposal.fix.gained {
      reasons[proposal.palette, default: [:]][audit.key(of: audit.pairings[gain.pairing])] = reason
    }
  }
}

// Proposals.
extension FixPlanner {
  private mutating func proposed(_ stage: Stage, _ path: String) -> [FixProposal] {
    guard let audit = audits[path] else { return [] }
    let failing = audit.pairings.indices.filter { index in
      wanted(audit, index) && audit.pairings[index].rule != .asked && !audit.failing(index).isEmpty
    }
    if failing.isEmpty { return [] }
    var texts = self.texts
    let read = self.read
    var proposer = FixProposer(
      FixFinder(audit) { path in
        if let known = texts[path] { return known }
        // What is no UTF-8 is written nowhere whole.
        let bytes = read(path).flatMap { String(validating: $0, as: UTF8.self) == nil ? nil : $0 }
        let text = bytes.map { SourceText(path: path, bytes: $0) }
        texts[path] = text
        return text
      }, path: path, atDefinition: atDefinition)
    proposer.propose(stage, failing)
    self.texts = texts
    for (key, reason) in proposer.reasons { reasons[path, default: [:]][key] = reason }
    return proposer.proposals
  }
}

// Trying them on a copy.
extension FixPlanner {
  private struct Outcome {
    var workspace: Workspace
    var audits: [String: Audit] = [:]
    var bytes: [String: [UInt8]] = [:]
    /// Places among the proposals of what did not turn out well.
    var refused: Set<Int> = []
    /// What the first of them would do.
    var reason: String?
  }

  private func attempt(_ proposals: [FixProposal]) -> Outcome {
    var outcome = Outcome(workspace: state)
    let edits = Dictionary(grouping: proposals.flatMap(\.fix.edits), by: \.range.file)
    for (path, edits) in edits {
      guard let text = texts[path] else { continue }
      outcome.bytes[path] = text.applying(edits)
    }
    let delta = outcome.workspace.apply(
      outcome.bytes.sorted { $0.key < $1.key }.map { .source(path: $0.key, bytes: $0.value) })
    for path in delta.palettes {
      // A first reading: what was judged before keeps no pair in.
      guard let new = outcome.workspace.palettes[path]?.audit, let old = audits[path],
        let fresh = try? Audit(new.palette, policy: new.policy)
      else {
        outcome.refused.formUnion(proposals.indices.filter { proposals[$0].palette == path })
        continue
      }
      outcome.audits[path] = fresh
      let worse = Worsening.all(from: old, to: fresh)
      if let first = worse.first { outcome.reason = outcome.reason ?? first.sentence(fresh) }
      outcome.refused.formUnion(blamed(for: worse, proposals, old, path))
    }
    for (index, proposal) in proposals.enumerated() {
      guard let audit = outcome.audits[proposal.palette], let old = audits[proposal.palette],
        proposal.isGained(old, audit)
      else {
        outcome.refused.insert(index)
        continue
      }
    }
    return outcome
  }

  /// Which proposals have a say in cells that got worse; all of the palette's where that cannot be told, and all there
  /// are where they are of another palette.
  private func blamed(
    for worse: [Worsening], _ proposals: [FixProposal], _ old: Audit, _ path: String
  ) -> Set<Int> {
    var blamed: Set<Int> = []
    for transition in worse {
      let own = proposals.indices.filter { index in
        proposals[index].palette == path
          && proposals[index].cells.contains { old.key(of: old.pairings[$0.pairing]) == transition.pair }
      }
      let others = proposals.indices.filter { proposals[$0].palette == path }
      blamed.formUnion(!own.isEmpty ? own : !others.isEmpty ? others : Array(proposals.indices))
      if blamed.count == proposals.count { break }
    }
    return blamed
  }
}

/// What must not come of a fix: a pass that is none any more, a failure that was none.
private struct Worsening {
  let pair: PairKey
  let cell: PairChange.Cell

  static func all(from before: Audit, to after: Audit) -> [Worsening] {
    PairChange.all(from: before, to: after).flatMap { change in
      change.cells.filter { $0.before == .pass && $0.after != .pass || $0.after == .fail && $0.before != .fail }
        .map { Worsening(pair: change.key, cell: $0) }
    }
  }

  func sentence(_ audit: Audit) -> String {
    let names = "\(pair.foreground) on \(pair.background) (\(audit.grid.space.label(cell.combination)))"
    switch (cell.before, cell.after) {
    case (nil, _): return "with the nearest value that passes, \(names) would be judged as well, and fail"
    case (_, nil): return "with the nearest value that passes, \(names) would no longer be judged"
    default: return "with the nearest value that passes, \(names) would not pass any more"
    }
  }
}

// What comes of it.
extension FixPlanner {
  var plan: FixPlan {
    let files = originals.keys.sorted().compactMap { path -> FixPlan.File? in
      guard let before = originals[path], let after = texts[path]?.bytes, before != after else { return nil }
      return FixPlan.File(path: path, before: before, after: after)
    }
    return FixPlan(files: files, changes: changes, pairs: audited.keys.sorted().flatMap(pairs))
  }

  private func pairs(of path: String) -> [FixPlan.Pair] {
    guard let before = audited[path], let after = audits[path] else { return [] }
    var left: [PairKey: Int] = [:]
    for index in after.pairings.indices {
      left[after.key(of: after.pairings[index]), default: 0] += after.failing(index).count
    }
    return before.pairings.indices.compactMap { index in
      let pairing = before.pairings[index]
      let failing = before.failing(index).count
      guard failing > 0, wanted(before, index) else { return nil }
      let key = before.key(of: pairing)
      let rest = left[key] ?? failing
      let reason = rest == 0 ? nil : reasons[path]?[key] ?? "no value of either passes all of its pairs"
      return FixPlan.Pair(palette: path, key: key, failing: failing, left: rest, reason: reason)
    }.sorted { $0.key < $1.key }
  }
}
