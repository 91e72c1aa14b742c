import Foundation
import Testing

/// Every JSON answer keeps to the schema that is shipped for it.
@Suite struct SchemaTests {
  private static let excuses = "Tests/CommandTests/Fixtures/excuses"
  private static let place = "--in=\(Program.examples)"

  /// A command line for every member that an answer may have.
  static let questions: [[String]] = [
    ["check", Program.examples], ["check", Program.examples, "--all-pairs"],
    ["check", Program.examples, "--json=short"],
    ["check", "Sources"], ["check", "Tests/PalettesTests/Fixtures/asset-catalog"],
    ["check", "Tests/PalettesTests/Fixtures/palette-document"],
    ["explain", "text.muted", "surface.raised", place], ["explain", "media.caption", "media.scrim", place],
    ["explain", "notice.message", "notice.tint", place], ["explain", "text.disabled", "surface.canvas", place],
    ["explain", "control.tint", "surface.canvas", place], ["explain", "text.default", "gray.500", place],
    ["explain", "control.tint", "surface.canvas", place, "--override=fake-dark=yes"],
    ["resolve", "text.muted", place, "--override=style=dark,dynamic=no"], ["resolve", "text.muted", place],
    ["resolve", "control.tint", place], ["resolve", "AccentColor", place],
    ["resolve", "Broken", "--in=Tests/PalettesTests/Fixtures/asset-catalog"],
    ["ratio", "#777", "#fff"], ["ratio", "#000", "#fff"], ["ratio", "#7778", "#fff8"],
    ["ratio", "white", "#0008", "--on=white", "--p3"],
    ["suggest", "#777", "#fff"], ["suggest", "#777", "#808080", "--needs=8"],
    ["suggest", "text.muted", "surface.raised", place],
    ["suggest", "text.muted", "surface.raised", place, "--all-traits"],
    ["fix", Program.examples], ["fix", "Tests/PalettesTests/Fixtures/asset-catalog"],
    ["tokens", Program.examples], ["tokens", Program.examples, "--duplicates"],
    ["tokens", Program.examples, "--uncovered"], ["tokens", "Tests/PalettesTests/Fixtures/asset-catalog"],
    ["pairs", Program.examples], ["traits", Program.examples], ["matrix", Program.examples],
    ["explain", "text.muted", "background", "--in=\(excuses)", "--traits=style=light"],
    ["explain", "text.muted", "background", "--in=\(excuses)", "--traits=style=dark"],
    ["explain", "text.subtle", "background", "--in=\(excuses)", "--traits=style=light"],
    ["baseline", "show", "Tests/CommandTests/Fixtures/excuses"],
    ["waiver", "list", "--in=Tests/CommandTests/Fixtures/excuses"],
    ["check", "Tests/CommandTests/Fixtures/excuses"], ["policy", "show", Program.examples],
    ["policy", "check", Program.examples],
    ["policy", "show", "Tests/CommandTests/Fixtures/sets"], ["policy", "check", "Tests/CommandTests/Fixtures/sets"],
    ["check", "Tests/CommandTests/Fixtures/sets"], ["pairs", "Tests/CommandTests/Fixtures/sets"],
    ["matrix", "Tests/CommandTests/Fixtures/sets"], ["tokens", "Tests/CommandTests/Fixtures/sets"],
    ["explain", "text.body", "surface.card", "--in=Tests/CommandTests/Fixtures/sets/#app"],
    ["traits", "Tests/CommandTests/Fixtures/resolver"], ["check", "Tests/CommandTests/Fixtures/too-long"],
    ["waiver", "list", "--in=Tests/CommandTests/Fixtures/too-long"],
  ]

  @Test func `every answer is valid`() throws {
    var problems: [String] = []
    for question in Self.questions {
      let validator = try SchemaValidator(question[0])
      let line = question.map { "'\($0)'" }.joined(separator: " ")
      let json = question.contains("--json=short") ? "" : " --json"
      let answer = try Program.shell("contrastctl \(line)\(json)").output
      _ = try JSONSerialization.jsonObject(with: Data(answer.utf8))
      problems += validator.problems(in: answer).map { "\(line): \($0)" }
    }
    #expect(problems.isEmpty, "\(problems.count) problems: \(problems.prefix(12).joined(separator: "\n"))")
  }

  @Test func `every command that answers in JSON has a schema`() throws {
    let help = try Program.contrastctl("--help").output
    let commands = help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first }
    try #require(commands.count >= 16)
    for command in commands where try Program.contrastctl(String(command), "--help").output.contains("--json") {
      switch command {
      case "cat-config", "lsp": continue  // A configuration file, and a protocol of its own, whatever is asked.
      case "watch": #expect(throws: Never.self) { try SchemaValidator("event") }
      default: #expect(throws: Never.self) { try SchemaValidator(String(command)) }
      }
      let isAsked =
        Self.questions.contains { $0[0] == command }
        || (DaemonCommandTests.commands + ["history"]).contains(String(command))
      #expect(isAsked, "\(command) is asked nowhere")
    }
  }

  @Test func `an answer that breaks its schema is found out`() throws {
    let ratio = try SchemaValidator("ratio")
    let answer = try Program.contrastctl("ratio", "#777", "#fff", "--json").output
    #expect(ratio.problems(in: answer) == [])
    for (part, other) in [
      ("\"version\": 1", "\"version\": 2"), ("\"textAA\": \"fail\"", "\"textAA\": \"no\""),
      ("\"largeTextAA\"", "\"largeText\""), ("\"ratio\": 4", "\"ratio\": 44"), ("#777777", "#77777"),
      ("\"alpha\": 1", "\"alpha\": \"1\""),
    ] {
      let broken = answer.replacing(part, with: other)
      #expect(broken != answer)
      #expect(!ratio.problems(in: broken).isEmpty, "\(other)")
    }
  }

  @Test func `short JSON is one line and says the same`() throws {
    let long = try Program.contrastctl("matrix", Program.examples, "--json").output
    let short = try Program.contrastctl("matrix", Program.examples, "--json=short").output
    #expect(short.split(separator: "\n").count == 1)
    let parsed = try [long, short].map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary }
    #expect(parsed[0] == parsed[1])
  }
}
