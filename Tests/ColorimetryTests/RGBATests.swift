import Testing

@testable import Colorimetry

@Suite struct RGBATests {
  @Test func `hex clips, and rounds halves up`() {
    #expect(RGBA([1.2, -0.1, 0.5]).hex == "#FF0080")
    #expect(RGBA([0.5 / 255, 0.49 / 255, 254.5 / 255]).hex == "#0100FF")
    #expect(RGBA([0, 0.2, 1], alpha: 0.5).hex == "#0033FF80")
    #expect(RGBA(bytes: [18, 52, 171]).hex == "#1234AB")
  }

  @Test func `quantized keeps every colour of 8 bits`() {
    for byte in UInt8.min...UInt8.max {
      let color = RGBA(bytes: [byte, 255 - byte, byte / 2])
      #expect(color.quantized == color)
    }
    #expect(RGBA([0.5, 2, -1], alpha: 0.3).quantized == RGBA([128.0 / 255, 1, 0], alpha: 77.0 / 255))
  }

  @Test func `compositing over an opaque colour is opaque, whatever the alpha`() {
    for step in 0...1000 {
      let alpha = Double(step) / 1000
      #expect(RGBA([0.3, 0.6, 0.9], alpha: alpha).composited(over: .white).isOpaque)
    }
  }

  @Test func `nothing over nothing is transparent black`() {
    let nothing = RGBA([0.3, 0.6, 0.9], alpha: 0)
    #expect(nothing.composited(over: nothing) == RGBA(.zero, alpha: 0))
    #expect(nothing.composited(over: RGBA([0.1, 0.2, 0.7], alpha: 0.3)) == RGBA([0.1, 0.2, 0.7], alpha: 0.3))
  }

  @Test func `a P3 colour clipped to P3 stays itself, clipped to sRGB does not`() throws {
    let red = try #require(Color(.displayP3, [1, 0, 0])).rendered
    #expect(red.clipped(to: .p3).deltaEOK(to: red) < 1e-9)
    #expect(red.clipped(to: .srgb) == RGBA([1, 0, 0]))
    #expect(!red.isInSRGBGamut)
    let beyond = try #require(Color(.rec2020, [0, 1, 0])).rendered
    let green = try #require(Color(.displayP3, [0, 1, 0])).rendered
    #expect(beyond.clipped(to: .p3).deltaEOK(to: green) < 1e-9)
  }

  @Test func `the chroma of a wide colour is reduced at its lightness and hue`() {
    let color = RGBA(oklchInSRGB: [0.7, 0.4, 150])
    #expect(color.isInSRGBGamut)
    #expect(agree(color.oklch.x, 0.7, tolerance: 1e-4) && agree(color.oklch.z, 150, tolerance: 1e-4))
    #expect(RGBA(oklchInSRGB: [1, 0.2, 40]).hex == "#FFFFFF")
    #expect(RGBA(oklchInSRGB: [0, 0.2, 40]).hex == "#000000")
  }
}
