import Contrast
import Palettes
import Testing

@testable import Reports

/// Names come from files that somebody else wrote: what they hold must not pass for what the report says.
@Suite struct ForgedNameTests {
  /// Ends a line and writes one that says that all is well; clears the screen; turns the rest around.
  static let evil = "text\n0 checks · 0 fail\u{1B}[2J\u{1B}[1;1H\u{9B}2J\r\u{202E}muted"

  static let workspace: Workspace = {
    let name = evil.unicodeScalars.map { scalar in
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        ? "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
          + String(scalar.value, radix: 16)
        : String(scalar)
    }.joined()
    let document = """
      {"dimensions": {"brand": ["\(name)"]},
       "canvas": "background",
       "colors": {"background": [{"value": "#fff"}, {"traits": {"brand": "\(name)"}, "value": "#eee"}],
         "\(name)": "{\(name)2}", "\(name)2": "#999", "\(name)3": "#999", "missing": "{\(name)4}",
         "onError\(name)": "#ccc", "scrim\(name)": "#0005"},
       "pairs": [{"foreground": ["\(name)", "\(name)2", "missing"], "background": ["background", "scrim\(name)"]}]}
      """
    var workspace = Workspace()
    workspace.apply([
      .source(path: "a\u{1B}[2J/\nb.palette.json", bytes: Array(document.utf8)),
      .source(path: "broken\n.palette.json", bytes: Array("{\"colors\": \"\(name)\"".utf8)),
      .unreadable(path: "gone\n", reason: "gone\n\u{1B}[2J"),
    ])
    return workspace
  }()

  private func expectHarmless(_ text: String, _ what: String) {
    let escapes = text.unicodeScalars.filter { scalar in
      scalar.value != 0x0A && (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x202E)
    }
    #expect(escapes.isEmpty, "\(what) has \(escapes.count) control characters")
    let forged = text.split(separator: "\n").filter { $0.hasPrefix("0 checks") || $0.hasPrefix(".palette") }
    #expect(forged.isEmpty, "\(what): \(forged)")
  }

  @Test func `a check is what it is`() throws {
    let report = CheckReport(Self.workspace, allPairs: true)
    #expect(!report.allFindings.isEmpty)
    expectHarmless(report.text(.plain, showsNotes: true), "check")
    expectHarmless(report.text(.plain), "check without notes")
    let none = CheckReport(Self.workspace, filter: .init(pair: Self.evil + "?"))
    expectHarmless(none.text(.plain), "check of nothing")
  }

  @Test func `tables are what they are`() {
    let audits = Self.workspace.audits
    #expect(audits.count == 2)
    for filter in [PaletteReports.TokenFilter.all, .uncovered, .duplicates] {
      expectHarmless(PaletteReports.tokens(audits, filter, .plain), "tokens")
    }
    expectHarmless(PaletteReports.pairs(audits, why: true, .plain), "pairs")
    expectHarmless(PaletteReports.traits(audits, .plain), "traits")
    expectHarmless(MatrixText.render(audits, .plain), "matrix")
  }

  @Test func `explanations and resolutions are what they are`() throws {
    let audit = try #require(Self.workspace.audits.first { !$0.pairings.isEmpty })
    for pairing in audit.pairings {
      for combination in audit.asked {
        let explanation = audit.explain(pairing, isJudged: true, in: combination)
        let standing = Self.workspace.standing(explanation, of: audit, in: combination)
        expectHarmless(explanation.text(.plain, standing), "explain")
      }
      for all in [true, false] {
        let report = SuggestionReport(
          pairing, of: audit, required: nil, changesForeground: true, cells: all ? audit.asked : [audit.asked[0]])
        expectHarmless(report.text(.plain), "suggest")
      }
    }
    for color in audit.palette.colors.indices {
      expectHarmless(ResolutionReport(color, of: audit).text(.plain), "resolve")
    }
  }

  @Test func `the command that a report proposes is one word a name`() {
    let text = CheckReport(Self.workspace).text(.plain)
    let commands = text.split(separator: "\n").filter { $0.contains("contrastctl explain") }
    #expect(!commands.isEmpty)
    #expect(commands.allSatisfy { $0.contains("contrastctl explain '") })
  }
}
