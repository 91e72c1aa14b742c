import Foundation
import Glibc
import Testing

@testable import Linux

@Suite struct VerifyTests {
  let scratch: Scratch
  let mirror: Mirror

  init() throws {
    scratch = try Scratch()
    try scratch.file("root/a.json", "1")
    try scratch.file("root/d/b.json", "1")
    try #require(link(scratch("root/a.json"), scratch("outside")) == 0)
    mirror = try Mirror(scratch("root"))
    mirror.sync()
  }

  private func verify(_ meanwhile: () throws -> Void = {}) throws -> [WatchChange] {
    mirror.forget()
    mirror.watcher.verify(mirror.tree)
    try meanwhile()
    while mirror.watcher.hasWork { mirror.take(mirror.watcher.turn(for: .zero)) }
    return mirror.told
  }

  private func drift(_ told: [WatchChange]) -> [String] {
    told.compactMap { if case .drift(let path) = $0 { path } else { nil } }
  }

  @Test func `Where nothing was missed there is no drift`() throws {
    #expect(try drift(verify()).isEmpty)
    #expect(mirror.differences().isEmpty)
  }

  @Test func `A write through a hard link from outside is found`() throws {
    try scratch.file("outside2", "other")
    let raw = open(scratch("outside"), O_WRONLY)
    _ = Array("hard".utf8).withUnsafeBytes { write(raw, $0.baseAddress, $0.count) }
    close(raw)
    mirror.sync()
    #expect(mirror.contents[Name("a.json")] == Array("1".utf8), "the kernel says nothing")
    #expect(try drift(verify()) == ["a.json"])
    #expect(mirror.differences().isEmpty)
    #expect(try drift(verify()).isEmpty)
  }

  @Test func `What changes while it is verified is no drift`() throws {
    let told = try verify {
      try scratch.file("root/a.json", "2")
      try scratch.file("root/new/c.json", "2")
      try FileManager.default.removeItem(atPath: scratch("root/d"))
    }
    #expect(drift(told).isEmpty)
    #expect(mirror.differences().isEmpty)
  }
}
