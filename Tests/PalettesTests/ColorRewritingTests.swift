import Colorimetry
import Testing

@testable import Palettes

@Suite struct ColorRewritingTests {
  /// A text, the colour that is to stand there, and how it does.
  static let rows: [(old: String, new: String, written: String)] = [
    ("#777777", "#767676", "#767676"), ("#FFAA00", "#12AB34", "#12AB34"), ("#ffaa00", "#12AB34", "#12ab34"),
    ("#FFF", "#AABBCC", "#ABC"), ("#abc", "#AABBCC", "#abc"), ("#abc", "#123456", "#123456"),
    ("#abc8", "#112233", "#1238"), ("#abc8", "#123456", "#12345688"), ("#11223380", "#ABCDEF", "#ABCDEF80"),
    ("white", "#767676", "#767676"), (" #FFF ", "#102030", " #102030 "),
    ("rgb(255, 0, 10)", "#767676", "rgb(118, 118, 118)"), ("rgba(255,0,0,.5)", "#767677", "rgba(118,118,119,.5)"),
    ("rgb(255 0 0 / 50%)", "#0A0B0C", "rgb(10 11 12 / 50%)"), ("rgb(100% 0% 0%)", "#808080", "rgb(50% 50% 50%)"),
    ("RGB(1 2 3)", "#FFFFFF", "RGB(255 255 255)"), ("hsl(0, 100%, 50%)", "#767676", "hsl(0, 0%, 46%)"),
    ("hsl(210deg 50% 40%)", "#336699", "hsl(210deg 50% 40%)"),
    ("oklch(0.7 0.1 250)", "#767676", "oklch(0.566 0.000 250)"),
    ("color(display-p3 1 0.5 0)", "#767676", "color(display-p3 0.46 0.46 0.46)"),
    ("color(srgb 0.123 0.5 none)", "#767676", "color(srgb 0.463 0.463 0.463)"),
  ]

  @Test func `a colour is written in the notation of the one before`() throws {
    var mismatches: [String] = []
    for row in Self.rows {
      let target = try ColorNotation.parse(row.new).rendered
      let new = try #require(ColorNotation.rewriting(row.old, as: target), "\(row.old)")
      let isNear = new.color.rendered.distanceInBytes(to: target) < 1
      let isSame = try ColorNotation.parse(new.text) == new.color
      if new.text != row.written || !isNear || !isSame {
        mismatches.append("\(row.old) → \(new.text), not \(row.written)")
      }
      let alpha = try ColorNotation.parse(row.old).alpha
      #expect(new.color.alpha == alpha)
    }
    #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
  }

  @Test(arguments: ["transparent", "{gray.500}", "rgba({gray.500}, 0.5)", "", "#12", "rgb(1 /* red */ 2 3)"])
  func `what holds no colour of its own is not rewritten`(_ text: String) {
    #expect(ColorNotation.rewriting(text, as: .black) == nil)
  }

  @Test func `numbers are fixed with halves away from zero`() {
    #expect(DecimalText.fixed(0.5405, decimals: 3) == "0.541" && DecimalText.fixed(-0.25, decimals: 1) == "-0.3")
    #expect(DecimalText.fixed(0, decimals: 3) == "0.000" && DecimalText.fixed(-0.0001, decimals: 2) == "0.00")
    #expect(DecimalText.fixed(12.7, decimals: 0) == "13" && DecimalText.decimals(of: "0.12e3") == 2)
    #expect(DecimalText.withoutZeros("0.500") == "0.5" && DecimalText.withoutZeros("10") == "10")
  }
}
