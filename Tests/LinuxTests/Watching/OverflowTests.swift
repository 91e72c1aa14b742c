import Foundation
import Glibc
import Testing

@testable import Linux

@Suite(.serialized) struct OverflowTests {
  let scratch: Scratch
  let mirror: Mirror

  init() throws {
    scratch = try Scratch()
    for index in 0..<20 { try scratch.directory("\(index)") }
    mirror = try Mirror(scratch.path)
    mirror.sync()
    mirror.forget()
  }

  /// Fills the queue with events, none like the one before it so that none are merged, then changes what is watched.
  private func overflow(_ text: String) throws {
    let limit = try #require(Inotify.queueLimit)
    try scratch.file("x", "")
    for index in 0...limit / 2 {
      let (from, to) = index % 2 == 0 ? ("x", "y") : ("y", "x")
      try #require(rename(scratch(from), scratch(to)) == 0)
    }
    for index in 0..<1000 {
      let raw = open(scratch("\(index % 20)/\(index).json"), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o644)
      try #require(raw >= 0)
      _ = Array(text.utf8).withUnsafeBytes { write(raw, $0.baseAddress, $0.count) }
      close(raw)
    }
    try scratch.file("late/\(text)/x.json", text)
  }

  @Test func `Lost events are told, and made up for`() throws {
    try overflow("1")
    mirror.sync()
    #expect(mirror.told.contains(.overflow))
    #expect(mirror.tree.overflowCount == 1)
    #expect(mirror.differences().isEmpty)
    #expect(mirror.watchDifferences().isEmpty)
  }

  @Test func `A second overflow waits for its turn, and nothing is settled meanwhile`() throws {
    let start = Clock.monotonic()
    try overflow("1")
    mirror.sync(now: start)
    #expect(mirror.tree.isSettled)
    try overflow("2")
    mirror.sync(now: start + .seconds(1))
    #expect(mirror.tree.overflowCount == 2)
    #expect(!mirror.tree.isSettled)
    #expect(mirror.watcher.deadline == start + .seconds(2))
    try overflow("3")
    mirror.sync(now: start + .seconds(1.5))
    #expect(!mirror.tree.isSettled)
    mirror.sync(now: start + .seconds(2))
    #expect(mirror.tree.isSettled)
    #expect(mirror.differences().isEmpty)
    #expect(mirror.watchDifferences().isEmpty)
  }

  @Test func `An overflow in the middle of a look through the tree converges`() throws {
    let start = Clock.monotonic()
    try overflow("1")
    mirror.take(mirror.watcher.turn(now: start, for: .zero))
    #expect(mirror.watcher.hasWork)
    try overflow("2")
    for index in 0..<20 { try FileManager.default.removeItem(atPath: scratch("\(index)/\(index).json")) }
    var turns = 0
    while mirror.watcher.hasWork {
      mirror.take(mirror.watcher.turn(now: start, for: .milliseconds(1)))
      turns += 1
    }
    #expect(turns > 3)
    #expect(!mirror.tree.isSettled)
    mirror.sync(now: start + .seconds(2))
    #expect(mirror.differences().isEmpty)
  }

  @Test func `A slice ends soon after its time`() throws {
    try overflow("1")
    var longest = Duration.zero
    repeat {
      let start = Clock.monotonic()
      mirror.take(mirror.watcher.turn(for: .milliseconds(2)))
      longest = max(longest, Clock.monotonic() - start)
    } while mirror.watcher.hasWork
    // The bound is generous: what is tested is that work is cut, not how fast the machine is.
    #expect(longest < .milliseconds(500))
    #expect(mirror.differences().isEmpty)
  }
}
