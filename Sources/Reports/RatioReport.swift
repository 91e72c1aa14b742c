package import Colorimetry
package import Contrast
package import Syntax

/// Two colours measured, no palette needed.
package struct RatioReport: Sendable {
  package let foreground: RGBA
  package let measurement: Measurement
  /// The nearest foreground that passes as text, where the pair does not.
  package let nearest: NearestColor?

  /// In words, as a member of the JSON answer, and what it needs.
  private static let uses: [(name: String, key: StaticString, required: Double)] = [
    ("text AA", "textAA", 4.5), ("text AAA", "textAAA", 7), ("large text AA", "largeTextAA", 3),
    ("non-text", "nonText", 3),
  ]

  /// - Parameter backdrops: what a translucent background stands on, nearest first.
  package init(foreground: RGBA, background: RGBA, backdrops: [RGBA], gamut: DisplayGamut) {
    self.foreground = foreground
    let behind = backdrops.reduce(background) { $0.composited(over: $1) }
    if behind.isOpaque {
      measurement = Meter.definite(foreground, on: behind, gamut)
    } else {
      let range = contrastRange(foreground: foreground, background: behind, on: gamut)
      measurement = Measurement(
        minimum: range.minimum, maximum: range.maximum, isExact: range.isExact, foreground: nil, background: nil)
    }
    nearest =
      measurement.isDefinite && !measurement.minimum.meets(4.5)
      ? NearestColor.passing(
        all: [.init(background: behind, required: 4.5, gamut: gamut)], from: foreground) : nil
  }

  package func text(_ style: TextStyle) -> String {
    let verdicts = Self.uses.map { use in
      "\(use.name) \(sign(measurement.verdict(required: use.required)))" + (use.name == "text AA" ? " (4.5)" : "")
    }.joined(separator: "   ")
    guard measurement.isDefinite else {
      let sampled = measurement.isExact ? "" : ", sampled"
      return
        "\(style.bold("\(measurement.minimum.formatted(decimals: 3)):1 to \(measurement.maximum.formatted(decimals: 3)):1"))"
        + "   \(verdicts)     the background is translucent: say what it stands on with --on=COLOR\(sampled)\n"
    }
    let ratio = measurement.minimum.formatted(decimals: 3, missing: 4.5)
    let advice = nearest.map { "     nearest passing: \($0.color.hex) (\($0.ratio.formatted(decimals: 3)):1)" } ?? ""
    return "\(style.bold("\(ratio):1"))   \(verdicts)\(advice)\n"
  }

  private func sign(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass: "✓"
    case .fail: "✗"
    default: "?"
    }
  }

  package func json(pretty: Bool) -> String {
    JSONWriter.document(pretty: pretty) { write(to: &$0) }
  }

  /// The members of the document.
  package func write(to writer: inout JSONWriter) {
    writer.measurement(measurement)
    writer.field("verdicts") { writer in
      writer.object { writer in
        for use in Self.uses { writer.field(use.key, measurement.verdict(required: use.required).word) }
      }
    }
    if let seen = measurement.foreground { writer.field("foreground") { $0.color(seen) } }
    if let seen = measurement.background { writer.field("background") { $0.color(seen) } }
    if let nearest {
      writer.field("nearest") { writer in
        writer.object { writer in
          writer.field("color", nearest.color.hex)
          writer.field("ratio", nearest.ratio.value)
        }
      }
    }
  }
}
