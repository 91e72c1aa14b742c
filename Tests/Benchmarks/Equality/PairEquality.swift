import Colorimetry
package import Contrast

/// Holds every fast path over pairs against the plain double loop.
package struct PairEquality: Sendable {
  /// Verdicts compared, by path.
  package private(set) var compared: [String: Int] = [:]
  /// Verdicts that differ, by path.
  package private(set) var different: [String: Int] = [:]

  /// Pairs looked at, each by every path that takes it.
  package private(set) var pairs = 0

  package var differences: Int { different.values.reduce(0, +) }

  package init() {}

  package static let kernels = [Kernel.baseline] + [Kernel.avx2].compactMap(\.self)

  private static let thresholds = [(lower: 3.0, higher: 4.5), (lower: 4.5, higher: 7.0)]

  /// Compares a set of random and adversarial backgrounds with as many foregrounds, on a display, at 3, 4.5 and 7.
  package mutating func compare(seed: UInt64, foregrounds: Int, backgrounds: Int) {
    let gamut: DisplayGamut = seed % 2 == 0 ? .srgb : .p3
    var source = ColorSource(seed: seed, gamut: gamut)
    let backs = (0..<backgrounds).map { _ in source.counted(source.opaque()) }
    let sorted = Backgrounds(backs, on: gamut)
    for index in 0..<foregrounds {
      let threshold = [3, 4.5, 7][index / 4 % 3]
      let back = backs[index % backs.count]
      let front =
        switch index % 4 {
        case 0: source.counted(source.opaque())
        case 1: source.onThreshold(threshold, of: back)
        case 2: source.counted(source.translucent())
        default: source.counted(source.onThreshold(threshold, over: back))
        }
      compare(front, on: sorted)
    }
  }

  private mutating func compare(_ front: ColorCount, on backgrounds: Backgrounds) {
    pairs += backgrounds.colors.count
    let expected = [3, 4.5, 7].map {
      PlainPairs.reaching(front, on: backgrounds.colors, backgrounds.gamut, $0) * front.count
    }
    for kernel in Self.kernels {
      for (index, thresholds) in Self.thresholds.enumerated() {
        let found = PairCounter(backgrounds, thresholds: thresholds, kernel: kernel).count([front])
        let path = "\(front.color.isOpaque ? "ranges" : "screen"), \(kernel.name)"
        note(path, found.lower == expected[index], front, backgrounds, kernel, thresholds)
        note(path, found.higher == expected[index + 1], front, backgrounds, kernel, thresholds)
      }
      var matrix = RatioMatrix(backgrounds, kernel: kernel)
      let found = matrix.measure(front, threshold: 4.5).reaching
      let once = backgrounds.colors.map { ColorCount($0.color, luminance: $0.luminance, count: 1) }
      let same = found == PlainPairs.reaching(front, on: once, backgrounds.gamut, 4.5)
      compared["matrix, \(kernel.name)", default: 0] += once.count
      if !same { different["matrix, \(kernel.name)", default: 0] += 1 }
    }
  }

  /// Where a sum differs, each pair is counted alone to see how many verdicts do.
  private mutating func note(
    _ path: String, _ isEqual: Bool, _ front: ColorCount, _ backgrounds: Backgrounds, _ kernel: Kernel,
    _ thresholds: (lower: Double, higher: Double)
  ) {
    compared[path, default: 0] += backgrounds.colors.count
    if isEqual { return }
    let wrong = backgrounds.colors.count { back in
      let found = PairCounter(Backgrounds([back], on: backgrounds.gamut), thresholds: thresholds, kernel: kernel)
        .count([front])
      return [(found.lower, thresholds.lower), (found.higher, thresholds.higher)].contains { count, threshold in
        count != PlainPairs.reaching(front, on: [back], backgrounds.gamut, threshold) * front.count
      }
    }
    different[path, default: 0] += max(wrong, 1)
  }
}
