import Contrast
import Palettes
import Syntax

/// What happened to the judged pairs of a palette between two evaluations, as events: one a pair and kind, with the
/// combinations it holds in.
struct Comparison {
  let root: String
  let palette: String
  let before: Audit?
  let after: Audit?
  /// Told of a pair under a combination before, where that is not asked of `before`.
  var ratioBefore: ((PairKey, TraitCombination) -> String?)?

  var events: [Event] { events(of: PairChange.all(from: before, to: after)) }

  func events(of changes: [PairChange]) -> [Event] {
    var events: [Event] = []
    for change in changes {
      for kind in Self.kinds {
        let cells = change.cells.filter { Self.kind(of: $0) == kind }
        guard !cells.isEmpty else { continue }
        let isShown = events.count < Monitor.entriesPerBatch
        if let event = event(kind, change, cells.map(\.combination), suggests: isShown) { events.append(event) }
      }
    }
    return events
  }

  private static let kinds: [Event.Kind] = [.regression, .appearedFailing, .becameIndeterminate, .recovery, .vanished]

  private static func kind(of cell: PairChange.Cell) -> Event.Kind? {
    switch (cell.before, cell.after) {
    case (_, nil): .vanished
    case (.pass, .fail): .regression
    case (nil, .fail), (.exempt, .fail), (.indeterminate, .fail), (.notEvaluated, .fail): .appearedFailing
    case (.fail, .pass): .recovery
    case (.pass, .indeterminate), (.pass, .notEvaluated), (.fail, .notEvaluated): .becameIndeterminate
    default: nil
    }
  }

  /// - Parameter suggests: with the nearest passing value, which takes a while to find.
  private func event(
    _ kind: Event.Kind, _ change: PairChange, _ combinations: [TraitCombination], suggests: Bool
  ) -> Event? {
    // What is gone is told as it was.
    let isGone = kind == .vanished
    guard let audit = isGone ? before : after, let index = isGone ? change.before : change.after else { return nil }
    let cells = combinations.compactMap { audit.grid.space.index(of: $0) }
    let measured = cells.compactMap { cell in audit.measure(index, in: cell).map { (cell: cell, measurement: $0) } }
    let worst = measured.min { $0.measurement.minimum < $1.measurement.minimum }
    guard let cell = worst?.cell ?? cells.first else { return nil }
    let pairing = audit.pairings[index]
    let required = audit.required(pairing, in: cell)
    let pair = Event.Pair(
      key: change.key, combinations: cells.map { audit.label($0) },
      cells: cells.map { audit.combinations[$0].description },
      foregroundPlace: audit.place(of: pairing.foreground, in: cell),
      backgroundPlace: audit.place(of: pairing.background, in: cell),
      foregroundColor: audit.grid.color(pairing.foreground, in: cell)?.hex ?? "none",
      backgroundColor: audit.grid.color(pairing.background, in: cell)?.hex ?? "none",
      ratio: worst?.measurement.minimum.formatted(decimals: 2, missing: required),
      ratioBefore: isGone ? nil : ratio(before: change, audit.combinations[cell]),
      required: required, conformance: audit.policy.conformance(in: audit.combinations[cell]).rawValue,
      rule: pairing.rule.rawValue, severity: pairing.severity)
    return Event(
      kind, message(kind, pair, label: audit.label(cell), suggests ? suggestion(audit, pairing, cell, kind) : ""),
      root: root, palette: palette, pair: pair)
  }

  private func suggestion(_ audit: Audit, _ pairing: Pairing, _ cell: Int, _ kind: Event.Kind) -> String {
    guard kind == .regression || kind == .appearedFailing else { return "" }
    return audit.suggestion(for: pairing, in: cell).map { " Try \($0.color.hex)." } ?? ""
  }

  private func ratio(before change: PairChange, _ combination: TraitCombination) -> String? {
    if let ratioBefore { return ratioBefore(change.key, combination) }
    guard let before, let index = change.before, let cell = before.grid.space.index(of: combination) else { return nil }
    let required = before.required(before.pairings[index], in: cell)
    return before.measure(index, in: cell)?.minimum.formatted(decimals: 2, missing: required)
  }

  static func vanished(_ key: PairKey) -> String {
    "\(key.foreground) on \(key.background) is no longer judged: one of the two, or the pair, is gone."
  }

  private func message(_ kind: Event.Kind, _ pair: Event.Pair, label: String, _ suggestion: String) -> String {
    let names = "\(pair.key.foreground) (\(pair.foregroundColor)) on \(pair.key.background) (\(pair.backgroundColor))"
    let count = pair.combinations.count
    let rest = count > 1 ? " and \(count - 1) more" : ""
    let usage = "(\(pair.key.usage.rawValue), \(pair.conformance))"
    let was = pair.ratioBefore.map { " Was \($0):1." } ?? ""
    let needs = pair.required.map { ", needs \(formatted($0)):1" } ?? ""
    switch kind {
    case .vanished: return Self.vanished(pair.key)
    case .recovery:
      return "Contrast \(pair.ratio ?? "?"):1\(needs): \(names) passes again in \(label)\(rest) \(usage).\(was)"
    case .becameIndeterminate:
      return "\(names) can no longer be judged in \(label)\(rest) \(usage).\(was)"
    default:
      return "Contrast \(pair.ratio ?? "?"):1\(needs): \(names) in \(label)\(rest) \(usage).\(was)\(suggestion)"
    }
  }
}
