import Colorimetry

/// Counts the pairs of foregrounds on opaque backgrounds that reach two ratios.
///
/// The result is the definition's for every pair, whichever way it was reached: opaque foregrounds by ranges, translucent
/// ones by the screen of PairKernel and, what that leaves open, by the definition; what is outside sRGB by the definition.
package struct PairCounter: Sendable {
  package let backgrounds: Backgrounds
  /// The two ratios, greater than 1, the lower one first.
  private let thresholds: (lower: Double, higher: Double)
  private let kernel: Kernel
  /// The backgrounds' red, green, blue and luminance, and their counts, as the screen wants them.
  private let columns: [SIMD8<Float>]
  private let weights: [SIMD8<Int32>]
  /// Backgrounds that the screen leaves out: with components outside 0…1.
  private let unusual: [Int32]

  package init(_ backgrounds: Backgrounds, thresholds: (lower: Double, higher: Double), kernel: Kernel = .best) {
    self.backgrounds = backgrounds
    self.thresholds = thresholds
    self.kernel = kernel
    let blocks = (backgrounds.colors.count + 7) / 8
    var columns = [SIMD8<Float>](repeating: .zero, count: 4 * blocks)
    // What no background fills is light enough to be doubtful against nothing, and counts for nothing.
    for block in (3 * blocks)..<(4 * blocks) { columns[block] = SIMD8(repeating: 1000) }
    var weights = [SIMD8<Int32>](repeating: .zero, count: blocks)
    var unusual: [Int32] = []
    for (index, color) in backgrounds.colors.enumerated() {
      guard color.color.isInSRGBGamut, let count = Int32(exactly: color.count) else {
        unusual.append(Int32(index))
        continue
      }
      let (block, lane) = (index / 8, index % 8)
      for channel in 0..<3 { columns[channel * blocks + block][lane] = Float(color.color.rgb[channel] * 2 - 1) }
      columns[3 * blocks + block][lane] = Float(color.luminance + 0.05)
      weights[block][lane] = count
    }
    self.columns = columns
    self.weights = weights
    self.unusual = unusual
  }

  /// The pairs of all foregrounds with all backgrounds, each counted as often as its two colours occur together.
  package func count(_ foregrounds: [ColorCount]) -> PairCount {
    var sum = countOpaque(foregrounds.filter(\.color.isOpaque))
    var doubtful = [Int32](repeating: 0, count: 8 * weights.count)
    for foreground in foregrounds where !foreground.color.isOpaque {
      sum += countTranslucent(foreground.color, &doubtful) * foreground.count
    }
    return sum
  }

  private func countOpaque(_ foregrounds: [ColorCount]) -> PairCount {
    let sorted = foregrounds.sorted { $0.luminance < $1.luminance }
    let luminances = sorted.map(\.luminance)
    func reaching(_ threshold: Double) -> Int {
      zip(sorted, backgrounds.failing(luminances, under: threshold)).reduce(0) { sum, item in
        sum + item.0.count * (backgrounds.total - backgrounds.count(in: item.1))
      }
    }
    return PairCount(lower: reaching(thresholds.lower), higher: reaching(thresholds.higher))
  }

  private func countTranslucent(_ foreground: RGBA, _ doubtful: inout [Int32]) -> PairCount {
    guard foreground.isInSRGBGamut else { return define(foreground, backgrounds.colors.indices) }
    let screened = withUnsafePointer(to: Blend(foreground).curves) { curves in
      curves.withMemoryRebound(to: SIMD16<Float>.self, capacity: 3) { curves in
        screen(curves, &doubtful)
      }
    }
    var count = PairCount(lower: screened.reaching.0, higher: screened.reaching.1)
    count += define(foreground, doubtful.prefix(screened.doubtful))
    count += define(foreground, unusual)
    return count
  }

  private func screen(
    _ curves: UnsafePointer<SIMD16<Float>>, _ doubtful: inout [Int32]
  ) -> (reaching: (Int, Int), doubtful: Int) {
    columns.withUnsafeBufferPointer { columns in
      weights.withUnsafeBufferPointer { weights in
        doubtful.withUnsafeMutableBufferPointer { doubtful in
          guard let columns = columns.baseAddress, let counts = weights.baseAddress, let places = doubtful.baseAddress
          else { return ((0, 0), 0) }
          return kernel.screen(
            curves, columns, counts, weights.count, (Float(thresholds.lower), Float(thresholds.higher)),
            Float(thresholds.higher) * Blend.error, places)
        }
      }
    }
  }

  /// The definition, for some of the backgrounds.
  private func define(_ foreground: RGBA, _ places: some Sequence<some BinaryInteger>) -> PairCount {
    var count = PairCount()
    for place in places where backgrounds.colors.indices.contains(Int(place)) {
      let ratio = backgrounds.ratio(of: foreground, on: Int(place))
      if ratio.meets(thresholds.lower) { count.lower += backgrounds.colors[Int(place)].count }
      if ratio.meets(thresholds.higher) { count.higher += backgrounds.colors[Int(place)].count }
    }
    return count
  }
}
