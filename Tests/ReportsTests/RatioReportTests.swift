import Colorimetry
import Palettes
import Testing

@testable import Reports

@Suite struct RatioReportTests {
  private func report(_ foreground: String, _ background: String, on backdrops: [String] = []) throws -> RatioReport {
    RatioReport(
      foreground: try ColorNotation.parse(foreground).rendered,
      background: try ColorNotation.parse(background).rendered,
      backdrops: try backdrops.map { try ColorNotation.parse($0).rendered }, gamut: .srgb)
  }

  /// Rounded up, the first three would seem to pass.
  @Test(arguments: [
    ("#777", "#fff", "4.478:1"), ("#767676", "#fff", "4.542:1"), ("#949494", "#fff", "3.033:1"),
    ("#000", "#fff", "21.000:1"), ("#fff", "#fff", "1.000:1"), ("#595959", "#fff", "7.004:1"),
    ("#7A8088", "#26292F", "3.658:1"),
  ]) func `a printed ratio is cut off, never rounded`(_ front: String, _ back: String, _ ratio: String) throws {
    #expect(try report(front, back).text(.plain).hasPrefix("\(ratio)   "))
  }

  @Test func `a suggestion passes`() throws {
    let text = try report("#777", "#fff").text(.plain)
    #expect(
      text
        == "4.478:1   text AA ✗ (4.5)   text AAA ✗   large text AA ✓   non-text ✓     nearest passing: #767676 (4.542:1)\n"
    )
    #expect(try !report("#767676", "#fff").text(.plain).contains("nearest"))
  }

  @Test func `a translucent background has a range until it is said what it stands on`() throws {
    let open = try report("#777", "#fff8")
    #expect(!open.measurement.isDefinite)
    #expect(open.text(.plain).contains(":1 to 4.478:1") && open.text(.plain).contains("--on=COLOR"))
    #expect(try report("#777", "#fff8", on: ["white"]).measurement.isDefinite)
    #expect(try report("#777", "#fff8", on: ["#fff8", "white"]).measurement.isDefinite)
    #expect(try !report("#777", "#fff8", on: ["#fff8"]).measurement.isDefinite)
  }

  @Test func `one of three verdicts stands for each use`() throws {
    let text = try report("#fff", "rgb(0 0 0 / 53%)").json(pretty: false)
    #expect(
      text.contains(
        #""verdicts":{"textAA":"indeterminate","textAAA":"indeterminate","largeTextAA":"pass","nonText":"pass"}"#))
  }
}
