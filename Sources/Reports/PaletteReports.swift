package import Contrast
import Palettes

/// What was understood of a palette, as tables: its colours, its pairs, its trait combinations.
package enum PaletteReports {
  /// Which colours `tokens` shows.
  package enum TokenFilter: String, Hashable, Sendable {
    case all, uncovered, duplicates
  }

  package static func tokens(_ audits: [Audit], _ filter: TokenFilter, _ style: TextStyle) -> String {
    var lines: [String] = []
    for audit in audits where !audit.palette.isSet {
      lines.append(heading(audit, style))
      if filter == .duplicates {
        if audit.duplicates.isEmpty { lines.append("  no two colours are equal in every trait combination") }
        lines += audit.duplicates.map {
          "  " + $0.map { audit.palette.colors[$0].name.printable }.joined(separator: " = ")
        }
        continue
      }
      if filter == .uncovered, audit.uncovered.isEmpty { lines.append("  every colour with a role has a partner") }
      let shown = filter == .uncovered ? audit.uncovered : Array(audit.palette.colors.indices)
      lines += columns(shown.map { tokenRow(audit, $0, style) }).map { "  " + $0 }
      if filter == .all {
        lines += audit.palette.skipped.map { "  \($0.name.printable)  skipped: \($0.reason.printable)" }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func tokenRow(_ audit: Audit, _ color: Int, _ style: TextStyle) -> [String] {
    let declared = audit.palette.colors[color]
    let values = audit.asked.map { audit.grid.color(color, in: $0)?.hex ?? "–" }
    let shown = Set(values).count == 1 ? Array(values.prefix(1)) : values
    let place = "\(declared.range.file):\(declared.range.start.line)"
    return [
      declared.name.printable, audit.readings[color].phrase,
      shown.count > 8 ? shown.prefix(8).joined(separator: " ") + " …" : shown.joined(separator: " "),
      style.dim(place.printable),
    ]
  }

  package static func pairs(_ audits: [Audit], why: Bool, _ style: TextStyle) -> String {
    var lines: [String] = []
    for audit in audits {
      lines.append(heading(audit, style))
      let rows = audit.pairings.indices.map { pairRow(audit, $0, why: why, style) }
      lines += columns(rows).map { "  " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func pairRow(_ audit: Audit, _ index: Int, why: Bool, _ style: TextStyle) -> [String] {
    let pairing = audit.pairings[index]
    let key = audit.key(of: pairing)
    let tally = audit.tally(of: [index])
    let needs = pairing.required.map { "needs \(formatted($0))" } ?? "exempt"
    let verdicts = [
      (tally.pass, "pass"), (tally.fail, "fail"), (tally.indeterminate, "indeterminate"),
      (tally.notEvaluated, "not evaluated"), (tally.exempt, "exempt"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let row = ["\(key.foreground) on \(key.background)".printable, pairing.usage.rawValue, needs, verdicts]
    guard why else { return row + [pairing.rule.rawValue] }
    let place = pairing.declaration.map { ", \($0.file):\($0.start.line)".printable } ?? ""
    return row + ["\(pairing.rule.rawValue): \(pairing.reason.printable)\(place)"]
  }

  package static func traits(_ audits: [Audit], _ style: TextStyle) -> String {
    var lines: [String] = []
    for audit in audits {
      lines.append(heading(audit, style))
      for axis in audit.grid.space.axes {
        lines.append("  \(axis.dimension.name.printable.padded(10))\(axis.values.joined(separator: ", ").printable)")
      }
      if audit.grid.space.axes.isEmpty { lines.append("  no colour varies with any trait") }
      lines += audit.asked.map { "    \(audit.label($0).printable)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func heading(_ audit: Audit, _ style: TextStyle) -> String {
    let counts = [
      counted(audit.palette.colors.count, "colour"), counted(audit.pairings.count, "pair"),
      counted(audit.asked.count, "trait combination"),
    ]
    return style.bold(audit.palette.path.printable) + "   " + counts.joined(separator: " · ")
  }
}

extension NameReading {
  /// The role in one word; what it is used for is `usage`.
  package var role: String {
    switch kind {
    case .background: "background"
    case .foreground: "foreground"
    case .border: "border"
    case .none: "none"
    }
  }

  /// The role in a word or two.
  package var phrase: String {
    switch kind {
    case .background: "background"
    case .foreground(let usage): usage.rawValue
    case .border: "border (\(usage?.rawValue ?? ""))"
    case .none: "no role"
    }
  }
}
