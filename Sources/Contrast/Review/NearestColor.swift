package import Colorimetry

/// The colour nearest to a foreground that has enough contrast: the foreground's hue, and its chroma as far as sRGB
/// allows, at the closest OKLCH lightness that passes. Bytes a channel, and it passes as those bytes.
package struct NearestColor: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    case lighter, darker
  }

  /// The colour, 8 bits a channel, with the foreground's alpha.
  package let color: RGBA
  /// What it measures; against several backgrounds, the lowest.
  package let ratio: ContrastRatio
  /// Distance from the foreground in Oklab (ΔE OK).
  package let deltaE: Double
  /// OKLCH lightness gained, 0…1; negative for a darker colour.
  package let lightnessChange: Double
  package let direction: Direction

  package var hex: String { color.hex }

  fileprivate init(_ color: RGBA, from foreground: RGBA, ratio: ContrastRatio, direction: Direction) {
    self.color = color
    self.ratio = ratio
    self.direction = direction
    deltaE = color.deltaEOK(to: foreground)
    lightnessChange = color.oklch.x - foreground.oklch.x
  }
}

extension NearestColor {
  package enum Outcome: Hashable, Sendable {
    /// The nearer of the two directions, and the other one where it passes too.
    case found(NearestColor, alternative: NearestColor?)
    /// No colour passes; `best` is black or white, whichever has more contrast.
    case unreachable(best: RGBA, ratio: ContrastRatio)
  }

  /// The nearest colours that have a ratio of at least `required` against a background of that relative luminance
  /// (0…1), on an sRGB screen. The foreground counts as opaque.
  package static func passing(
    _ required: Double, from foreground: RGBA, against backgroundLuminance: Double
  ) -> Outcome {
    let search = LightnessSearch(
      foreground: RGBA(foreground.rgb), origin: foreground.oklch, required: required, background: backgroundLuminance)
    let isLighter = foreground.luminance(on: .srgb) >= backgroundLuminance
    switch (search.result(.lighter), search.result(.darker)) {
    case (let lighter?, let darker?):
      let isTie = abs(lighter.distance - darker.distance) <= 1e-9
      let prefersLighter = isTie ? isLighter : lighter.distance < darker.distance
      return prefersLighter
        ? .found(lighter.color, alternative: darker.color) : .found(darker.color, alternative: lighter.color)
    case (let only?, nil), (nil, let only?):
      return .found(only.color, alternative: nil)
    case (nil, nil):
      let black = ContrastRatio(luminances: 0, backgroundLuminance)
      let white = ContrastRatio(luminances: 1, backgroundLuminance)
      return white > black ? .unreachable(best: .white, ratio: white) : .unreachable(best: .black, ratio: black)
    }
  }
}

/// The search in one direction of lightness, against one background.
private struct LightnessSearch {
  let foreground: RGBA
  /// OKLCH of the foreground.
  let origin: SIMD3<Double>
  let required: Double
  /// Relative luminance of the background.
  let background: Double

  func color(at lightness: Double) -> RGBA {
    RGBA(oklchInSRGB: [lightness, origin.y, origin.z])
  }

  /// Bisects for the lightness whose luminance is just enough, then walks on while the rounded colour fails.
  /// `distance` is the unrounded change of lightness.
  func result(_ direction: NearestColor.Direction) -> (color: NearestColor, distance: Double)? {
    let isUp = direction == .lighter
    let target = isUp ? required * (background + 0.05) - 0.05 : (background + 0.05) / required - 0.05
    guard (0...1).contains(target) else { return nil }
    let end = isUp ? 1.0 : 0.0
    func reaches(_ lightness: Double) -> Bool {
      let luminance = color(at: lightness).luminance(on: .srgb)
      return isUp ? luminance >= target : luminance <= target
    }
    let start = min(max(origin.x, 0), 1)
    var lightness = start
    if !reaches(start) {
      var failing = start
      lightness = end
      for _ in 0..<60 {
        let middle = (failing + lightness) / 2
        if reaches(middle) { lightness = middle } else { failing = middle }
      }
    }
    let distance = abs(lightness - origin.x)
    let rounded = firstPassing(from: lightness, step: isUp ? 0.0005 : -0.0005)
    let ratio = ContrastRatio(luminances: rounded.luminance(on: .srgb), background)
    return (NearestColor(rounded, from: foreground, ratio: ratio, direction: direction), distance)
  }

  /// The first rounded colour that passes, in steps of lightness; at the end of the range black or white, which
  /// pass because the target lies between their luminances.
  private func firstPassing(from start: Double, step: Double) -> RGBA {
    var lightness = start
    while (0...1).contains(lightness) {
      let rounded = color(at: lightness).quantized
      if ContrastRatio(luminances: rounded.luminance(on: .srgb), background).meets(required) { return rounded }
      lightness += step
    }
    return step > 0 ? .white : .black
  }
}

extension NearestColor {
  /// A background that a colour has to pass on.
  package struct Condition: Hashable, Sendable {
    /// Opaque.
    package let background: RGBA
    package let required: Double
    package let gamut: DisplayGamut

    package init(background: RGBA, required: Double, gamut: DisplayGamut = .srgb) {
      self.background = background
      self.required = required
      self.gamut = gamut
    }
  }

  /// The colour nearest in lightness to `foreground` that passes on every background at once, its alpha kept: it is
  /// composited over each. Lightness is tried in steps of 0.001 to both sides. Nil when no lightness passes, or when
  /// nothing is asked.
  package static func passing(all conditions: [Condition], from foreground: RGBA) -> NearestColor? {
    guard !conditions.isEmpty else { return nil }
    let luminances = conditions.map { $0.background.luminance(on: $0.gamut) }
    let origin = foreground.oklch
    let start = min(max(origin.x, 0), 1)
    for step in 0...1000 {
      let change = Double(step) * 0.001
      for (lightness, direction) in [(start + change, Direction.lighter), (start - change, .darker)] {
        guard lightness <= 1.001 - 1e-9, lightness >= -0.001 + 1e-9 else { continue }
        let shade = RGBA(oklchInSRGB: [min(max(lightness, 0), 1), origin.y, origin.z]).quantized
        let color = RGBA(shade.rgb, alpha: foreground.alpha)
        if let ratio = lowestRatio(of: color, conditions, luminances) {
          return NearestColor(color, from: foreground, ratio: ratio, direction: direction)
        }
      }
    }
    return nil
  }

  /// The lowest of the ratios, or nil when one does not meet what it must.
  private static func lowestRatio(
    of color: RGBA, _ conditions: [Condition], _ luminances: [Double]
  ) -> ContrastRatio? {
    var lowest = ContrastRatio(value: .infinity)
    for (condition, luminance) in zip(conditions, luminances) {
      let over = color.composited(over: condition.background).luminance(on: condition.gamut)
      let ratio = ContrastRatio(luminances: over, luminance)
      guard ratio.meets(condition.required) else { return nil }
      lowest = min(lowest, ratio)
    }
    return lowest
  }
}
