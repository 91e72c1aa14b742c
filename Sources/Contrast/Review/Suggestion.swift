package import Colorimetry
import Palettes
package import Syntax

/// Another value for a failing foreground, and how many of its pairs it makes pass.
package struct Suggestion: Sendable {
  /// 8 bits a channel, the alpha of the old value.
  package let color: RGBA
  /// What the pair measures with it.
  package let ratio: ContrastRatio
  /// ΔE OK to the old value.
  package let deltaE: Double
  /// Judged pairs of the foreground, with this value, that pass; of how many.
  package let passing: Int
  package let pairs: Int
  /// Another background that passes with the foreground as it is; given where the foreground would have to change from
  /// light to dark or back, which is seldom what a person wants.
  package let background: RGBA?
  /// Where the value is to be written: another name, at the end of the foreground's aliases.
  package let target: (name: String, range: SourceRange)?

  /// "passes all 6 of its pairs", empty where there is only the one.
  package var coverage: String {
    if pairs <= 1 { return "" }
    return passing == pairs ? "passes all \(pairs) of its pairs" : "passes \(passing) of its \(pairs) pairs"
  }
}

extension Audit {
  /// The nearest value for the foreground that makes the pair pass under a combination; if one lightness serves, all of
  /// the foreground's judged pairs, wherever it has the same value. Nil where no lightness passes.
  package func suggestion(for pairing: Pairing, in combination: Int) -> Suggestion? {
    guard let required = required(pairing, in: combination), let old = grid.color(pairing.foreground, in: combination),
      let measured = meter.measure(pairing, in: combination), measured.isDefinite, let back = measured.background
    else { return nil }
    let here = NearestColor.Condition(background: back, required: required, gamut: grid.gamuts[combination])
    let elsewhere = conditions(on: pairing.foreground, valued: old)
    let everything = elsewhere.flatMap(\.self) + [here]
    guard
      let nearest = NearestColor.passing(all: everything, from: old)
        ?? NearestColor.passing(all: [here], from: old)
    else { return nil }
    let isJudged = pairing.rule != .asked
    return Suggestion(
      color: nearest.color, ratio: here.ratio(of: nearest.color), deltaE: nearest.deltaE,
      passing: elsewhere.count { $0.allSatisfy { $0.holds(for: nearest.color) } },
      pairs: isJudged ? elsewhere.count : 0,
      background: Self.background(instead: nearest, of: old, here),
      target: target(of: pairing.foreground, in: combination))
  }

  private static func background(
    instead nearest: NearestColor, of old: RGBA, _ here: NearestColor.Condition
  ) -> RGBA? {
    let wasLighter = old.luminance(on: here.gamut) > here.background.luminance(on: here.gamut)
    let isLighter = nearest.color.luminance(on: here.gamut) > here.background.luminance(on: here.gamut)
    guard wasLighter != isLighter, old.isOpaque else { return nil }
    let kept = NearestColor.Condition(background: old, required: here.required, gamut: here.gamut)
    return NearestColor.passing(all: [kept], from: here.background)?.color
  }

  /// The last of a colour's aliases, nil where it has its value itself or from the platform.
  private func target(of color: Int, in combination: Int) -> (name: String, range: SourceRange)? {
    let steps = resolver.resolve(palette.colors[color], under: combinations[combination]).steps
    guard steps.count > 1, let last = steps.last, last.source == .app, let range = last.registration?.range else {
      return nil
    }
    return (last.name, range)
  }

  /// What a colour's value must hold, a list for each judged pair in which it is the foreground.
  private func conditions(on foreground: Int, valued value: RGBA) -> [[NearestColor.Condition]] {
    pairings.compactMap { pairing in
      guard pairing.foreground == foreground, pairing.required != nil else { return nil }
      var conditions: Set<NearestColor.Condition> = []
      for combination in asked where grid.color(foreground, in: combination) == value {
        guard let background = meter.measure(pairing, in: combination)?.background,
          let required = required(pairing, in: combination)
        else { continue }
        conditions.insert(.init(background: background, required: required, gamut: grid.gamuts[combination]))
      }
      return conditions.isEmpty ? nil : Array(conditions)
    }
  }
}

extension NearestColor.Condition {
  /// What a colour measures here, composited over the background.
  func ratio(of color: RGBA) -> ContrastRatio {
    Meter.definite(color, on: background, gamut).minimum
  }

  func holds(for color: RGBA) -> Bool { ratio(of: color).meets(required) }
}
