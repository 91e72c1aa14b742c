package import Colorimetry

/// The opaque backgrounds of one combination, sorted by luminance, so that those on which an opaque foreground fails
/// are one range.
///
/// Why one range, and exactly: a ratio is `(lighter + 0.05) / (darker + 0.05)`. Against one foreground it falls while the
/// background gets lighter up to the foreground's luminance, and rises from there; each rounded operation keeps that
/// order. So what fails lies between two bounds, and a bound is where the definition itself says so.
package struct Backgrounds: Sendable {
  package let gamut: DisplayGamut
  /// By luminance, ascending.
  package let colors: [ColorCount]
  /// `sums[i]`: how many names the first i colours have together.
  private let sums: [Int]

  /// - Parameter colors: opaque ones, each once.
  package init(_ colors: [ColorCount], on gamut: DisplayGamut) {
    self.gamut = gamut
    self.colors = colors.sorted { $0.luminance < $1.luminance }
    var sums = [0]
    sums.reserveCapacity(colors.count + 1)
    var sum = 0
    for color in self.colors {
      sum += color.count
      sums.append(sum)
    }
    self.sums = sums
  }

  /// How many names they have together.
  package var total: Int { sums.last ?? 0 }

  /// How many names the backgrounds in a range have together.
  package func count(in range: Range<Int>) -> Int { sums[range.upperBound] - sums[range.lowerBound] }

  /// The backgrounds, as places in `colors`, on which opaque foregrounds of these luminances have less than a ratio.
  ///
  /// - Parameters:
  ///   - luminances: ascending. Both bounds of the range ascend with them, so that all of them together take two walks
  ///     along the backgrounds.
  ///   - threshold: greater than 1.
  package func failing(_ luminances: [Double], under threshold: Double) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(luminances.count)
    colors.withUnsafeBufferPointer { colors in
      var (lower, upper) = (0, 0)
      for luminance in luminances {
        func reaches(_ index: Int) -> Bool {
          ContrastRatio(luminances: luminance, colors[index].luminance).meets(threshold)
        }
        while lower < colors.count, colors[lower].luminance <= luminance, reaches(lower) { lower += 1 }
        upper = max(upper, lower)
        while upper < colors.count, colors[upper].luminance <= luminance || !reaches(upper) { upper += 1 }
        ranges.append(lower..<upper)
      }
    }
    return ranges
  }

  /// The contrast of a foreground, opaque or not, on the background at a place: the definition.
  package func ratio(of foreground: RGBA, on index: Int) -> ContrastRatio {
    let background = colors[index]
    return ContrastRatio(
      luminances: foreground.composited(over: background.color).luminance(on: gamut), background.luminance)
  }
}
