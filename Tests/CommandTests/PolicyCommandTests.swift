import Foundation
import Testing

/// `contrastctl policy`, and policies above and below what is checked.
@Suite struct PolicyCommandTests {
  private static let palette = """
    { "colors": { "text.a": "#767676", "text.b": "#949494", "surface.a": "#FFFFFF", "background": "#FFFFFF" } }
    """

  /// A directory with `top/design/a.palette.json` in it.
  private static func folder(_ files: [String: String] = [:]) throws -> Scratch {
    let scratch = try Scratch()
    for (name, text) in files.merging(["top/design/a.palette.json": palette], uniquingKeysWith: { old, _ in old }) {
      let file = scratch.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return scratch
  }

  private static func check(_ arguments: [String] = [], in scratch: Scratch, _ place: String = "top") throws
    -> Program.Run
  {
    try Program.contrastctl(["check"] + arguments, in: scratch.url.appendingPathComponent(place))
  }

  private static let failing = "{\"pairs\": [{\"fg\": \"text.b\", \"bg\": \"surface.a\"}]}"

  @Test func `a policy above counts up to the root, and not beyond`() throws {
    let scratch = try Self.folder(["top/contrast.policy.json": Self.failing])
    // Nothing says where the search ends: what stands above is not read.
    #expect(try !Self.check(["design"], in: scratch).output.contains("surface.a"))
    #expect(try Self.check(["."], in: scratch).output.contains("text.b #949494 on surface.a"))
    try FileManager.default.createDirectory(
      at: scratch.url.appendingPathComponent("top/.git"), withIntermediateDirectories: true)
    for place in ["design", "design/a.palette.json", scratch.url.appendingPathComponent("top/design").path] {
      #expect(try Self.check([place], in: scratch).output.contains("text.b #949494 on surface.a"), "\(place)")
    }
    #expect(try Self.check(in: scratch, "top/design").output.contains("text.b #949494 on surface.a"))
    try Data("{\"root\": true}".utf8).write(
      to: scratch.url.appendingPathComponent("top/design/contrast.policy.json"))
    #expect(try !Self.check(["design"], in: scratch).output.contains("surface.a"))
  }

  @Test func `a policy above several places counts for each of them`() throws {
    let scratch = try Self.folder([
      "top/contrast.policy.json": "{\"root\": true, \"pairs\": [{\"fg\": \"text.b\", \"bg\": \"surface.a\"}]}",
      "top/other/a.palette.json": Self.palette,
    ])
    let run = try Self.check(["design", "other"], in: scratch)
    for place in ["design", "other"] { #expect(run.output.contains("\(place)/a.palette.json:1:"), "\(place)") }
    #expect(run.output.components(separatedBy: "text.b #949494 on surface.a").count == 3, "\(run.output)")
  }

  @Test(arguments: [".", "./", "top", "top/", "./top", "/"])
  func `what fails is accepted however the directory is written`(_ written: String) throws {
    let scratch = try Self.folder(["top/contrast.policy.json": Self.failing.dropLast() + ", \"root\": true}"])
    let top = scratch.url.appendingPathComponent("top")
    let here = written.contains("top") ? scratch.url : top
    let place = written == "/" ? top.path : written
    let created = try Program.contrastctl("baseline", "create", place, in: here)
    #expect(created.output.contains("1 failing pair, 1 check accepted"), "\(created)")
    #expect(try Program.contrastctl("baseline", "show", place, in: here).output.contains("as it was"))
    #expect(try Program.contrastctl("check", place, in: here).output.contains("0 fail (0 new) · 1 accepted"))
  }

  @Test func `an ignored file is none for a policy above, by the way from there`() throws {
    let scratch = try Self.folder([
      "top/contrast.policy.json": "{\"root\": true, \"ignore\": [\"design/a.palette.json\"]}"
    ])
    for place in [".", "design", "design/a.palette.json"] {
      #expect(try Self.check([place], in: scratch).status == 4, "\(place)")
    }
  }

  @Test func `a broken policy judges nothing, and every mistake is said`() throws {
    let scratch = try Self.folder(["top/contrast.policy.json": "{\"rot\": true,\n \"failOn\": \"eror\"}"])
    let run = try Self.check(in: scratch)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains("contrast.policy.json:1:2: a policy has no \"rot\"; did you mean \"root\"?"))
    #expect(run.errors.contains("contrast.policy.json:2:12: \"failOn\" is not \"eror\"; did you mean \"error\"?"))
    #expect(run.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("contrastctl: ") })
  }

  @Test func `failOn decides how a check ends, unless the command line says`() throws {
    let scratch = try Self.folder([
      "top/contrast.policy.json": Self.failing.dropLast() + ", \"failOn\": \"never\"}"
    ])
    #expect(try Self.check(in: scratch).status == 0)
    #expect(try Self.check(["--fail-on=error"], in: scratch).status == 1)
  }

  @Test func `init writes a policy that is taken, once`() throws {
    let scratch = try Self.folder()
    let top = scratch.url.appendingPathComponent("top")
    let before = try Program.contrastctl("check", in: top)
    let run = try Program.contrastctl("policy", "init", in: top)
    #expect(run.status == 0 && run.output.hasPrefix("wrote contrast.policy.json: 1 palette, "), "\(run)")
    let text = try String(contentsOf: top.appendingPathComponent("contrast.policy.json"), encoding: .utf8)
    #expect(text.contains("// {\"fg\": \"text.a\", \"bg\": \"surface.a\", \"usage\": \"text\"}"))
    #expect(
      try Program.contrastctl("policy", "check", in: top).output
        == "contrast.policy.json: nothing wrong (0 pair rules, a root)\n")
    let after = try Program.contrastctl("check", in: top)
    #expect(after.status == before.status && after.lines.dropLast(2) == before.lines.dropLast(2))
    #expect(try Program.contrastctl("policy", "init", in: top).status == 2)
    // With the marks of comments gone its pairs are declared ones.
    try Data(text.replacing("    // {\"fg\"", with: "    {\"fg\"").utf8).write(
      to: top.appendingPathComponent("contrast.policy.json"))
    let pairs = try Program.contrastctl("pairs", in: top).output
    #expect(pairs.contains("declared") && !pairs.contains("component"), "\(pairs)")
  }

  @Test func `show tells what is in force and where it stands`() throws {
    let scratch = try Self.folder(["top/contrast.policy.json": "{\n  \"conformance\": \"AAA\"}"])
    let run = try Program.contrastctl("policy", "show", "--origin", in: scratch.url.appendingPathComponent("top"))
    #expect(run.output.contains("conformance      AAA      contrast.policy.json:2"), "\(run.output)")
    #expect(run.output.contains("failOn           error    default"))
  }

  @Test func `check tells of patterns that cover nothing`() throws {
    let scratch = try Self.folder([
      "top/contrast.policy.json": "{\"pairs\": [{\"fg\": \"txt.a\", \"bg\": \"**\"}]}"
    ])
    let run = try Program.contrastctl("policy", "check", in: scratch.url.appendingPathComponent("top"))
    #expect(run.status == 1)
    #expect(
      run.output.contains("1:12: warning: no colour under this policy is called \"txt.a\"; did you mean \"text.a\"?"))
  }

  @Test func `explain names the line that asks`() throws {
    let scratch = try Self.folder([
      "top/contrast.policy.json": "{\"pairs\": [\n{\"fg\": \"text.a\", \"bg\": \"surface.a\", \"min\": 5}]}"
    ])
    let run = try Program.contrastctl(
      "explain", "text.a", "surface.a", in: scratch.url.appendingPathComponent("top"))
    #expect(run.output.contains("needs       5:1   text, AA   contrast.policy.json:2"), "\(run.output)")
  }

  @Test func `the schema is the one that is shipped, and has the keys that are read`() throws {
    let shipped = try String(
      contentsOf: Program.checkout.appendingPathComponent("etc/contrastd/schema/policy-file.schema.json"),
      encoding: .utf8)
    #expect(try Program.contrastctl("policy", "schema").output == shipped)
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(shipped.utf8)) as? [String: Any])
    let keys = try #require(schema["properties"] as? [String: Any]).keys.sorted()
    let scratch = try Self.folder(["top/contrast.policy.json": "{\"?\": 1}"])
    let known = try Self.check(in: scratch).errors.firstMatch(of: /known: (.*) \(policy/)?.output.1 ?? ""
    #expect(known.components(separatedBy: ", ").sorted() == keys)
  }

  private static let themes = """
    {"version": "2025.10", "resolutionOrder": [
      {"type": "set", "name": "base", "sources": [{"$type": "color", "text": {"$value": "#777777"}, "background": {"$value": "#ffffff"}}]},
      {"type": "modifier", "name": "theme", "default": "Light", "contexts": {"Light": [],
        "Dark": [{"$type": "color", "text": {"$value": "#999999"}, "background": {"$value": "#000000"}}],
        "Light-HC": [{"$type": "color", "text": {"$value": "#666666"}}],
        "Dark-HC": [{"$type": "color", "text": {"$value": "#ffffff"}, "background": {"$value": "#000000"}}]}}]}
    """

  @Test func `a designer begins a policy, declares a pair and asks more of high contrast`() throws {
    let scratch = try Self.folder(["design/app.resolver.json": Self.themes])
    let place = scratch.url.appendingPathComponent("design")
    let file = place.appendingPathComponent("contrast.policy.json")
    #expect(try Program.contrastctl("policy", "init", in: place).status == 0)
    // What is proposed becomes a declaration by taking away the slashes in front of it.
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(written.contains("The values of \"theme\" are called as styles and contrasts are."), "\(written)")
    var isTraits = false
    let lines = written.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
      let text = line.drop { $0 == " " }
      isTraits = text.hasPrefix("// \"traits\"") || isTraits && text.hasPrefix("// ")
      let isProposal = isTraits || text.hasPrefix("// {\"fg\": \"text\"") || text.hasPrefix("// {\"when\"")
      return isProposal ? text.dropFirst(3) : line
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    let check = try Program.contrastctl("policy", "check", in: place)
    #expect(check.output == "contrast.policy.json: nothing wrong (1 pair rule, a root)\n", "\(check)")
    let run = try Program.contrastctl("check", in: place)
    #expect(
      run.output.contains("text #666666 on background #FFFFFF   5.74:1, needs 7:1   light · high contrast"), "\(run)")
    #expect(run.output.contains("4 checks · 1 pair × 4 trait combinations · 2 pass · 2 fail"), "\(run)")
    let line = try #require(lines.firstIndex { $0.hasPrefix("{\"fg\": \"text\"") }) + 1
    let why = try Program.contrastctl("pairs", "--why", in: place)
    #expect(why.output.contains("declared: declared as a pair, contrast.policy.json:\(line)\n"), "\(why.output)")
  }

  @Test(arguments: [
    (
      "contrast", 0, "note: no palette under this policy varies on contrast yet: the override holds for the first value"
    ),
    ("contrst", 1, "warning: no palette under this policy varies on contrst"),
  ])
  func `an override that nothing has a value for yet is a note, a mistyped one a warning`(
    dimension: String, status: Int32, message: String
  ) throws {
    let scratch = try Self.folder([
      "top/contrast.policy.json":
        "{\"overrides\": [{\"when\": {\"\(dimension)\": \"high\"}, \"conformance\": \"AAA\"}]}"
    ])
    // The files are read anyway, and saying so is no mistake.
    let run = try Program.contrastctl(
      "policy", "check", "--no-daemon", in: scratch.url.appendingPathComponent("top"))
    #expect(run.status == status)
    #expect(run.output.contains("1:16: \(message)"), "\(run)")
  }

  @Test func `a starter proposes what to leave out and what to put together`() throws {
    let token = "{\"$type\": \"color\", \"text\": {\"$value\": \"#000\"}}"
    let scratch = try Self.folder(["top/t/a.tokens.json": token, "top/t/b.tokens.json": token])
    let top = scratch.url.appendingPathComponent("top")
    #expect(try Program.contrastctl("policy", "init", in: top).status == 0)
    let text = try String(contentsOf: top.appendingPathComponent("contrast.policy.json"), encoding: .utf8)
    #expect(text.contains("// \"ignore\": [\"t/b.tokens.json\"],"), "\(text)")
    #expect(text.contains("// \"sets\": {\"app\": [\"design/a.palette.json\", \"t/**\"]},"), "\(text)")
    #expect(text.contains("no colour here has a value for high contrast yet"))
    try Data(text.replacing("// \"ignore\"", with: "\"ignore\"").replacing("// \"sets\"", with: "\"sets\"").utf8)
      .write(to: top.appendingPathComponent("contrast.policy.json"))
    #expect(try Program.contrastctl("policy", "check", in: top).status == 0)
    #expect(try Self.check(in: scratch).output.contains("in 3 palettes"))
  }

  @Test func `a waiver that runs too long is refused where it stands, and not written`() throws {
    let place = "Tests/CommandTests/Fixtures/too-long"
    let run = try Program.contrastctl("check", place)
    #expect(run.status == 1)
    let message =
      /contrast.waivers.json:3:5\n.*error    Waiver for text on background \(owner @brand\) runs until 2999-01-31, \d+ days/
    #expect(run.output.contains(message), "\(run.output)")
    #expect(
      run.output.contains("text #949494 on background") && run.output.contains("contrast.policy.json:1 allows 30"))
    #expect(try Program.contrastctl("waiver", "list", "--in=\(place)").output.hasPrefix("refused"))
    let scratch = try Self.folder([
      "top/contrast.policy.json": "{\"root\": true, \"waivers\": {\"maxDays\": 30},\n" + Self.failing.dropFirst()
    ])
    let add = try Program.contrastctl(
      "waiver", "add", "text.b on surface.a", "--owner=@o", "--reason=r", "--expires=2999-01-31",
      in: scratch.url.appendingPathComponent("top"))
    #expect(add.status == 2 && add.errors.contains("allows 30: "), "\(add)")
  }

  @Test func `every cell of four modifiers is explained with its modifiers, aliases and files`() throws {
    let place = "Tests/CommandTests/Fixtures/resolver"
    let transcript = try String(contentsOf: Program.fixtures.appendingPathComponent("modifiers.txt"), encoding: .utf8)
    let cells = transcript.split(separator: "$ contrastctl explain ").dropFirst()
    #expect(Set(cells.compactMap { $0.split(separator: "\n").first }).count == 24 && cells.count == 24)
    for cell in cells {
      let asked = try #require(cell.firstMatch(of: /--traits=style=(\w+),contrast=(\w+),brand=(\w+),density=(\w+)/))
        .output
      let head = try #require(cell.split(separator: "\n").dropFirst().first)
      for word in [asked.1, "brand \(asked.3)", "density \(asked.4)"] { #expect(head.contains(word), "\(cell)") }
      #expect(head.contains("high contrast") == (asked.2 == "high"))
      // Both halves lead through other tokens, and each step names its variant and its file.
      let steps = cell.split(separator: "\n").filter { $0.contains("variant: ") }
      #expect(
        steps.count >= 4 && steps.allSatisfy { $0.contains("\(place)/") && $0.contains(".tokens.json:") }, "\(cell)")
      #expect(steps.count { $0.contains("  → ") } >= 3, "\(cell)")
      if asked.3 != "plain" { #expect(steps.contains { $0.contains("brand-\(asked.3).tokens.json") }, "\(cell)") }
      if asked.1 == "dark" { #expect(steps.contains { $0.contains("theme-dark.tokens.json") }, "\(cell)") }
      if asked.2 == "high" { #expect(steps.contains { $0.contains("contrast-high.tokens.json") }, "\(cell)") }
    }
  }
}
