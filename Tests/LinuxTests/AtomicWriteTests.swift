import Foundation
import Glibc
import Testing

@testable import Linux

@Suite struct AtomicWriteTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
  }

  private func error(writing path: String, _ text: String = "new") -> SystemError? {
    do throws(SystemError) {
      try Files.write(path, Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `A file is created, then replaced, and nothing else is left`() throws {
    try Files.write(scratch("a"), [1, 2, 3])
    try Files.write(scratch("a"), [4])
    #expect(try Files.read(scratch("a")) == [4])
    #expect(try names() == ["a"])
  }

  @Test func `The mode of the old file is kept`() throws {
    try scratch.file("a")
    chmod(scratch("a"), 0o640)
    try Files.write(scratch("a"), [1])
    var status = stat()
    #expect(stat(scratch("a"), &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o640)
  }

  @Test func `A link stays and its target is replaced`() throws {
    try scratch.file("target")
    try scratch.link("link", to: "target")
    try Files.write(scratch("link"), [1])
    #expect(try Files.read(scratch("target")) == [1])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch("link")) == "target")
  }

  @Test func `A missing directory is an error that names the file`() throws {
    let failed = error(writing: scratch("none/a"))
    #expect(failed?.code == ENOENT)
    #expect(failed?.path == scratch("none/a"))
  }

  @Test func `What is no regular file is not replaced`() throws {
    try scratch.directory("folder")
    #expect(error(writing: scratch("folder"))?.reason == .notRegular(.directory))
    #expect(error(writing: "/dev/null")?.reason == .notRegular(.characterDevice))
  }

  @Test func `The old file stays when the directory may not be written`() throws {
    try scratch.file("a", "old")
    chmod(scratch("a"), 0o666)
    chmod(scratch.path, 0o555)
    let failed = withoutPrivilege { error(writing: scratch("a")) }
    chmod(scratch.path, 0o755)
    #expect(failed?.code == EACCES)
    #expect(try Files.read(scratch("a")) == Array("old".utf8))
    #expect(try names() == ["a"])
  }

  @Test func `A rename that fails leaves no temporary file`() throws {
    try scratch.file("a", "old")
    #expect(error(writing: scratch(String(repeating: "n", count: 256)))?.code == ENAMETOOLONG)
    #expect(try names() == ["a"])
  }
}
