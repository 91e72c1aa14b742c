import Colorimetry

/// What the pairing rules ask of values: the tests of rules 4, 5 and 7.
struct PairValues {
  let grid: Grid

  private var combinations: Range<Int> { grid.space.combinations.indices }

  /// Opaque in every combination in which it has a value, and it has one.
  func isOpaque(_ color: Int) -> Bool {
    let values = combinations.compactMap { grid.color(color, in: $0) }
    return !values.isEmpty && values.allSatisfy(\.isOpaque)
  }

  /// Under `ratio` against the other in more than half of the combinations in which both have a value.
  func isUnder(_ ratio: Double, _ color: Int, _ other: Int) -> Bool {
    let ratios = combinations.compactMap { self.ratio(color, other, in: $0) }
    return ratios.filter { !$0.meets(ratio) }.count * 2 > ratios.count
  }

  /// Under `ratio` in every combination in which both have a value, and there is one.
  func isAlwaysUnder(_ ratio: Double, _ foreground: Int, _ background: Int) -> Bool {
    var isAny = false
    for combination in combinations {
      guard let measured = self.ratio(foreground, background, in: combination) else { continue }
      if measured.meets(ratio) { return false }
      isAny = true
    }
    return isAny
  }

  /// Less than a quarter opaque wherever it has a value: the tint of something, and no text.
  func isFaint(_ color: Int) -> Bool {
    let values = combinations.compactMap { grid.color(color, in: $0) }
    return !values.isEmpty && values.allSatisfy { $0.alpha < 0.25 }
  }

  /// Darker than a background on which `main` is plainly lighter, or the other way round, wherever all three have a value.
  func isOpposite(_ foreground: Int, to main: Int, on background: Int) -> Bool {
    var isAny = false
    for combination in combinations {
      guard let measured = ratio(main, background, in: combination),
        let luminances = [foreground, main, background].luminances(of: grid, in: combination)
      else { continue }
      let isDark = luminances[1] < luminances[2]
      if !measured.meets(3) || (isDark ? luminances[0] < luminances[2] : luminances[0] > luminances[2]) { return false }
      isAny = true
    }
    return isAny
  }

  /// As if the background were opaque.
  private func ratio(_ foreground: Int, _ background: Int, in combination: Int) -> ContrastRatio? {
    guard let front = grid.color(foreground, in: combination), let back = grid.color(background, in: combination) else {
      return nil
    }
    let opaque = RGBA(back.rgb)
    let gamut = grid.gamuts[combination]
    return ContrastRatio(
      luminances: front.composited(over: opaque).luminance(on: gamut), opaque.luminance(on: gamut))
  }
}

extension [Int] {
  /// The luminances of some colours over the last of them; nil where one has no value.
  fileprivate func luminances(of grid: Grid, in combination: Int) -> [Double]? {
    let values = compactMap { grid.color($0, in: combination) }
    guard values.count == count, let last = values.last else { return nil }
    let gamut = grid.gamuts[combination]
    return values.map { $0.composited(over: RGBA(last.rgb)).luminance(on: gamut) }
  }
}
