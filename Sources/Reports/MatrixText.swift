import Colorimetry
package import Contrast
import Palettes

/// The grid in the terminal: a table a combination, rows foregrounds, columns backgrounds, each cell in its own colours.
package enum MatrixText {
  package static func render(_ audits: [Audit], _ style: TextStyle) -> String {
    var lines: [String] = []
    for audit in audits {
      lines.append(style.bold(audit.palette.path.printable))
      if audit.pairings.isEmpty {
        lines.append("  no pair is judged here; contrastctl tokens --uncovered lists what has a role and no partner")
      }
      for combination in audit.asked where !audit.pairings.isEmpty {
        lines += table(audit, combination, style)
      }
    }
    lines.append(
      "✓ passes   ✗ fails   ? depends on the backdrop   – nothing is required   ! not evaluated   · not paired")
    return lines.map(\.withoutTrailingSpaces).joined(separator: "\n") + "\n"
  }

  private static func table(_ audit: Audit, _ combination: Int, _ style: TextStyle) -> [String] {
    let rows = unique(audit.pairings.map(\.foreground))
    let backgrounds = unique(audit.pairings.map(\.background))
    let firstWidth = (rows.map { name(audit, $0, 34).count }.max() ?? 0) + 2
    let columnWidth = max(10, min(26, backgrounds.map { audit.palette.colors[$0].name.count + 2 }.max() ?? 10))
    let perTable = max(1, ((style.width ?? 140) - firstWidth - 4) / columnWidth)
    var lines = ["  \(style.bold(audit.label(combination).printable))"]
    for start in stride(from: 0, to: backgrounds.count, by: perTable) {
      let shown = Array(backgrounds[start..<min(start + perTable, backgrounds.count)])
      let head = shown.map { " \(name(audit, $0, columnWidth - 2))".padded(columnWidth) }.joined()
      lines.append("  " + String(repeating: " ", count: firstWidth) + head)
      for row in rows {
        let cells = shown.map { cell(audit, row, $0, combination, columnWidth, style) }
        guard cells.contains(where: { $0 != nil }) else { continue }
        lines.append(
          "  " + name(audit, row, 34).padded(firstWidth)
            + cells.map { $0 ?? " ·".padded(columnWidth) }.joined())
      }
    }
    return lines + [""]
  }

  private static func cell(
    _ audit: Audit, _ foreground: Int, _ background: Int, _ combination: Int, _ width: Int, _ style: TextStyle
  ) -> String? {
    guard
      let index = audit.pairings.firstIndex(where: { $0.foreground == foreground && $0.background == background })
    else { return nil }
    let verdict = audit.verdict(index, combination)
    guard let measured = audit.measure(index, in: combination) else { return " !".padded(width) }
    let required = audit.required(audit.pairings[index], in: combination)
    let least = measured.minimum.formatted(decimals: 2, missing: required)
    let ratio = measured.isDefinite ? least : "\(least)–\(measured.maximum.formatted())"
    let text = " \(verdict.sign) \(ratio) "
    guard let front = measured.foreground, let back = measured.background else { return text.padded(width) }
    let padding = String(repeating: " ", count: max(0, width - text.count))
    return style.sample(text, front, on: back) + padding
  }

  private static func name(_ audit: Audit, _ color: Int, _ limit: Int) -> String {
    let name = audit.palette.colors[color].name.printable
    return name.count <= limit ? name : "…" + name.suffix(limit - 1)
  }

  private static func unique(_ items: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return items.filter { seen.insert($0).inserted }
  }
}

extension Verdict {
  fileprivate var sign: String {
    switch self {
    case .pass: "✓"
    case .fail: "✗"
    case .indeterminate: "?"
    case .exempt: "–"
    case .notEvaluated: "!"
    }
  }
}

extension String {
  fileprivate var withoutTrailingSpaces: String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
