package import Contrast
import Palettes
package import Syntax

/// What is in force for a palette, key by key, and where each value stands.
package struct PolicyReport: Sendable {
  /// One value in force.
  package struct Row: Sendable {
    package let key: String
    package let value: String
    /// Nil for what holds where nobody says otherwise.
    package let origin: SourceRange?
  }

  package let palette: String
  package let rows: [Row]

  /// - Parameter files: the policies that hold for it, the outermost first.
  package init(_ policy: Policy, for palette: String, files: [PolicyFile] = []) {
    self.palette = palette
    let values: [(key: PolicyKey, value: String)] = [
      (.conformance, policy.conformance.rawValue), (.strict, String(policy.isStrict)), (.failOn, policy.failOn.word),
      (.alertOn, policy.alertOn.word), (.ios, policy.releases.map(\.rawValue).joined(separator: ", ")),
      (.maxCombinations, String(policy.maxCombinations)),
    ]
    var rows = values.map { Row(key: $0.key.rawValue, value: $0.value, origin: policy.origins[$0.key]) }
    if let days = policy.maxWaiverDays {
      rows.append(Row(key: "waivers.maxDays", value: String(days), origin: policy.origins[.waivers]))
    }
    rows += files.flatMap { Self.sources($0) }
    rows += policy.traits.flatMap { Self.rows($0) }
    rows += policy.excluded.map { item in
      Row(key: "traits.exclude", value: item.phrase, origin: policy.origins[.traits])
    }
    rows += policy.pairs.map { Row(key: "pairs", value: $0.phrase, origin: $0.range) }
    rows += policy.requirements.map { Row(key: "overrides", value: $0.phrase, origin: $0.range) }
    rows += policy.severities.map { item in
      Row(key: "severity", value: "\(item.pattern): \(item.severity?.word ?? "off")", origin: item.range)
    }
    self.rows = rows
  }

  /// Which files a policy takes, and which of them pair across palettes.
  private static func sources(_ file: PolicyFile) -> [Row] {
    var rows: [Row] = []
    if file.isRoot { rows.append(Row(key: "root", value: "true", origin: file.origins[.root])) }
    for (key, rules) in [(PolicyKey.sources, file.sources), (.ignore, file.ignored)] {
      guard let rules else { continue }
      rows.append(Row(key: key.rawValue, value: rules.lines.joined(separator: ", "), origin: file.origins[key]))
    }
    return rows
      + file.sets.map { set in
        Row(key: "sets.\(set.name)", value: set.sources.lines.joined(separator: ", "), origin: set.range)
      }
  }

  private static func rows(_ rule: TraitRule) -> [Row] {
    let key = "traits.\(rule.dimension.name)"
    func row(_ value: String, _ origin: SourceRange) -> Row { Row(key: key, value: value, origin: origin) }
    let values = rule.values.isEmpty ? [] : [row(rule.values.joined(separator: ", "), rule.range)]
    return values
      + rule.directories.map { row("\($0.value) in the directory \($0.pattern.text)", $0.range) }
      + rule.suffixes.map { row("\($0.value) where a name ends with \($0.suffix)", rule.range) }
      + rule.modifiers.map { modifier in
        let contexts = modifier.contexts.sorted { $0.key < $1.key }.map { "\($0.value) is \($0.key)" }
        return row(
          "the modifier \(modifier.name)" + (contexts.isEmpty ? "" : ": \(contexts.joined(separator: ", "))"),
          modifier.range)
      }
  }

  /// - Parameter withOrigin: with the file and line of each value.
  package static func text(_ reports: [PolicyReport], withOrigin: Bool, _ style: TextStyle) -> String {
    var lines: [String] = []
    for report in reports {
      lines.append(style.bold(report.palette.printable))
      let table = report.rows.map { row in
        let place = row.origin.map { "\($0.file):\($0.start.line)" } ?? "default"
        return [row.key, row.value.printable] + (withOrigin ? [style.dim(place.printable)] : [])
      }
      lines += columns(table).map { "  " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  package static func json(_ reports: [PolicyReport], pretty: Bool) -> String {
    JSONWriter.document(pretty: pretty) { writer in
      writer.field("palettes") { writer in
        writer.array(reports) { writer, report in
          writer.object { writer in
            writer.field("palette", report.palette)
            writer.field("values") { $0.array(report.rows) { $1.write(to: &$0) } }
          }
        }
      }
    }
  }
}

extension PolicyReport.Row {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("key", key)
      writer.field("value", value)
      if let origin { writer.field("place") { $0.place(origin) } }
    }
  }
}

extension Threshold {
  var word: String { severity?.word ?? "never" }
}

extension [Policy.Question] {
  fileprivate var phrase: String {
    map { "\($0.dimension.name)=\($0.values.joined(separator: ","))" }.joined(separator: ",")
  }
}

extension PairRule {
  fileprivate var phrase: String {
    func list(_ patterns: [NamePattern]) -> String { patterns.map(\.text).joined(separator: ", ") }
    let over = backdrops.isEmpty ? "" : " over \(list(backdrops))"
    let words = [
      usage?.rawValue, minimum.map { "min \(formatted($0))" }, floor.map { "floor \(formatted($0))" },
    ].compactMap(\.self)
    return "\(list(foregrounds)) on \(list(backgrounds))\(over)"
      + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
  }
}

extension RequirementRule {
  fileprivate var phrase: String {
    let what = conformance.map(\.rawValue) ?? minimum.map { "min \(formatted($0))" } ?? ""
    let whom = usages.map { " for " + $0.map(\.rawValue).joined(separator: ", ") } ?? ""
    return "\(what)\(whom) when \(when.phrase)"
  }
}
