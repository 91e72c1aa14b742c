import Colorimetry

/// What one measurement asks of a value that is sought.
struct FixCondition: Hashable {
  /// One of the colours that are laid over each other.
  enum Layer: Hashable {
    case known(RGBA)
    /// The value that is sought.
    case sought
  }

  let foreground: Layer
  let background: Layer
  /// Under a translucent background, nearest first.
  let backdrops: [Layer]
  let required: Double
  let gamut: DisplayGamut
  /// Which of the two is lighter and has to stay so; nil where they are too near for that to mean anything.
  let isLighter: Bool?

  func holds(for value: RGBA, keepingPolarity: Bool) -> Bool {
    guard let measured = measure(value), measured.ratio.meets(required) else { return false }
    guard keepingPolarity, let isLighter else { return true }
    return measured.isLighter == isLighter
  }

  /// Nil where what is behind is not opaque.
  func measure(_ value: RGBA) -> (ratio: ContrastRatio, isLighter: Bool)? {
    var back = color(background, value)
    for backdrop in backdrops where !back.isOpaque { back = back.composited(over: color(backdrop, value)) }
    guard back.isOpaque else { return nil }
    let front = color(foreground, value).composited(over: back)
    let (above, below) = (front.luminance(on: gamut), back.luminance(on: gamut))
    return (ContrastRatio(luminances: above, below), above > below)
  }

  private func color(_ layer: Layer, _ value: RGBA) -> RGBA {
    if case .known(let color) = layer { color } else { value }
  }
}

/// A cell of the grid that a sought value has a say in.
struct FixCell {
  let pairing: Int
  let combination: Int
  /// As it is now.
  let verdict: Verdict
  /// All must hold for it to pass; several where it may stand on several backdrops.
  let conditions: [FixCondition]

  func passes(with value: RGBA) -> Bool {
    !conditions.isEmpty && conditions.allSatisfy { $0.holds(for: value, keepingPolarity: false) }
  }
}

extension FixCell {
  /// Below this nobody can say which of two colours is the lighter one for a reason.
  private static let leastPolarity = 1.25

  /// The cell of a pair, with what it asks of a value that some of its colours have.
  ///
  /// - Parameter isSought: whether a colour's value is the sought one under the combination.
  init(_ audit: Audit, _ pairing: Int, _ combination: Int, isSought: (Int) -> Bool) {
    self.pairing = pairing
    self.combination = combination
    verdict = audit.verdict(pairing, combination)
    let pair = audit.pairings[pairing]
    func layer(_ color: Int) -> FixCondition.Layer? {
      isSought(color) ? .sought : audit.grid.color(color, in: combination).map { .known($0) }
    }
    guard let required = audit.required(pair, in: combination), let front = layer(pair.foreground),
      let back = layer(pair.background)
    else {
      conditions = []
      return
    }
    var stacks = [pair.backdrops.compactMap(layer)]
    let isOpaque = audit.grid.color(pair.background, in: combination)?.isOpaque ?? true
    if pair.backdrops.isEmpty, !isOpaque {
      stacks = audit.meter.opaqueBackdrops(in: combination).compactMap { layer($0.color).map { [$0] } }
    }
    let gamut = audit.grid.gamuts[combination]
    var isLighter: Bool?
    if let now = audit.measure(pairing, in: combination), let above = now.foreground, let below = now.background,
      now.minimum.value >= Self.leastPolarity
    {
      isLighter = above.luminance(on: gamut) > below.luminance(on: gamut)
    }
    conditions = stacks.map {
      FixCondition(
        foreground: front, background: back, backdrops: $0, required: required, gamut: gamut, isLighter: isLighter)
    }
  }
}
