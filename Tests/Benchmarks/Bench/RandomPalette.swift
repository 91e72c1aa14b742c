import Colorimetry
import Contrast

/// Colours of a generated palette's kind: 60 % foregrounds, a fifth of them translucent, 8 bits a channel.
struct RandomPalette {
  private(set) var foregrounds: [ColorCount] = []
  private(set) var backgrounds: [ColorCount] = []

  /// - Parameters:
  ///   - names: how many colours there are.
  ///   - distinct: how many of them are different.
  init(names: Int, distinct: Int? = nil) {
    var state: UInt64 = UInt64(names) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int((state >> 20) % UInt64(bound))
    }
    let alphas = [0.38, 0.5, 0.6, 0.7, 0.74, 0.87]
    let different = distinct ?? names
    for index in 0..<different {
      let isForeground = index < different * 6 / 10
      let alpha = isForeground && random(5) == 0 ? alphas[random(6)] : 1
      let bytes = SIMD3(UInt8(random(256)), UInt8(random(256)), UInt8(random(256)))
      let color = RGBA(RGBA(bytes: bytes).rgb, alpha: alpha)
      let counted = ColorCount(color, luminance: color.luminance(on: .srgb), count: names / different)
      if isForeground { foregrounds.append(counted) } else { backgrounds.append(counted) }
    }
  }

  /// The same for the kernels in C.
  static func columns(_ colors: [ColorCount]) -> [Reference.Color] {
    colors.map {
      Reference.Color(red: $0.color.rgb.x, green: $0.color.rgb.y, blue: $0.color.rgb.z, alpha: $0.color.alpha)
    }
  }

  /// The pairs at 3:1 and more, and at 4.5:1 and more: columns, sorting and all.
  func counted() -> PairCount {
    PairCounter(Backgrounds(backgrounds, on: .srgb), thresholds: (lower: 3, higher: 4.5)).count(foregrounds)
  }
}
