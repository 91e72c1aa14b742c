import Foundation
import Glibc
import Testing

@testable import Linux

/// Mounts of our own, in a mount namespace of our own.
@Suite struct SilentMountTests {
  @Test func `Mounts in a watched tree`() throws {
    let child = try Child.runSuite(
      "SilentMountInside", by: ["unshare", "-U", "-r", "-m"], environment: ["CONTRASTD_TEST_MOUNTS": "1"])
    #expect(child.status == 0, "\(child.output)")
    #expect(child.output.contains("with 3 tests in 1 suite passed"), "\(child.output)")
  }
}

@Suite(.enabled(if: Environment.variable("CONTRASTD_TEST_MOUNTS") != nil), .serialized)
struct SilentMountInside {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func mountReady(_ watcher: TreeWatcher) throws -> Bool {
    var wait = pollfd(fd: try #require(watcher.mountTable), events: Int16(POLLPRI), revents: 0)
    return poll(&wait, 1, 5000) == 1
  }

  private func mount(_ type: String, _ path: String, _ options: String = "") throws {
    try #require(Glibc.mount(type, path, type, 0, options) == 0, "\(type): \(errno)")
  }

  @Test func `An overlay is said and polled, its lower layer's changes are found`() throws {
    try scratch.file("lower/a.json", "1")
    for name in ["upper", "work", "root"] { try scratch.directory(name) }
    let (lower, upper, work) = (scratch("lower"), scratch("upper"), scratch("work"))
    try mount("overlay", scratch("root"), "lowerdir=\(lower),upperdir=\(upper),workdir=\(work)")
    defer { umount2(scratch("root"), CInt(MNT_DETACH)) }
    let mirror = try Mirror(scratch("root"))
    mirror.sync()
    #expect(
      mirror.told.contains(.degraded(.silentFileSystem(type: "overlay", path: scratch("root")))), "\(mirror.told)")
    try scratch.file("lower/b.json", "2")
    let due = try #require(mirror.watcher.deadline)
    #expect(due <= Clock.monotonic() + .seconds(30))
    mirror.take(mirror.watcher.turn(now: due, for: .seconds(10)))
    #expect(mirror.differences().isEmpty)
  }

  @Test func `A mount over a watched directory, and its end`() throws {
    try scratch.file("root/d/a.json", "below")
    let mirror = try Mirror(scratch("root"))
    mirror.sync()
    try mount("tmpfs", scratch("root/d"))
    try scratch.file("root/d/b.json", "above")
    #expect(try mountReady(mirror.watcher))
    mirror.watcher.mountsChanged()
    mirror.sync()
    #expect(mirror.differences().isEmpty)
    #expect(mirror.tree.files == ["d/b.json"])
    mirror.forget()
    try #require(umount2(scratch("root/d"), 0) == 0, "a watch must not keep a file system busy")
    mirror.sync()
    #expect(mirror.differences().isEmpty)
    #expect(mirror.tree.files == ["d/a.json"])
    #expect(mirror.watchDifferences().isEmpty)
  }

  @Test func `A mount over the root itself`() throws {
    try scratch.file("root/a.json", "below")
    let mirror = try Mirror(scratch("root"))
    mirror.sync()
    try mount("tmpfs", scratch("root"))
    try scratch.file("root/b.json", "above")
    mirror.sync()
    #expect(mirror.differences().isEmpty)
    try #require(umount2(scratch("root"), 0) == 0)
    #expect(mirror.turn { mirror.tree.files == ["a.json"] && mirror.tree.isSettled })
    #expect(mirror.differences().isEmpty)
  }
}
