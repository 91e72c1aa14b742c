import Colorimetry
import Palettes

extension Usage {
  /// The code of a failure: text, large text, non-text (1.4.11), focus.
  package var code: String {
    switch self {
    case .text, .link, .placeholder: "contrast/text"
    case .largeText: "contrast/large-text"
    case .focus: "contrast/focus"
    default: "contrast/non-text"
    }
  }
}

/// One finding a failing pair.
@Sendable func contrastFindings(_ audit: Audit) -> [Finding] {
  audit.pairings.indices.compactMap { audit.failure(of: $0, in: audit.failing($0)) }
}

extension Audit {
  /// The finding that a pair fails in some of the combinations; nil where there are none.
  func failure(of index: Int, in failing: [Int]) -> Finding? {
    let pairing = pairings[index]
    guard let worst = worst(of: index, in: failing), let required = required(pairing, in: worst.combination) else {
      return nil
    }
    return Finding(
      pairing.usage.code, pairing.severity, failureMessage(self, pairing, required, failing, worst),
      at: place(of: pairing.foreground, in: worst.combination),
      related: place(of: pairing.background, in: worst.combination), pairing: index, combinations: failing,
      worst: worst, notes: failureNotes(self, index, required, failing))
  }
}

private func failureMessage(
  _ audit: Audit, _ pairing: Pairing, _ required: Double, _ failing: [Int], _ worst: Finding.Worst
) -> String {
  let ratio = worst.measurement.maximum.formatted(decimals: 2, missing: required)
  let place = audit.label(worst.combination)
  let names =
    "\(audit.name(pairing.foreground)) (\(worst.foreground.hex)) on \(audit.name(pairing.background)) (\(worst.background.hex))"
  let usage =
    "(\(pairing.usage.rawValue), \(audit.policy.conformance(in: audit.combinations[worst.combination]).rawValue))"
  var message = "Contrast \(ratio):1, needs \(formatted(required)):1: \(names) in \(place) \(usage)."
  if failing.count > 1 {
    message += " Fails in \(failing.count) of \(audit.asked.count) trait combinations; this is the worst."
  }
  return message
}

/// A required ratio as people write it: 4.5, 3.
package func formatted(_ required: Double) -> String {
  required == required.rounded() ? String(Int(required)) : required.description
}

/// What is said of a pair that fails outside the default presentation only.
package let policyNote = "passes in the default presentation; that every other one passes too is policy, not WCAG"

private func failureNotes(_ audit: Audit, _ index: Int, _ required: Double, _ failing: [Int]) -> [String] {
  var notes: [String] = []
  func other(_ combination: Int, _ dimension: TraitDimension, _ value: String) -> Int? {
    audit.grid.space.index(of: audit.combinations[combination].setting(dimension, to: value))
  }
  let passesWithHigh = failing.contains { combination in
    audit.combinations[combination][.contrast] == "normal"
      && other(combination, .contrast, "high").map { audit.verdict(index, $0) == .pass } ?? false
  }
  if passesWithHigh { notes.append("fails in normal, passes with increased contrast") }
  let onlyP3 = failing.allSatisfy { combination in
    audit.combinations[combination][.gamut] == "p3"
      && other(combination, .gamut, "srgb").map { audit.verdict(index, $0) == .pass } ?? false
  }
  if onlyP3 { notes.append("P3, outside WCAG's definition: on an sRGB display the pair passes") }
  let isKnifeEdge = failing.contains { combination in
    audit.measure(index, in: combination).map {
      audit.isKnifeEdge(audit.pairings[index], $0, in: combination)
    } ?? false
  }
  if isKnifeEdge {
    notes.append("knife edge: rendered in 8 bits a channel, the pair passes")
  }
  if audit.asked.contains(where: { audit.combinations[$0].isDefault && audit.verdict(index, $0) == .pass }) {
    notes.append(policyNote)
  }
  return notes
}

/// A background that is seen through, over backdrops that decide differently.
@Sendable func indeterminateFindings(_ audit: Audit) -> [Finding] {
  audit.pairings.indices.compactMap { index in
    let pairing = audit.pairings[index]
    let cells = audit.asked.filter { audit.verdict(index, $0) == .indeterminate }
    guard let worst = audit.worst(of: index, in: cells), let required = audit.required(pairing, in: worst.combination)
    else { return nil }
    let measured = worst.measurement
    let percent = Int((worst.background.alpha * 100).rounded())
    let backdrops = audit.meter.opaqueBackdrops(in: worst.combination).map { audit.name($0.color) }
    let over = backdrops.isEmpty ? "no backdrop is known" : "it may stand on \(backdrops.joined(separator: ", "))"
    let least = measured.minimum.formatted(decimals: 2, missing: required)
    let most = measured.maximum.formatted(decimals: 2)
    let about = measured.isExact ? "" : " (sampled)"
    return Finding(
      "contrast/indeterminate", .warning,
      "\(audit.name(pairing.background)) is \(percent)% opaque and \(over): the contrast of "
        + "\(audit.name(pairing.foreground)) on it is between \(least):1 and \(most):1\(about), and needs "
        + "\(formatted(required)):1, in \(audit.label(worst.combination)). Add \"on\" to the pair.",
      at: audit.place(of: pairing.background, in: worst.combination),
      related: audit.place(of: pairing.foreground, in: worst.combination), pairing: index, combinations: cells,
      worst: worst)
  }
}

/// A judged pair of which one half has no colour.
@Sendable func notEvaluatedFindings(_ audit: Audit) -> [Finding] {
  audit.pairings.indices.compactMap { index in
    let pairing = audit.pairings[index]
    let cells = audit.asked.filter { audit.verdict(index, $0) == .notEvaluated }
    guard let first = cells.first else { return nil }
    let reasons = ([pairing.foreground, pairing.background] + pairing.backdrops).compactMap { color -> String? in
      let resolution = audit.resolver.resolve(audit.palette.colors[color], under: audit.combinations[first])
      guard case .notEvaluated(let reason) = resolution.outcome else { return nil }
      return reason
    }
    let count =
      cells.count == audit.asked.count
      ? "" : " (\(cells.count) of \(audit.asked.count) trait combinations)"
    return Finding(
      "contrast/not-evaluated", .warning,
      "Not checked: \(audit.name(pairing.foreground)) on \(audit.name(pairing.background)) in "
        + "\(audit.label(first))\(count): \(reasons.joined(separator: "; ")).",
      at: audit.place(of: pairing.foreground, in: first), related: audit.place(of: pairing.background, in: first),
      pairing: index, combinations: cells)
  }
}

extension Audit {
  /// The combinations asked about in which a pair fails.
  package func failing(_ pairing: Int) -> [Int] {
    asked.filter { verdict(pairing, $0) == .fail }
  }

  /// The cell with the least contrast among `cells`.
  func worst(of pairing: Int, in cells: [Int]) -> Finding.Worst? {
    var worst: (combination: Int, measurement: Measurement, margin: Double)?
    for combination in cells {
      guard let measured = measure(pairing, in: combination) else { continue }
      let margin = measured.minimum.value / (required(pairings[pairing], in: combination) ?? 1)
      if worst.map({ margin < $0.margin }) ?? true { worst = (combination, measured, margin) }
    }
    guard let worst, let front = grid.color(pairings[pairing].foreground, in: worst.combination),
      let back = grid.color(pairings[pairing].background, in: worst.combination)
    else { return nil }
    return Finding.Worst(
      combination: worst.combination, measurement: worst.measurement, foreground: front, background: back)
  }

  /// Whether rounding both colours to 8 bits a channel, as a screen does, would decide otherwise.
  func isKnifeEdge(_ pairing: Pairing, _ measured: Measurement, in combination: Int) -> Bool {
    guard let required = required(pairing, in: combination), let front = measured.foreground,
      let back = measured.background,
      measured.isDefinite
    else { return false }
    let rendered = Meter.definite(front.quantized, on: back.quantized, grid.gamuts[combination])
    return rendered.verdict(required: required) != measured.verdict(required: required)
  }
}
