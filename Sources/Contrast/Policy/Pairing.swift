package import Palettes
package import Syntax

/// Why a pair is judged.
package enum PairingRule: String, CaseIterable, Hashable, Sendable {
  /// A person said so.
  case declared
  /// `onX` on `X`, `textOnX` on `X`.
  case onName = "on-name"
  /// The same name but for the role word, with a component word left.
  case component
  /// The status text of a status on its own tint, or on the canvas.
  case status
  /// A general foreground on a general background.
  case general
  /// The border of a control on the canvas.
  case control
  /// Asked for with `--pair` or `explain`: measured, never judged.
  case asked

  /// How sure the rule is that the two are used together, as the severity of a failure.
  package func severity(for usage: Usage) -> Diagnostic.Severity {
    switch self {
    case .declared, .onName: .error
    case .component, .status, .general: usage == .icon ? .note : .warning
    case .control, .asked: .note
    }
  }
}

/// A foreground on a background that is judged in every combination, and why.
package struct Pairing: Hashable, Sendable {
  /// Places in the palette's `colors`.
  package let foreground: Int
  package let background: Int
  /// Declared backdrops under a translucent background, nearest first.
  package let backdrops: [Int]
  package let usage: Usage
  /// The ratio it must reach, nil for an exempt usage.
  package let required: Double?
  /// The ratio was declared for this pair: no other level of conformance changes it.
  package let hasOwnMinimum: Bool
  package let rule: PairingRule
  /// A sentence for people: why these two.
  package let reason: String
  package let severity: Diagnostic.Severity
  /// Where a person declared it.
  package let declaration: SourceRange?

  package init(
    foreground: Int, background: Int, backdrops: [Int] = [], usage: Usage, required: Double?,
    hasOwnMinimum: Bool = false, rule: PairingRule, reason: String, severity: Diagnostic.Severity? = nil,
    declaration: SourceRange? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.backdrops = backdrops
    self.usage = usage
    self.required = required
    self.hasOwnMinimum = hasOwnMinimum
    self.rule = rule
    self.reason = reason
    self.severity = severity ?? rule.severity(for: usage)
    self.declaration = declaration
  }
}

extension Pairing {
  /// The same, declared at another place.
  func declared(at place: SourceRange) -> Pairing {
    Pairing(
      foreground: foreground, background: background, backdrops: backdrops, usage: usage, required: required,
      hasOwnMinimum: hasOwnMinimum, rule: rule, reason: reason, severity: severity, declaration: place)
  }
}

/// A pair by name: what stays the same while colours and places change.
package struct PairKey: Hashable, Sendable, Comparable {
  package let foreground: String
  package let background: String
  package let usage: Usage

  package init(foreground: String, background: String, usage: Usage) {
    self.foreground = foreground
    self.background = background
    self.usage = usage
  }

  package static func < (left: PairKey, right: PairKey) -> Bool {
    (left.foreground, left.background, left.usage.rawValue)
      < (right.foreground, right.background, right.usage.rawValue)
  }
}
