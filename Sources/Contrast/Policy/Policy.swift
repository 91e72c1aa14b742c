package import Palettes
package import Syntax

/// What has to hold in a palette, and under which circumstances it is measured.
package struct Policy: Hashable, Sendable {
  package var conformance = Conformance.doubleA
  /// The release whose table answers for system colours.
  package var release: SystemColors.Release {
    get { releases.first ?? .newest }
    set { releases = [newValue] }
  }
  /// Several make the release a dimension, the first one its default.
  package var releases = [SystemColors.Release.newest]
  /// Traits forced on every question.
  package var override = Override()
  /// The combinations that are asked about: for each dimension named, one of its values. Empty asks about all. What is
  /// paired does not depend on it.
  package var question: [Question] = []
  /// Combinations that do not occur: where one of these holds in all its dimensions.
  package var excluded: [[Question]] = []
  /// What is said of dimensions: values, and where they come from.
  package var traits: [TraitRule] = []
  /// A waiver may run for no more days than this from today.
  package var maxWaiverDays: Int?
  /// Token files of older dialects are refused.
  package var isStrict = false
  /// A palette with more combinations is refused whole.
  package var maxCombinations = 4096
  /// Pairs that people declared, those that stand nearest first.
  package var pairs: [PairRule] = []
  /// Other requirements under some traits; the last that holds counts.
  package var requirements: [RequirementRule] = []
  /// Other severities for some findings; the last that holds counts.
  package var severities: [SeverityRule] = []
  /// The least severity that fails a check.
  package var failOn = Threshold.from(.error)
  /// The least severity of a pair of which an alert is raised; a declared one is always told.
  package var alertOn = Threshold.from(.warning)
  /// Keys that whoever asks has set: no file has a say in them.
  package var given: Set<PolicyKey> = []
  /// Where the values that files set stand.
  package var origins: [PolicyKey: SourceRange] = [:]

  package init() {}

  /// The values of one dimension that are asked about.
  package struct Question: Hashable, Sendable {
    package let dimension: TraitDimension
    package let values: [String]

    package init(dimension: TraitDimension, values: [String]) {
      self.dimension = dimension
      self.values = values
    }

    /// A dimension on which the palette does not vary has its default.
    package func holds(in combination: TraitCombination) -> Bool {
      values.contains { value in
        combination[dimension] == (value == TraitDimension.unspecified ? dimension.defaultValue : value)
      }
    }
  }

  /// Whether a combination is asked about.
  ///
  /// - Parameter dimensions: those on which the palette varies.
  package func asks(about combination: TraitCombination, varying dimensions: [TraitDimension]) -> Bool {
    occurs(combination, varying: dimensions) && question.allSatisfy { $0.holds(in: combination) }
      && !excluded.contains { $0.allSatisfy { $0.holds(in: combination) } }
  }

  /// The ratio that a pair must reach under a combination; nil for an exempt one.
  package func required(_ pairing: Pairing, in combination: TraitCombination) -> Double? {
    guard let base = pairing.required else { return nil }
    return requirements.reduce(base) { required, rule in
      guard rule.when.allSatisfy({ $0.holds(in: combination) }), rule.usages?.contains(pairing.usage) ?? true else {
        return required
      }
      if let minimum = rule.minimum { return minimum }
      guard !pairing.hasOwnMinimum, let conformance = rule.conformance else { return required }
      return Requirement.ratio(for: pairing.usage, at: conformance) ?? required
    }
  }

  /// The conformance level that decides under a combination.
  package func conformance(in combination: TraitCombination) -> Conformance {
    let last = requirements.last { rule in
      rule.conformance != nil && rule.when.allSatisfy { $0.holds(in: combination) }
    }
    return last?.conformance ?? conformance
  }

  /// The severity of a finding; nil where it is switched off.
  func severity(_ severity: Diagnostic.Severity, of code: String, rule: PairingRule?) -> Diagnostic.Severity? {
    severityRule(of: code, rule: rule).map(\.severity) ?? severity
  }

  /// What gives a finding another severity.
  func severityRule(of code: String, rule: PairingRule?) -> SeverityRule? {
    severities.last { item in
      Glob.matches(item.pattern, code) || rule.map { Glob.matches(item.pattern, $0.rawValue) } ?? false
    }
  }
}

/// What a policy file may set; the raw values are its keys.
package enum PolicyKey: String, CaseIterable, Hashable, Sendable {
  case schema = "$schema"
  case root, standard, conformance, strict, sources, sets, ignore, traits, pairs, overrides, severity, failOn, alertOn,
    ios
  case maxCombinations, waivers
}

/// From which severity on something is done.
package enum Threshold: Hashable, Sendable {
  case from(Diagnostic.Severity)
  case never

  package var severity: Diagnostic.Severity? {
    if case .from(let severity) = self { severity } else { nil }
  }

  package func includes(_ other: Diagnostic.Severity) -> Bool { severity.map { other >= $0 } ?? false }
}

/// A declared pair, or many by patterns.
package struct PairRule: Hashable, Sendable {
  package var foregrounds: [NamePattern] = []
  package var backgrounds: [NamePattern] = []
  /// What a translucent background stands on, nearest first.
  package var backdrops: [NamePattern] = []
  package var usage: Usage?
  /// A required ratio of its own, 1 to 21.
  package var minimum: Double?
  /// What an exempt usage has to reach all the same.
  package var floor: Double?
  package let range: SourceRange
}

/// Another requirement under some traits.
package struct RequirementRule: Hashable, Sendable {
  package var when: [Policy.Question] = []
  /// Nil for all.
  package var usages: [Usage]?
  package var conformance: Conformance?
  package var minimum: Double?
  package let range: SourceRange
}

/// Another severity for findings whose code, or the rule of whose pair, a pattern covers.
package struct SeverityRule: Hashable, Sendable {
  package let pattern: String
  /// Nil switches it off.
  package let severity: Diagnostic.Severity?
  package let range: SourceRange
}
