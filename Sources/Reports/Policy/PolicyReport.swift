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

  package init(_ policy: Policy, for palette: String) {
    self.palette = palette
    var rows = [
      Row(key: "conformance", value: policy.conformance.rawValue, origin: policy.origins[.conformance]),
      Row(key: "failOn", value: policy.failOn.word, origin: policy.origins[.failOn]),
      Row(key: "alertOn", value: policy.alertOn.word, origin: policy.origins[.alertOn]),
      Row(key: "ios", value: policy.release.rawValue, origin: policy.origins[.ios]),
      Row(
        key: "maxCombinations", value: String(policy.maxCombinations), origin: policy.origins[.maxCombinations]),
    ]
    rows += policy.pairs.map { Row(key: "pairs", value: $0.phrase, origin: $0.range) }
    rows += policy.requirements.map { Row(key: "overrides", value: $0.phrase, origin: $0.range) }
    rows += policy.severities.map { item in
      Row(key: "severity", value: "\(item.pattern): \(item.severity?.word ?? "off")", origin: item.range)
    }
    rows += policy.excluded.map { item in
      Row(key: "traits.exclude", value: item.phrase, origin: policy.origins[.traits])
    }
    self.rows = rows
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
