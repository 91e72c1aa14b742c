import Palettes
import Testing

@testable import Contrast

@Suite("Findings")
struct FindingTests {
  private func finding(_ code: String, _ audit: Audit) throws -> Finding {
    try #require(Review(audit).findings.first { $0.code == code }, "no \(code) in \(audit.codes)")
  }

  @Test("A failing pair is one finding with its worst combination, its place and what it needs")
  func failure() throws {
    let audit = try Sample.audit(colors: [
      "buttonLabel": ["#777777", "#777777"], "buttonBackground": ["#ffffff", "#555555"],
    ])
    let finding = try finding("contrast/text", audit)
    #expect(
      finding.message
        == "Contrast 1.66:1, needs 4.5:1: buttonLabel (#777777) on buttonBackground (#555555) in dark (text, AA). "
        + "Fails in 2 of 2 trait combinations; this is the worst.")
    #expect(finding.combinations == [0, 1])
    #expect(finding.range.start.line == 1)
    #expect(finding.severity == .warning)
  }

  @Test("A failure outside the default presentation says that it is policy")
  func policyNote() throws {
    let audit = try Sample.audit(colors: ["buttonLabel": ["#000", "#333"], "buttonBackground": ["#fff", "#000"]])
    #expect(try finding("contrast/text", audit).notes.contains { $0.contains("policy, not WCAG") })
  }

  @Test("Increased contrast that mends it is said")
  func increasedContrast() throws {
    let audit = try Sample.audit(
      """
      { "colors": { "buttonLabel": [{ "value": "#888" }, { "traits": "contrast=high", "value": "#000" }], "buttonBackground": "#fff" } }
      """)
    #expect(try finding("contrast/text", audit).notes.contains("fails in normal, passes with increased contrast"))
  }

  @Test("A verdict that 8 bits would turn is a knife edge")
  func knifeEdge() throws {
    let audit = try Sample.audit(colors: ["buttonLabel": ["rgb(84.4 84.4 84.4)"], "buttonBackground": ["#c8c8c8"]])
    #expect(audit.verdict(0, 0) == .fail)
    #expect(try finding("contrast/text", audit).notes.contains { $0.hasPrefix("knife edge") })
    let far = try Sample.audit(colors: ["buttonLabel": ["rgb(90.4 90.4 90.4)"], "buttonBackground": ["#c8c8c8"]])
    #expect(try !finding("contrast/text", far).notes.contains { $0.hasPrefix("knife edge") })
  }

  @Test("A failure that only P3 shows is outside WCAG's definition, and said so")
  func onlyP3() throws {
    let audit = try Sample.audit(colors: [
      "buttonLabel": ["color(display-p3 0.85 0 0)"], "buttonBackground": ["#000000"],
    ])
    #expect(audit.combinations.map { $0[.gamut] } == ["srgb", "p3"])
    #expect(Array(audit.verdicts(of: 0)) == [.pass, .fail])
    #expect(try finding("contrast/text", audit).notes.contains { $0.hasPrefix("P3") })
  }

  @Test("A half that stays while the other changes, and fails for it, is half-adapted; without failing it is a note")
  func adaptation() throws {
    let failing = try Sample.audit(colors: ["buttonLabel": ["#000000"], "buttonBackground": ["#ffffff", "#111111"]])
    let finding = try finding("half-adapted", failing)
    #expect(finding.message.contains("buttonBackground changes for dark and buttonLabel does not"))
    let passing = try Sample.audit(colors: ["buttonLabel": ["#777777"], "buttonBackground": ["#ffffff", "#000000"]])
    #expect(passing.codes.contains("variant-missing") || passing.codes.contains("half-adapted"))
    let fine = try Sample.audit(colors: ["buttonLabel": ["#000000"], "buttonBackground": ["#ffffff", "#eeeeee"]])
    #expect(fine.codes.contains("variant-missing"))
    #expect(!fine.codes.contains("half-adapted"))
  }

  @Test("Less contrast under increased contrast is a note, unless there is plenty")
  func notHigher() throws {
    let json: (String, String) -> String = { normal, high in
      """
      { "colors": { "buttonLabel": [{ "value": "\(normal)" }, { "traits": "contrast=high", "value": "\(high)" }],
        "buttonBackground": "#ffffff" } }
      """
    }
    #expect(try Sample.audit(json("#555555", "#666666")).codes.contains("high-contrast-not-higher"))
    #expect(try !Sample.audit(json("#000000", "#222222")).codes.contains("high-contrast-not-higher"))
  }

  @Test("Colours with a role and no partner are one line a palette")
  func uncovered() throws {
    let audit = try Sample.audit(colors: ["navTitle": ["#000"], "listBackground": ["#fff"], "blue500": ["#00f"]])
    #expect(try finding("uncovered", audit).message.hasPrefix("2 colours have a role and no partner"))
  }

  @Test("Values of a system colour under another name are noted; black and white are everybody's")
  func replicates() throws {
    let audit = try Sample.audit(
      """
      { "colors": {
        "panel": [{ "value": "#F2F2F7" }, { "traits": "style=dark", "value": "#1C1C1E" }],
        "brandBlue": [{ "value": "#0088FF" }, { "traits": "style=dark", "value": "#0091FF" },
          { "traits": "contrast=high", "value": "#1E6EF4" }, { "traits": "style=dark,contrast=high", "value": "#5CB8FF" }],
        "screen": [{ "value": "#FFFFFF" }, { "traits": "style=dark", "value": "#000000" }]
      } }
      """)
    let replicas = Review(audit).findings.filter { $0.code == "apple/replicates-system-color" }
    #expect(replicas.allSatisfy { !$0.message.hasPrefix("screen") })
    #expect(replicas.contains { $0.message.hasPrefix("brandBlue has the values of systemBlue") })
  }

  @Test("A system colour's name with other values, and a separator used as text")
  func apple() throws {
    let audit = try Sample.audit(
      """
      { "colors": { "separator": "#cccccc", "systemBackground": "#ffffff", "systemGroupedBackground": "#f2f2f7" },
        "pairs": [{ "foreground": "separator", "background": "systemBackground", "on": ["systemGroupedBackground"], "usage": "text" }] }
      """)
    #expect(audit.codes.contains("apple/role-misuse"))
    #expect(audit.codes.contains("apple/mixed-background-sets"))
    #expect(
      Review(audit).findings.contains {
        $0.code == "apple/redefines-system-color" && $0.message.contains("it is opaque")
      })
  }
}

@Suite("Suggestions")
struct SuggestionTests {
  @Test("One value that serves all pairs is preferred, and counted")
  func coverage() throws {
    let audit = try Sample.audit(colors: [
      "background": ["#ffffff"], "surfaceElevated": ["#eeeeee"], "textMuted": ["#999999"],
    ])
    let index = try #require(audit.pairings.firstIndex { audit.key(of: $0).background == "background" })
    let suggestion = try #require(audit.suggestion(for: audit.pairings[index], in: 0))
    #expect(suggestion.coverage == "passes all 2 of its pairs")
    var workspace = Workspace()
    let fixed =
      "{ \"colors\": { \(Sample.list(["background": ["#ffffff"], "surfaceElevated": ["#eeeeee"], "textMuted": [suggestion.color.hex]])) } }"
    workspace.apply([.source(path: Sample.path, bytes: Array(fixed.utf8))])
    #expect(workspace.audits[0].tally.fail == 0)
  }

  @Test("Where no value serves all, it serves this pair and says so")
  func partial() throws {
    let audit = try Sample.audit(colors: [
      "buttonLabel": ["#777777"], "buttonBackground": ["#ffffff", "#000000"],
    ])
    let failing = try #require(audit.failing(0).first)
    let suggestion = try #require(audit.suggestion(for: audit.pairings[0], in: failing))
    #expect(suggestion.ratio.meets(4.5))
    #expect(suggestion.pairs == 1)
  }
}
