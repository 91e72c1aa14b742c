import Contrast
import Palettes
import Syntax

/// What happened to the judged pairs of a palette since they were told of, as events: one a pair and kind, with the
/// combinations it holds in.
struct Comparison {
  let root: String
  let palette: String
  let before: Told
  let after: Audit?
  /// The pairs of which cells differ; of what an earlier run told, only those that are still judged.
  let changes: [PairChange]
  /// Judged pairs that are no longer there, and those that are there for the first time.
  let gone: Set<PairKey>
  let new: Set<PairKey>
  /// What an earlier run told, by pair.
  let told: [PairKey: Remembered.Pair]
  /// Where a policy says that a file is no source; nil for a file that is one, or is not there.
  var exclusion: (String) -> SourceRange? = { _ in nil }
  /// The nearest policy.
  var policyFile: String?

  init(root: String, palette: String, before: Told, after: Audit?) {
    self.root = root
    self.palette = palette
    self.before = before
    self.after = after
    if case .remembered(let remembered) = before {
      changes = after.map { remembered.changes(to: $0) } ?? []
      told = Dictionary(remembered.pairs.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
      let present = Told(after).keys
      let known = before.keys
      gone = known.subtracting(present)
      new = present.subtracting(known)
    } else {
      told = [:]
      changes = PairChange.all(from: before.audit, to: after)
      gone = Set(changes.filter { $0.after == nil }.map(\.key))
      new = Set(changes.filter { $0.before == nil }.map(\.key))
    }
  }

  /// - Parameter renames: pairs to which nothing happened but that.
  func events(besides renames: Renames = Renames()) -> [Event] {
    let renamed = (renames.gone[palette] ?? []).union(renames.new[palette] ?? [])
    var events: [Event] = []
    for change in changes where !renamed.contains(change.key) {
      let kinds = change.cells.map { kind(of: $0, change) }
      for kind in Self.kinds where kinds.contains(kind) {
        // What is dropped is told of once.
        if kind == .vanished, kinds.contains(.policyLoosened) { continue }
        let cells = zip(change.cells, kinds).filter { $0.1 == kind }.map(\.0)
        let isShown = events.count < Monitor.entriesPerBatch
        if let event = event(kind, change, cells, suggests: isShown) { events.append(event) }
      }
    }
    if case .remembered(let remembered) = before {
      events += remembered.pairs.filter { gone.contains($0.key) && !renamed.contains($0.key) }.map {
        self.gone($0, remembered)
      }
    }
    return events + silenced()
  }

  private static let kinds: [Event.Kind] = [
    .regression, .appearedFailing, .becameIndeterminate, .policyLoosened, .recovery, .vanished,
  ]

  private func kind(of cell: PairChange.Cell, _ change: PairChange) -> Event.Kind? {
    switch (cell.before, cell.after) {
    case (.fail, .pass), (.fail, .exempt), (.fail, nil):
      if isLoosened(change, cell) { return .policyLoosened }
      return cell.after == .pass ? .recovery : cell.after == nil ? .vanished : nil
    case (_, nil): return .vanished
    case (.pass, .fail): return .regression
    case (nil, .fail), (.exempt, .fail), (.indeterminate, .fail), (.notEvaluated, .fail): return .appearedFailing
    case (.pass, .indeterminate), (.pass, .notEvaluated), (.fail, .notEvaluated): return .becameIndeterminate
    default: return nil
    }
  }

  /// - Parameter suggests: with the nearest passing value, which takes a while to find.
  private func event(
    _ kind: Event.Kind, _ change: PairChange, _ changed: [PairChange.Cell], suggests: Bool
  ) -> Event? {
    // What is gone is told as it was.
    let isGone = kind == .vanished || kind == .policyLoosened && changed.contains { $0.after == nil }
    guard let audit = isGone ? before.audit ?? after : after,
      let index = isGone ? change.before ?? change.after : change.after,
      let told = TellingPair(audit, index, change.key, in: changed.map(\.combination))
    else { return nil }
    let before = isGone || kind == .policyLoosened ? nil : ratio(before: change, audit.combinations[told.cell])
    let pair = told.pair(ratioBefore: before)
    let label = audit.label(told.cell)
    if kind == .policyLoosened {
      return loosened(change, isGone: isGone, pair, in: audit.combinations[told.cell], label)
    }
    let suggestion = suggests ? self.suggestion(audit, audit.pairings[index], told.cell, kind) : ""
    return Event(kind, message(kind, pair, label: label, suggestion), root: root, palette: palette, pair: pair)
  }

  private func suggestion(_ audit: Audit, _ pairing: Pairing, _ cell: Int, _ kind: Event.Kind) -> String {
    guard kind == .regression || kind == .appearedFailing else { return "" }
    return audit.suggestion(for: pairing, in: cell).map { " Try \($0.color.hex)." } ?? ""
  }

  private func ratio(before change: PairChange, _ combination: TraitCombination) -> String? {
    switch before {
    case .nothing: return nil
    case .remembered(let remembered):
      return told[change.key].flatMap { remembered.thousandths(of: $0, in: combination) }.map { Remembered.floored($0) }
    case .audit(let before):
      guard let index = change.before, let cell = before.grid.space.index(of: combination) else { return nil }
      let required = before.required(before.pairings[index], in: cell)
      return before.measure(index, in: cell)?.minimum.formatted(decimals: 2, missing: required)
    }
  }

  static func vanished(_ key: PairKey) -> String {
    "\(key.foreground) on \(key.background) is no longer judged: one of the two, or the pair, is gone."
  }

  private func message(_ kind: Event.Kind, _ pair: Event.Pair, label: String, _ suggestion: String) -> String {
    let phrase = pair.phrase(in: label)
    let was = pair.ratioBefore.map { " Was \($0):1." } ?? ""
    let needs = pair.required.map { ", needs \(formatted($0)):1" } ?? ""
    switch kind {
    case .vanished: return Self.vanished(pair.key)
    case .recovery:
      return "Contrast \(pair.ratio ?? "?"):1\(needs): \(pair.names) passes again in \(phrase).\(was)"
    case .becameIndeterminate: return "\(pair.names) can no longer be judged in \(phrase).\(was)"
    default: return "Contrast \(pair.ratio ?? "?"):1\(needs): \(pair.names) in \(phrase).\(was)\(suggestion)"
    }
  }
}
