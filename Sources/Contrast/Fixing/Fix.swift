package import Colorimetry
package import Palettes
package import Syntax

/// One way to make a failing pair pass: what changes, and what comes of it.
package struct Fix: Sendable {
  package enum Kind: Hashable, Sendable {
    /// Another value where the value stands: for an alias at its end.
    case value
    /// Another step of the palette's ramp: by its name where the format has aliases, else its value.
    case step(String)
    /// A value for traits that had none of their own.
    case variant(TraitCollection)
  }

  package enum Half: Hashable, Sendable {
    case foreground, background
  }

  package let kind: Kind
  /// Which half of the pair asked about it changes.
  package let half: Half
  /// The colour whose declaration changes; another than the half's where that is an alias.
  package let name: String
  /// The traits of the variant whose value changes; empty where it is the only one, or the one that is added.
  package let traits: TraitCollection
  package let before: RGBA
  /// As the file will say it.
  package let after: RGBA
  /// What the pair measures with it under the combination asked about.
  package let ratio: ContrastRatio
  package let edits: [TextEdit]
  /// Failing pairs that pass then, in every combination they failed in; of how many that this value has a say in.
  package let fixed: Int
  package let failing: Int
  /// Pairs that this value has a say in and that pass then everywhere; of how many.
  package let passing: Int
  package let pairs: Int
  /// What passes now and would fail: `text.body on surface (dark)`.
  package let broken: [String]
  /// The cells it makes pass.
  let gained: [Gain]

  struct Gain: Hashable {
    let pairing: Int
    let combination: Int
  }

  /// Whether the value passes everywhere it has a say, and nothing breaks.
  package var isWhole: Bool { fixed == failing && broken.isEmpty }

  /// "passes all 6 of its pairs"; "fixes 3 of 5; would break text.body on surface (dark)".
  package var coverage: String {
    var text = passing == pairs ? "passes \(pairs == 1 ? "its only pair" : "all \(pairs) of its pairs")" : ""
    if text.isEmpty { text = "fixes \(fixed) of \(failing)" }
    if let first = broken.first {
      text += "; would break \(first)"
      if broken.count > 1 { text += " and \(broken.count - 1) more" }
    }
    return text
  }

  /// The colour with the variant that changes: `text.muted (dark)`.
  package var place: String { traits.asVariant.isEmpty ? name : "\(name) (\(traits.asVariant.label))" }

  /// One line for a menu.
  package var title: String {
    let ratio = ratio.formatted(decimals: 2)
    switch kind {
    case .value: return "Change \(place) to \(after.hex) (\(ratio):1; \(coverage))"
    case .step(let step): return "Take \(step) for \(place): \(after.hex) (\(ratio):1; \(coverage))"
    case .variant(let traits): return "Add \(traits.label) to \(name): \(after.hex) (\(ratio):1; \(coverage))"
    }
  }
}

/// What can be done about a pair, and what cannot and why.
package struct FixOptions: Sendable {
  /// Best first: those that make everything pass and break nothing; of these the foreground before the background.
  package var fixes: [Fix] = []
  /// Sentences without a full stop: "text.muted cannot be written: it is a colour of the system".
  package var refusals: [String] = []
}
