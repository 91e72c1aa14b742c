import Colorimetry
import Contrast
import Palettes
import Syntax

extension CheckReport {
  /// For people: a block a finding, most severe first, then one line of counts.
  ///
  /// - Parameter showsNotes: notes one by one; otherwise they are counted by rule.
  package func text(_ style: TextStyle, showsNotes: Bool = false) -> String {
    var lines: [String] = []
    for finding in companions + waivers.filter({ showsNotes || $0.severity > .note }) + unreadable + refused {
      lines += Self.plain(Finding(finding), style)
    }
    for palette in palettes { lines += Self.blocks(palette, showsNotes: showsNotes, style) }
    lines += policyLine()
    if !showsNotes { lines += notesLine() }
    for pairs in allPairs { lines += Self.allPairsLines(pairs) }
    return (lines + [summary(style)]).joined(separator: "\n") + "\n"
  }

  /// How many findings of one rule are shown of one file; what is above is counted.
  private static let perFileAndRule = 10

  private static func blocks(_ palette: PaletteResult, showsNotes: Bool, _ style: TextStyle) -> [String] {
    let shown = palette.findings.filter { showsNotes || $0.severity > .note }
    let failing = Set(shown.filter { $0.code.hasPrefix("contrast/") }.compactMap(\.pairing))
    let halfAdapted = Dictionary(
      palette.findings.lazy.filter { $0.code == "half-adapted" }.compactMap { item in item.pairing.map { ($0, item) } },
      uniquingKeysWith: { first, _ in first })
    var counts: [[String]: Int] = [:]
    var lines: [String] = []
    for finding in shown {
      // The failure says it in a line of its own.
      if finding.code == "half-adapted", let pairing = finding.pairing, failing.contains(pairing) { continue }
      counts[[finding.range.file, finding.code], default: 0] += 1
      if counts[[finding.range.file, finding.code], default: 0] > perFileAndRule { continue }
      lines += block(finding, palette.audit, halfAdapted: finding.pairing.flatMap { halfAdapted[$0] }, style)
    }
    for (key, count) in counts.sorted(by: { $0.key[0] < $1.key[0] }) where count > perFileAndRule {
      lines.append("\(key[0].printable): \(grouped(count - perFileAndRule)) more \(key[1]); --json lists them all")
    }
    return lines
  }

  private static func place(_ range: SourceRange, _ style: TextStyle) -> String {
    style.bold("\(range.file):\(range.start.line):\(range.start.column)".printable)
  }

  private static func plain(_ finding: Finding, _ style: TextStyle) -> [String] {
    let (sign, word) = sign(finding.severity)
    return [
      place(finding.range, style),
      "  \(style.colored("\(sign) \(word)", as: finding.severity))  \(finding.message.printable)   "
        + style.dim(finding.code),
    ]
  }

  private static func sign(_ severity: Diagnostic.Severity) -> (sign: String, word: String) {
    switch severity {
    case .error: ("✗", "error  ")
    case .warning: ("⚠", "warning")
    case .note: ("·", "note   ")
    }
  }

  private static func block(
    _ finding: Finding, _ audit: Audit, halfAdapted: Finding?, _ style: TextStyle
  ) -> [String] {
    guard let index = finding.pairing, let worst = finding.worst,
      finding.code.hasPrefix("contrast/") || finding.code == "baseline/worse",
      worst.measurement.isDefinite || audit.verdict(index, worst.combination) == .fail
    else { return plain(finding, style) }
    let pairing = audit.pairings[index]
    let (sign, word) = sign(finding.severity)
    let key = audit.key(of: pairing)
    let required = audit.required(pairing, in: worst.combination)
    let needs = required.map { "needs \(formatted($0)):1" } ?? ""
    let atMost = worst.measurement.isDefinite ? "" : "at most "
    let ratio = atMost + worst.measurement.maximum.formatted(decimals: 2, missing: required)
    let halves =
      "\(style.swatch(worst.foreground, over: worst.background))\(key.foreground.printable) \(worst.foreground.hex) on "
      + "\(style.swatch(worst.background))\(key.background.printable) \(worst.background.hex)"
    let count = finding.combinations.count
    let rest = count > 1 ? " and \(count - 1) more of \(audit.asked.count)" : ""
    var lines = [
      place(finding.range, style),
      "  \(style.colored("\(sign) \(word)", as: finding.severity))  \(halves)   "
        + "\(style.bold("\(ratio):1")), \(needs)   \(audit.label(worst.combination).printable)\(rest)   "
        + "\(pairing.usage.rawValue) \(audit.policy.conformance(in: audit.combinations[worst.combination]).rawValue)   \(style.dim(finding.code))"
        + (finding.isNew ? "   NEW" : ""),
    ]
    lines.append("             \(advice(audit, pairing, worst))\(command(audit, key, worst.combination))")
    let notes = finding.notes.filter { $0 != policyNote } + (halfAdapted.map { [$0.message] } ?? [])
    lines += notes.map { "             \($0.printable)" }
    return lines
  }

  private static func advice(_ audit: Audit, _ pairing: Pairing, _ worst: Finding.Worst) -> String {
    guard worst.measurement.isDefinite else {
      return "make the background more opaque, or say with \"on\" what it stands on        "
    }
    guard let suggestion = audit.suggestion(for: pairing, in: worst.combination) else {
      return "no lightness of the foreground passes here; change the background, or the opacity        "
    }
    let coverage = suggestion.coverage.isEmpty ? "" : "; \(suggestion.coverage)"
    let target = suggestion.target.map { " in \($0.name.printable), line \($0.range.start.line)" } ?? ""
    let other = suggestion.background.map { ", or \($0.hex) as the background" } ?? ""
    return "try \(suggestion.color.hex)\(target) (\(suggestion.ratio.formatted()):1\(coverage))\(other)        "
  }

  private static func command(_ audit: Audit, _ key: PairKey, _ combination: Int) -> String {
    let traits = audit.combinations[combination].deviations.description
    let option = traits.isEmpty ? "" : " --traits=\(quoted(traits))"
    let place = " --in=\(quoted(audit.palette.path))"
    return "contrastctl explain \(quoted(key.foreground)) \(quoted(key.background))\(option)\(place)"
  }

  /// How many failures are no matter of WCAG, said once.
  private func policyLine() -> [String] {
    let count = allFindings.count { $0.notes.contains(policyNote) }
    if count == 0 { return [] }
    let subject = count == 1 ? "1 failing pair passes" : "\(grouped(count)) failing pairs pass"
    return ["\(subject) in the default presentation; that every other one passes too is policy, not WCAG"]
  }

  /// Notes by rule: "notes: duplicate-color 12, variant-missing 3".
  private func notesLine() -> [String] {
    var counts: [String: Int] = [:]
    for finding in allFindings where finding.severity == .note { counts[finding.code, default: 0] += 1 }
    guard !counts.isEmpty else { return [] }
    let words = counts.sorted { $0.key < $1.key }.map { "\($0.key) \(grouped($0.value))" }
    return ["notes: \(words.joined(separator: ", "))        --notes shows them"]
  }

  private static func allPairsLines(_ pairs: AllPairs) -> [String] {
    [
      "\(pairs.palette.printable): \(counted(pairs.foregrounds, "foreground")) × "
        + "\(counted(pairs.backgrounds, "background")), \(counted(pairs.cells, "cell")): \(grouped(pairs.meetingText)) at 4.5:1 and more, "
        + "\(grouped(pairs.meetingLarge)) at 3:1 and more, \(grouped(pairs.notEvaluated)) without a definite ratio "
        + "(measured, not judged)"
    ]
  }

  private func summary(_ style: TextStyle) -> String {
    let tally = tally
    let pairs = palettes.reduce(0) { $0 + $1.pairs }
    if tally.total == 0 { return style.bold(nothingJudged) }
    let combinations = Set(palettes.filter { $0.pairs > 0 }.map(\.audit.asked.count))
    let by = combinations.count == 1 ? " × \(counted(combinations.first ?? 0, "trait combination"))" : ""
    let palettesWord = palettes.count == 1 ? "" : " in \(counted(palettes.count, "palette"))"
    var parts = [
      "\(counted(tally.total, "check")) · \(counted(pairs, "pair"))\(by)\(palettesWord)", "\(grouped(tally.pass)) pass",
      "\(grouped(tally.fail - accepted - waived)) fail\(newWord)",
    ]
    if accepted > 0 { parts.append("\(grouped(accepted)) accepted") }
    if waived > 0 { parts.append("\(grouped(waived)) waived") }
    if tally.indeterminate > 0 { parts.append("\(grouped(tally.indeterminate)) indeterminate") }
    if tally.exempt > 0 { parts.append("\(grouped(tally.exempt)) exempt") }
    parts.append("\(grouped(tally.notEvaluated)) not evaluated")
    let time = seconds.map { seconds in "        \(hundredths(seconds)) s" } ?? ""
    return style.bold(parts.joined(separator: " · ")) + time
  }

  private var accepted: Int { palettes.reduce(0) { $0 + $1.accepted } }
  private var waived: Int { palettes.reduce(0) { $0 + $1.waived } }

  /// " (1 new)" where there is a baseline.
  private var newWord: String {
    let known = palettes.compactMap(\.new)
    return known.isEmpty ? "" : " (\(grouped(known.reduce(0, +))) new)"
  }

  private var nothingJudged: String {
    if palettes.isEmpty {
      return
        "nothing was judged: there is no palette here (*.xcassets, *.palette.json, design tokens). Say where: contrastctl check PATH"
    }
    if let pair = filter.pair, palettes.contains(where: { !$0.audit.pairings.isEmpty }) {
      return "nothing was judged: no pair matches \(pair.printable); contrastctl pairs lists them"
    }
    let colors = palettes.reduce(0) { $0 + $1.audit.palette.colors.count }
    return "nothing was judged: no two of \(counted(colors, "colour")) are known to be used together. "
      + "Declare pairs in contrast.policy.json (contrastctl policy init begins one); contrastctl tokens shows what was understood"
  }
}

/// 0.02, 1.50: two decimals.
func hundredths(_ seconds: Double) -> String {
  let hundredths = Int((seconds * 100).rounded())
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

/// A name as a shell takes it.
package func quoted(_ name: String) -> String {
  let plain = name.utf8.allSatisfy { byte in
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || [0x2C, 0x2D, 0x2E, 0x2F, 0x3D, 0x5F].contains(byte)
  }
  let name = name.printable
  return plain && !name.hasPrefix("-") && !name.isEmpty
    ? name : "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
