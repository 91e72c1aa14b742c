import Colorimetry
import Testing

@testable import Reports

@Suite struct TextStyleTests {
  @Test(arguments: [
    ("text.muted", "text.muted"), ("Grün 色 🎨", "Grün 色 🎨"), ("a\nb", "a\\u{a}b"), ("\u{1B}[2J", "\\u{1b}[2J"),
    ("\r\t\u{7F}\u{9B}", "\\u{d}\\u{9}\\u{7f}\\u{9b}"), ("a\r\nb", "a\\u{d}\\u{a}b"), ("\u{202E}drow", "\\u{202e}drow"),
    ("\u{2028}", "\\u{2028}"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("👩‍🎨", "👩‍🎨"),
  ]) func `nothing that moves the cursor is printed`(_ name: String, _ shown: String) {
    #expect(name.printable == shown)
  }

  @Test(arguments: [
    ("text.muted", "text.muted"), ("Button/text", "Button/text"), ("body text", "'body text'"),
    ("it's", "'it'\\''s'"), ("$HOME", "'$HOME'"), ("", "''"), ("-x", "'-x'"), ("a;b", "'a;b'"),
    ("style=dark,level=elevated", "style=dark,level=elevated"), ("~x", "'~x'"), ("a\nb", "'a\\u{a}b'"),
  ]) func `a name is written as a shell takes it`(_ name: String, _ shown: String) {
    #expect(quoted(name) == shown)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (2064, "2,064"), (1_234_567, "1,234,567"), (-1000, "-1,000"),
  ])
  func `thousands are told apart`(_ number: Int, _ shown: String) {
    #expect(grouped(number) == shown)
  }

  @Test func `one is no plural`() {
    #expect(counted(1, "pair") == "1 pair")
    #expect(counted(0, "pair") == "0 pairs")
    #expect(counted(2064, "check") == "2,064 checks")
  }

  @Test(arguments: [(0.0, "0.00"), (0.004, "0.00"), (0.016, "0.02"), (1.5, "1.50"), (61.999, "62.00")])
  func `time has two decimals`(_ seconds: Double, _ shown: String) {
    #expect(hundredths(seconds) == shown)
  }

  @Test func `columns are as wide as their widest cell, and the last one ends where its text ends`() {
    let rows = columns([["a", "long one", "x"], ["wider", "b", "yy"], ["ä🎨"], []])
    #expect(rows == ["a      long one  x", "wider  b         yy", "ä🎨", ""])
  }

  @Test func `plain text has no escape sequence, and a verdict has its word in either`() {
    for style in [TextStyle.plain, TextStyle(isColored: true, hasSwatches: true)] {
      #expect(style.verdict(.fail).contains("fail") && style.verdict(.notEvaluated).contains("not evaluated"))
    }
    let plain = TextStyle.plain
    let text = plain.bold("a") + plain.dim("b") + plain.swatch(.white) + plain.sample("c", .black, on: .white)
    #expect(text == "abc")
  }
}
