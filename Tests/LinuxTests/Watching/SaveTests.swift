import Foundation
import Glibc
import Testing

@testable import Linux

/// How programs write files, and what is told of it: one settled file in the end.
@Suite struct SaveTests {
  let scratch: Scratch
  let mirror: Mirror

  init() throws {
    scratch = try Scratch()
    try scratch.file("a.json", "old")
    mirror = try Mirror(scratch.path)
    mirror.sync()
    mirror.forget()
  }

  private func changes() -> [WatchChange] {
    mirror.forget()
    mirror.sync()
    return mirror.told.filter(\.isAboutFile)
  }

  private func open(_ name: String, _ flags: CInt) throws -> CInt {
    let raw = Glibc.open(scratch(name), flags | O_CLOEXEC, 0o644)
    try #require(raw >= 0, "\(name)")
    return raw
  }

  private func write(_ text: String, to raw: CInt) {
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(raw, $0.baseAddress, $0.count) }
  }

  private func expectContents(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(mirror.contents[Name("a.json")] == Array(text.utf8), sourceLocation: sourceLocation)
    #expect(mirror.differences().isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `Truncate and slow write: writing until it is closed`() throws {
    let raw = try open("a.json", O_WRONLY | O_TRUNC)
    #expect(changes() == [.writing("a.json")])
    write("{ half", to: raw)
    #expect(changes() == [.writing("a.json")])
    #expect(changes().isEmpty)
    write(" }", to: raw)
    close(raw)
    #expect(changes() == [.changed("a.json")])
    expectContents("{ half }")
  }

  @Test func `A file that is closed in another turn than it was written in is told as closed`() throws {
    let raw = try open("a.json", O_WRONLY)
    write("new", to: raw)
    #expect(changes() == [.writing("a.json")])
    close(raw)
    #expect(changes() == [.changed("a.json")])
    expectContents("new")
  }

  @Test func `Two writes within a tick of the clock are two changes`() throws {
    for text in ["one", "two"] {
      let raw = try open("a.json", O_WRONLY | O_TRUNC)
      write(text, to: raw)
      close(raw)
      #expect(changes() == [.changed("a.json")])
      expectContents(text)
    }
  }

  @Test func `Write, sync and rename`() throws {
    try Files.write(scratch("a.json"), Array("new".utf8))
    #expect(changes() == [.changed("a.json")])
    expectContents("new")
  }

  @Test func `A rename that makes a backup first`() throws {
    try #require(rename(scratch("a.json"), scratch("a.json~")) == 0)
    let raw = try open("a.json", O_WRONLY | O_CREAT | O_EXCL)
    write("new", to: raw)
    close(raw)
    unlink(scratch("a.json~"))
    #expect(changes() == [.changed("a.json")])
    expectContents("new")
  }

  @Test func `The temporary names of editors do not count`() throws {
    for name in [".a.json.swp", "4913", "a.json~", "___jb_tmp___", "a.json___jb_old___", ".#a.json.txt"] {
      try scratch.file(name, "x")
    }
    #expect(changes().isEmpty)
    for name in ["a.json___jb_tmp___", "a.json.vscode-tmp"] {
      try scratch.file(name, name)
      try #require(rename(scratch(name), scratch("a.json")) == 0)
      #expect(changes() == [.changed("a.json")])
      expectContents(name)
    }
  }

  @Test func `A nameless file that gets its name`() throws {
    unlink(scratch("a.json"))
    #expect(changes() == [.removed("a.json")])
    let raw = try #require(
      { raw in raw < 0 ? nil : raw }(Glibc.open(scratch.path, O_WRONLY | O_CLOEXEC | 0o20200000, 0o644)) as CInt?)
    write("new", to: raw)
    #expect(changes().isEmpty)
    let linked = linkat(AT_FDCWD, "/proc/self/fd/\(raw)", AT_FDCWD, scratch("a.json"), CInt(AT_SYMLINK_FOLLOW))
    try #require(linked == 0)
    #expect(changes() == [.writing("a.json")])
    close(raw)
    _ = changes()
    expectContents("new")
  }

  @Test func `A hard link`() throws {
    try scratch.file("blob", "new")
    unlink(scratch("a.json"))
    try #require(link(scratch("blob"), scratch("a.json")) == 0)
    #expect(changes() == [.writing("a.json")])
    expectContents("new")
  }

  @Test func `Attributes and times`() throws {
    chmod(scratch("a.json"), 0o600)
    #expect(changes() == [.changed("a.json")])
    utimes(scratch("a.json"), nil)
    #expect(changes() == [.changed("a.json")])
    expectContents("old")
  }

  @Test func `Reading is no change`() throws {
    _ = try Files.read(scratch("a.json"))
    _ = try Walk.files(under: scratch.path) { _ in true }
    #expect(changes().isEmpty)
  }

  @Test func `Programs: sed, mv, cp, vim`() throws {
    let rows: [(String, String)] = [
      ("sed -i s/old/sed/ a.json", "sed"), ("printf mv > b; mv b a.json", "mv"), ("printf cp > b; cp b a.json", "cp"),
      ("printf install > b; install -m 644 b a.json", "install"), ("printf dd | dd of=a.json status=none", "dd"),
      ("vim -es -u NONE -N -c 'set nobackup nowritebackup' -c '%s/.*/in place/' -c wq a.json", "in place\n"),
      ("vim -es -u NONE -N -c 'set backup backupcopy=no' -c '%s/.*/by rename/' -c wq a.json", "by rename\n"),
      ("vim -es -u NONE -N -c 'set backup backupcopy=yes' -c '%s/.*/by copy/' -c wq a.json", "by copy\n"),
    ]
    for (command, text) in rows where !command.hasPrefix("vim") || Files.exists("/usr/bin/vim") {
      let child = try Child.run("/bin/sh", ["-c", command], in: scratch.path)
      #expect(child.status == 0, "\(command): \(child.output)")
      #expect(changes() == [.changed("a.json")], "\(command)")
      expectContents(text)
    }
  }
}
