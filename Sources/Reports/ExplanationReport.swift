import Colorimetry
package import Contrast
import Palettes
package import Syntax

extension Explanation {
  /// For people: both chains, what lies behind, the arithmetic, what is needed and why, what to do.
  ///
  /// - Parameter standing: what baselines and waivers say of a failure.
  package func text(_ style: TextStyle, _ standing: Standing?) -> String {
    var lines = [
      style.bold("\(foreground.name.printable) on \(background.name.printable)")
        + "   \(style.verdict(verdict))   \(label.printable)   \(style.dim(palette.printable))"
    ]
    func add(_ title: String, _ text: [String]) {
      for (index, line) in text.enumerated() { lines.append("  \((index == 0 ? title : "").padded(12))\(line)") }
    }
    add("foreground", foreground.resolution.lines(style, in: combination))
    add("background", background.resolution.lines(style, in: combination))
    for (index, backdrop) in backdrops.enumerated() {
      add(
        index == 0 ? (pairing.backdrops.isEmpty ? "may be on" : "stands on") : "",
        backdrop.resolution.lines(style, in: combination))
    }
    add("as seen", seenLines(style))
    add("ratio", ratioLines)
    add("needs", [needs])
    if let standing { add("state", [standing.sentence]) }
    add(
      "paired",
      [(pairing.declaration.map { "\(pairing.reason), \($0.file):\($0.start.line)" } ?? pairing.reason).printable])
    add("notes", notes)
    add("try", suggestionLines(style))
    return lines.joined(separator: "\n") + "\n"
  }

  private func seenLines(_ style: TextStyle) -> [String] {
    guard let front = measurement?.foreground, let back = measurement?.background,
      let declared = foreground.color, let behind = background.color, !declared.isOpaque || !behind.isOpaque
    else { return [] }
    let words = "\(style.swatch(front))\(front.hex) on \(style.swatch(back))\(back.hex)"
    return ["\(words), composited in encoded sRGB" + (measurement?.isDefinite == true ? "" : ", at the least contrast")]
  }

  private var ratioLines: [String] {
    guard let measurement else { return ["none: one of the two has no colour here"] }
    guard measurement.isDefinite, let luminances else {
      let how = measurement.isExact ? "" : " (sampled)"
      let least = measurement.minimum.formatted(decimals: 2, missing: required)
      return ["between \(least):1 and \(measurement.maximum.formatted()):1, as the backdrop is\(how)"]
    }
    let lighter = max(luminances.foreground, luminances.background)
    let darker = min(luminances.foreground, luminances.background)
    let shown = measurement.minimum.formatted(decimals: 2, missing: required)
    return [
      "\(shown):1 = (\(short(lighter)) + 0.05) / (\(short(darker)) + 0.05) = \(short(measurement.minimum.value)), "
        + "compared unrounded"
    ]
  }

  private var needs: String {
    guard let required else {
      return "nothing: \(pairing.usage.rawValue) is exempt (WCAG 2.2, 1.4.3 and 1.4.11)"
    }
    let judged = isJudged ? "" : "; not judged"
    let place = origin.map { "   \($0.file.printable):\($0.start.line)" } ?? ""
    return "\(formatted(required)):1   \(pairing.usage.rawValue), \(conformance.rawValue)\(judged)\(place)"
  }

  private func suggestionLines(_ style: TextStyle) -> [String] {
    guard verdict == .fail else { return [] }
    guard let suggestion else {
      return ["no lightness of the foreground passes here: change the background or the opacity"]
    }
    let coverage = suggestion.coverage.isEmpty ? "" : "; \(suggestion.coverage)"
    return [
      "\(style.swatch(suggestion.color))\(suggestion.color.hex) (\(suggestion.ratio.formatted()):1\(coverage))   "
        + "ΔE OK \(short(suggestion.deltaE))"
        + (suggestion.background.map { "   or \($0.hex) as the background" } ?? "")
    ]
  }

  package func json(pretty: Bool, _ standing: Standing?) -> String {
    JSONWriter.document(pretty: pretty) { write(to: &$0, standing) }
  }

  /// The members of the document.
  package func write(to writer: inout JSONWriter, _ standing: Standing?) {
    writer.field("palette", palette)
    writer.field("traits", traits)
    writer.field("label", label)
    writer.field("verdict", verdict.word)
    writer.field("judged", isJudged)
    writer.field("foreground") { writer in foreground.write(to: &writer, combination) }
    writer.field("background") { writer in background.write(to: &writer, combination) }
    if !backdrops.isEmpty {
      writer.field(pairing.backdrops.isEmpty ? "mayStandOn" : "on") {
        $0.array(backdrops) { $1.write(to: &$0, combination) }
      }
    }
    if let measurement {
      writer.measurement(measurement)
      if let seen = measurement.foreground { writer.field("foregroundSeen") { $0.color(seen) } }
      if let seen = measurement.background { writer.field("backgroundSeen") { $0.color(seen) } }
    }
    if let luminances {
      writer.field("foregroundLuminance", luminances.foreground)
      writer.field("backgroundLuminance", luminances.background)
    }
    writer.field("required", required)
    writer.field("usage", pairing.usage.rawValue)
    writer.field("conformance", conformance.rawValue)
    if let origin { writer.field("policy") { $0.place(origin) } }
    writer.field("rule", pairing.rule.rawValue)
    writer.field("reason", pairing.reason)
    if let declaration = pairing.declaration { writer.field("declared") { $0.place(declaration) } }
    standing?.write(to: &writer)
    if !notes.isEmpty { writer.field("notes", notes) }
    if let suggestion { writer.field("suggestion") { suggestion.write(to: &$0) } }
  }
}

extension Explanation.Side {
  fileprivate func write(to writer: inout JSONWriter, _ combination: TraitCombination) {
    writer.object { writer in
      writer.field("name", name)
      writer.resolution(resolution, in: combination)
    }
  }
}

/// A number to eight significant places at most, cut off.
func short(_ value: Double) -> String {
  let text = value.description
  guard let point = text.firstIndex(of: "."), !text.contains("e") else { return text }
  return String(text.prefix(text.distance(from: text.startIndex, to: point) + 8))
}
