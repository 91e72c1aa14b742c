import Foundation
import Glibc
import Testing

@testable import Linux

@Suite struct WatchedRootTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func move(_ from: String, _ to: String) throws {
    try #require(rename(scratch(from), scratch(to)) == 0, "\(from) to \(to)")
  }

  private func isLost(_ mirror: Mirror) -> Bool {
    mirror.told.contains { if case .rootLost = $0 { true } else { false } }
  }

  /// Waits for the event that tells of the loss, then for the one that tells of the return.
  private func expectReturn(of mirror: Mirror, _ lose: () throws -> Void, _ bringBack: () throws -> Void) throws {
    mirror.forget()
    try lose()
    #expect(mirror.turn { isLost(mirror) }, "lost")
    #expect(!mirror.contents.isEmpty, "what was known stays known")
    #expect(mirror.told.filter(\.isAboutFile).isEmpty)
    mirror.forget()
    try bringBack()
    #expect(mirror.turn { mirror.told.contains(.rootBack) }, "back")
    mirror.sync()
    #expect(mirror.differences().isEmpty)
  }

  @Test func `A root that is removed is lost, and found when it is made again`() throws {
    try scratch.file("p/root/d/a.json", "1")
    try scratch.file("p/root/d/b.json", "1")
    let mirror = try Mirror(scratch("p/root"))
    mirror.sync()
    for round in 0..<20 {
      try expectReturn(of: mirror) {
        try FileManager.default.removeItem(atPath: scratch("p/root"))
      } _: {
        try scratch.file("p/root/d/a.json", "again \(round)")
      }
      #expect(mirror.tree.files == ["d/a.json"])
      try scratch.file("p/root/d/b.json", "late")
      mirror.sync()
      #expect(mirror.differences().isEmpty)
    }
  }

  @Test func `A root comes back at any depth of what was missing`() throws {
    let mirror = try Mirror(scratch("x/y/z/root"))
    mirror.sync()
    #expect(isLost(mirror))
    mirror.forget()
    try scratch.file("x/y/z/root/a.json")
    #expect(mirror.turn { mirror.told.contains(.rootBack) })
    mirror.sync()
    #expect(mirror.differences().isEmpty)
    try expectReturn(of: mirror, { try move("x/y", "away") }, { try move("away", "x/y") })
    try expectReturn(of: mirror, { try move("x", "away") }, { try move("away", "x") })
  }

  @Test func `A root that is a link follows the link`() throws {
    try scratch.file("..1/sub/a.json", "1")
    try scratch.file("..2/sub/a.json", "2")
    try scratch.file("..2/sub/b.json", "2")
    try scratch.link("..data", to: "..1")
    try scratch.link("root", to: "..data/sub")
    let mirror = try Mirror(scratch("root"))
    mirror.sync()
    #expect(mirror.differences().isEmpty)
    for target in ["..2", "..1", "..2"] {
      try scratch.link("..tmp", to: target)
      mirror.forget()
      try move("..tmp", "..data")
      #expect(mirror.turn { mirror.told.contains(.changed("a.json")) }, "the swap is an event")
      mirror.sync()
      #expect(mirror.differences().isEmpty)
      #expect(mirror.contents[Name("a.json")] == Array(target.suffix(1).utf8))
      #expect(!isLost(mirror))
    }
    try FileManager.default.removeItem(atPath: scratch("..1"))
    mirror.sync()
    #expect(mirror.differences().isEmpty)
    #expect(mirror.watchDifferences().isEmpty)
  }

  @Test func `A root that is moved away and back is compared, not taken for new`() throws {
    try scratch.file("root/a.json", "1")
    try scratch.file("root/b.json", "1")
    let mirror = try Mirror(scratch("root"))
    mirror.sync()
    // Once more, when the files are older than the clock of the file system is coarse.
    while Clock.sinceEpoch() - Self.time(of: scratch("root/b.json")) < .milliseconds(30) { sched_yield() }
    mirror.tree.lookThrough(Clock.monotonic())
    mirror.sync()
    try expectReturn(of: mirror) {
      try move("root", "away")
    } _: {
      try scratch.file("away/b.json", "2")
      try move("away", "root")
    }
    #expect(mirror.told.filter(\.isAboutFile) == [.changed("b.json")])
  }

  private static func time(of path: String) -> Duration {
    var status = stat()
    stat(path, &status)
    return .seconds(status.st_ctim.tv_sec) + .nanoseconds(status.st_ctim.tv_nsec)
  }

  @Test func `A root that is a file is watched by name`() throws {
    try scratch.file("d/tokens.json", "1")
    let mirror = try Mirror(scratch("d/tokens.json"))
    mirror.sync()
    #expect(mirror.contents[Name("")] == Array("1".utf8))
    try scratch.file("d/tokens.json", "2")
    #expect(mirror.turn { mirror.contents[Name("")] == Array("2".utf8) }, "in place")
    try scratch.file("d/new", "3")
    try move("d/new", "d/tokens.json")
    #expect(mirror.turn { mirror.contents[Name("")] == Array("3".utf8) }, "by rename")
    mirror.forget()
    try scratch.file("d/other.json", "x")
    mirror.sync()
    #expect(mirror.told.isEmpty)
    try expectReturn(
      of: mirror, { try move("d/tokens.json", "d/gone") }, { try scratch.file("d/tokens.json", "4") })
    #expect(mirror.contents[Name("")] == Array("4".utf8))
    try expectReturn(of: mirror, { try move("d", "e") }, { try move("e", "d") })
  }

  @Test func `A file may become a directory and the other way round`() throws {
    try scratch.file("root", "{}")
    let mirror = try Mirror(scratch("root"))
    mirror.sync()
    #expect(mirror.tree.files == [""])
    unlink(scratch("root"))
    try scratch.file("root/a.json")
    mirror.sync()
    #expect(mirror.differences().isEmpty)
    #expect(mirror.contents.keys.map(\.text) == ["a.json"])
    try FileManager.default.removeItem(atPath: scratch("root"))
    try scratch.file("root", "{}")
    mirror.sync()
    #expect(mirror.differences().isEmpty)
    #expect(mirror.contents.keys.map(\.text) == [""])
  }

  @Test func `Two roots may share a directory`() throws {
    try scratch.file("shared/a.json", "1")
    try scratch.file("shared/sub/b.json", "1")
    try scratch.link("one", to: "shared")
    let watcher = try TreeWatcher()
    let mirrors = try [scratch("one"), scratch("shared"), scratch("shared/sub")].map { try Mirror($0, on: watcher) }
    func sync() -> [String] {
      let batches = watcher.sync()
      for mirror in mirrors { mirror.take(batches) }
      return mirrors.flatMap { $0.differences() }
    }
    #expect(sync().isEmpty)
    try scratch.file("shared/sub/b.json", "2")
    try scratch.file("shared/sub/c/d.json", "2")
    #expect(sync().isEmpty)
    #expect(mirrors.map { $0.tree.files.count } == [3, 3, 2])
    watcher.stop(mirrors[1].tree)
    try scratch.file("shared/sub/b.json", "3")
    mirrors[1].forget()
    let batches = watcher.sync()
    for mirror in mirrors { mirror.take(batches) }
    #expect(mirrors[0].differences().isEmpty && mirrors[2].differences().isEmpty)
    #expect(mirrors[1].told.isEmpty)
    watcher.stop(mirrors[0].tree)
    watcher.stop(mirrors[2].tree)
    #expect(watcher.watchCount == 0)
  }
}
