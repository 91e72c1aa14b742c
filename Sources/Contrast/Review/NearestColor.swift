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
    let search = StepSearch(conditions, foreground)
    let lighter = search.first(.lighter, before: StepSearch.end + 1)
    let darker = search.first(.darker, before: lighter?.step ?? StepSearch.end + 1)
    let direction = darker == nil ? Direction.lighter : .darker
    return (darker ?? lighter).map {
      NearestColor($0.color, from: foreground, ratio: $0.ratio, direction: direction)
    }
  }
}

/// The search against several backgrounds, in steps of lightness.
private struct StepSearch {
  /// The most steps to one side.
  static let end = 1000
  /// Rounding to bytes may bring a luminance a step or two before its time.
  private static let slack = 4

  private let conditions: [NearestColor.Condition]
  private let luminances: [Double]
  private let foreground: RGBA
  private let origin: SIMD3<Double>

  init(_ conditions: [NearestColor.Condition], _ foreground: RGBA) {
    self.conditions = conditions
    self.foreground = foreground
    luminances = conditions.map { $0.background.luminance(on: $0.gamut) }
    origin = foreground.oklch
  }

  /// The colour after so many steps; nil behind black and white.
  private func color(_ step: Int, _ direction: NearestColor.Direction) -> RGBA? {
    let change = Double(step) * 0.001
    let lightness = min(max(origin.x, 0), 1) + (direction == .lighter ? change : -change)
    guard lightness <= 1.001 - 1e-9, lightness >= -0.001 + 1e-9 else { return nil }
    let shade = RGBA(oklchInSRGB: [min(max(lightness, 0), 1), origin.y, origin.z]).quantized
    return RGBA(shade.rgb, alpha: foreground.alpha)
  }

  /// The first step to one side that passes everywhere, before a certain one.
  func first(
    _ direction: NearestColor.Direction, before limit: Int
  ) -> (step: Int, color: RGBA, ratio: ContrastRatio)? {
    var step = 0
    while step < limit, let color = color(step, direction) {
      var lowest = ContrastRatio(value: .infinity)
      var failing: Int?
      for index in conditions.indices where failing == nil {
        let ratio = ContrastRatio(luminances: luminance(of: color, over: index), luminances[index])
        if ratio.meets(conditions[index].required) { lowest = min(lowest, ratio) } else { failing = index }
      }
      guard let failing else { return (step, color, lowest) }
      guard let further = next(after: step, direction, passing: failing, before: limit) else { return nil }
      step = further
    }
    return nil
  }

  private func luminance(of color: RGBA, over index: Int) -> Double {
    color.composited(over: conditions[index].background).luminance(on: conditions[index].gamut)
  }

  /// The next step worth a look where one condition fails: luminance only grows to the one side, so that there is nothing
  /// before it crosses what the condition asks for on that side. Nil where it never does.
  private func next(
    after step: Int, _ direction: NearestColor.Direction, passing index: Int, before limit: Int
  ) -> Int? {
    let required = conditions[index].required
    let isLighter = direction == .lighter
    let target =
      isLighter
      ? required * (luminances[index] + 0.05) - 0.05 : (luminances[index] + 0.05) / required - 0.05
    func reaches(_ step: Int) -> Bool? {
      color(step, direction).map { color in
        let luminance = luminance(of: color, over: index)
        return isLighter ? luminance >= target - 1e-9 : luminance <= target + 1e-9
      }
    }
    // The step before the first that reaches, and that one; no step is behind black and white.
    var (low, high) = (step, limit)
    while high - low > 1 {
      let middle = (low + high) / 2
      if reaches(middle) ?? true { high = middle } else { low = middle }
    }
    if reaches(high) == nil { return nil }
    return max(step + 1, high - Self.slack)
  }
}
