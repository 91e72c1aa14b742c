import Contrast
import Palettes
import Syntax

// Red that turns green by an edit of what is asked, and of no colour.

extension Comparison {
  /// Whether a cell that failed fails no more, or is gone, and its colours are what they were.
  func isLoosened(_ change: PairChange, _ cell: PairChange.Cell) -> Bool {
    switch before {
    case .nothing: false
    case .remembered(let remembered): hasSameRatio(change, cell.combination, remembered)
    case .audit(let before): isLoosened(change, cell, before)
    }
  }

  /// Whether a pair has the ratio that it had: then what is asked changed, and no colour.
  private func hasSameRatio(
    _ change: PairChange, _ combination: TraitCombination, _ remembered: Remembered
  ) -> Bool {
    guard let after, let index = change.after, let cell = after.grid.space.index(of: combination),
      let measured = after.measure(index, in: cell), let pair = told[change.key]
    else { return false }
    return remembered.thousandths(of: pair, in: combination) == Int((measured.minimum.value * 1000).rounded(.down))
  }

  private func isLoosened(_ change: PairChange, _ cell: PairChange.Cell, _ before: Audit) -> Bool {
    guard let index = change.before else { return false }
    let names = [change.key.foreground, change.key.background]
    let pairing = before.pairings[index]
    guard let after, names.allSatisfy({ after.palette.index(of: $0) != nil }) else {
      return [pairing.foreground, pairing.background].allSatisfy {
        exclusion(before.palette.colors[$0].range.file) != nil
      }
    }
    guard before.hasSameColors(names, under: cell.combination, as: after) else { return false }
    guard let pair = change.after, let now = after.grid.space.index(of: cell.combination) else {
      // A name or a canvas that changed takes pairs out, too.
      return before.policy != after.policy || pairing.rule == .declared
    }
    return before.grid.space.index(of: cell.combination).map {
      before.measure(index, in: $0) == after.measure(pair, in: now)
    } ?? false
  }

  /// - Parameter isGone: it is judged no more, the pair or in these combinations.
  func loosened(
    _ change: PairChange, isGone: Bool, _ pair: Event.Pair, in combination: TraitCombination, _ label: String
  ) -> Event {
    let phrase = "\(pair.names) in \(pair.phrase(in: label))"
    let ratio = "Contrast \(pair.ratio ?? "?"):1"
    let message: String
    if isGone {
      let needs = pair.required.map { ", needs \(formatted($0)):1" } ?? ""
      message = "\(ratio)\(needs): \(phrase) fails and is no longer judged. Its colours are as they were."
    } else {
      let needed = required(before: change, combination).map { ", \(formatted($0)):1 before" } ?? ""
      let needs = pair.required.map { "needs \(formatted($0)):1 now" } ?? "needs nothing now"
      message = "\(ratio), \(needs)\(needed): \(phrase) fails no more. Its colours are as they were."
    }
    let excluded = isGone && change.after != nil ? after?.policy.origins[.traits] : nil
    return loosened(message, pair, at: excluded ?? place(of: change, pair, combination))
  }

  private func loosened(_ message: String, _ pair: Event.Pair, at place: SourceRange?) -> Event {
    var event = Event(.policyLoosened, message, root: root, palette: palette, pair: pair)
    event.place = place.map { ($0.file, $0.start.line) } ?? policyFile.map { ($0, 1) }
    return event
  }

  private func required(before change: PairChange, _ combination: TraitCombination) -> Double? {
    guard let before = before.audit, let index = change.before, let cell = before.grid.space.index(of: combination)
    else { return nil }
    return before.required(before.pairings[index], in: cell)
  }

  /// Where that is said now; where nothing says it any more, where it was.
  private func place(of change: PairChange, _ pair: Event.Pair, _ combination: TraitCombination) -> SourceRange? {
    if let after, let index = change.after, let cell = after.grid.space.index(of: combination),
      let place = after.origin(of: after.pairings[index], in: cell)
    {
      return place
    }
    if let place = exclusion(pair.foregroundPlace.file) { return place }
    guard let before = before.audit, let index = change.before, let cell = before.grid.space.index(of: combination)
    else { return nil }
    let place = change.after == nil ? before.pairings[index].declaration : nil
    return place ?? before.origin(of: before.pairings[index], in: cell)
  }

  /// A pair of an earlier run that is no longer there.
  func gone(_ pair: Remembered.Pair, _ remembered: Remembered) -> Event {
    let failing = pair.verdicts.indices.filter { pair.verdicts[$0] == .fail }.map { remembered.combinations[$0] }
    let isLoosened = !failing.isEmpty && isStillThere(pair, remembered)
    let cells = isLoosened ? failing : remembered.combinations
    let event = Event.Pair(
      key: pair.key, combinations: cells, cells: cells, foregroundPlace: pair.foregroundPlace.range,
      backgroundPlace: pair.backgroundPlace.range, foregroundColor: pair.foregroundColor,
      backgroundColor: pair.backgroundColor, ratio: pair.ratios.filter { $0 > 0 }.min().map { Remembered.floored($0) },
      ratioBefore: nil, required: nil, conformance: "", rule: "", severity: .note)
    guard isLoosened else {
      return Event(.vanished, Self.vanished(pair.key), root: root, palette: palette, pair: event)
    }
    return loosened(
      "Contrast \(event.ratio ?? "?"):1: \(event.names) fails and is no longer judged. Its colours are as they were.",
      event, at: exclusion(pair.foregroundPlace.file))
  }

  /// Whether both colours are what they were, or in files that are left out.
  private func isStillThere(_ pair: Remembered.Pair, _ remembered: Remembered) -> Bool {
    guard let after, let foreground = after.palette.index(of: pair.key.foreground),
      let background = after.palette.index(of: pair.key.background)
    else { return [pair.foregroundPlace, pair.backgroundPlace].allSatisfy { exclusion($0.file) != nil } }
    // The colours that are remembered are those of the worst combination.
    guard let worst = pair.ratios.indices.min(by: { pair.ratios[$0] < pair.ratios[$1] }),
      let cell = after.combinations.firstIndex(where: { $0.description == remembered.combinations[worst] })
    else { return false }
    return after.grid.color(foreground, in: cell)?.hex == pair.foregroundColor
      && after.grid.color(background, in: cell)?.hex == pair.backgroundColor
  }

  /// Pairs that fail as before, which their severity no longer says.
  func silenced() -> [Event] {
    guard let after, let before = before.audit, before.policy != after.policy else { return [] }
    let known = Dictionary(
      before.pairings.enumerated().map { (before.key(of: $1), $0) }, uniquingKeysWith: { first, _ in first })
    return after.pairings.indices.compactMap { index in
      let pairing = after.pairings[index]
      let key = after.key(of: pairing)
      guard let earlier = known[key] else { return nil }
      let weight = after.weight(of: pairing)
      let was = before.weight(of: before.pairings[earlier])
      guard weight < was else { return nil }
      let cells = after.failing(index).map { after.combinations[$0] }.filter { combination in
        before.grid.space.index(of: combination).map { before.verdict(earlier, $0) == .fail } ?? false
          && before.hasSameColors([key.foreground, key.background], under: combination, as: after)
      }
      guard !cells.isEmpty, let telling = TellingPair(after, index, key, in: cells) else { return nil }
      let pair = telling.pair(ratioBefore: nil)
      let needs = pair.required.map { ", needs \(formatted($0)):1" } ?? ""
      let effect = was == .failsCheck ? "no longer fails the check" : "no longer raises an alert"
      return loosened(
        "Contrast \(pair.ratio ?? "?"):1\(needs): \(pair.names) in \(pair.phrase(in: after.label(telling.cell))) "
          + "fails as before, and \(effect): its severity is lower.",
        pair,
        at: after.weightOrigin(of: pairing) ?? before.pairings[earlier].declaration ?? before.weightOrigin(of: pairing))
    }
  }
}
