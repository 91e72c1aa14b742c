import Testing

@testable import Colorimetry

@Suite struct ContrastRangeTests {
  @Test func `an opaque pair has one ratio`() {
    let range = contrastRange(foreground: .black, background: .white, on: .srgb)
    #expect(range == ContrastRange(minimum: ContrastRatio(value: 21), maximum: ContrastRatio(value: 21), isExact: true))
  }

  @Test func `an opaque foreground has an exact range`() {
    let range = contrastRange(foreground: .black, background: RGBA(.one, alpha: 0.5), on: .srgb)
    let darkest = RGBA(SIMD3(repeating: 0.5)).luminance(on: .srgb)
    #expect(range.minimum == ContrastRatio(luminances: 0, darkest))
    #expect(range.maximum.value == 21)
    #expect(range.isExact)
  }

  @Test func `a pair that changes sides over some backdrop can measure 1`() {
    let gray = RGBA(SIMD3(repeating: 0.5))
    #expect(contrastRange(foreground: gray, background: RGBA(.one, alpha: 0.1), on: .p3).minimum.value == 1)
    let glass = contrastRange(foreground: RGBA(gray.rgb, alpha: 0.5), background: RGBA(.zero, alpha: 0.1), on: .srgb)
    #expect(glass.minimum.value == 1)
    #expect(!glass.isExact)
  }

  @Test func `an invisible foreground always measures 1`() {
    let range = contrastRange(foreground: RGBA(.one, alpha: 0), background: RGBA(.zero, alpha: 0.3), on: .srgb)
    #expect(range.minimum.value == 1 && range.maximum.value == 1 && range.isExact)
  }
}
