import Foundation
import Testing

@testable import Linux

/// What git keeps in files, beside what git says of it.
@Suite struct GitTests {
  private let scratch: Scratch
  private let directory: String

  init() throws {
    scratch = try Scratch()
    directory = scratch("tree")
    try git("init", "-q", "-b", "main", directory)
    try FileManager.default.createDirectory(atPath: directory + "/deep/down", withIntermediateDirectories: true)
  }

  @discardableResult
  private func git(_ arguments: String...) throws -> String {
    let identity = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"]
    let result = try Program.run("git", identity + arguments)
    try #require(result.status == 0, "\(result.complaint)")
    return String(decoding: result.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func commit(_ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: directory + "/deep/a.txt"))
    try git("-C", directory, "add", "-A")
    try git("-C", directory, "commit", "-qm", "m" + text)
    return try git("-C", directory, "rev-parse", "HEAD")
  }

  @Test func `the commit is the one git names, wherever it keeps it`() throws {
    #expect(GitHead.commit(of: directory) == nil)
    let first = try commit("one")
    #expect(GitHead.commit(of: directory) == first)
    #expect(GitHead.commit(of: directory + "/deep/down") == first)
    try git("-C", directory, "pack-refs", "--all")
    #expect(GitHead.commit(of: directory) == first)
    let second = try commit("two")
    // The packed one is older than the loose one.
    #expect(GitHead.commit(of: directory) == second)
    try git("-C", directory, "worktree", "add", "-q", "-b", "other", scratch("second"), first)
    #expect(GitHead.commit(of: scratch("second")) == first)
    try git("-C", directory, "checkout", "-q", "--detach", first)
    #expect(GitHead.commit(of: directory) == first)
  }

  @Test func `what is no work tree, or says nothing that can be believed, has none`() throws {
    #expect(GitHead.commit(of: scratch.path) == nil)
    _ = try commit("one")
    for head in ["ref: ../../secret", "ref: refs/heads/../../x", "ref: refs/heads/none", "", "xyz"] {
      try Data((head + "\n").utf8).write(to: URL(fileURLWithPath: directory + "/.git/HEAD"))
      #expect(GitHead.commit(of: directory) == nil, "\(head)")
    }
  }

  @Test func `a revision gives the files it had`() throws {
    let first = try commit("one")
    _ = try commit("two")
    try FileManager.default.createSymbolicLink(atPath: directory + "/deep/link.txt", withDestinationPath: "a.txt")
    let large = String(repeating: "x", count: 300_000)
    try Data(large.utf8).write(to: URL(fileURLWithPath: directory + "/deep/é b.txt"))
    let third = try commit("")
    let revision = try GitRevision("HEAD~2", in: directory + "/deep")
    #expect(revision.commit == first)
    #expect(try revision.files { _ in true }.map(\.path) == ["a.txt"])
    #expect(try revision.files { _ in true }.first?.bytes == Array("one".utf8))
    let latest = try GitRevision(third, in: directory).files { $0.hasPrefix("deep/") }
    // A link is no file, an empty one is.
    #expect(latest.map(\.path) == ["deep/a.txt", "deep/é b.txt"])
    #expect(latest.map(\.bytes.count) == [0, 300_000])
    #expect(throws: GitRevision.Refusal.self) { try GitRevision("--help", in: directory) }
    #expect(throws: SystemError.self) { try Program.run("no-such-program-here", []) }
    #expect(try Program.run("sh", ["-c", "cat; echo oh >&2; exit 3"], input: Array("in".utf8)).status == 3)
  }
}
