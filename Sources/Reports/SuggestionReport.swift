package import Colorimetry
package import Contrast
import Palettes
package import Syntax

/// The nearest value of one half of a pair that makes it pass.
package struct SuggestionReport: Sendable {
  /// What changes, as it was.
  package let original: RGBA
  /// Nil when no lightness passes.
  package let nearest: NearestColor?
  package let required: Double
  /// Where: the combinations it serves, written out; empty for two plain colours.
  package let combinations: [String]
  /// The same for people.
  private let place: String
  /// What it measures at the worst before.
  package let before: ContrastRatio
  /// What can be done about a pair of a palette that fails, over all pairs and combinations that a value has a say in.
  package private(set) var ways: [Fix] = []

  package init(foreground: RGBA, background: RGBA, required: Double, changesForeground: Bool) {
    let behind = RGBA(background.rgb)
    original = changesForeground ? foreground : background
    self.required = required
    combinations = []
    place = ""
    before = Meter.definite(foreground, on: behind, .srgb).minimum
    let kept = changesForeground ? behind : RGBA(foreground.rgb)
    nearest = Self.nearest(from: original, [.init(background: kept, required: required)])
  }

  /// - Parameter cells: the combinations that one value is to serve.
  package init(
    _ pairing: Pairing, of audit: Audit, required: Double?, changesForeground: Bool, cells: [Int]
  ) {
    let worst =
      cells.min { left, right in
        (audit.meter.measure(pairing, in: left)?.minimum.value ?? 0)
          < (audit.meter.measure(pairing, in: right)?.minimum.value ?? 0)
      } ?? 0
    let required = required ?? cells.compactMap { audit.required(pairing, in: $0) }.max() ?? 4.5
    self.required = required
    combinations = cells.map { audit.grid.space.written(audit.combinations[$0]) }
    place = cells.count == 1 ? audit.label(cells[0]) : "in \(counted(cells.count, "trait combination"))"
    let changed = changesForeground ? pairing.foreground : pairing.background
    original = audit.grid.color(changed, in: worst) ?? .black
    before = audit.meter.measure(pairing, in: worst)?.minimum ?? ContrastRatio(value: 1)
    let conditions: [NearestColor.Condition] = cells.compactMap { cell in
      let measured = audit.meter.measure(pairing, in: cell)
      let kept = changesForeground ? measured?.background : measured?.foreground
      return kept.map { .init(background: $0, required: required, gamut: audit.grid.gamuts[cell]) }
    }
    nearest = conditions.count == cells.count ? Self.nearest(from: original, conditions) : nil
    if let index = audit.pairings.firstIndex(of: pairing), audit.verdict(index, worst) == .fail {
      ways = FixFinder(audit, source: nil).options(for: index, in: worst).fixes
    }
  }

  private static func nearest(from original: RGBA, _ conditions: [NearestColor.Condition]) -> NearestColor? {
    NearestColor.passing(all: conditions, from: original)
  }

  package func text(_ style: TextStyle) -> String {
    line(style) + ways.map { "  \(style.swatch($0.after))\($0.title.printable)\n" }.joined()
  }

  private func line(_ style: TextStyle) -> String {
    let place = place.isEmpty ? "" : "   \(place.printable)"
    guard let nearest else {
      let advice = combinations.count > 1 ? "; ask for fewer with --traits" : "; change the other colour with --keep"
      return "nothing passes: no lightness of \(original.hex) reaches \(formatted(required)):1\(advice)\(place)\n"
    }
    return "\(style.swatch(nearest.color))\(style.bold(nearest.color.hex))   "
      + "\(nearest.ratio.formatted(decimals: 3)):1, was \(before.formatted(decimals: 3, missing: required)):1, "
      + "needs \(formatted(required)):1   ΔE OK \(short(nearest.deltaE))\(place)\n"
  }

  package func json(pretty: Bool) -> String {
    JSONWriter.document(pretty: pretty) { write(to: &$0) }
  }

  /// The members of the document.
  package func write(to writer: inout JSONWriter) {
    writer.field("original", original.hex)
    writer.field("required", required)
    writer.field("before", before.value)
    if !combinations.isEmpty { writer.field("combinations", combinations) }
    if let nearest {
      writer.field("color", nearest.color.hex)
      writer.field("ratio", nearest.ratio.value)
      writer.field("deltaE", nearest.deltaE)
    }
    if ways.isEmpty { return }
    writer.field("ways") { writer in
      writer.array(ways) { writer, way in
        writer.object { writer in
          writer.field("half", way.half == .foreground ? "foreground" : "background")
          way.write(to: &writer)
          writer.field("ratio", way.ratio.value)
        }
      }
    }
  }
}
