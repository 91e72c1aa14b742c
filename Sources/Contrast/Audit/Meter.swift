package import Colorimetry

/// Measures a pair under a combination: composite the background over its backdrops, then the foreground over that,
/// then luminance and ratio (semantics §2, §3).
package struct Meter: Sendable {
  package let grid: Grid
  /// What a translucent background without a declared backdrop may stand on: places in the palette's colours.
  package let generalBackgrounds: [Int]

  /// Nil where one of the two, or a declared backdrop, has no colour under the combination.
  package func measure(_ pairing: Pairing, in combination: Int) -> Measurement? {
    guard let front = grid.id(of: pairing.foreground, in: combination),
      let back = grid.id(of: pairing.background, in: combination)
    else { return nil }
    let gamut = grid.gamuts[combination]
    let table = grid.table
    if table.isOpaque(front), table.isOpaque(back) {
      let ratio = ContrastRatio(
        luminances: table.luminance(front, on: gamut), table.luminance(back, on: gamut))
      return Measurement(
        minimum: ratio, maximum: ratio, isExact: true, foreground: table[Int(front)],
        background: table[Int(back)])
    }
    return measure(pairing, table[Int(front)], table[Int(back)], in: combination)
  }

  private func measure(_ pairing: Pairing, _ front: RGBA, _ back: RGBA, in combination: Int) -> Measurement? {
    let gamut = grid.gamuts[combination]
    var background = back
    for backdrop in pairing.backdrops where !background.isOpaque {
      guard let color = grid.color(backdrop, in: combination) else { return nil }
      background = background.composited(over: color)
    }
    if background.isOpaque { return Self.definite(front, on: background, gamut) }
    let backdrops = pairing.backdrops.isEmpty ? opaqueBackdrops(in: combination) : []
    if backdrops.isEmpty {
      let range = contrastRange(foreground: front, background: background, on: gamut)
      return Measurement(
        minimum: range.minimum, maximum: range.maximum, isExact: range.isExact, foreground: nil, background: nil)
    }
    return Self.range(front, on: background, over: backdrops, gamut)
  }

  /// The general opaque backgrounds under a combination, with their places.
  package func opaqueBackdrops(in combination: Int) -> [(color: Int, value: RGBA)] {
    generalBackgrounds.compactMap { index in
      guard let value = grid.color(index, in: combination), value.isOpaque else { return nil }
      return (index, value)
    }
  }

  /// A foreground over an opaque background.
  package static func definite(_ front: RGBA, on back: RGBA, _ gamut: DisplayGamut) -> Measurement {
    let seen = front.composited(over: back)
    let ratio = ContrastRatio(luminances: seen.luminance(on: gamut), back.luminance(on: gamut))
    return Measurement(minimum: ratio, maximum: ratio, isExact: true, foreground: seen, background: back)
  }

  /// The extremes over named backdrops. They are all that may be behind, so nothing between them counts.
  private static func range(
    _ front: RGBA, on background: RGBA, over backdrops: [(color: Int, value: RGBA)], _ gamut: DisplayGamut
  ) -> Measurement {
    let measured = backdrops.map { definite(front, on: background.composited(over: $0.value), gamut) }
    let lowest = measured.min { $0.minimum < $1.minimum } ?? measured[0]
    let highest = measured.map(\.maximum).max() ?? lowest.maximum
    return Measurement(
      minimum: lowest.minimum, maximum: highest, isExact: true, foreground: lowest.foreground,
      background: lowest.background)
  }
}
