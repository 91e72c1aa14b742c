import Colorimetry
import Palettes
package import Syntax

/// Everything that is to be said of one evaluated palette.
package struct Review: Sendable {
  package let audit: Audit
  /// Most severe first, then by place.
  package private(set) var findings: [Finding]

  /// The list of rules. A new rule is one function that reads an audit and one line here.
  private static let rules: [@Sendable (Audit) -> [Finding]] = [
    contrastFindings,
    indeterminateFindings,
    notEvaluatedFindings,
    adaptationFindings,
    increasedContrastFindings,
    duplicateColorFindings,
    uncoveredFindings,
    systemColorFindings,
    systemRoleFindings,
  ]

  /// Failing cells that are accepted or waived, and those that a baseline does not know.
  package private(set) var accepted = 0
  package private(set) var waived = 0
  package private(set) var new = 0
  /// Waivers that cover something.
  package private(set) var used: Set<Waiver> = []

  package init(_ audit: Audit, excuses: Excuses = .none) {
    self.audit = audit
    findings = []
    var found = audit.diagnostics.map { Finding($0) } + Self.rules.flatMap { $0(audit) }
    // What concerns single colours of a set is said of the palettes they are of.
    if audit.palette.isSet { found.removeAll { $0.pairing == nil && !$0.code.hasPrefix("pairing/") } }
    if !excuses.isEmpty { found = excused(found, excuses) }
    if !audit.policy.severities.isEmpty {
      found = found.compactMap { finding in
        let rule = finding.pairing.map { audit.pairings[$0].rule }
        return audit.policy.severity(finding.severity, of: finding.code, rule: rule).map(finding.with)
      }
    }
    findings = found.enumerated().sorted { left, right in
      if left.element.severity != right.element.severity { return left.element.severity > right.element.severity }
      if left.element.range.file != right.element.range.file {
        return left.element.range.file < right.element.range.file
      }
      if left.element.range.start != right.element.range.start {
        return left.element.range.start < right.element.range.start
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// Without what is accepted or waived; an accepted failure that got worse is a finding of its own.
  private mutating func excused(_ all: [Finding], _ excuses: Excuses) -> [Finding] {
    var open: [Int: Set<Int>] = [:]
    var result: [Finding] = []
    for finding in all {
      guard let index = finding.pairing, finding.code == audit.pairings[index].usage.code else {
        // A consequence of a failure is excused with it.
        let isExcused =
          finding.code == "half-adapted"
          && finding.pairing.flatMap { open[$0] }?.isDisjoint(with: finding.combinations) ?? false
        if !isExcused { result.append(finding) }
        continue
      }
      let states = audit.states(of: index, under: excuses) { used.insert($0) }
      accepted += states.count { $0.state == .accepted }
      waived += states.count { $0.state == .waived }
      let fresh = states.filter { $0.state == .new }.map(\.combination)
      if excuses.hasBaseline { new += fresh.count }
      open[index] = Set(states.filter { $0.state != .accepted && $0.state != .waived }.map(\.combination))
      result += worse(index, states)
      if fresh.count == finding.combinations.count {
        result.append(excuses.hasBaseline ? finding.markedNew : finding)
      } else if let rest = audit.failure(of: index, in: fresh) {
        result.append(excuses.hasBaseline ? rest.markedNew : rest)
      }
    }
    return result
  }

  private func worse(_ index: Int, _ states: [(combination: Int, state: Excuses.State)]) -> [Finding] {
    let cells = states.compactMap { cell -> (combination: Int, before: Double)? in
      if case .worse(let before) = cell.state { (cell.combination, before) } else { nil }
    }
    guard let failure = audit.failure(of: index, in: cells.map(\.combination)), let worst = failure.worst,
      let before = cells.first(where: { $0.combination == worst.combination })?.before
    else { return [] }
    let now = worst.measurement.maximum.formatted(decimals: 2)
    let words = "Known failure got worse: \(ContrastRatio(value: before).formatted()):1 → \(now):1"
    return [
      Finding(
        "baseline/worse", .error,
        "\(words). \(failure.message)",
        at: failure.range, related: failure.related, pairing: index, combinations: failure.combinations, worst: worst,
        notes: [words] + failure.notes)
    ]
  }
}

extension Audit {
  /// The place of a colour's value under a combination: the variant it takes, or the colour itself.
  package func place(of color: Int, in combination: Int) -> SourceRange {
    let declared = palette.colors[color]
    let asked = policy.override.effective(combinations[combination], for: declared.source)
    return declared.closestMatch(for: asked, dimensions: resolver.dimensions).map { declared.registrations[$0].range }
      ?? declared.range
  }

  package func label(_ combination: Int) -> String { grid.space.label(combinations[combination]) }

  /// `#7A8088`, or `nothing` where it has no value.
  func value(_ color: Int, _ combination: Int) -> String { grid.color(color, in: combination)?.hex ?? "no value" }

  func name(_ color: Int) -> String { palette.colors[color].name }
}
