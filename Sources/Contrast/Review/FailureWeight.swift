package import Palettes
package import Syntax

/// What a failure of a pair does, by the severity that the policy gives it.
package enum FailureWeight: Int, Comparable, Sendable {
  /// It is listed at most.
  case listed
  case raisesAlert
  case failsCheck

  package static func < (left: FailureWeight, right: FailureWeight) -> Bool { left.rawValue < right.rawValue }
}

extension Audit {
  package func weight(of pairing: Pairing) -> FailureWeight {
    guard let severity = policy.severity(pairing.severity, of: pairing.usage.code, rule: pairing.rule) else {
      return .listed
    }
    if policy.failOn.includes(severity) { return .failsCheck }
    return pairing.rule == .declared || policy.alertOn.includes(severity) ? .raisesAlert : .listed
  }

  /// Where that is said; nil where nothing but the pair's rule says it.
  package func weightOrigin(of pairing: Pairing) -> SourceRange? {
    policy.severityRule(of: pairing.usage.code, rule: pairing.rule)?.range ?? policy.origins[.failOn]
      ?? policy.origins[.alertOn]
  }

  /// Whether two colours look the same in an evaluation of another time under a combination; where that one does not have
  /// the combination, whether they are declared in the same way.
  package func hasSameColors(_ names: [String], under combination: TraitCombination, as other: Audit) -> Bool {
    names.allSatisfy { name in
      guard let own = palette.index(of: name), let its = other.palette.index(of: name) else { return false }
      guard let cell = grid.space.index(of: combination), let otherCell = other.grid.space.index(of: combination) else {
        return palette.colors[own].registrations.elementsEqual(other.palette.colors[its].registrations) {
          $0.traits == $1.traits && $0.value == $1.value
        }
      }
      return grid.color(own, in: cell) == other.grid.color(its, in: otherCell)
    }
  }
}
