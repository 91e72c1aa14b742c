import Contrast
import Palettes
import Testing

@testable import Reports

@Suite struct CheckReportTests {
  private func workspace(_ document: String, policy: Policy = Policy()) -> Workspace {
    var workspace = Workspace()
    workspace.apply([.policy(policy), .source(path: "p.palette.json", bytes: Array(document.utf8))])
    return workspace
  }

  private func pair(_ foreground: String, on background: String = "#fff") -> String {
    """
    {"colors": {"ink": "\(foreground)", "paper": "\(background)"},
     "pairs": [{"foreground": "ink", "background": "paper", "usage": "text"}]}
    """
  }

  /// 4.49997, 4.478 and 3.6585 against 4.5.
  @Test(arguments: [
    ("color(srgb 0.46532088650098186 0.46532088650098186 0.46532088650098186)", "#fff", "4.49:1, needs 4.5:1"),
    ("#777", "#fff", "4.47:1, needs 4.5:1"), ("#7A8088", "#26292F", "3.65:1, needs 4.5:1"),
    ("#000", "rgb(0 0 0 / 80%)", "at most 1.66:1, needs 4.5:1"),
  ]) func `what fails never reads as if it passed`(_ front: String, _ back: String, _ words: String) {
    let text = CheckReport(workspace(pair(front, on: back))).text(.plain)
    #expect(text.contains(" \(words) "), "\(text)")
  }

  @Test func `a finding names its place, both halves, and the command that says more`() {
    let lines = CheckReport(workspace(pair("#777"))).text(.plain).split(separator: "\n")
    #expect(
      lines == [
        "p.palette.json:1:20",
        "  ✗ error    ink #777777 on paper #FFFFFF   4.47:1, needs 4.5:1   every trait combination   text AA   contrast/text",
        "             try #767676 (4.54:1)        contrastctl explain ink paper --in=p.palette.json",
        "1 check · 1 pair × 1 trait combination · 0 pass · 1 fail · 0 not evaluated",
      ])
  }

  @Test(arguments: [
    ("{\"colors\": {}}", CheckReport.Outcome.nothingJudged, Int32(4)), ("{", .findings, 1),
    ("{\"colors\": {\"a\": \"#000\", \"b\": \"#fff\"}}", .nothingJudged, 4),
  ]) func `nothing judged is never clean`(_ document: String, _ outcome: CheckReport.Outcome, _ status: Int32) {
    let report = CheckReport(workspace(document))
    #expect(report.outcome == outcome)
    #expect(report.outcome.status == status)
    #expect(report.text(.plain).contains("nothing was judged"))
  }

  @Test func `severity decides between findings and clean`() {
    let failing = workspace(pair("#777"))
    #expect(CheckReport(failing).outcome == .findings)
    #expect(CheckReport(failing, failOn: .never).outcome == .clean)
    #expect(CheckReport(workspace(pair("#000"))).outcome == .clean)
  }

  @Test func `a filter without a match says so`() {
    let report = CheckReport(workspace(pair("#777")), filter: .init(pair: "other*"))
    #expect(report.outcome == .nothingJudged)
    #expect(report.text(.plain).contains("no pair matches other*"))
    #expect(CheckReport(workspace(pair("#777")), filter: .init(pair: "ink on p*")).outcome == .findings)
    #expect(CheckReport(workspace(pair("#777")), filter: .init(rule: "half-adapted")).outcome == .clean)
  }

  @Test func `JSON holds the numbers as they were compared`() {
    let json = CheckReport(workspace(pair("#7A8088", on: "#26292F")), seconds: 0.25).json(pretty: false)
    let worst = ##""worst":{"traits":"","foreground":"#7A8088","background":"#26292F","ratio":3.6585906"##
    #expect(json.contains(worst))
    #expect(
      json.hasPrefix(#"{"version":1,"outcome":"findings","summary":{"palettes":1,"colors":2,"pairs":1,"checks":1,"#))
    #expect(json.contains(#""seconds":0.25"#))
  }
}
