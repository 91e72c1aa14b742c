import Palettes
package import Syntax

/// Everything that is to be said of one evaluated palette.
package struct Review: Sendable {
  package let audit: Audit
  /// Most severe first, then by place.
  package let findings: [Finding]

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

  package init(_ audit: Audit) {
    self.audit = audit
    let all = audit.diagnostics.map { Finding($0) } + Self.rules.flatMap { $0(audit) }
    let found =
      audit.policy.severities.isEmpty
      ? all
      : all.compactMap { finding in
        let rule = finding.pairing.map { audit.pairings[$0].rule }
        return audit.policy.severity(finding.severity, of: finding.code, rule: rule).map(finding.with)
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
