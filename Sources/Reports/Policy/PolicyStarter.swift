package import Contrast
import Palettes
import Syntax

/// A policy to begin with: what was found, as comments to be made into declarations.
package enum PolicyStarter {
  /// As many lines as a person reads of each list.
  private static let limit = 24

  /// The text of a `contrast.policy.json` for some palettes.
  package static func text(for audits: [Audit]) -> String {
    var lines = [
      "// What has to hold for the colours below this directory. contrastctl policy schema describes every key,",
      "// contrastctl policy show what is in force, contrastctl policy check whether this can be read.",
      "{",
      "  // The search for policies further up ends here.",
      "  \"root\": true,",
      "",
      "  // WCAG 2.2: AA (text 4.5:1, large text, icons and controls 3:1) or AAA.",
      "  \"conformance\": \"AA\",",
      "",
    ]
    lines += sources(of: audits) + traits(of: audits)
    lines += [
      "  // Declared pairs are judged in every trait combination, and fail the check. * is a run of characters within",
      "  // one part of a name, ** any run, {x} the same text on both sides.",
      "  \"pairs\": [",
    ]
    for audit in audits where !audit.palette.isSet { lines += pairs(of: audit) }
    let varies = audits.contains { $0.grid.space.dimensions.contains(.contrast) }
    lines += [
      "  ],",
      "",
      "  // Other requirements under some traits\(varies ? "" : "; no colour here has a value for high contrast yet"):",
      "  \"overrides\": [",
      "    // {\"when\": {\"contrast\": \"high\"}, \"conformance\": \"AAA\"}",
      "  ],",
      "",
      "  // error, warning, note or off, by the code of a finding or the rule of a pair:",
      "  \"severity\": {",
      "    // \"duplicate-color\": \"off\"",
      "  },",
      "",
      "  // Token files of dialects before DTCG 2025.10 are read; true refuses them, each value with its remedy.",
      "  \"strict\": false,",
      "",
      "  // The least severity that fails a check, and that raises an alert.",
      "  \"failOn\": \"error\",",
      "  \"alertOn\": \"warning\"",
      "}",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func pairs(of audit: Audit) -> [String] {
    let inferred = audit.pairings.filter { $0.rule != .declared }
    var lines = ["    // \(comment(audit.palette.path)): \(counted(inferred.count, "pair")) judged for their names:"]
    if inferred.isEmpty {
      lines = [
        "    // \(comment(audit.palette.path)): no name says for certain what stands on what. {x} may help:",
        "    // {\"fg\": \"{x}-text\", \"bg\": \"{x}-background\"},",
      ]
    }
    lines += shown(inferred.map { line(audit.key(of: $0), reason: $0.reason) })
    let lone = audit.uncovered
    guard !lone.isEmpty else { return lines }
    lines.append("    // a role and no partner yet:")
    lines += shown(
      lone.map { "    // \(comment(audit.palette.colors[$0].name)) (\(audit.readings[$0].phrase))" })
    return lines
  }

  private static func line(_ key: PairKey, reason: String) -> String {
    let (front, back) = (quoted(key.foreground), quoted(key.background))
    return "    // {\"fg\": \(front), \"bg\": \(back), \"usage\": \"\(key.usage.rawValue)\"},  // \(comment(reason))"
  }

  private static func shown(_ lines: [String]) -> [String] {
    let rest = lines.count - limit
    return rest <= 1 ? lines : lines.prefix(limit) + ["    // … and \(rest) more"]
  }

  static func quoted(_ name: String) -> String {
    var writer = JSONWriter(pretty: false)
    writer.string(name)
    return writer.text
  }

  /// A text that does not end the comment it stands in.
  private static func comment(_ text: String) -> String { text.printable }
}
