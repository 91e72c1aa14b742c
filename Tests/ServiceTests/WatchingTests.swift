import Foundation
import Linux
import Syntax
import Testing
import Varlink

@Suite("Watching")
struct WatchingTests {
  /// A watched palette with a subscriber.
  private struct Watch {
    let files: TestFolder
    let daemon: RunningDaemon
    let client: DaemonClient
    let subscriber: DaemonClient

    init(_ contents: [String: String] = ["a.palette.json": Sample.palette()], configuration: String? = nil) throws {
      let files = try TestFolder()
      for (name, text) in contents { try files.file("root/" + name, text) }
      let settings = configuration.map { $0 + "\n[Palette p]\nPath=\(files("root"))\n" }
      self.files = files
      daemon = try RunningDaemon(settings == nil ? [files("root")] : [], configuration: settings)
      client = try daemon.client()
      subscriber = try daemon.client()
      try subscriber.subscribe()
    }

    /// Failing pairs, after everything written so far.
    func failing() throws -> Int? {
      try client.call("Sync")
      return try client.root().int("failingPairs")
    }
  }

  @Test("An edit is in the answer after Sync, and one regression is told; then one recovery")
  func edit() throws {
    let watch = try Watch()
    try watch.files.file("root/a.palette.json", Sample.palette(text: Sample.pale))
    #expect(try watch.failing() == 1)
    let regression = try watch.subscriber.batch()
    #expect(regression.map(\.kind) == ["regression"])
    #expect(regression.first?.message.contains("text (#999999) on background (#FFFFFF)") == true)
    #expect(regression.first?.string("ratioBefore").hasPrefix("15.9") == true)
    try watch.files.file("root/a.palette.json", Sample.palette())
    #expect(try watch.failing() == 0)
    #expect(try watch.subscriber.batch().map(\.kind) == ["recovery"])
  }

  @Test("A policy is taken as soon as it is saved; while it is broken the last good one is in force, and that is told")
  func policy() throws {
    let watch = try Watch()
    func save(_ text: String) throws { try watch.files.file("root/contrast.policy.json", text) }
    try save("{\"pairs\": [{\"fg\": \"text\", \"bg\": \"background\", \"min\": 21}]}")
    #expect(try watch.failing() == 1)
    #expect(try watch.subscriber.batch().map(\.kind) == ["regression"])
    try save("{\"pairs\": [{\"fg\": \"text\", \"bg\": \"background\", \"min\": 210}]}")
    #expect(try watch.failing() == 1)
    let told = try #require(try watch.subscriber.batch().first)
    #expect(told.kind == "policy-invalid")
    #expect(told.message.contains("contrast.policy.json:1:54: \"min\" is 1 through 21, not 210"), "\(told.message)")
    #expect(told.message.hasSuffix("The last good state stays in force."))
    let codes = try watch.client.call("ListFindings").elements("findings").map { $0["code"]?.string ?? "" }
    #expect(codes.contains("policy/range"))
    try watch.files.remove("root/contrast.policy.json")
    #expect(try watch.failing() == 0)
    #expect(try watch.subscriber.batch().map(\.kind) == ["policy-loosened"])
  }

  @Test("Each way of saving is one settled change")
  func savings() throws {
    let watch = try Watch()
    let ways: [(String, (String) throws -> Void)] = [
      ("in place", { try watch.files.file("root/a.palette.json", $0) }),
      ("rename", { try watch.files.replace("root/a.palette.json", $0) }),
      (
        "backup, then new",
        {
          try watch.files.move("root/a.palette.json", to: "root/a.palette.json~")
          try watch.files.file("root/a.palette.json", $0)
          try watch.files.remove("root/a.palette.json~")
        }
      ),
      (
        "truncate, then two writes with a break",
        {
          let file = try watch.files.open("root/a.palette.json")
          let half = $0.utf8.count / 2
          try file.write(contentsOf: Data($0.utf8.prefix(half)))
          try watch.client.call("Sync")
          try file.write(contentsOf: Data($0.utf8.dropFirst(half)))
          try file.close()
        }
      ),
    ]
    for (name, save) in ways {
      try save(Sample.palette(text: Sample.pale))
      #expect(try watch.subscriber.batch().map(\.kind) == ["regression"], "\(name)")
      try save(Sample.palette())
      #expect(try watch.subscriber.batch().map(\.kind) == ["recovery"], "\(name)")
    }
  }

  @Test("Of a half-written file the last whole state is served, marked stale; nothing is told")
  func halfWritten() throws {
    let watch = try Watch()
    let text = Sample.palette(text: Sample.pale)
    let file = try watch.files.open("root/a.palette.json")
    try file.write(contentsOf: Data(text.utf8.prefix(text.utf8.count / 2)))
    #expect(try watch.failing() == 0)
    #expect(try watch.client.root().strings("stale") == [watch.files("root/a.palette.json")])
    #expect(try watch.client.call("ListFindings").elements("findings").isEmpty)
    try file.write(contentsOf: Data(text.utf8.dropFirst(text.utf8.count / 2)))
    try file.close()
    #expect(try watch.failing() == 1)
    #expect(try watch.client.root().strings("stale").isEmpty)
    #expect(try watch.subscriber.batch().map(\.kind) == ["regression"])
  }

  @Test("A file that stays broken is a finding after five seconds, and the daemon goes on")
  func broken() throws {
    let watch = try Watch()
    let start = Clock.monotonic()
    try watch.files.file("root/a.palette.json", "{ \"colors\": { \"text\": [{ \"value\": \"#99")
    #expect(try watch.failing() == 0)
    let told = try watch.subscriber.events(through: "source-invalid")
    #expect(Clock.monotonic() - start > .seconds(4))
    #expect(told.last?.message.contains("a.palette.json:1:") == true)
    #expect(told.last?.string("file") == watch.files("root/a.palette.json"))
    #expect(told.last?.json.int("line") == 1)
    let findings = try watch.client.call("ListFindings").elements("findings")
    #expect(findings.contains { $0["severity"]?.string == "error" })
    try watch.files.file("root/a.palette.json", Sample.palette(text: Sample.pale))
    #expect(try watch.failing() == 1)
    let after = try watch.client.call("ListFindings").elements("findings").compactMap { $0["code"]?.string }
    #expect(!after.contains { $0.hasPrefix("syntax/") }, "\(after)")
  }

  @Test("Directories made in one go are watched, with the files in them")
  func makeDirectories() throws {
    let watch = try Watch()
    for round in 0..<50 {
      try watch.files.file("root/a\(round)/b/c/x.palette.json", Sample.palette(text: Sample.pale))
      #expect(try watch.failing() == round + 1)
    }
    let paths = try watch.client.call("ListPalettes").elements("palettes").count
    #expect(paths == 51)
  }

  @Test("What is moved in, within and out is what a fresh look finds")
  func moves() throws {
    let watch = try Watch()
    try watch.files.file("outside/m/x.palette.json", Sample.palette(text: Sample.pale))
    try watch.files.move("outside/m", to: "root/m")
    #expect(try watch.failing() == 1)
    try watch.files.move("root/m", to: "root/n")
    #expect(try watch.failing() == 1)
    let paths = try watch.client.call("ListPalettes").elements("palettes").compactMap { $0["path"]?.string }
    #expect(paths == [watch.files("root/a.palette.json"), watch.files("root/n/x.palette.json")])
    try watch.files.move("root/n", to: "outside/n")
    #expect(try watch.failing() == 0)
    try watch.files.file("outside/n/x.palette.json", Sample.palette())
    #expect(try watch.client.call("ListPalettes").elements("palettes").count == 1)
    let watches = try watch.client.call("GetStatus")["watches"]?.number
    try watch.files.file("outside/o/x.palette.json", "{")
    #expect(try watch.client.call("GetStatus")["watches"]?.number == watches)
  }

  @Test("A colour set that is deleted takes its pairs with it: vanished")
  func deletedColorSet() throws {
    let watch = try Watch([
      "C.xcassets/Contents.json": "{ \"info\": { \"author\": \"xcode\", \"version\": 1 } }",
      "C.xcassets/text.colorset/Contents.json": Sample.colorSet("#222222"),
      "C.xcassets/background.colorset/Contents.json": Sample.colorSet("#ffffff"),
    ])
    #expect(try watch.client.root().int("pairs") == 1)
    try watch.files.remove("root/C.xcassets/text.colorset")
    try watch.client.call("Sync")
    #expect(try watch.client.root().int("pairs") == 0)
    #expect(try watch.subscriber.batch().map(\.kind) == ["vanished"])
    try watch.files.file("root/C.xcassets/text.colorset/Contents.json", Sample.colorSet("#999999"))
    #expect(try watch.failing() == 1)
    #expect(try watch.subscriber.batch().map(\.kind) == ["appeared-failing"])
  }

  @Test("A root that is renamed away keeps its last state, and is found again when it is back")
  func rootMoved() throws {
    let watch = try Watch()
    try watch.files.move("root", to: "elsewhere")
    #expect(try watch.subscriber.events(through: "root-lost").count == 1)
    #expect(try watch.client.root()["lost"]?.string?.isEmpty == false)
    #expect(try watch.client.root().int("pairs") == 1)
    try watch.files.file("elsewhere/a.palette.json", Sample.palette(text: Sample.pale))
    try watch.client.call("Sync")
    #expect(try watch.client.root().int("failingPairs") == 0)
    try watch.files.move("elsewhere", to: "root")
    #expect(try watch.subscriber.events(through: "root-back").count == 1)
    #expect(try watch.failing() == 1)
    #expect(try watch.client.root()["lost"]?.string == "")
    #expect(try watch.subscriber.batch().map(\.kind) == ["regression"])
  }

  @Test("A root that is deleted and made again is watched again")
  func rootDeleted() throws {
    let watch = try Watch()
    try watch.files.remove("root")
    _ = try watch.subscriber.events(through: "root-lost")
    try watch.files.file("root/b.palette.json", Sample.palette(text: Sample.pale))
    _ = try watch.subscriber.events(through: "root-back")
    #expect(try watch.failing() == 1)
    #expect(try watch.client.root().int("pairs") == 1)
    try watch.files.file("root/b.palette.json", Sample.palette())
    #expect(try watch.failing() == 0)
  }

  @Test("A root behind a link whose target is swapped is followed")
  func swappedLink() throws {
    let files = try TestFolder()
    try files.file("v1/a.palette.json", Sample.palette())
    try files.file("v2/a.palette.json", Sample.palette(text: Sample.pale))
    try files.link("current", to: "v1")
    let daemon = try RunningDaemon(configuration: "[Palette p]\nPath=\(files("current"))\n")
    let client = try daemon.client()
    #expect(try client.root().int("failingPairs") == 0)
    try files.link("next", to: "v2")
    try files.move("next", to: "current")
    try client.call("Sync")
    #expect(try client.root().int("failingPairs") == 1)
  }

  @Test("Two hundred files changed together are one batch")
  func manyFiles() throws {
    let names = (0..<200).map { "d\($0 % 7)/p\($0).palette.json" }
    let contents = Dictionary(uniqueKeysWithValues: names.map { ($0, Sample.palette()) })
    let watch = try Watch(contents, configuration: "[Daemon]\nSettleSec=300ms\nMaxSettleSec=10s")
    for name in names { try watch.files.replace("root/" + name, Sample.palette(text: Sample.pale)) }
    let told = try watch.subscriber.batch()
    #expect(told.count == 200)
    #expect(Set(told.map(\.kind)) == ["regression"])
    #expect(Set(told.map(\.batch)).count == 1)
    #expect(try watch.failing() == 200)
  }

  @Test("A file that cannot be read is a finding from the start, and recovers")
  func unreadable() throws {
    let files = try TestFolder()
    try files.file("root/a.palette.json", Sample.palette())
    try files.link("root/b.palette.json", to: "/dev/zero")
    let daemon = try RunningDaemon([files("root")])
    let client = try daemon.client()
    #expect(try client.root().int("unreadable") == 1)
    try files.remove("root/b.palette.json")
    try files.file("root/b.palette.json", Sample.palette(text: Sample.pale))
    try client.call("Sync")
    #expect(try client.root().int("unreadable") == 0)
    #expect(try client.root().int("failingPairs") == 1)
  }

  @Test("A file that was read before and cannot be now is a finding, not silence")
  func becomesUnreadable() throws {
    let watch = try Watch()
    try watch.files.file("outside.palette.json", Sample.palette())
    for target in ["/dev/zero", watch.files("outside.palette.json")] {
      try watch.files.link("root/link", to: target)
      try watch.files.move("root/link", to: "root/a.palette.json")
      #expect(try watch.failing() == 0)
      #expect(try watch.client.root().int("unreadable") == 1, "\(target)")
      let codes = try watch.client.call("ListFindings").elements("findings").compactMap { $0["code"]?.string }
      #expect(codes == ["source/unreadable"], "\(target)")
      try watch.files.remove("root/a.palette.json")
      try watch.files.file("root/a.palette.json", Sample.palette())
      #expect(try watch.failing() == 0)
      #expect(try watch.client.root().int("unreadable") == 0)
      #expect(try watch.client.root().int("pairs") == 1)
    }
  }
}
