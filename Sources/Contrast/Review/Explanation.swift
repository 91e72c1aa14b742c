package import Colorimetry
package import Palettes
package import Syntax

/// How one cell came to its verdict: both value chains, compositing, arithmetic, requirement.
package struct Explanation: Sendable {
  /// One half of a pair, and how its name came to a colour.
  package struct Side: Sendable {
    package let name: String
    package let resolution: Resolution
    /// Nil where it has no colour.
    package let color: RGBA?
  }

  package let palette: String
  package let combination: TraitCombination
  /// Every dimension of the palette written out, for `--traits`.
  package let traits: String
  /// The combination in words.
  package let label: String
  package let foreground: Side
  package let background: Side
  /// Declared backdrops, or the general backgrounds that may be behind a translucent background.
  package let backdrops: [Side]
  package let pairing: Pairing
  /// Whether the pair is judged, or only looked at because it was asked.
  package let isJudged: Bool
  /// The ratio it must reach here; nil for an exempt usage.
  package let required: Double?
  package let conformance: Conformance
  /// Where a policy file sets that requirement.
  package let origin: SourceRange?
  package let measurement: Measurement?
  /// Relative luminances as seen, where the ratio is definite.
  package let luminances: (foreground: Double, background: Double)?
  package let verdict: Verdict
  package let notes: [String]
  package let suggestion: Suggestion?
}

extension Audit {
  /// The pairs of two names: those that are judged, or one that is only measured.
  package func pairings(of foreground: Int, on background: Int) -> [(pairing: Pairing, isJudged: Bool)] {
    let judged = pairings.filter { $0.foreground == foreground && $0.background == background }
    if !judged.isEmpty { return judged.map { ($0, true) } }
    let usage = readings[foreground].usage ?? .text
    let asked = Pairing(
      foreground: foreground, background: background, usage: usage,
      required: Requirement.ratio(for: usage, at: policy.conformance), rule: .asked,
      reason: "nothing pairs these two: measured because you ask")
    return [(asked, false)]
  }

  /// The combination, among those asked about, in which a pair stands worst: unmeasurable first, then by its ratio.
  package func worstCombination(of pairing: Pairing) -> Int? {
    asked.min { left, right in
      (meter.measure(pairing, in: left)?.minimum.value ?? 0) < (meter.measure(pairing, in: right)?.minimum.value ?? 0)
    }
  }

  package func explain(_ pairing: Pairing, isJudged: Bool, in combination: Int) -> Explanation {
    let measured = meter.measure(pairing, in: combination)
    let gamut = grid.gamuts[combination]
    var luminances: (Double, Double)?
    if let measured, let front = measured.foreground, let back = measured.background, measured.isDefinite {
      luminances = (front.luminance(on: gamut), back.luminance(on: gamut))
    }
    let required = required(pairing, in: combination)
    let verdict = measured?.verdict(required: required) ?? .notEvaluated
    let isTranslucent = grid.color(pairing.background, in: combination).map { !$0.isOpaque } ?? false
    let behind =
      pairing.backdrops.isEmpty && isTranslucent
      ? meter.opaqueBackdrops(in: combination).map(\.color) : pairing.backdrops
    return Explanation(
      palette: palette.path, combination: combinations[combination],
      traits: combinations[combination].traits(of: grid.space.dimensions).description, label: label(combination),
      foreground: side(pairing.foreground, combination), background: side(pairing.background, combination),
      backdrops: behind.map { side($0, combination) }, pairing: pairing, isJudged: isJudged,
      required: required, conformance: policy.conformance(in: combinations[combination]),
      origin: origin(of: pairing, in: combination),
      measurement: measured, luminances: luminances, verdict: verdict,
      notes: notes(pairing, measured, combination),
      suggestion: verdict == .fail ? suggestion(for: pairing, in: combination) : nil)
  }

  /// The override or the key of a policy file that decides what the pair must reach here; nil for what WCAG says.
  package func origin(of pairing: Pairing, in combination: Int) -> SourceRange? {
    let last = policy.requirements.last { rule in
      rule.when.allSatisfy { $0.holds(in: combinations[combination]) } && rule.usages?.contains(pairing.usage) ?? true
        && (rule.minimum != nil || !pairing.hasOwnMinimum)
    }
    if let last { return last.range }
    return pairing.hasOwnMinimum ? pairing.declaration : policy.origins[.conformance]
  }

  private func side(_ color: Int, _ combination: Int) -> Explanation.Side {
    let resolution = resolver.resolve(palette.colors[color], under: combinations[combination])
    return Explanation.Side(name: name(color), resolution: resolution, color: grid.color(color, in: combination))
  }

  private func notes(_ pairing: Pairing, _ measured: Measurement?, _ combination: Int) -> [String] {
    var notes: [String] = []
    if let measured, isKnifeEdge(pairing, measured, in: combination) {
      notes.append("knife edge: rendered in 8 bits a channel, the verdict is the other one")
    }
    if grid.gamuts[combination] == .p3,
      let srgb = grid.space.index(of: combinations[combination].setting(.gamut, to: "srgb")),
      meter.measure(pairing, in: srgb)?.verdict(required: required(pairing, in: srgb))
        != measured?.verdict(required: required(pairing, in: combination))
    {
      notes.append("P3, outside WCAG's definition: on an sRGB display the verdict is the other one")
    }
    return notes
  }
}
