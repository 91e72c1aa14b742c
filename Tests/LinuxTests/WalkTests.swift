import Foundation
import Glibc
import Testing

@testable import Linux

@Suite struct WalkTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func walk(_ root: String? = nil) throws -> Walk.Result {
    try Walk.files(under: root ?? scratch.path) { $0.hasSuffix(".json") }
  }

  private func reasons(_ result: Walk.Result) -> [String: SystemError.Reason] {
    let prefix = scratch.path.utf8.count + 1
    return Dictionary(
      result.problems.map { (String(decoding: $0.path.utf8.dropFirst(prefix), as: UTF8.self), $0.reason) },
      uniquingKeysWith: { first, _ in first })
  }

  @Test func `Claimed files come in the order of their bytes`() throws {
    for name in ["b/Contents.json", "a/z.json", "a.json", "a/b/c.json", "Z.json", "é.json", "a/notes.txt", ".x.json"] {
      try scratch.file(name)
    }
    let result = try walk()
    #expect(
      result.files == [".x.json", "Z.json", "a.json", "a/b/c.json", "a/z.json", "b/Contents.json", "é.json"])
    #expect(result.problems.isEmpty)
  }

  @Test func `Skipped directories are passed over, the root is not`() throws {
    for name in ["node_modules/a.json", "x/.git/a.json", "build/x/a.json", "b.json"] { try scratch.file(name) }
    #expect(try walk().files == ["b.json"])
    #expect(try walk(scratch("build")).files == ["x/a.json"])
  }

  @Test func `A root that is a file is the one result`() throws {
    try scratch.file("a.txt")
    let result = try walk(scratch("a.txt"))
    #expect(result.files == [""])
    #expect(try Files.readBeneath(root: scratch("a.txt"), path: "") == Array("{}".utf8))
  }

  @Test func `A root that cannot be walked is an error`() throws {
    try scratch.directory("closed")
    chmod(scratch("closed"), 0)
    try #require(mkfifo(scratch("fifo"), 0o600) == 0)
    let rows: [(String, SystemError.Reason)] = [
      ("none", .code(ENOENT)), ("closed", .code(EACCES)), ("fifo", .notRegular(.fifo)),
    ]
    for (name, reason) in rows {
      let error = #expect(throws: SystemError.self) { try withoutPrivilege { try walk(scratch(name)) } }
      #expect(error?.reason == reason, "\(name)")
    }
  }

  @Test func `Links inside are followed, loops are cut, links that leave are not followed`() throws {
    try scratch.file("outside/a.json")
    try scratch.file("root/version1/a.json")
    let links = [
      "..data": "version1", "a.json": "..data/a.json", "absolute": scratch("root/version1"), "version1/up": "..",
      "self": "self", "out": "../outside", "out.json": "../outside/a.json", "out.txt": "../outside/a.json",
      ".#lock": "user@host.1", "none.json": "nothing",
    ]
    for (name, target) in links { try scratch.link("root/\(name)", to: target) }
    let result = try walk(scratch("root"))
    #expect(result.files == ["..data/a.json", "a.json", "absolute/a.json", "version1/a.json"])
    #expect(
      reasons(result) == [
        "root/..data/up": .linkLoop, "root/absolute/up": .linkLoop, "root/version1/up": .linkLoop,
        "root/self": .linkLoop, "root/out": .outsideRoot(target: scratch("outside")),
        "root/out.json": .outsideRoot(target: scratch("outside/a.json")), "root/none.json": .code(ENOENT),
      ])
  }

  @Test func `Directories that link to each other end`() throws {
    let names = (0..<9).map { "d\($0)" }
    for name in names {
      try scratch.file("\(name)/a.json")
      for other in names where other != name { try scratch.link("\(name)/\(other)", to: "../\(other)") }
    }
    let result = try walk()
    #expect(result.files.count <= Walk.linkedDirectoryLimit + names.count)
    #expect(result.problems.contains { $0.reason == .tooManyLinks(limit: Walk.linkedDirectoryLimit) })
    for name in names { #expect(result.files.contains("\(name)/a.json")) }
  }

  @Test func `FIFOs, sockets and links to devices are problems where they are claimed`() throws {
    for name in ["Contents.json", "other"] { try #require(mkfifo(scratch(name), 0o600) == 0) }
    try scratch.link("zero.json", to: "/dev/zero")
    #expect(
      reasons(try walk()) == ["Contents.json": .notRegular(.fifo), "zero.json": .outsideRoot(target: "/dev/zero")])
  }

  @Test func `A directory that cannot be listed is a problem and the rest is found`() throws {
    try scratch.file("a/a.json")
    try scratch.file("closed/a.json")
    chmod(scratch("closed"), 0)
    let result = try withoutPrivilege { try walk() }
    chmod(scratch("closed"), 0o755)
    #expect(result.files == ["a/a.json"])
    #expect(result.problems == [SystemError(.list, scratch("closed"), .code(EACCES))])
  }

  @Test func `Names that are not UTF-8 are problems, not crashes`() throws {
    let path = Array(scratch.path.utf8)
    for name in [[0xFF] + Array(".json".utf8), [0xC3] + Array(".txt".utf8)] {
      let raw = open((path + [0x2F] + name + [0]).map(CChar.init(bitPattern:)), O_CREAT | O_WRONLY, 0o600)
      try #require(raw >= 0)
      close(raw)
    }
    let result = try walk()
    #expect(result.files.isEmpty)
    #expect(reasons(result) == ["\u{FFFD}.json": .notUTF8])
  }

  @Test func `Names that differ in normalisation or case stay apart`() throws {
    for name in ["\u{E9}.json", "e\u{301}.json", "A.json", "a.json"] { try scratch.file(name) }
    let found = try walk().files.map { Array($0.utf8) }
    #expect(found == ["A.json", "a.json", "e\u{301}.json", "\u{E9}.json"].map { Array($0.utf8) })
  }

  @Test func `A deep tree costs neither stack nor descriptors`() throws {
    let deep = Array(repeating: "d", count: 1500).joined(separator: "/")
    try scratch.file("\(deep)/a.json")
    #expect(try walk().files == ["\(deep)/a.json"])
  }

  @Test func `A directory of a hundred thousand entries is listed whole`() throws {
    for index in 0..<100_000 {
      let raw = open(scratch("\(index).json"), O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
      try #require(raw >= 0)
      close(raw)
    }
    #expect(try walk().files.count == 100_000)
  }
}
