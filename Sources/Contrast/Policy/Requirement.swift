package import Palettes

/// A WCAG 2.2 conformance level for contrast.
package enum Conformance: String, CaseIterable, Hashable, Sendable {
  case doubleA = "AA"
  case tripleA = "AAA"
}

package enum Requirement {
  /// The ratio a usage needs; nil where the level asks nothing of it.
  ///
  /// Source: WCAG 2.2, 1.4.3 and 1.4.6 (text), 1.4.11 (icons, borders of controls, chart marks: AA only), 2.4.13
  /// (focus).
  package static func ratio(for usage: Usage, at conformance: Conformance) -> Double? {
    switch usage {
    case .text, .link, .placeholder: conformance == .doubleA ? 4.5 : 7
    case .largeText: conformance == .doubleA ? 3 : 4.5
    case .icon, .border, .chart, .focus: 3
    case .disabled, .decorative, .logotype, .incidental: nil
    }
  }
}
