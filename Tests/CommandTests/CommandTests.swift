import Foundation
import Testing

/// What scripts rely on: exit statuses, streams, files, quoting.
@Suite struct CommandTests {
  private let examples = Program.examples

  static let statuses: [(line: String, status: Int32)] = [
    ("check etc/contrastd/examples", 1),
    ("check etc/contrastd/examples --fail-on=never", 0),
    ("check etc/contrastd/examples/ios", 0),
    ("check etc/contrastd/examples/ios --fail-on=warning", 1),
    ("check etc/contrastd/examples/ios --fail-on=note", 1),
    ("check Sources", 4),
    ("check Sources --all-pairs", 4),
    ("check etc/contrastd/examples --pair=nothing", 4),
    ("check nowhere", 2),
    ("chekc", 2),
    ("ratio '#777' '#fff'", 0),
    ("suggest '#777' '#808080' --needs=8", 1),
    ("resolve text.muted --in=etc/contrastd/examples", 0),
    ("tokens Sources", 4),
    ("explain text background --in=Sources", 4),
    ("status", 3),
    ("check etc/contrastd/examples --socket=/nonexistent/c.sock", 3),
    ("--socket=/nonexistent/c.sock check etc/contrastd/examples", 3),
    ("ratio '#777' '#fff' --socket=/nonexistent/c.sock", 2),
    ("status --no-daemon", 2),
    ("--help", 0),
    ("--version", 0),
  ]

  @Test(arguments: statuses) func `exit statuses are those of the manual`(_ line: String, _ status: Int32) throws {
    #expect(try Program.shell("contrastctl \(line)").status == status)
  }

  @Test func `what could not be evaluated is never green`() throws {
    let scratch = try Scratch()
    try scratch.file(
      "p.palette.json",
      """
      {"colors": {"text": {"platform": "watch", "reference": "labelColor"}, "background": "#fff"},
       "pairs": [{"foreground": "text", "background": "background"}]}
      """)
    let run = try Program.contrastctl("check", in: scratch.url)
    #expect(run.status == 4, "\(run.output)")
    #expect(run.output.contains("Not checked"))
    #expect(try Program.contrastctl("explain", "text", "background", in: scratch.url).status == 4)
    #expect(try Program.contrastctl("resolve", "text", in: scratch.url).status == 4)
  }

  @Test func `answers go to standard output and mistakes to standard error`() throws {
    let answer = try Program.contrastctl("check", examples)
    #expect(answer.errors.isEmpty && !answer.output.isEmpty)
    let mistake = try Program.contrastctl("check", examples, "--jsno")
    #expect(mistake.output.isEmpty && mistake.errors.hasPrefix("contrastctl: "))
    #expect(mistake.errors.split(separator: "\n").count == 1)
  }

  static let slips = [
    "chekc", "explian", "check --jsno", "check --fail-no=error", "check --fail-on=eror",
    "check --json=shrot", "check --conformance=AAAA", "check --override=stlye=dark",
    "check etc/contrastd/examples --traits=stlye=dark", "check etc/contrastd/examples --traits=style=drak",
    "resolve text.mutd --in=etc/contrastd/examples",
    "explain text.muted surface.rased --in=etc/contrastd/examples",
  ]

  @Test(arguments: slips) func `a slip of the pen gets the nearest known word`(_ line: String) throws {
    let run = try Program.shell("contrastctl \(line)")
    #expect(run.status == 2)
    #expect(run.errors.contains("did you mean"), "\(run.errors)")
  }

  @Test func `quiet says nothing and still tells by its status`() throws {
    let run = try Program.contrastctl("check", examples, "-q")
    #expect(run.status == 1 && run.output.isEmpty && run.errors.isEmpty)
  }

  @Test(arguments: ["-o report.json", "-oreport.json", "--output=report.json", "--output report.json"])
  func `the answer goes into a file`(_ option: String) throws {
    let scratch = try Scratch()
    let path = Program.checkout.appendingPathComponent(examples).path
    let run = try Program.shell("contrastctl check '\(path)' --json \(option)", in: scratch.url)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(try SchemaValidator("check").problems(in: try scratch.text("report.json")) == [])
    #expect(try Program.contrastctl("check", examples, "-o", "-").output.contains("167 pass"))
  }

  @Test func `a reader that went away is no error`() throws {
    #expect(try Program.statusWithoutReader("tokens", examples) == 0)
    let run = try Program.shell("contrastctl matrix \(examples) --json | head -n 1")
    #expect(run.output == "{\n" && run.errors.isEmpty)
  }

  @Test func `names may hold spaces and begin with a dash`() throws {
    let scratch = try Scratch()
    try scratch.file(
      "odd.palette.json",
      """
      {"colors": {"--text": "#777", "page background": "#fff", "body text": "#888"},
       "pairs": [{"foreground": ["--text", "body text"], "background": "page background"}]}
      """)
    let run = try Program.contrastctl("explain", "--json", "--", "--text", "page background", in: scratch.url)
    #expect(run.status == 0 && run.output.contains("\"name\": \"--text\""), "\(run.errors)")
    let check = try Program.contrastctl("check", in: scratch.url)
    let advice = check.lines.compactMap { $0.split(separator: "        ").last }.filter { $0.hasPrefix("contrastctl") }
    try #require(advice.count == 2, "\(check.output)")
    // What a report tells people to type must work as it stands, for the name with spaces at least.
    let typed = try #require(advice.first { $0.contains("body text") })
    #expect(try Program.shell(String(typed), in: scratch.url).output.contains("body text on page background"))
  }

  @Test func `colours on the terminal are asked for, and NO_COLOR wins`() throws {
    let forced = ["CLICOLOR_FORCE": "1", "TERM": "xterm", "COLORTERM": "truecolor"]
    let escape = "\u{1B}["
    #expect(try !Program.contrastctl("check", examples).output.contains(escape))
    #expect(try Program.contrastctl("check", examples, environment: forced).output.contains("\(escape)48;2;"))
    let refused = try Program.contrastctl(
      "check", examples, environment: forced.merging(["NO_COLOR": "1"]) { _, new in new })
    #expect(!refused.output.contains(escape))
  }

  @Test func `a what-if changes the verdict and nothing on disk`() throws {
    let what = "--with=gray.500[style=dark,level=elevated]=#8A9097"
    #expect(try Program.contrastctl("check", examples, what).status == 0)
    let pair = ["text.muted", "surface.raised", "--in=\(examples)", "--traits=style=dark,level=elevated"]
    let before = try Program.contrastctl("explain", pair[0], pair[1], pair[2], pair[3])
    let after = try Program.contrastctl("explain", pair[0], pair[1], pair[2], pair[3], what)
    #expect(before.output.contains("✗ fail") && before.output.contains("3.65:1"))
    #expect(after.output.contains("✓ pass") && after.output.contains("4.52:1"))
    #expect(try Program.contrastctl("check", examples).status == 1)
  }

  @Test func `help says the same however it is asked for`() throws {
    let asking = ["check", "ratio", "suggest", "fix", "explain", "resolve", "tokens", "pairs", "traits", "matrix"]
    for command in asking + DaemonCommandTests.commands {
      let asked = try Program.contrastctl(command, "--help")
      #expect(asked.status == 0 && asked.output.hasPrefix("contrastctl \(command) "))
      #expect(try Program.contrastctl(command, "-h").output == asked.output)
      #expect(try Program.contrastctl("help", command).output == asked.output)
      #expect(try Program.contrastctl("--help", command).output == asked.output)
    }
  }
}
