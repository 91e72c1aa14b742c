import Testing

@testable import Colorimetry

@Suite struct ColorTests {
  @Test func `a number that is not finite makes no colour`() {
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(Color(.srgb, [bad, 0, 0]) == nil)
      #expect(Color(.oklch, [0, bad, 0]) == nil)
      #expect(Color(.lab, [0, 0, bad]) == nil)
      #expect(Color(.srgb, [0, 0, 0], alpha: bad) == nil)
    }
  }

  @Test(arguments: ColorSpace.allCases) func `the largest numbers still convert to finite ones`(space: ColorSpace)
    throws
  {
    let huge = Double.greatestFiniteMagnitude
    for components: SIMD3<Double> in [[huge, huge, huge], [-huge, huge, -huge], [huge, -huge, 0]] {
      let color = try #require(Color(space, components))
      for target in ColorSpace.allCases {
        let result = color.converted(to: target).converted(to: .oklch).components
        #expect(result.x.isFinite && result.y.isFinite && result.z.isFinite, "\(space) to \(target)")
      }
      #expect(color.rendered.luminance(on: .srgb).isFinite && color.rendered.luminance(on: .p3).isFinite)
    }
  }

  @Test func `a colour declared in sRGB keeps its bits`() throws {
    for byte in UInt8.min...UInt8.max {
      let component = Double(byte) / 255
      let color = try #require(Color(.srgb, [component, 1 - component, 0.5]))
      #expect(color.encodedSRGB == [component, 1 - component, 0.5])
      #expect(color.rendered.luminance(on: .srgb) == color.rendered.luminance(on: .p3))
    }
  }

  @Test func `a CSS colour keeps components outside 0 to 1 until it is bounded`() throws {
    let color = try #require(Color(.srgb, [1.2, -0.1, 0.5], alpha: 2))
    #expect(color.components == [1.2, -0.1, 0.5])
    #expect(color.alpha == 1)
    #expect(color.bounded.components == [1, 0, 0.5])
    let extended = try #require(Color(.extendedSRGB, [1.2, -0.1, 0.5]))
    #expect(extended.bounded == extended)
  }

  @Test func `a missing component is 0`() throws {
    let color = try #require(Color(.lab, [50, 10, 20], alpha: 0.5, missing: [.c1, .alpha]))
    #expect(color.components == [50, 0, 20])
    #expect(color.alpha == 0)
    #expect(color.converted(to: .srgb).missing.isEmpty)
  }
}
