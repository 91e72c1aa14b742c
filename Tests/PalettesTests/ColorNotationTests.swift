import Colorimetry
import Foundation
import Testing

@testable import Palettes

@Suite struct ColorNotationTests {
  @Test func `every published string parses to the published colour, or fails for the published reason`() throws {
    let rows = try Self.rows()
    var mismatches: [String] = []
    var (valid, invalid) = (0, 0)
    for row in rows {
      let text = try #require(row["s"] as? String)
      let label = "\(row["id"] ?? "?") '\(text)':"
      do throws(ColorNotationError) {
        let color = try ColorNotation.parse(text)
        valid += 1
        mismatches += Self.differences(color, row).map { "\(label) \($0)" }
      } catch {
        invalid += 1
        let why = error.kind == .invalid ? "invalid" : "context"
        if row["why"] as? String != why { mismatches.append("\(label) \(why): \(error.message)") }
        if error.offset > text.utf8.count { mismatches.append("\(label) offset \(error.offset)") }
      }
    }
    print("css_parse: \(rows.count) rows, \(valid) valid, \(invalid) invalid, \(mismatches.count) mismatches")
    #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
    #expect(rows.count == 292 && valid == 203 && invalid == 89)
  }

  private static func rows() throws -> [[String: Any]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "Fixtures/css_parse.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private static func differences(_ color: Color, _ row: [String: Any]) -> [String] {
    var found: [String] = []
    if color.space.name != row["sp"] as? String { found.append("space \(color.space)") }
    if !agree(color.components, row["c"]) { found.append("components \(color.components)") }
    if abs(color.alpha - (row["a"] as? Double ?? .nan)) > 1e-9 { found.append("alpha \(color.alpha)") }
    let srgb = color.encodedSRGB
    if !agree(srgb, row["srgb"], tolerance: 2e-8) { found.append("srgb \(srgb)") }
    let expected = (row["hex"] as? String ?? "").uppercased()
    if !hexes(srgb).contains(expected) { found.append("hex \(RGBA(srgb).hex)") }
    let missing = (row["none"] as? [Int] ?? []).reduce(into: MissingComponents()) {
      $0.insert(MissingComponents(rawValue: 1 << UInt8($1)))
    }
    if color.missing != missing { found.append("none \(color.missing)") }
    return found
  }

  /// The colour's hex; where a channel lies within 1e-9 of a half, either neighbour will do.
  private static func hexes(_ rgb: SIMD3<Double>) -> Set<String> {
    let signs = [-1e-9, 1e-9]
    var found: Set<String> = []
    for red in signs {
      for green in signs {
        for blue in signs { found.insert(RGBA(rgb + SIMD3(red, green, blue)).hex) }
      }
    }
    return found
  }

  private static func agree(_ vector: SIMD3<Double>, _ list: Any?, tolerance: Double = 1e-9) -> Bool {
    guard let list = list as? [Double], list.count == 3 else { return false }
    return (0..<3).allSatisfy { abs(vector[$0] - list[$0]) <= tolerance * max(1, abs(list[$0])) }
  }

  @Test(arguments: [
    "", "/* */", "red /*", "re/**/d", "rgb/**/(1 2 3)", "rgb(1. 2 3)", "rgb(1 2 3 / 1deg)", "rgb(1,2,3,none)",
    "rgb(none,2,3)", "hsla(1,2%,none)", "rgb(1 2 3//1)", "rgb(1 2 3))", "color-mix(in srgb, red, blue",
    "color(extended-srgb 1 0 0)", "color(srgb-linear 1 0)", "lab(1 2 3 / none", "#é00", "rgb(1 2 foo(3))", "\\72 ed",
    "rgb(1--x 2 3)", "hsl(1e 2% 3%)", "oklch(1 1 1 1)", "var(--x) red",
  ]) func `what is not a colour is invalid`(text: String) {
    #expect(Self.failure(text)?.kind == .invalid)
  }

  @Test(arguments: [
    ("rgb(1-2+3)", "rgb(1 -2 +3)"), ("rgb(10%20%30%)", "rgb(10% 20% 30%)"), ("rgb(.5.5.5)", "rgb(0.5 0.5 0.5)"),
    ("/*a*/rgb(/**/1/**/2 3/*/*/ / 1)/**/", "#010203"), ("hsl(0.5TURN 50% 50%)", "hsl(180 50% 50%)"),
    ("rgb(1e400 -1e400 0)", "rgb(255 0 0)"), ("hsla(120,100%,50%,.5)", "hsl(120 100% 50% / 50%)"),
    ("rgba(1,2,3,50%)", "rgb(1 2 3 / 0.5)"), ("color(xyz 1 2 3)", "color(xyz-d65 1 2 3)"),
  ]) func `two strings of one colour`(text: String, other: String) throws {
    #expect(try ColorNotation.parse(text) == ColorNotation.parse(other))
  }

  @Test(arguments: [
    "currentcolor", "ButtonFace", "var(--x, rgb(1 2 3))", "light-dark(red, blue)", "alpha(from red / 0.5)",
    "rgb( from red r g b)", "color(from red srgb r g b)", "hsl(env(--h) 1 2)", "rgb(1 2 3 / var(--a))",
  ]) func `a colour that depends on its surroundings needs context`(text: String) {
    #expect(Self.failure(text)?.kind == .needsContext)
  }

  @Test(arguments: [
    ("rebecapurple", 0, "'rebecapurple' is not a CSS colour name; did you mean 'rebeccapurple'?"),
    (" grean", 1, "'grean' is not a CSS colour name; did you mean 'green'?"),
    ("qqqqqq", 0, "'qqqqqq' is not a CSS colour name"),
    ("#12345", 0, "a hexadecimal colour has 3, 4, 6 or 8 digits, not 5"),
    ("#12g", 3, "a hexadecimal colour has only the digits 0–9 and a–f after its #"),
    ("rgb(10%,20,30%)", 8, "rgb() with commas takes all numbers or all percentages"),
    ("hsl(120, 50%, 50)", 14, "hsl() with commas takes percentages for saturation and lightness"),
    ("lab(50, 10, 10)", 6, "lab() has no form with commas; separate its values with spaces"),
    (
      "rgb(1 2 3, 0.5)", 9,
      "rgb() separates all its values with commas, or none; with spaces, alpha follows a '/'"
    ),
    ("rgb(1px 2 3)", 4, "'px' is not a unit of a colour; a hue takes deg, grad, rad or turn"),
    ("rgb(1 2 3", 9, "expected a closing ')'"),
    ("rgb(1 2 3) red", 11, "there is more text after the colour; write one colour only"),
    ("inherit", 0, "'inherit' is a keyword for a whole declaration, not a colour"),
    ("rgb", 0, "'rgb' takes its numbers in parentheses: 'rgb(…)'"),
    ("currentColor", 0, "the value of 'currentcolor' depends on what surrounds it; write a colour of its own"),
  ]) func `an error says where and what to do`(text: String, offset: Int, message: String) throws {
    let error = try #require(Self.failure(text))
    #expect(error.offset == offset)
    #expect(error.message == message)
  }

  private static func failure(_ text: String) -> ColorNotationError? {
    do throws(ColorNotationError) {
      _ = try ColorNotation.parse(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `no text makes the parser fail other than by an error`() {
    let seeds = ["rgb(1 2 3 / 50%)", "hsl(120deg, 50%, 50%, .5)", "color(display-p3 1e2 none -.5)", "#12345678", "red"]
    var state: UInt64 = 42
    for _ in 0..<4_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var bytes = Array(seeds[Int(state >> 33) % seeds.count].utf8)
      bytes[Int(state >> 40) % bytes.count] = UInt8(truncatingIfNeeded: state >> 50)
      if state >> 20 & 1 == 0 { bytes.removeLast(Int(state >> 25) % bytes.count) }
      do throws(ColorNotationError) {
        let color = try ColorNotation.parse(utf8: bytes.span)
        #expect(color.components.x.isFinite)
      } catch {
        #expect((0...bytes.count).contains(error.offset) && !error.message.isEmpty)
      }
    }
  }
}

@Suite struct ColorWritingTests {
  @Test(arguments: [
    ("#3366cc", "#3366CC"), ("#36c8", "#3366CC88"), ("rgb(1 2 3 / 0.3)", "rgb(1 2 3 / 0.3)"),
    ("rgb(127.5 0 0)", "color(srgb 0.5 0 0)"), ("transparent", "#00000000"), ("red", "#FF0000"),
    ("color(display-p3 1 0.5 none / 50%)", "color(display-p3 1 0.5 none / 0.5)"),
    ("lab(50 -20.5 30 / none)", "lab(50 -20.5 30 / none)"), ("hsl(120deg 50% none)", "hsl(120 50% none)"),
    ("rgb(none 255 0)", "color(srgb none 1 0)"), ("oklch(50% 0.1 -40)", "oklch(0.5 0.1 -40)"),
  ]) func `a colour is written in its own notation`(text: String, expected: String) throws {
    #expect(ColorNotation.css(try ColorNotation.parse(text)) == expected)
  }

  @Test func `every space is written so that it reads back as the same colour`() throws {
    let samples: [SIMD3<Double>] = [[0.2, 0.4, 0.6], [1, 0, 0.333], [0.00001, 0.5, 1]]
    for space in ColorSpace.allCases {
      for sample in samples {
        for alpha in [1, 0.5, 0.123456789] {
          let color = try #require(Color(space, sample, alpha: alpha))
          let back = try ColorNotation.parse(ColorNotation.css(color))
          #expect(back.encodedSRGB == color.encodedSRGB, "\(space) \(sample) \(ColorNotation.css(color))")
          #expect(back.alpha == color.alpha)
        }
      }
    }
  }

  @Test func `every name reads as its hexadecimal colour, in any case`() throws {
    #expect(try ColorNotation.parse("LightGoldenrodYellow") == ColorNotation.parse("#FAFAD2"))
    #expect(try ColorNotation.parse("CornflowerBlue") == ColorNotation.parse("#6495ED"))
    #expect(try ColorNotation.parse("darkslategrey") == ColorNotation.parse("darkslategray"))
  }
}
