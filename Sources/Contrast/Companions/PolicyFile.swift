package import Palettes
package import Syntax

/// One `contrast.policy.json`: what it sets, where that stands, and which palettes it covers.
package struct PolicyFile: Sendable {
  package static let name = "contrast.policy.json"

  package let scope: CompanionScope
  package var path: String { scope.path }

  /// The search for files further up ends here.
  package var isRoot = false
  package var conformance: Conformance?
  package var releases: [SystemColors.Release]?
  /// Token files of older dialects are refused.
  package var isStrict: Bool?
  package var maxWaiverDays: Int?
  package var maxCombinations: Int?
  package var failOn: Threshold?
  package var alertOn: Threshold?
  package var pairs: [PairRule] = []
  package var requirements: [RequirementRule] = []
  package var severities: [SeverityRule] = []
  package var excluded: [[Policy.Question]] = []
  package var traits: [TraitRule] = []
  package var sets: [SourceSet] = []
  /// Only these are sources, where it says so.
  package var sources: IgnoreRules?
  package var ignored: IgnoreRules?
  /// Where each key's value stands.
  package var origins: [PolicyKey: SourceRange] = [:]
  package var diagnostics: [Diagnostic] = []

  package init(_ scope: CompanionScope) { self.scope = scope }

  package var isBroken: Bool { diagnostics.contains { $0.severity == .error } }

  /// Whether a path names a policy file.
  package static func isOne(_ path: String) -> Bool { Companions.isNamed(name, path) }

  /// The files that cover a path, the outermost first; none from above one that is a root.
  package static func chain(_ files: some Sequence<PolicyFile>, for path: String) -> [PolicyFile] {
    let covering = CompanionScope.covering(path, files, \.scope)
    return Array(covering[(covering.lastIndex(where: \.isRoot) ?? 0)...])
  }

  /// What the files that cover a path say of how it is read.
  package static func rules(for path: String, _ chain: [PolicyFile]) -> SourceRules {
    var rules = SourceRules()
    var place = path
    var known: Set<TraitDimension> = []
    rules.isStrict = chain.lazy.reversed().compactMap(\.isStrict).first ?? false
    rules.root = chain.first { $0.isRoot }?.scope.directory
    // The nearest that speaks of a dimension decides.
    for file in chain.reversed() {
      for rule in file.traits where known.insert(rule.dimension).inserted {
        rules.modifiers += rule.modifiers
        if !rule.values.isEmpty { rules.values[rule.dimension] = rule.values }
        guard let relative = file.scope.relative(place), let placed = rule.placed(place, relative: relative) else {
          continue
        }
        rules.traits[rule.dimension] = placed.value
        place = placed.path
      }
    }
    if place != path { rules.place = place }
    return rules
  }

  /// Whether the files covering a path leave it out.
  package static func excludes(_ path: String, _ chain: [PolicyFile]) -> Bool {
    // What the nearest file decides, counts.
    for file in chain.reversed() {
      guard let relative = file.scope.relative(path) else { continue }
      if let sources = file.sources, !sources.cover(relative) { return true }
      if let ignored = file.ignored, ignored.cover(relative) { return true }
      if file.sources != nil { return false }
    }
    return false
  }
}

extension Policy {
  /// This policy with what files say, the outermost first. The nearest wins key by key; pairs, overrides and severities of
  /// all of them count, those of the nearest before the others.
  package func applying(_ chain: [PolicyFile]) -> Policy {
    var policy = self
    for file in chain {
      func take<Value>(_ key: PolicyKey, _ value: Value?, _ path: WritableKeyPath<Policy, Value>) {
        guard let value, !given.contains(key) else { return }
        policy[keyPath: path] = value
        policy.origins[key] = file.origins[key]
      }
      take(.conformance, file.conformance, \.conformance)
      take(.ios, file.releases, \.releases)
      take(.strict, file.isStrict, \.isStrict)
      take(.waivers, file.maxWaiverDays.map { $0 }, \.maxWaiverDays)
      take(.maxCombinations, file.maxCombinations, \.maxCombinations)
      take(.failOn, file.failOn, \.failOn)
      take(.alertOn, file.alertOn, \.alertOn)
      policy.pairs = file.pairs + policy.pairs
      policy.requirements += file.requirements
      policy.severities += file.severities
      policy.excluded += file.excluded
      policy.traits.removeAll { rule in file.traits.contains { $0.dimension == rule.dimension } }
      policy.traits += file.traits
    }
    return policy
  }
}
