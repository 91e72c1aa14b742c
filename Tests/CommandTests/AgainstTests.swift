import Foundation
import Testing

/// `contrastctl check --against`: a revision that git gives, and what is new since.
@Suite struct AgainstTests {
  private static let policy = """
    {"root": true, "pairs": [{"fg": "text.*", "bg": "surface.a"}]}
    """

  private static func palette(_ first: String, _ second: String) -> String {
    """
    { "colors": { "text.a": "\(first)", "text.b": "\(second)", "surface.a": "#FFFFFF" } }

    """
  }

  /// A repository with one commit in which text.b fails, and a work tree that is written over it.
  private static func repository(_ first: String, _ second: String) throws -> Scratch {
    let scratch = try Scratch()
    try write(scratch, "design/a.palette.json", palette("#767676", "#949494"))
    try write(scratch, "design/gone.palette.json", palette("#767676", "#949494"))
    try write(scratch, "design/contrast.policy.json", policy)
    for line in ["init -q", "add -A", "-c user.name=T -c user.email=t@example.com commit -qm one"] {
      let run = try Program.shell("git \(line)", in: scratch.url, environment: ["HOME": scratch.url.path])
      try #require(run.status == 0, "\(run.errors)")
    }
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("design/gone.palette.json"))
    try write(scratch, "design/a.palette.json", palette(first, second))
    return scratch
  }

  private static func write(_ scratch: Scratch, _ name: String, _ text: String) throws {
    let file = scratch.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private static func check(_ arguments: String..., in scratch: Scratch) throws -> Program.Run {
    try Program.contrastctl(["check", "--against=HEAD"] + arguments, in: scratch.url)
  }

  @Test(arguments: ["design", "design/a.palette.json", "."])
  func `what failed then is accepted, what fails since is new`(_ place: String) throws {
    let same = try Self.check("--new-only", place, in: Self.repository("#767676", "#949494"))
    #expect(same.status == 0, "\(same.output)\(same.errors)")
    let broken = try Self.check("--new-only", place, in: Self.repository("#777777", "#949494"))
    #expect(broken.status == 1)
    #expect(broken.output.contains("text.a #777777 on surface.a") && !broken.output.contains("text.b #949494"))
    let worse = try Self.check("--new-only", place, in: Self.repository("#767676", "#A0A0A0"))
    #expect(worse.status == 1 && worse.output.contains("text.b #A0A0A0 on surface.a"))
  }

  @Test func `a baseline in the tree counts for nothing beside the revision`() throws {
    let scratch = try Self.repository("#777777", "#949494")
    let created = try Program.contrastctl("baseline", "create", "design", in: scratch.url)
    try #require(created.status == 0, "\(created.errors)")
    #expect(try Program.contrastctl("check", "design", in: scratch.url).status == 0)
    for place in ["design", "."] { #expect(try Self.check(place, in: scratch).status == 1, "\(place)") }
    #expect(try Self.check("--no-baseline", "design", in: scratch).status == 2)
  }

  @Test func `what breaks off today is no longer what it was then`() throws {
    let scratch = try Self.repository("#767676", "#949494")
    try Self.write(scratch, "design/a.palette.json", "{ \"colors\": { \"text.a\": ")
    let run = try Self.check("--new-only", "design", in: scratch)
    #expect(run.status != 0 && run.output.contains("design/a.palette.json:1:"), "\(run.output)\(run.errors)")
    #expect(!run.output.contains("text.b"))
  }

  @Test func `nothing is written, and what git refuses is said`() throws {
    let scratch = try Self.repository("#777777", "#949494")
    let before = try Program.shell("git status --porcelain; git rev-parse HEAD", in: scratch.url).output
    _ = try Self.check("design", in: scratch)
    #expect(try Program.shell("git status --porcelain; git rev-parse HEAD", in: scratch.url).output == before)
    for revision in ["nowhere", "--all", ""] {
      let run = try Program.contrastctl("check", "--against=\(revision)", "design", in: scratch.url)
      #expect(run.status == 2 && run.errors.contains("git knows no revision"), "\(revision): \(run.errors)")
    }
    let outside = try Scratch()
    try Self.write(outside, "a.palette.json", Self.palette("#000000", "#000000"))
    let run = try Program.contrastctl("check", "--against=HEAD", ".", in: outside.url)
    #expect(run.status == 2 && run.errors.contains("not a git repository"), "\(run.errors)")
  }
}
