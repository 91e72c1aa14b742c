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
}
