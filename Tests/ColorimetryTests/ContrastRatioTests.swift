import Testing

@testable import Colorimetry

@Suite struct ContrastRatioTests {
  @Test func `every opaque pair has the published luminances, ratio and verdicts`() throws {
    let fixture = try Fixture("contrast_opaque")
    var mismatches = Mismatches()
    for row in fixture.rows {
      let foreground = try #require(row.string("fg").flatMap(Self.color)).luminance(on: .srgb)
      let background = try #require(row.string("bg").flatMap(Self.color)).luminance(on: .srgb)
      let ratio = ContrastRatio(luminances: foreground, background)
      let (lf, lb) = (try #require(row.number("Lf")), try #require(row.number("Lb")))
      let r = try #require(row.number("r"))
      mismatches.check(abs(foreground - lf) <= 1e-12 * lf, "\(row.id) Lf \(foreground) \(lf)")
      mismatches.check(abs(background - lb) <= 1e-12 * lb, "\(row.id) Lb \(background) \(lb)")
      mismatches.check(abs(ratio.value - r) <= 1e-12 * r, "\(row.id) r \(ratio.value) \(r)")
      let verdicts = [3, 4.5, 7].map { ratio.meets($0) ? 1.0 : 0 }
      mismatches.check(verdicts == row.numbers("p"), "\(row.id) p \(verdicts)")
    }
    mismatches.report("contrast_opaque", rows: fixture.rows.count)
    #expect(fixture.rows.count == 1518)
    #expect(mismatches.comparisons == 4 * 1518)
  }

  private static func color(_ hex: String) -> RGBA? {
    guard let number = UInt32(hex.dropFirst(), radix: 16) else { return nil }
    return RGBA(bytes: SIMD3(truncatingIfNeeded: SIMD3<UInt32>(number >> 16, number >> 8 & 255, number & 255)))
  }

  @Test func `every stack of layers has the published composites, ratio and verdicts`() throws {
    let fixture = try Fixture("contrast_alpha")
    var mismatches = Mismatches()
    for row in fixture.rows {
      let foreground = Self.layer(try #require(row.numbers("fg")))
      let layers = try #require(row.lists("bg")).map(Self.layer)
      if row.string("err") != nil {
        Self.compareWithoutCanvas(row, foreground, layers, &mismatches)
        continue
      }
      let canvas = row.numbers("canvas").map(Self.layer)
      let background = layers.reduce(canvas ?? RGBA(.zero, alpha: 0)) { $1.composited(over: $0) }
      mismatches.check(background.isOpaque, "\(row.id) is not opaque")
      if let expected = row.numbers("B") {
        mismatches.check(agree(background.rgb, expected, tolerance: 1e-8), "\(row.id) B \(background.rgb)")
      }
      let composite = foreground.composited(over: background)
      mismatches.check(agree(composite.rgb, row.numbers("F") ?? [], tolerance: 1e-8), "\(row.id) F \(composite.rgb)")
      let (over, under) = (composite.luminance(on: .srgb), background.luminance(on: .srgb))
      mismatches.check(agree(over, row.number("Lf") ?? .nan, tolerance: 1e-8), "\(row.id) Lf \(over)")
      mismatches.check(agree(under, row.number("Lb") ?? .nan, tolerance: 1e-8), "\(row.id) Lb \(under)")
      let ratio = ContrastRatio(luminances: over, under)
      mismatches.check(agree(ratio.value, row.number("r") ?? .nan, tolerance: 1e-7), "\(row.id) r \(ratio.value)")
      mismatches.check([3, 4.5, 7].map { ratio.meets($0) ? 1.0 : 0 } == row.numbers("p"), "\(row.id) p \(ratio)")
      if foreground.alpha == 0 { mismatches.check(ratio.value == 1, "\(row.id) is not exactly 1") }
    }
    mismatches.report("contrast_alpha", rows: fixture.rows.count)
    #expect(fixture.rows.count == 1128)
    #expect(mismatches.comparisons >= 6 * 1094 + 596 + 34 * 3)
  }

  /// Rows without an opaque background: their ratios over white and black lie within the range.
  private static func compareWithoutCanvas(
    _ row: Fixture.Row, _ foreground: RGBA, _ layers: [RGBA], _ mismatches: inout Mismatches
  ) {
    let background = layers.reduce(RGBA(.zero, alpha: 0)) { $1.composited(over: $0) }
    mismatches.check(!background.isOpaque, "\(row.id) is opaque")
    let range = contrastRange(foreground: foreground, background: background, on: .srgb)
    for (key, backdrop) in [("r_white", RGBA.white), ("r_black", .black)] {
      let under = layers.reduce(backdrop) { $1.composited(over: $0) }
      let over = foreground.composited(over: under)
      let ratio = ContrastRatio(luminances: over.luminance(on: .srgb), under.luminance(on: .srgb))
      let isInside = range.minimum.value <= ratio.value + 1e-12 && ratio.value <= range.maximum.value + 1e-12
      let expected = row.number(key) ?? .nan
      mismatches.check(agree(ratio.value, expected, tolerance: 1e-7) && isInside, "\(row.id) \(key) \(ratio)")
    }
  }

  private static func layer(_ numbers: [Double]) -> RGBA {
    RGBA(SIMD3(numbers[0], numbers[1], numbers[2]), alpha: numbers.count == 4 ? numbers[3] : 1)
  }

  @Test func `a negative luminance counts as 0, and the order does not matter`() {
    #expect(ContrastRatio(luminances: -0.2, 1).value == ContrastRatio(luminances: 0, 1).value)
    #expect(ContrastRatio(luminances: -0.2, -0.1).value == 1)
    #expect(ContrastRatio(luminances: 0.1, 0.7) == ContrastRatio(luminances: 0.7, 0.1))
  }

  @Test func `a ratio meets a threshold that it equals, and none that it is a bit below`() {
    for threshold in [3, 4.5, 7] {
      #expect(ContrastRatio(value: threshold).meets(threshold))
      #expect(!ContrastRatio(value: threshold.nextDown).meets(threshold))
    }
    #expect(ContrastRatio(luminances: 1, 0).meets(21))
  }

  @Test(arguments: [
    (21.0, "21.00"), (4.5, "4.50"), (4.35, "4.35"), (2.3, "2.30"), (1.1, "1.10"), (3.659, "3.65"), (4.4999, "4.49"),
    (2.99999999, "2.99"), (4.5.nextDown, "4.49"), (7.0.nextDown, "6.99"), (4.5.nextUp, "4.50"), (1, "1.00"),
    (4.49999999999, "4.49"), (16.999, "16.99"), (4.29, "4.29"), (8.2, "8.20"),
  ]) func `a ratio prints two decimals, cut off`(value: Double, text: String) {
    #expect(ContrastRatio(value: value).formatted() == text)
  }

  @Test func `a ratio that misses a threshold never reads like it`() {
    let ratio = ContrastRatio(value: 4.5671)
    #expect(ratio.formatted(missing: 4.5678) == "4.5671")
    #expect(ratio.formatted(missing: 4.568) == "4.567")
    #expect(ratio.formatted(missing: 7) == "4.56")
    #expect(ratio.formatted(missing: 4.5) == "4.56")
    #expect(ContrastRatio(value: 4.5.nextDown).formatted(missing: 4.5) == "4.49")
    #expect(ContrastRatio(value: 4.9).formatted(decimals: 0, missing: 5) == "4")
    #expect(ContrastRatio(value: 4.4).formatted(decimals: 0, missing: 4.5) == "4.4")
  }

  @Test func `every printed ratio is at most the ratio, and less than 0.01 below it`() throws {
    for step in 0..<20_000 {
      let value = 1 + Double(step) * 0.001
      let printed = try #require(Double(ContrastRatio(value: value).formatted()))
      #expect(printed <= value && value - printed < 0.01)
    }
  }
}
