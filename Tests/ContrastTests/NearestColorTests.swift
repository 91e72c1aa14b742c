import Colorimetry
import Foundation
import Testing

@testable import Contrast

@Suite struct NearestColorTests {
  @Test func `every published suggestion is met or bettered`() throws {
    let rows = try Self.rows()
    var table = Table()
    for row in rows { try table.check(row) }
    let quotients = table.quotients.sorted()
    print(
      "suggest: \(rows.count) rows, \(table.found) found (\(table.identical) the very same colour), \(table.unreachable) "
        + "unreachable, \(table.mismatches.count) mismatches; ΔE of ours to the optimum in \(quotients.count) rows: "
        + "median \(quotients[quotients.count / 2]), largest \(quotients.last ?? 0)")
    #expect(table.mismatches.isEmpty, "\(table.mismatches.joined(separator: "\n"))")
    #expect(rows.count == 228 && table.found == 202 && table.unreachable == 26)
    #expect(table.alternatives == 15 && quotients.count == 19)
    #expect(quotients.last ?? 2 < 1.11)
  }

  private static func rows() throws -> [[String: Any]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "Fixtures/suggest.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  fileprivate static func color(_ value: Any?) -> RGBA? {
    guard let text = value as? String, let number = UInt32(text.dropFirst(), radix: 16) else { return nil }
    return RGBA(bytes: SIMD3(truncatingIfNeeded: SIMD3<UInt32>(number >> 16, number >> 8 & 255, number & 255)))
  }

  private struct Table {
    var mismatches: [String] = []
    var quotients: [Double] = []
    var (found, unreachable, identical, alternatives) = (0, 0, 0, 0)

    mutating func check(_ row: [String: Any]) throws {
      let foreground = try #require(color(row["fg"]))
      let background = try #require(color(row["bg"])).luminance(on: .srgb)
      let required = try #require(row["T"] as? Double)
      let id = "\(row["id"] ?? "?")"
      switch NearestColor.passing(required, from: foreground, against: background) {
      case .unreachable(let best, let ratio):
        unreachable += 1
        expect(row["why"] as? String == "unreachable" && color(row["best"]) == best, "\(id) unreachable \(best.hex)")
        expect(abs(ratio.value - (row["best_r"] as? Double ?? 0)) < 1e-6, "\(id) best \(ratio)")
      case .found(let nearest, let alternative):
        found += 1
        check(nearest, row, foreground, background, required)
        let other = row["alt"] as? [String: Any]
        expect((other == nil) == (alternative == nil), "\(id) alternative \(alternative?.hex ?? "none")")
        if let other, let alternative {
          alternatives += 1
          let (deltaE, theirs) = (alternative.deltaE, other["dE"] as? Double ?? 0)
          expect(alternative.ratio.meets(required) && deltaE <= theirs * 1.01, "\(id) alternative \(alternative)")
        }
      }
    }

    /// The acceptance rule: passes as bytes, hardly farther in lightness, the same hue where there is one (bytes of very
    /// dark colours turn it, so the published colour itself is always accepted).
    private mutating func check(
      _ nearest: NearestColor, _ row: [String: Any], _ foreground: RGBA, _ background: Double, _ required: Double
    ) {
      let id = "\(row["id"] ?? "?") \(nearest.hex)"
      let isIdentical = nearest.color == color(row["hex"])
      if isIdentical { identical += 1 }
      expect(nearest.color == nearest.color.quantized, "\(id) is not of 8 bits")
      let ratio = ContrastRatio(luminances: nearest.color.luminance(on: .srgb), background)
      expect(ratio.meets(required) && ratio == nearest.ratio, "\(id) fails")
      let limit = (row["dLq"] as? Double ?? 0) + 0.004
      expect(abs(nearest.lightnessChange) <= limit, "\(id) lightness \(nearest.lightnessChange)")
      let direction = nearest.direction == .lighter ? "lighter" : "darker"
      expect(direction == row["dir"] as? String, "\(id) \(direction)")
      let (before, after) = (foreground.oklch, nearest.color.oklch)
      let turn = abs((before.z - after.z + 540).truncatingRemainder(dividingBy: 360) - 180)
      expect(isIdentical || min(before.y, after.y) < 0.03 || turn <= 2, "\(id) hue turned by \(turn)")
      if let optimum = row["opt"] as? [String: Any], let deltaE = optimum["dE"] as? Double {
        quotients.append(nearest.deltaE / deltaE)
      }
    }

    private mutating func expect(_ holds: Bool, _ message: String) {
      if !holds { mismatches.append(message) }
    }
  }

  @Test func `a foreground that passes is its own nearest colour`() {
    let gray = RGBA(bytes: [0x76, 0x76, 0x76])
    guard case .found(let nearest, _) = NearestColor.passing(4.5, from: gray, against: 1) else {
      Issue.record("nothing found")
      return
    }
    #expect(nearest.hex == "#767676" && nearest.deltaE == 0)
    let conditions = [NearestColor.Condition(background: .white, required: 4.5)]
    #expect(NearestColor.passing(all: conditions, from: gray)?.hex == "#767676")
  }

  @Test func `a wide foreground is brought into sRGB`() throws {
    let red = try #require(Color(.displayP3, [1, 0.2, 0.1])).rendered
    guard case .found(let nearest, _) = NearestColor.passing(7, from: red, against: 1) else {
      Issue.record("nothing found")
      return
    }
    #expect(nearest.color.isInSRGBGamut && nearest.ratio.meets(7) && nearest.direction == .darker)
  }

  @Test func `one colour passes on a light and a dark background when there is room between them`() throws {
    let black = NearestColor.Condition(background: .black, required: 4.5)
    let white = NearestColor.Condition(background: .white, required: 4.5)
    let blue = RGBA(bytes: [0x00, 0x00, 0xCC])
    let nearest = try #require(NearestColor.passing(all: [black, white], from: blue))
    #expect(ContrastRatio(luminances: nearest.color.luminance(on: .srgb), 0).meets(4.5))
    #expect(ContrastRatio(luminances: nearest.color.luminance(on: .srgb), 1).meets(4.5))
    #expect(nearest.direction == .lighter)
    let strict = NearestColor.Condition(background: .white, required: 7)
    #expect(NearestColor.passing(all: [black, strict], from: blue) == nil)
    #expect(NearestColor.passing(all: [], from: blue) == nil)
  }

  @Test func `a translucent foreground keeps its alpha and passes over each background`() throws {
    let foreground = RGBA([0.5, 0.5, 0.6], alpha: 0.8)
    let backgrounds = [RGBA.white, RGBA(bytes: [0xF2, 0xF2, 0xF7]), RGBA(bytes: [0xE5, 0xE5, 0xEA])]
    let conditions = backgrounds.map { NearestColor.Condition(background: $0, required: 4.5, gamut: .p3) }
    let nearest = try #require(NearestColor.passing(all: conditions, from: foreground))
    #expect(nearest.color.alpha == 0.8 && nearest.direction == .darker)
    let ratios = backgrounds.map {
      ContrastRatio(
        luminances: nearest.color.composited(over: $0).luminance(on: .p3), $0.luminance(on: .p3))
    }
    #expect(ratios.allSatisfy { $0.meets(4.5) } && ratios.min() == nearest.ratio)
    #expect(NearestColor.passing(all: conditions, from: RGBA(.zero, alpha: 0.3)) == nil)
  }

  @Test func `skipping steps finds what a look at each of them finds`() {
    var state: UInt64 = 11
    func byte() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    var found = 0
    for number in 0..<400 {
      let alpha = [1, 1, 0.87, 0.6][number % 4]
      let foreground = RGBA(RGBA(bytes: [byte(), byte(), byte()]).rgb, alpha: alpha)
      let conditions = (0...Int(byte() % 3)).map { _ in
        NearestColor.Condition(
          background: RGBA(bytes: [byte(), byte(), byte()]), required: [3, 4.5, 7][Int(byte() % 3)],
          gamut: byte() % 4 == 0 ? .p3 : .srgb)
      }
      let nearest = NearestColor.passing(all: conditions, from: foreground)
      #expect(nearest?.color == Self.plain(conditions, foreground), "\(foreground) \(conditions)")
      if nearest != nil { found += 1 }
    }
    #expect((100..<400).contains(found), "\(found)")
  }

  /// Every step of lightness, to both sides.
  private static func plain(_ conditions: [NearestColor.Condition], _ foreground: RGBA) -> RGBA? {
    let origin = foreground.oklch
    for step in 0...1000 {
      for lightness in [origin.x + Double(step) * 0.001, origin.x - Double(step) * 0.001] {
        guard lightness <= 1.001 - 1e-9, lightness >= -0.001 + 1e-9 else { continue }
        let shade = RGBA(oklchInSRGB: [min(max(lightness, 0), 1), origin.y, origin.z]).quantized
        let color = RGBA(shade.rgb, alpha: foreground.alpha)
        if conditions.allSatisfy({ $0.holds(for: color) }) { return color }
      }
    }
    return nil
  }

  @Test func `one condition gives the colour of the finer search, give or take a step`() throws {
    for row in try Self.rows().prefix(60) {
      let foreground = try #require(Self.color(row["fg"]))
      let background = try #require(Self.color(row["bg"]))
      let required = try #require(row["T"] as? Double)
      let condition = NearestColor.Condition(background: background, required: required)
      let coarse = NearestColor.passing(all: [condition], from: foreground)
      let fine = NearestColor.passing(required, from: foreground, against: background.luminance(on: .srgb))
      guard case .found(let nearest, _) = fine else {
        #expect(coarse == nil)
        continue
      }
      let change = try #require(coarse).lightnessChange
      #expect(abs(change) <= abs(nearest.lightnessChange) + 0.004, "\(foreground.hex) on \(background.hex)")
    }
  }
}
