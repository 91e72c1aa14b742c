import Foundation
import Glibc
import Testing

@testable import Linux

@Suite struct FilesTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// The reason a read was refused for, nil where it was not.
  private func refusal(_ read: () throws(SystemError) -> [UInt8]) -> SystemError.Reason? {
    do throws(SystemError) {
      _ = try read()
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func `A file is read whole, an empty one too`() throws {
    try scratch.file("a/b.json", "{\"a\": 1}")
    try scratch.file("empty", "")
    #expect(try Files.read(scratch("a/b.json")) == Array("{\"a\": 1}".utf8))
    #expect(try Files.read(scratch("empty")) == [])
    #expect(try Files.readBeneath(root: scratch.path, path: "a/b.json").count == 8)
    #expect(try Files.readBeneath(root: scratch("a/b.json"), path: "").count == 8)
  }

  @Test func `A file that says it is empty is read to its end`() throws {
    let status = try Files.read("/proc/self/status")
    #expect(String(decoding: status, as: UTF8.self).contains("VmRSS"))
    #expect(
      refusal { () throws(SystemError) in try Files.read("/proc/self/status", limit: 10) }
        == .tooLarge(size: 11, limit: 10))
  }

  @Test func `What is no regular file is refused and never waited for`() throws {
    try #require(mkfifo(scratch("Contents.json"), 0o600) == 0)
    try scratch.directory("folder")
    let cases: [(String, FileKind)] = [
      (scratch("Contents.json"), .fifo), (scratch("folder"), .directory), ("/dev/zero", .characterDevice),
    ]
    for (path, kind) in cases {
      #expect(refusal { () throws(SystemError) in try Files.read(path) } == .notRegular(kind))
    }
    #expect(
      refusal { () throws(SystemError) in try Files.readBeneath(root: scratch.path, path: "Contents.json") }
        == .notRegular(.fifo))
  }

  @Test func `A file over the limit is refused before it is read`() throws {
    let size = 200 << 20
    try scratch.sparse("big.json", size: size)
    #expect(
      refusal { () throws(SystemError) in try Files.read(scratch("big.json")) }
        == .tooLarge(size: size, limit: Files.defaultLimit))
    try scratch.sparse("exact", size: 1000)
    #expect(try Files.read(scratch("exact"), limit: 1000).count == 1000)
    #expect(
      refusal { () throws(SystemError) in try Files.read(scratch("exact"), limit: 999) }
        == .tooLarge(size: 1000, limit: 999))
  }

  @Test func `What this user may not read is an error that says so`() throws {
    try scratch.file("secret.json")
    chmod(scratch("secret.json"), 0)
    let reason = withoutPrivilege { refusal { () throws(SystemError) in try Files.read(scratch("secret.json")) } }
    #expect(reason == .code(EACCES))
  }

  @Test func `Links inside the root work, those that leave it do not`() throws {
    try scratch.file("outside.json")
    try scratch.file("root/version1/a.json", "one")
    let links = [
      "root/..data": "version1", "root/a.json": "..data/a.json", "root/absolute.json": scratch("root/version1/a.json"),
      "root/out.json": "../outside.json", "root/zero.json": "/dev/zero", "root/self.json": "self.json",
      "root/magic": "/proc/self/root", "root/sibling": scratch("root-2"), "root/none.json": "nothing",
    ]
    for (name, target) in links { try scratch.link(name, to: target) }
    try scratch.file("root-2/a.json")
    let root = scratch("root")
    for path in ["a.json", "..data/a.json", "absolute.json", "version1/../a.json"] {
      #expect(try Files.readBeneath(root: root, path: path) == Array("one".utf8), "\(path)")
    }
    let refused: [(String, SystemError.Reason)] = [
      ("out.json", .outsideRoot(target: scratch("outside.json"))), ("zero.json", .outsideRoot(target: "/dev/zero")),
      ("../outside.json", .outsideRoot(target: scratch("outside.json"))), ("self.json", .linkLoop),
      ("magic/etc/passwd", .outsideRoot(target: "/etc/passwd")),
      (scratch("outside.json"), .outsideRoot(target: scratch("outside.json"))),
      ("sibling/a.json", .outsideRoot(target: scratch("root-2/a.json"))), ("none.json", .code(ENOENT)),
    ]
    for (path, reason) in refused {
      #expect(refusal { () throws(SystemError) in try Files.readBeneath(root: root, path: path) } == reason, "\(path)")
    }
  }

  @Test func `Kind and existence follow links`() throws {
    try scratch.file("a")
    try scratch.link("b", to: "a")
    try scratch.link("dangling", to: "nothing")
    #expect(Files.kind(scratch("b")) == .regular)
    #expect(Files.kind(scratch.path) == .directory)
    #expect(!Files.exists(scratch("dangling")))
    #expect(try Files.realPath(scratch("b")) == scratch("a"))
    #expect(try Files.currentDirectory() == FileManager.default.currentDirectoryPath)
  }

  @Test func `Paths are joined as a user would write them`() {
    let rows = [
      ("ios", "a.json", "ios/a.json"), ("ios/", "a.json", "ios/a.json"), ("ios", "", "ios"), ("", "a", "a"),
      ("ios", "/a", "/a"), ("/", "a", "/a"),
    ]
    for (root, path, joined) in rows { #expect(Files.join(root, path) == joined) }
  }
}
