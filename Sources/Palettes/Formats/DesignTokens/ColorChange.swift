import Colorimetry

/// What a token does to another's colour: an alpha of its own, or a modifier of Tokens Studio, computed as its package
/// sd-transforms does. The alpha stays unless it is what changes; nothing is rounded, and nothing is brought into a gamut.
enum ColorChange: Sendable {
  case alpha(Double)
  /// Part of the way to white: lightness in `hsl`, lightness and chroma in `lch`, every component in `srgb` and `p3`.
  case lighten(Double, ModifierSpace)
  /// The same towards black.
  case darken(Double, ModifierSpace)
  /// Part of the way to another colour, 0…1, along the shorter arc where there is a hue.
  case mix(Double, ModifierSpace, with: TokenDerivation.Base)

  /// The changed colour; nil where a number is not finite.
  ///
  /// - Parameter other: what is mixed in.
  func applied(to color: Color, other: Color?) -> Color? {
    switch self {
    case .alpha(let alpha):
      let missing = color.missing.subtracting(.alpha)
      return Color(color.space, color.components, alpha: alpha, missing: missing)
    case .lighten(let amount, let space): return ColorChange.moved(color, amount, in: space, to: 1)
    case .darken(let amount, let space): return ColorChange.moved(color, amount, in: space, to: 0)
    case .mix(let amount, let space, _):
      guard let other else { return nil }
      return ColorChange.mixed(color, other, amount, in: space)
    }
  }

  private static func moved(_ color: Color, _ amount: Double, in space: ModifierSpace, to end: Double) -> Color? {
    let parts = color.converted(to: space.colorSpace).components
    /// Part of the way to an end, and never beyond it.
    func toward(_ end: Double, _ part: Double) -> Double {
      let moved = part + amount * (end - part)
      return end == 0 ? max(0, moved) : min(end, moved)
    }
    let new: SIMD3<Double> =
      switch space {
      case .lch: SIMD3(toward(end * 100, parts.x), max(0, parts.y - amount * parts.y), parts.z)
      case .hsl: SIMD3(parts.x, parts.y, toward(end * 100, parts.z))
      case .srgb, .p3: SIMD3(toward(end, parts.x), toward(end, parts.y), toward(end, parts.z))
      }
    return Color(space.colorSpace, new, alpha: color.alpha)
  }

  private static func mixed(_ color: Color, _ other: Color, _ amount: Double, in space: ModifierSpace) -> Color? {
    var from = color.converted(to: space.colorSpace).components
    var to = other.converted(to: space.colorSpace).components
    if let hue = space.hue {
      // Without chroma a hue means nothing: the other's counts.
      if from[space.chroma] < 1e-4 { from[hue] = to[hue] } else if to[space.chroma] < 1e-4 { to[hue] = from[hue] }
      let turn = (to[hue] - from[hue]).truncatingRemainder(dividingBy: 360)
      to[hue] = from[hue] + (turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn)
    }
    let alpha = color.alpha + (other.alpha - color.alpha) * amount
    return Color(space.colorSpace, from + (to - from) * amount, alpha: alpha)
  }
}

/// The spaces that Tokens Studio modifies colours in.
enum ModifierSpace: String, CaseIterable, Sendable {
  case lch, srgb, p3, hsl

  var colorSpace: ColorSpace {
    switch self {
    case .lch: .lch
    case .srgb: .srgb
    case .p3: .displayP3
    case .hsl: .hsl
    }
  }

  /// The place of the hue.
  fileprivate var hue: Int? {
    switch self {
    case .lch: 2
    case .hsl: 0
    case .srgb, .p3: nil
    }
  }

  /// The place of what the hue is powerless without.
  fileprivate var chroma: Int { 1 }
}

/// A colour made of another by a change.
struct TokenDerivation: Sendable {
  enum Base: Sendable {
    /// Another token's, by name.
    case token(String)
    case color(Color)
  }

  let base: Base
  let change: ColorChange

  /// The tokens that it refers to.
  var targets: [String] {
    var targets: [String] = []
    if case .token(let name) = base { targets.append(name) }
    if case .mix(_, _, with: .token(let name)) = change { targets.append(name) }
    return targets
  }
}

extension TokenValue {
  /// The tokens that a value refers to.
  var targets: [String] {
    switch self {
    case .alias(let name): [name]
    case .derived(let derivation): derivation.targets
    default: []
    }
  }
}
