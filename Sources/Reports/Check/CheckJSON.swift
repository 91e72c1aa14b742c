import Colorimetry
package import Contrast
import Palettes
package import Syntax

extension CheckReport {
  /// The document of `check --format=json`; its schema is `check.schema.json`.
  package func json(pretty: Bool) -> String {
    JSONWriter.document(pretty: pretty) { writer in
      writer.field("outcome", outcome.name)
      writer.field("summary") { writeSummary(&$0) }
      writer.field("palettes") { writer in
        writer.array(palettes) { writer, palette in writer.object { palette.write(to: &$0) } }
      }
      writer.field("findings") { writer in
        let own = (companions + waivers + unreadable + refused).map { (Finding($0), nil as Audit?) }
        let rest = palettes.flatMap { palette in palette.findings.map { ($0, palette.audit as Audit?) } }
        writer.array(own + rest) { writer, pair in
          writer.object { writer in pair.0.write(to: &writer, pair.1) }
        }
      }
      if !allPairs.isEmpty {
        writer.field("allPairs") { writer in
          writer.array(allPairs) { writer, pairs in writer.object { pairs.write(to: &$0) } }
        }
      }
    }
  }

  private func writeSummary(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("palettes", palettes.count)
      writer.field("colors", palettes.reduce(0) { $0 + $1.audit.palette.colors.count })
      writer.field("pairs", palettes.reduce(0) { $0 + $1.pairs })
      writer.field("checks", tally.total)
      writer.field("verdicts") { $0.tally(tally) }
      writer.field("accepted", palettes.reduce(0) { $0 + $1.accepted })
      writer.field("waived", palettes.reduce(0) { $0 + $1.waived })
      let known = palettes.compactMap(\.new)
      writer.field("new", known.isEmpty ? nil : known.reduce(0, +))
      writer.field("errors", count(of: .error))
      writer.field("warnings", count(of: .warning))
      writer.field("notes", count(of: .note))
      writer.field("seconds", seconds)
    }
  }
}

extension CheckReport.Outcome {
  package var name: String {
    switch self {
    case .clean: "clean"
    case .findings: "findings"
    case .notEvaluated: "not-evaluated"
    case .nothingJudged: "nothing-judged"
    }
  }
}

extension CheckReport.PaletteResult {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.field("path", audit.palette.path)
    writer.field("format", audit.palette.format)
    writer.field("colors", audit.palette.colors.count)
    writer.field("images", audit.palette.images.count)
    writer.field("skipped", audit.palette.skipped.reduce(0) { $0 + $1.count })
    writer.field("pairs", pairs)
    writer.field("traits") { writer in
      writer.object { writer in
        for axis in audit.grid.space.axes { writer.field(named: axis.dimension.name) { $0.strings(axis.values) } }
      }
    }
    writer.field("combinations", audit.asked.count)
    writer.field("verdicts") { $0.tally(tally) }
    var rules: [PairingRule: Int] = [:]
    for pairing in audit.pairings { rules[pairing.rule, default: 0] += 1 }
    writer.field("pairsByRule") { writer in
      writer.object { writer in
        for rule in PairingRule.allCases {
          if let count = rules[rule] { writer.field(named: rule.rawValue) { $0.number(count) } }
        }
      }
    }
  }
}

extension AllPairs {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.field("palette", palette)
    writer.field("foregrounds", foregrounds)
    writer.field("backgrounds", backgrounds)
    writer.field("cells", cells)
    writer.field("meetingText", meetingText)
    writer.field("meetingNonText", meetingLarge)
    writer.field("notEvaluated", notEvaluated)
  }
}

extension Finding {
  /// - Parameter audit: the palette it belongs to; nil for a file that could not be read.
  package func write(to writer: inout JSONWriter, _ audit: Audit?) {
    writer.field("code", code)
    writer.field("severity", severity.word)
    writer.field("message", message)
    if isNew { writer.field("new", true) }
    writer.field("place") { $0.place(range) }
    if let related { writer.field("related") { $0.place(related) } }
    guard let audit else { return }
    writer.field("palette", audit.palette.path)
    if let pairing { writer.field("pair") { $0.pairing(audit.pairings[pairing], audit) } }
    if !combinations.isEmpty {
      writer.field("combinations", combinations.map { audit.grid.space.written(audit.combinations[$0]) })
    }
    if let worst { writer.field("worst") { worst.write(to: &$0, audit) } }
    if let worst, let pairing, code.hasPrefix("contrast/"),
      let suggestion = audit.suggestion(for: audit.pairings[pairing], in: worst.combination)
    {
      writer.field("suggestion") { suggestion.write(to: &$0) }
    }
    if !notes.isEmpty { writer.field("notes", notes) }
  }
}

extension Finding.Worst {
  fileprivate func write(to writer: inout JSONWriter, _ audit: Audit) {
    writer.object { writer in
      writer.field("traits", audit.grid.space.written(audit.combinations[combination]))
      writer.field("foreground", foreground.hex)
      writer.field("background", background.hex)
      writer.measurement(measurement)
    }
  }
}

extension Suggestion {
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("color", color.hex)
      writer.field("ratio", ratio.value)
      writer.field("deltaE", deltaE)
      writer.field("passing", passing)
      writer.field("pairs", pairs)
      writer.field("background", background?.hex)
    }
  }
}
