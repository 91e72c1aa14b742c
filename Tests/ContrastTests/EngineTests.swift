import Colorimetry
import PairEquality
import Testing

@testable import Contrast

@Suite("The engine")
struct EngineTests {
  @Test("Every fast path gives the plain double loop's verdicts on random and adversarial pairs")
  func equality() {
    var equality = PairEquality()
    for seed in 1...16 { equality.compare(seed: UInt64(seed), foregrounds: 24, backgrounds: 61) }
    #expect(equality.different == [:], "of \(equality.pairs) pairs")
    #expect(equality.compared.count == 3 * PairEquality.kernels.count)
  }

  @Test("The screen's curves are nearer to the luminance than their stated error, whatever the foreground")
  func curves() {
    var worst: Float = 0
    for (component, alpha) in [(0, 0), (0, 0.38), (0.03, 0.87), (0.5, 0.001), (1, 0.0), (1, 0.6), (0.045, 0.99)] {
      let front = RGBA(SIMD3(component, component / 2, 1 - component), alpha: alpha)
      let (red, green, blue) = Blend(front).curves
      for step in 0...256 {
        let back = Double(step) / 256
        let u = Float(back * 2 - 1)
        let seen = [red, green, blue].reduce(0) { $0 + Self.value($1, u) } - 0.05
        let exact = front.composited(over: RGBA(SIMD3(repeating: back))).luminance(on: .srgb)
        worst = max(worst, abs(seen - Float(exact)))
      }
    }
    #expect(worst < Blend.error)
  }

  private static func value(_ curve: SIMD16<Float>, _ u: Float) -> Float {
    if u < curve[0] { return curve[1] + u * curve[2] }
    return (3..<9).reversed().reduce(0) { $0 * u + curve[$1] }
  }

  @Test("The failing backgrounds of a foreground are one range, its bounds where the definition has them")
  func ranges() {
    let backs = Backgrounds((0...255).map { gray($0) }, on: .srgb)
    let fronts = (0...255).map { gray($0) }
    for threshold in [3, 4.5, 7] {
      let ranges = backs.failing(fronts.map(\.luminance), under: threshold)
      for (front, range) in zip(fronts, ranges) {
        for index in backs.colors.indices {
          #expect(range.contains(index) == !backs.ratio(of: front.color, on: index).meets(threshold))
        }
      }
    }
  }

  private func gray(_ byte: Int) -> ColorCount {
    let color = RGBA(bytes: SIMD3(repeating: UInt8(byte)))
    return ColorCount(color, luminance: color.luminance(on: .srgb), count: 1)
  }

  @Test("All pairs count names, not colours, and leave out translucent backgrounds")
  func allPairs() throws {
    let audit = try Sample.audit(colors: [
      "primaryText": ["#000000"], "secondaryText": ["#000000"], "tertiaryText": ["#00000080"], "linkText": ["#777777"],
      "background": ["#ffffff"], "secondaryBackground": ["#ffffff"], "tintBackground": ["#ffffff80"],
    ])
    let pairs = AllPairs(audit)
    #expect(pairs.foregrounds == 4)
    #expect(pairs.backgrounds == 3)
    #expect(pairs.cells == 12)
    #expect(pairs.notEvaluated == 4)
    // Black twice on white twice, at 21:1; half black and #777777 on white twice, at 3.95 and 4.48.
    #expect(pairs.meetingText == 4)
    #expect(pairs.meetingLarge == 8)
  }
}
