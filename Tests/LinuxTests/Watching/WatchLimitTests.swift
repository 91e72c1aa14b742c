import Foundation
import Glibc
import Testing

@testable import Linux

/// Watches run out for a user of a namespace of our own, so that nobody else's do.
@Suite struct WatchLimitTests {
  @Test func `A root for which no watch is left is polled, others live, and a raised limit heals it`() throws {
    let child = try Child.runSuite(
      "WatchLimitInside", by: ["unshare", "-U", "-r"], environment: ["CONTRASTD_TEST_WATCH_LIMIT": "20"])
    #expect(child.status == 0, "\(child.output)")
    #expect(child.output.contains("with 3 tests in 1 suite passed"), "\(child.output)")
  }
}

@Suite(.enabled(if: Environment.variable("CONTRASTD_TEST_WATCH_LIMIT") != nil), .serialized)
struct WatchLimitInside {
  static let file = "/proc/sys/user/max_inotify_watches"

  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try Data("20\n".utf8).write(to: URL(fileURLWithPath: Self.file))
  }

  private func raise() throws {
    try Data("1000\n".utf8).write(to: URL(fileURLWithPath: Self.file))
  }

  private func degradations(_ mirror: Mirror) -> [WatchChange] {
    mirror.told.filter { if case .degraded = $0 { true } else { $0 == .healed } }
  }

  @Test func `Degraded, polled, healed`() throws {
    try scratch.file("small/a.json")
    for index in 0..<40 { try scratch.file("large/\(index)/a.json", "1") }
    let watcher = try TreeWatcher()
    let small = try Mirror(scratch("small"), on: watcher)
    let large = try Mirror(scratch("large"), on: watcher)
    let start = Clock.monotonic()
    func sync(_ now: Duration) {
      let batches = watcher.turn(now: now, for: .seconds(10))
      for mirror in [small, large] { mirror.take(batches) }
    }
    sync(start)
    #expect(degradations(small).isEmpty)
    #expect(degradations(large) == [.degraded(.watchLimit(20))])
    #expect(large.differences().isEmpty)
    let unwatched = large.tree.directoryCount.unwatched
    #expect(unwatched > 20)

    try scratch.file("small/b.json", "live")
    for index in 0..<40 { try scratch.file("large/\(index)/a.json", "2") }
    try scratch.file("large/new/a.json", "2")
    sync(start + .milliseconds(1))
    #expect(small.contents[Name("b.json")] == Array("live".utf8))
    let due = try #require(watcher.deadline)
    #expect(due <= start + .seconds(31))
    sync(due)
    #expect(large.differences().isEmpty)
    #expect(degradations(large).count == 1)

    try raise()
    sync(try #require(watcher.deadline))
    #expect(degradations(large) == [.degraded(.watchLimit(20)), .healed])
    #expect(large.tree.directoryCount.unwatched == 0)
    #expect(watcher.deadline == nil)
    for index in 0..<40 { try scratch.file("large/\(index)/a.json", "3") }
    sync(Clock.monotonic())
    #expect(large.differences().isEmpty)
  }

  @Test func `A sync sees what a degraded root holds now`() throws {
    for index in 0..<40 { try scratch.file("\(index)/a.json", "1") }
    let mirror = try Mirror(scratch.path)
    mirror.sync()
    for index in 0..<40 { try scratch.file("\(index)/a.json", "2") }
    mirror.sync()
    #expect(mirror.differences().isEmpty)
    try raise()
    mirror.sync()
    #expect(mirror.tree.degradation == nil)
  }

  @Test func `The error names the limit`() throws {
    let inotify = try Inotify()
    // Some of the twenty may still belong to an instance that was just closed.
    let error = #expect(throws: SystemError.self) {
      for index in 0..<21 {
        try scratch.directory("\(index)")
        _ = try inotify.add(scratch("\(index)"), .created)
      }
    }
    #expect(error?.isWatchLimit == true)
    #expect(error?.reason == .watchLimit(20))
    #expect(Inotify.watchLimit == 20)
  }
}
