import Colorimetry
import Palettes

/// Pairs of which one half changes with style, contrast or level and the other does not: `half-adapted` where the cell
/// fails for it, `variant-missing` where it does not.
@Sendable func adaptationFindings(_ audit: Audit) -> [Finding] {
  var findings: [Finding] = []
  var missing: [Int: Set<TraitDimension>] = [:]
  for index in audit.pairings.indices where audit.pairings[index].required != nil {
    for dimension in [TraitDimension.style, .contrast, .level] where audit.grid.space.dimensions.contains(dimension) {
      guard let half = halfAdapted(audit, index, dimension) else { continue }
      if half.failing.isEmpty {
        missing[half.fixed, default: []].insert(dimension)
      } else {
        findings.append(halfAdaptedFinding(audit, index, dimension, half))
      }
    }
  }
  for (color, dimensions) in missing.sorted(by: { $0.key < $1.key }) {
    findings.append(variantMissing(audit, color, dimensions.sorted()))
  }
  return findings
}

/// The half that stays while the other changes.
private struct HalfAdapted {
  let fixed: Int
  let moving: Int
  /// Where the pair fails though it passes without the change.
  var failing: [Int] = []
}

private func halfAdapted(_ audit: Audit, _ index: Int, _ dimension: TraitDimension) -> HalfAdapted? {
  let pairing = audit.pairings[index]
  var found: HalfAdapted?
  for combination in audit.asked {
    let traits = audit.combinations[combination]
    guard traits[dimension] != dimension.defaultValue,
      let plain = audit.grid.space.index(of: traits.setting(dimension, to: dimension.defaultValue))
    else { continue }
    let foregroundMoves = audit.changes(pairing.foreground, plain, combination)
    guard foregroundMoves != audit.changes(pairing.background, plain, combination) else { continue }
    let fixed = foregroundMoves ? pairing.background : pairing.foreground
    let moving = foregroundMoves ? pairing.foreground : pairing.background
    if found == nil { found = HalfAdapted(fixed: fixed, moving: moving) }
    if found?.fixed == fixed, audit.verdict(index, combination) == .fail, audit.verdict(index, plain) == .pass {
      found?.failing.append(combination)
    }
  }
  return found
}

private func halfAdaptedFinding(
  _ audit: Audit, _ index: Int, _ dimension: TraitDimension, _ half: HalfAdapted
) -> Finding {
  let worst = audit.worst(of: index, in: half.failing)
  let combination = half.failing[0]
  let value = TraitCollection([dimension: audit.combinations[combination][dimension]]).label
  let ratio = worst.map { worst in
    let required = audit.required(audit.pairings[index], in: worst.combination)
    return worst.measurement.minimum.formatted(decimals: 2, missing: required)
  }
  return Finding(
    "half-adapted", .warning,
    "\(audit.name(half.moving)) changes for \(value) and \(audit.name(half.fixed)) does not: the pair falls to "
      + "\(ratio ?? "?"):1 there. Give \(audit.name(half.fixed)) a value for \(value).",
    at: audit.palette.colors[half.fixed].range, related: audit.place(of: half.moving, in: combination),
    pairing: index, combinations: half.failing, worst: worst)
}

private func variantMissing(_ audit: Audit, _ color: Int, _ dimensions: [TraitDimension]) -> Finding {
  let words = dimensions.map { dimension in
    switch dimension {
    case .style: "dark"
    case .contrast: "high-contrast"
    case .level: "elevated"
    default: dimension.name
    }
  }
  return Finding(
    "variant-missing", .note,
    "\(audit.name(color)) has no \(words.joined(separator: " and no ")) value of its own, and what it is paired with "
      + "has; the plain value was checked instead.",
    at: audit.palette.colors[color].range)
}

/// Pairs with less contrast under increased contrast than without, and under 7:1.
@Sendable func increasedContrastFindings(_ audit: Audit) -> [Finding] {
  audit.pairings.indices.compactMap { index in
    let pairing = audit.pairings[index]
    guard pairing.required != nil else { return nil }
    var cells: [(combination: Int, high: ContrastRatio, normal: ContrastRatio)] = []
    for combination in audit.asked where audit.combinations[combination][.contrast] == "high" {
      let normal = audit.combinations[combination].setting(.contrast, to: "normal")
      guard let plain = audit.grid.space.index(of: normal), let high = audit.measure(index, in: combination),
        let low = audit.measure(index, in: plain), high.isDefinite, low.isDefinite, high.minimum < low.minimum,
        !high.minimum.meets(7)
      else { continue }
      cells.append((combination, high.minimum, low.minimum))
    }
    guard let worst = cells.min(by: { $0.high < $1.high }) else { return nil }
    return Finding(
      "high-contrast-not-higher", .note,
      "\(audit.name(pairing.foreground)) on \(audit.name(pairing.background)) has \(worst.high.formatted()):1 with "
        + "increased contrast and \(worst.normal.formatted()):1 without, in \(audit.label(worst.combination)).",
      at: audit.place(of: pairing.foreground, in: worst.combination),
      related: audit.place(of: pairing.background, in: worst.combination), pairing: index,
      combinations: cells.map(\.combination))
  }
}

extension Audit {
  /// Whether a colour has another value under `after` than under `before`.
  func changes(_ color: Int, _ before: Int, _ after: Int) -> Bool {
    grid.id(of: color, in: before) != grid.id(of: color, in: after)
  }
}
