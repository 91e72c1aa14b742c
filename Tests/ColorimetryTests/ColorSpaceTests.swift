import Testing

@testable import Colorimetry

@Suite struct ColorSpaceTests {
  @Test func `every published colour converts to the published linear light, luminances and mappings`() throws {
    let fixture = try Fixture("colorspaces")
    var mismatches = Mismatches()
    for row in fixture.rows {
      let color = try #require(Self.color(of: row))
      let rendered = color.rendered
      let lin = try #require(row.numbers("lin"))
      mismatches.check(agree(color.linearSRGB, lin, tolerance: 2e-8), "\(row.id) lin \(color.linearSRGB) \(lin)")
      let y = color.converted(to: .xyzD65).components.y
      mismatches.check(agree(y, row.number("Y") ?? .nan, tolerance: 2e-8), "\(row.id) Y \(y)")
      let inside = DisplayGamut.allCases.map { rendered.isIn($0, tolerance: 1e-6) ? 1.0 : 0 }
      mismatches.check(inside == row.numbers("in"), "\(row.id) in \(inside)")
      let (ys, yp) = (rendered.luminance(on: .srgb), rendered.luminance(on: .p3))
      mismatches.check(agree(ys, row.number("Ys") ?? .nan, tolerance: 1e-8), "\(row.id) Ys \(ys)")
      let expected = row.number("Yp") ?? row.number("Ys") ?? .nan
      mismatches.check(agree(yp, expected, tolerance: 1e-8), "\(row.id) Yp \(yp) \(expected)")
      guard let clip = row.numbers("clip"), let css = row.numbers("css") else { continue }
      mismatches.check(agree(rendered.clipped(to: .srgb).rgb, clip, tolerance: 1e-8), "\(row.id) clip")
      let error = rendered.mappedToSRGB.deltaEOK(to: RGBA(SIMD3(css)))
      mismatches.check(error <= 1e-3, "\(row.id) css \(rendered.mappedToSRGB.rgb) \(css) \(error)")
    }
    mismatches.report("colorspaces", rows: fixture.rows.count)
    #expect(fixture.rows.count == 1146)
    #expect(mismatches.comparisons == 5 * 1146 + 2 * 574)
  }

  private static func color(of row: Fixture.Row) -> Color? {
    guard let space = row.string("sp").flatMap(ColorSpace.init(name:)), var numbers = row.numbers("c") else {
      return nil
    }
    numbers += Array(repeating: 0, count: 3 - numbers.count)
    var missing: MissingComponents = []
    for index in 0..<3 where numbers[index].isNaN {
      missing.insert(MissingComponents(rawValue: 1 << UInt8(index)))
      numbers[index] = 0
    }
    return Color(space, SIMD3(numbers), missing: missing)
  }

  @Test func `every space has a name of its own that finds it again`() {
    for space in ColorSpace.allCases {
      #expect(ColorSpace(name: space.name) == space)
    }
    #expect(Set(ColorSpace.allCases.map(\.name)).count == 18)
    #expect(ColorSpace(name: "xyz") == .xyzD65)
    #expect(ColorSpace(name: "xyz-d55") == nil)
  }

  @Test(arguments: ColorSpace.allCases) func `a colour survives the way to a space and back`(space: ColorSpace) {
    let isGray = space == .grayGamma22 || space == .extendedGray
    for rgb: SIMD3<Double> in [[0.2, 0.5, 0.8], [0, 0, 0], [1, 1, 1], [0.9, 0.1, 0.3], [0.01, 0.02, 0.005]] {
      let origin = isGray ? SIMD3(repeating: rgb.x) : rgb
      let there = ColorSpace.convert(origin, from: .srgb, to: space)
      let back = ColorSpace.convert(there, from: space, to: .srgb)
      #expect(agree(back, [origin.x, origin.y, origin.z], tolerance: 1e-9), "\(space) \(origin) \(there) \(back)")
    }
  }

  @Test func `spaces that differ only in their bounds share bits`() {
    let components: SIMD3<Double> = [0.1, 0.7, 1 / 3]
    #expect(ColorSpace.convert(components, from: .extendedSRGB, to: .srgb) == components)
    #expect(ColorSpace.convert(components, from: .extendedLinearSRGB, to: .srgbLinear) == components)
    #expect(ColorSpace.convert([0.3, 0, 0], from: .extendedGray, to: .grayGamma22) == [0.3, 0, 0])
  }
}
