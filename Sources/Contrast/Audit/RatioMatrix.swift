import Colorimetry

/// Every ratio of foregrounds on opaque backgrounds, one by one. Counting needs none of this (PairCounter); it is for
/// what asks about the ratios themselves, and the yardstick of how fast pairs can be visited.
package struct RatioMatrix {
  private let backgrounds: Backgrounds
  private let kernel: Kernel
  /// Relative luminance + 0.05.
  private let lights: [Double]
  /// The distinct reds of the backgrounds, then the distinct greens, then the distinct blues, and where each starts.
  private let components: [Double]
  private let starts: [Int]
  /// Three columns: where each background's red, green and blue stand in `components`.
  private let places: [Int32]
  private let isUsual: Bool
  private var tables: [Double]
  private var row: [Double]

  package init(_ backgrounds: Backgrounds, kernel: Kernel = .best) {
    self.backgrounds = backgrounds
    self.kernel = kernel
    lights = backgrounds.colors.map { $0.luminance + 0.05 }
    isUsual = backgrounds.colors.allSatisfy(\.color.isInSRGBGamut)
    var components: [Double] = []
    var starts = [0]
    var places: [Int32] = []
    for channel in 0..<3 {
      var known: [Double: Int32] = [:]
      for color in backgrounds.colors {
        let value = color.color.rgb[channel]
        let place = known[value] ?? Int32(components.count)
        if known.updateValue(place, forKey: value) == nil { components.append(value) }
        places.append(place)
      }
      starts.append(components.count)
    }
    self.components = components
    self.starts = starts
    self.places = places
    tables = [Double](repeating: 0, count: components.count)
    row = [Double](repeating: 0, count: backgrounds.colors.count)
  }

  /// On how many backgrounds, each taken once, a foreground has at least `threshold`, and the sum of its ratios.
  package mutating func measure(_ foreground: ColorCount, threshold: Double) -> (reaching: Int, sum: Double) {
    if foreground.color.isOpaque {
      for index in row.indices { row[index] = foreground.luminance + 0.05 }
    } else if isUsual, foreground.color.isInSRGBGamut {
      composite(foreground.color)
    } else {
      return define(foreground.color, threshold)
    }
    return row.withUnsafeBufferPointer { row in
      lights.withUnsafeBufferPointer { lights in
        guard let row = row.baseAddress, let backs = lights.baseAddress else { return (0, 0) }
        return kernel.ratios(row, backs, lights.count, threshold)
      }
    }
  }

  /// The luminances of a translucent foreground over all backgrounds, into `row`: a channel's share depends on that
  /// channel alone, so that each distinct value of it is composited once. Bit for bit the definition's luminance: its
  /// three products, and then its sum.
  private mutating func composite(_ foreground: RGBA) {
    let (alpha, rest) = (foreground.alpha, 1 - foreground.alpha)
    tables.withUnsafeMutableBufferPointer { tables in
      components.withUnsafeBufferPointer { components in
        for channel in 0..<3 {
          let own = foreground.rgb[channel] * alpha
          let range = starts[channel]..<starts[channel + 1]
          for index in range {
            tables[index] = alpha == 0 ? components[index] : (own + components[index] * rest) / (alpha + rest)
          }
          RGBA.shares(of: UnsafeMutableBufferPointer(rebasing: tables[range]), channel: channel)
        }
      }
    }
    tables.withUnsafeBufferPointer { tables in
      places.withUnsafeBufferPointer { places in
        row.withUnsafeMutableBufferPointer { row in
          guard let tables = tables.baseAddress, let places = places.baseAddress, let start = row.baseAddress else {
            return
          }
          kernel.composites(tables, places, row.count, start)
        }
      }
    }
  }

  private func define(_ foreground: RGBA, _ threshold: Double) -> (reaching: Int, sum: Double) {
    backgrounds.colors.indices.reduce((0, 0)) { result, index in
      let ratio = backgrounds.ratio(of: foreground, on: index)
      return (result.0 + (ratio.meets(threshold) ? 1 : 0), result.1 + ratio.value)
    }
  }
}
