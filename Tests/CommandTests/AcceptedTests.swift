import Foundation
import Testing

/// What a baseline and waivers do to `contrastctl check`, on files of the test's own.
@Suite struct AcceptedTests {
  private static func palette(_ text: String, _ surface: String) -> String {
    "{ \"colors\": { \"text\": \"\(text)\", \"background\": \"#FFFFFF\", \"surface\": \"\(surface)\" } }\n"
  }

  private static func scratch(_ files: KeyValuePairs<String, String>) throws -> Scratch {
    let scratch = try Scratch()
    for (name, text) in files { try Data(text.utf8).write(to: scratch.url.appendingPathComponent(name)) }
    return scratch
  }

  private static func edit(_ scratch: Scratch, _ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: scratch.url.appendingPathComponent(name))
  }

  private static func run(_ scratch: Scratch, _ words: String...) throws -> Program.Run {
    try Program.contrastctl(words, in: scratch.url)
  }

  @Test(arguments: [("#FFFFFF", "#EEEEEE"), ("#999999", "#777777")])
  func `an accepted failure that no value lets be judged today got worse, and is listed`(
    _ text: String, _ surface: String
  ) throws {
    let scratch = try Self.scratch(["a.palette.json": Self.palette("#999999", "#EEEEEE")])
    #expect(try Self.run(scratch, "baseline", "create").status == 0)
    #expect(try Self.run(scratch, "check").status == 0)
    try Self.edit(scratch, "a.palette.json", Self.palette(text, surface))
    let check = try Self.run(scratch, "check", "--new-only")
    #expect(check.status == 1 && check.output.contains("Known failure got worse: 2."), "\(check.output)")
  }

  @Test func `prune takes out and tightens, and adds nothing that fails`() throws {
    let scratch = try Self.scratch(["a.palette.json": Self.palette("#999999", "#EEEEEE")])
    #expect(try Self.run(scratch, "baseline", "create").status == 0)
    let created = try scratch.text("contrast.baseline.json")
    let fewer = created.split(separator: "\n").filter { !$0.contains("\"surface\"") }.joined(separator: "\n")
      .replacing("}},\n  ]", with: "}}\n  ]")
    try Self.edit(scratch, "contrast.baseline.json", fewer)
    #expect(try Self.run(scratch, "baseline", "prune").status == 0)
    #expect(try scratch.text("contrast.baseline.json") == fewer && fewer != created)
    try Self.edit(scratch, "a.palette.json", Self.palette("#222222", "#555555"))
    #expect(try Self.run(scratch, "baseline", "prune").status == 0)
    #expect(try !scratch.text("contrast.baseline.json").contains("\"text\""))
  }

  @Test func `a waiver without a reason is refused with its line, and one is not written`() throws {
    let scratch = try Self.scratch([
      "a.palette.json": Self.palette("#999999", "#EEEEEE"),
      "contrast.waivers.json":
        "{\"waivers\": [\n\n  {\"pair\": \"text\", \"owner\": \"@web\", \"expires\": \"2999-01-01\"}\n]}\n",
    ])
    let check = try Self.run(scratch, "check")
    #expect(check.status == 2, "\(check.output)")
    #expect(check.errors.contains("contrast.waivers.json:3:3: a waiver needs \"reason\""), "\(check.errors)")
    let before = try scratch.text("contrast.waivers.json")
    let add = try Self.run(scratch, "waiver", "add", "text", "--owner=@web", "--expires=2999-01-01")
    #expect(add.status == 2 && add.errors.contains("a waiver needs --reason"), "\(add.errors)")
    #expect(try scratch.text("contrast.waivers.json") == before)
  }
}
