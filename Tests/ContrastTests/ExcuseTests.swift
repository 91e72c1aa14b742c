import Palettes
import Syntax
import Testing

@testable import Contrast

@Suite("Baselines and waivers")
struct ExcuseTests {
  private static let palette = "p/a.palette.json"

  /// `text` on `back` in light and dark, given as hex values.
  private static func document(_ text: (String, String), on back: (String, String) = ("#FFFFFF", "#000000")) -> String {
    """
    { "colors": { "text": [{"value": "\(text.0)"}, {"traits": "style=dark", "value": "\(text.1)"}],
                  "back": [{"value": "\(back.0)"}, {"traits": "style=dark", "value": "\(back.1)"}] },
      "pairs": [{"foreground": "text", "background": "back"}] }
    """
  }

  private static func workspace(_ document: String, _ files: [String: String], day: Day? = Day("2026-11-30"))
    -> Workspace
  {
    var workspace = Workspace()
    if let day { workspace.apply([.day(day)]) }
    workspace.apply([.source(path: palette, bytes: Array(document.utf8))])
    workspace.apply(files.sorted { $0.key < $1.key }.map { .source(path: "p/" + $0.key, bytes: Array($0.value.utf8)) })
    return workspace
  }

  private static func review(_ workspace: Workspace) throws -> Review {
    let audit = try #require(workspace.audits.first)
    return Review(audit, excuses: workspace.excuses(for: audit.palette.path))
  }

  private static func codes(_ workspace: Workspace) throws -> [String] {
    try review(workspace).findings.map(\.code).filter { $0.hasPrefix("contrast/") || $0.hasPrefix("baseline/") }
  }

  private static func baseline(_ ratios: String) -> [String: String] {
    [
      Baseline.name:
        "{\"accepted\": [{\"palette\": \"a.palette.json\", \"fg\": \"text\", \"bg\": \"back\", \"rule\": \"contrast/text\", \"ratios\": {\(ratios)}}]}"
    ]
  }

  // #949494 on white is 3.03:1, #505050 on black 2.60:1.
  private static let failing = document(("#949494", "#505050"))

  @Test("An accepted failure is no finding; what the baseline does not know is one, and marked new")
  func accepted() throws {
    let all = try Self.review(Self.workspace(Self.failing, Self.baseline("\"default\": 3.03, \"style=dark\": 2.6")))
    #expect(all.findings.allSatisfy { !$0.code.hasPrefix("contrast/") } && all.accepted == 2 && all.new == 0)
    let some = try Self.review(Self.workspace(Self.failing, Self.baseline("\"default\": 3.03")))
    let finding = try #require(some.findings.first { $0.code == "contrast/text" })
    #expect(finding.isNew && finding.combinations.count == 1 && finding.message.contains("in dark"))
    #expect(some.accepted == 1 && some.new == 1)
  }

  static let changes: [(text: (String, String), back: (String, String), codes: [String])] = [
    (("#949494", "#505050"), ("#FFFFFF", "#000000"), []),
    // A step that rounding to 8 bits makes is none.
    (("#959595", "#505050"), ("#FFFFFF", "#000000"), []),
    (("#A0A0A0", "#505050"), ("#FFFFFF", "#000000"), ["baseline/worse"]),
    // White text made white on white.
    (("#FFFFFF", "#505050"), ("#FFFFFF", "#000000"), ["baseline/worse"]),
    // A surface darkened past 3:1.
    (("#949494", "#505050"), ("#949494", "#000000"), ["baseline/worse"]),
    // Better, and still failing.
    (("#808080", "#606060"), ("#FFFFFF", "#000000"), []),
    (("#767676", "#808080"), ("#FFFFFF", "#000000"), []),
  ]

  @Test("A ratchet: what gets worse than it was accepted at fails", arguments: changes.indices)
  func ratchet(_ index: Int) throws {
    let change = Self.changes[index]
    let workspace = Self.workspace(
      Self.document(change.text, on: change.back), Self.baseline("\"default\": 3.0334, \"style=dark\": 2.6043"))
    #expect(try Self.codes(workspace) == change.codes)
  }

  @Test(
    "A requirement that rises makes nothing of what is accepted fail, and accepts nothing else")
  func requirement() throws {
    var files = Self.baseline("\"default\": 3.0334, \"style=dark\": 2.6043")
    files[PolicyFile.name] = "{\"conformance\": \"AAA\"}"
    #expect(try Self.codes(Self.workspace(Self.failing, files)) == [])
    files[Baseline.name] = Self.baseline("\"style=dark\": 2.6043")[Baseline.name]
    #expect(try Self.codes(Self.workspace(Self.document(("#767676", "#505050")), files)) == ["contrast/text"])
  }

  @Test("Of another palette, pair or combination nothing is accepted")
  func others() throws {
    for (from, to) in [
      ("a.palette", "b.palette"), ("\"text\"", "\"txt\""), ("default", "style=light"), ("contrast/text", "contrast/x"),
    ] {
      let files = Self.baseline("\"default\": 3.03, \"style=dark\": 2.6").mapValues { $0.replacing(from, with: to) }
      #expect(try Self.codes(Self.workspace(Self.failing, files)) == ["contrast/text"], "\(to)")
    }
  }

  private static func waiver(_ members: String) -> [String: String] {
    [WaiverFile.name: "{\"waivers\": [\n{\(members)}]}"]
  }

  private static let signed = "\"owner\": \"@web\", \"reason\": \"old\", \"expires\": \"2026-12-01\""

  static let waivers: [(members: String, codes: [String])] = [
    ("\"pair\": \"text on back\"", []), ("\"pair\": \"text\"", []), ("\"pair\": \"*ck\"", []),
    ("\"pair\": \"other\"", ["contrast/text"]), ("\"pair\": \"text\", \"traits\": \"style=dark\"", ["contrast/text"]),
    ("\"pair\": \"text\", \"rule\": \"contrast/*\"", []), ("\"pair\": \"text\", \"rule\": \"declared\"", []),
    ("\"pair\": \"text\", \"rule\": \"general\"", ["contrast/text"]), ("\"pair\": \"text\", \"granted\": 2.6", []),
    ("\"pair\": \"text\", \"granted\": 3.0", ["contrast/text"]),
  ]

  @Test("A waiver covers what its pair, traits, rule and ratio say", arguments: waivers.indices)
  func covering(_ index: Int) throws {
    let row = Self.waivers[index]
    let workspace = Self.workspace(Self.failing, Self.waiver(row.members + ", " + Self.signed))
    #expect(try Self.codes(workspace) == row.codes, "\(row.members)")
  }

  @Test("A waiver ends at midnight of its day, and then the finding is back")
  func midnight() throws {
    let files = Self.waiver("\"pair\": \"text\", " + Self.signed)
    var workspace = Self.workspace(Self.failing, files, day: Day("2026-11-30"))
    #expect(try Self.codes(workspace) == [])
    workspace.apply([.day(try #require(Day("2026-12-01")))])
    #expect(try Self.codes(workspace) == ["contrast/text"])
  }

  @Test("A date that cannot be read has passed; a reason that is empty covers nothing")
  func empty() throws {
    for members in [
      "\"pair\": \"text\", \"owner\": \"o\", \"reason\": \"r\", \"expires\": \"soon\"",
      "\"pair\": \"text\", \"owner\": \"o\", \"reason\": \" \", \"expires\": \"2999-01-01\"",
    ] {
      let workspace = Self.workspace(Self.failing, Self.waiver(members))
      #expect(try Self.codes(workspace) == ["contrast/text"])
      #expect(workspace.companions.diagnostics.map(\.severity) == [.warning])
    }
  }

  @Test(
    "One without reason, owner, date or pair is refused with its line",
    arguments: ["reason", "owner", "expires", "pair"])
  func missing(_ key: String) throws {
    let text = try #require(Self.waiver("\"pair\": \"text\", " + Self.signed)[WaiverFile.name])
      .replacing("\"\(key)\":", with: "\"ticket\":")
    let file = WaiverFile(SourceText(path: WaiverFile.name, bytes: Array(text.utf8)))
    let problem = try #require(file.diagnostics.first)
    #expect(problem.code == "waiver/missing" && problem.range.start.line == 2 && problem.message.contains("\"\(key)\""))
  }

  @Test("A broken file leaves the last whole one in force")
  func broken() throws {
    var workspace = Self.workspace(Self.failing, Self.baseline("\"default\": 3.03, \"style=dark\": 2.6"))
    workspace.apply([.source(path: "p/" + Baseline.name, bytes: Array("{\"accepted\": [".utf8))])
    #expect(try Self.codes(workspace) == [] && workspace.companions.stale == ["p/" + Baseline.name])
    workspace.apply([.removed(path: "p/" + Baseline.name)])
    #expect(try Self.codes(workspace) == ["contrast/text"] && workspace.companions.stale.isEmpty)
  }

  @Test("Pruning takes out what passes, tightens what is better, adds nothing, and leaves the rest to the byte")
  func pruning() throws {
    let lines = [
      "{ // kept\r", "  \"accepted\": [", "    // the first",
      "    {\"palette\":\"a.palette.json\",\"fg\":\"text\",\"bg\":\"back\",\"rule\":\"contrast/text\",\"ratios\":{\"default\":2.9,\"style=dark\":2.6043}},",
      "    {\"palette\":\"elsewhere\",\"fg\":\"x\",\"bg\":\"y\",\"rule\":\"contrast/text\",\"ratios\":{\"default\":2}}, // not here",
      "    {\"palette\":\"a.palette.json\",\"fg\":\"gone\",\"bg\":\"back\",\"rule\":\"contrast/text\",\"ratios\":{\"default\":2}}",
      "  ]", "}",
    ]
    let text = SourceText(path: Baseline.name, bytes: Array(lines.joined(separator: "\n").utf8))
    let audit = try #require(Self.workspace(Self.document(("#949494", "#808080")), [:]).audits.first)
    let result = Baseline.pruned(text) { $0 == "a.palette.json" ? audit.baselineEntries(as: $0, under: .none) : nil }
    var wanted = lines
    wanted[3] =
      "    {\"palette\":\"a.palette.json\",\"fg\":\"text\",\"bg\":\"back\",\"rule\":\"contrast/text\",\"ratios\":{\"default\":3.0334}},"
    wanted[4] = lines[4].replacing("}},", with: "}}")
    wanted.remove(at: 5)
    #expect(String(decoding: result.bytes, as: UTF8.self) == wanted.joined(separator: "\n"))
    #expect(result.removed == 2 && result.tightened == 1)
  }

  @Test(
    "A waiver is put at the end of the list, and everything else stays",
    arguments: [
      ("{\"waivers\": []}", "{\"waivers\": [\n    W\n  ]}"), ("{\"waivers\": [{}]}", "{\"waivers\": [{},\n    W]}"),
      ("{\"waivers\": [{}, // c\n]}", "{\"waivers\": [{},\n    W // c\n]}"),
    ])
  func adding(_ before: String, _ after: String) throws {
    var waiver = Waiver(range: SourceRange(startOf: ""))
    waiver.pair = "a"
    let bytes = try #require(WaiverFile.adding(waiver, to: SourceText(path: "", bytes: Array(before.utf8))))
    #expect(String(decoding: bytes, as: UTF8.self) == after.replacing("W", with: waiver.text))
  }

  @Test(
    "Dates are those of the calendar",
    arguments: [
      ("2026-11-30", true), ("2026-11-31", false), ("2024-02-29", true), ("2026-02-29", false), ("2000-02-29", true),
      ("1900-02-29", false), ("2026-1-1", false), ("2026-13-01", false), ("+026-01-01", false), ("", false),
    ])
  func dates(_ text: String, _ isOne: Bool) {
    #expect(Day(text)?.description == (isOne ? text : nil))
  }

  @Test("A waiver that runs longer than the policy allows covers nothing; the day that it may end is counted")
  func maxDays() throws {
    func waiver(_ expires: String) -> [String: String] {
      [
        "contrast.policy.json": "{\"root\": true,\n \"waivers\": {\"maxDays\": 90}}",
        WaiverFile.name:
          "{\"waivers\": [{\"pair\": \"text on back\", \"owner\": \"@o\", \"reason\": \"r\", \"expires\": \"\(expires)\"}]}",
      ]
    }
    // From 2026-11-30 on, 90 days end on 2027-02-28.
    #expect(try Self.codes(Self.workspace(Self.failing, waiver("2027-02-28"))) == [])
    let long = Self.workspace(Self.failing, waiver("2027-03-01"))
    #expect(try Self.codes(long) == ["contrast/text"])
    let file = try #require(long.companions.waivers.values.first)
    #expect(
      long.companions.excess(of: file.waivers[0], in: file, on: long.day)
        == "runs until 2027-03-01, 91 days from now; p/contrast.policy.json:2 allows 90: 2027-02-28 at the latest")
  }

  static let spans: [(from: String, days: Int, to: String)] = [
    ("2026-11-30", 1, "2026-12-01"), ("2024-02-28", 1, "2024-02-29"), ("2023-02-28", 1, "2023-03-01"),
    ("2026-11-30", 365, "2027-11-30"), ("1999-12-31", 60, "2000-02-29"), ("2026-12-31", 31, "2027-01-31"),
  ]

  @Test("Days are counted by the calendar", arguments: spans.indices)
  func counted(_ index: Int) throws {
    let span = Self.spans[index]
    let (from, to) = (try #require(Day(span.from)), try #require(Day(span.to)))
    #expect(to.days(since: from) == span.days && from.days(since: to) == -span.days)
    #expect(from.adding(days: span.days) == to)
  }
}
