import Foundation
import Glibc
import Testing

@testable import Linux

@Suite struct WatchedTreeTests {
  let scratch: Scratch
  let mirror: Mirror

  init() throws {
    scratch = try Scratch()
    try scratch.directory("root")
    mirror = try Mirror(scratch("root"))
    mirror.sync()
  }

  private func expectTruth(_ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation) {
    mirror.sync()
    let differences = mirror.differences() + mirror.watchDifferences()
    #expect(differences.isEmpty, "\(comment)", sourceLocation: sourceLocation)
  }

  @Test func `What is there at the start is told`() throws {
    for name in ["a.json", "b/c.json", "b/d/e.json", "b/notes.txt", "node_modules/x.json"] {
      try scratch.file("root/\(name)")
    }
    expectTruth()
    #expect(mirror.tree.files == ["a.json", "b/c.json", "b/d/e.json"])
  }

  @Test func `Nested directories made at once are all found, a thousand times`() throws {
    var missed = 0
    for round in 0..<1000 {
      try scratch.file("root/\(round)/a/b/c/x.json", "\(round)")
      try scratch.file("root/\(round)/a/y.json", "\(round)")
      // In every second round the watcher comes in between.
      if round % 2 == 0 { mirror.take(mirror.watcher.turn()) }
      try scratch.file("root/\(round)/a/b/z.json", "\(round)")
      mirror.sync()
      for name in ["a/b/c/x", "a/y", "a/b/z"]
      where mirror.contents[Name("\(round)/\(name).json")] != Array("\(round)".utf8) {
        missed += 1
      }
    }
    #expect(missed == 0)
    expectTruth()
  }

  @Test func `A tree that moves is known at its new place only`() throws {
    try scratch.file("root/a/b/c.json", "1")
    try scratch.file("outside/x/y.json", "2")
    expectTruth("before")
    let moves = [
      ("root/a", "root/z"), ("root/z/b", "root/b"), ("outside/x", "root/z/x"), ("root/b", "outside/b"),
      ("root/z/x", "root/x"), ("outside/b", "root/x/b"),
    ]
    for (from, to) in moves {
      try #require(rename(scratch(from), scratch(to)) == 0)
      try scratch.file("\(to)/late.json", to)
      expectTruth("\(from) to \(to)")
    }
    // A directory that left the tree has no watch any more: what happens in it is nobody's business.
    try #require(rename(scratch("root/x"), scratch("outside/x")) == 0)
    expectTruth("out")
    mirror.forget()
    try scratch.file("outside/x/late.json", "late")
    mirror.sync()
    #expect(mirror.told.isEmpty)
  }

  @Test func `Exchanged directories change places`() throws {
    try scratch.file("root/a/n.json", "a")
    try scratch.file("root/a/only-a.json", "a")
    try scratch.file("root/b/n.json", "b")
    expectTruth("before")
    try #require(renameat2(AT_FDCWD, scratch("root/a"), AT_FDCWD, scratch("root/b"), UInt32(RENAME_EXCHANGE)) == 0)
    expectTruth("after")
    try scratch.file("root/a/n.json", "new in a")
    try scratch.file("root/b/n.json", "new in b")
    expectTruth("written")
  }

  @Test func `A directory removed and made again is watched again`() throws {
    for round in 0..<200 {
      try scratch.file("root/d/e/a.json", "\(round)")
      if round % 3 == 0 { mirror.take(mirror.watcher.turn()) }
      if round % 2 == 0 { mirror.sync() }
      try FileManager.default.removeItem(atPath: scratch("root/d"))
      if round % 5 == 0 { mirror.sync() }
    }
    try scratch.file("root/d/e/a.json", "last")
    expectTruth()
    try scratch.file("root/d/e/a.json", "after")
    expectTruth()
  }

  @Test func `Links are followed inside the root, and what they lead to is followed too`() throws {
    try scratch.file("root/..1/c.json", "1")
    try scratch.file("root/..2/c.json", "2")
    try scratch.link("root/..data", to: "..1")
    try scratch.link("root/c.json", to: "..data/c.json")
    try scratch.file("outside/o.json")
    expectTruth("before")

    try scratch.link("root/..tmp", to: "..2")
    try #require(rename(scratch("root/..tmp"), scratch("root/..data")) == 0)
    expectTruth("swapped")
    #expect(mirror.contents[Name("c.json")] == Array("2".utf8))

    try scratch.file("root/..2/c.json", "3")
    expectTruth("written behind the link")
    #expect(mirror.contents[Name("c.json")] == Array("3".utf8))

    try scratch.link("root/loop", to: ".")
    try scratch.link("root/away.json", to: scratch("outside/o.json"))
    try scratch.link("root/nowhere.json", to: "later.json")
    expectTruth("problems")
    #expect(mirror.tree.problems.count == 3)

    try scratch.file("root/later.json", "here")
    try #require(unlink(scratch("root/loop")) == 0 && unlink(scratch("root/away.json")) == 0)
    expectTruth("healed")
    #expect(mirror.tree.problems.isEmpty)
    #expect(mirror.contents[Name("nowhere.json")] == Array("here".utf8))
  }

  @Test func `What cannot be looked at is a problem until it can`() throws {
    try scratch.file("root/d/a.json")
    try #require(mkfifo(scratch("root/pipe.json"), 0o600) == 0)
    expectTruth("before")
    #expect(mirror.tree.problems.map(\.reason) == [.notRegular(.fifo)])
    try #require(unlink(scratch("root/pipe.json")) == 0)
    expectTruth("gone")
    chmod(scratch("root/d"), 0)
    withoutPrivilege { mirror.sync() }
    #expect(mirror.tree.files.isEmpty)
    #expect(mirror.tree.problems.map(\.code) == [EACCES])
    chmod(scratch("root/d"), 0o755)
    expectTruth("readable again")
    #expect(mirror.tree.files == ["d/a.json"])
  }

  @Test func `Names that are not UTF-8 come and go as problems`() throws {
    let path = (Array(scratch("root/").utf8) + [0xFF] + Array(".json".utf8) + [0]).map(CChar.init(bitPattern:))
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    expectTruth("there")
    #expect(mirror.tree.problems.map(\.reason) == [.notUTF8])
    try #require(unlink(path) == 0)
    expectTruth("gone")
    #expect(mirror.tree.problems.isEmpty)
  }

  @Test func `Names that differ in normalisation or case stay apart`() throws {
    for name in ["\u{E9}.json", "e\u{301}.json", "A.json", "a.json"] { try scratch.file("root/\(name)", name) }
    expectTruth()
    try #require(unlink(scratch("root/e\u{301}.json")) == 0)
    expectTruth()
    #expect(mirror.contents.count == 3)
  }

  @Test func `Random changes end in the truth`() throws {
    var random = SplitMix(seed: 7)
    let names = ["a", "b", "c", "d.json", "e.json"]
    func path() -> String {
      let depth = Int.random(in: 1...4, using: &random)
      return "root/" + (0..<depth).map { _ in names[Int.random(in: 0..<5, using: &random)] }.joined(separator: "/")
    }
    for round in 0..<3000 {
      let (first, second) = (scratch(path()), scratch(path()))
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2: mkdir(first, 0o755)
      case 3...5:
        let raw = open(first, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o644)
        if raw >= 0 {
          _ = withUnsafeBytes(of: round) { write(raw, $0.baseAddress, $0.count) }
          close(raw)
        }
      case 6: rename(first, second)
      case 7: renameat2(AT_FDCWD, first, AT_FDCWD, second, UInt32(RENAME_EXCHANGE))
      case 8: symlink(names[round % 5], first)
      default: if unlink(first) != 0 { rmdir(first) }
      }
      if round % 7 == 0 { mirror.take(mirror.watcher.turn(for: .microseconds(50))) }
      if round % 50 == 0 { expectTruth("round \(round)") }
    }
    expectTruth("end")
  }
}

/// A generator with a seed, so that a failure can be had again.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
