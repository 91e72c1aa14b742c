import Colorimetry
import Contrast

/// Colours drawn to find what a fast path gets wrong. The same seed draws the same colours.
struct ColorSource {
  private var random: SplitMix
  let gamut: DisplayGamut

  init(seed: UInt64, gamut: DisplayGamut) {
    random = SplitMix(state: seed)
    self.gamut = gamut
  }

  mutating func opaque() -> RGBA { RGBA(components()) }

  mutating func translucent() -> RGBA {
    let alphas = [
      0, 1.nextDown, .leastNonzeroMagnitude, .ulpOfOne, 0.38, 0.5, 0.6, 0.87, byte(),
      Double.random(in: 0...1, using: &random),
    ]
    return RGBA(components(), alpha: alphas[Int.random(in: 0..<alphas.count, using: &random)])
  }

  /// How many names: large and uneven, so that two wrong verdicts do not cancel.
  mutating func count() -> Int { Int.random(in: 1...9973, using: &random) }

  mutating func counted(_ color: RGBA, luminance: Double? = nil) -> ColorCount {
    ColorCount(color, luminance: luminance ?? color.luminance(on: gamut), count: count())
  }

  /// An opaque foreground whose luminance is within 2 ulp of where the ratio on a background is a threshold.
  mutating func onThreshold(_ threshold: Double, of background: ColorCount) -> ColorCount {
    let lighter = threshold * (background.luminance + 0.05) - 0.05
    let darker = (background.luminance + 0.05) / threshold - 0.05
    let luminance = nudged(lighter <= 1 && Bool.random(using: &random) ? lighter : max(darker, 0))
    return counted(.black, luminance: max(luminance, 0))
  }

  /// A translucent foreground whose alpha is within 2 ulp of where the verdict on a background changes, if it does.
  mutating func onThreshold(_ threshold: Double, over background: ColorCount) -> RGBA {
    let color = components()
    func reaches(_ alpha: Double) -> Bool {
      let seen = RGBA(color, alpha: alpha).composited(over: background.color).luminance(on: gamut)
      return ContrastRatio(luminances: seen, background.luminance).meets(threshold)
    }
    var (low, high) = (0.0, 1.0)
    while true {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { break }
      if reaches(middle) { high = middle } else { low = middle }
    }
    return RGBA(color, alpha: min(max(nudged(high), 0), 1.nextDown))
  }

  private mutating func nudged(_ value: Double) -> Double {
    let ulps = Int.random(in: -2...2, using: &random)
    return value + Double(ulps) * value.ulp
  }

  private mutating func byte() -> Double { Double(UInt8.random(in: 0...255, using: &random)) / 255 }

  private mutating func components() -> SIMD3<Double> {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2: SIMD3(byte(), byte(), byte())
    case 3: SIMD3.random(in: 0...1, using: &random)
    case 4: SIMD3(repeating: byte())
    case 5: SIMD3.random(in: 0.039...0.042, using: &random)
    case 6: SIMD3.random(in: -0.3...1.3, using: &random)
    default:
      Color(.displayP3, SIMD3.random(in: 0...1, using: &random))?.rendered.rgb ?? .one
    }
  }
}

/// A small generator of well mixed numbers (Steele, Lea, Flood 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
