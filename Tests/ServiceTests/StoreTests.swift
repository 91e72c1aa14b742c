import Foundation
import Linux
import Testing

@testable import Service

/// What the daemon knows after it was stopped, killed or given a damaged store.
@Suite("Store")
struct StoreTests {
  /// Runs the daemon until it is ready, and ends it; what it said.
  private func run(_ folder: TestFolder, killed: Bool = false, while body: (RunningDaemon) throws -> Void = { _ in })
    throws -> String
  {
    let daemon = try RunningDaemon(remembering: folder)
    try body(daemon)
    if killed {
      daemon.signal(SIGKILL)
      _ = try daemon.waitForExit()
    } else {
      #expect(try daemon.stop() == 0)
    }
    return daemon.log
  }

  private func folder(text: String = Sample.dark) throws -> TestFolder {
    let folder = try TestFolder()
    try folder.file("p/a.palette.json", Sample.palette(text: text))
    return folder
  }

  private func count(_ word: String, in log: String) -> Int { log.components(separatedBy: word).count - 1 }

  @Test("a regression made while the daemon was down is told at its start, and never again")
  func whileDown() throws {
    let folder = try folder()
    #expect(count(": regression: ", in: try run(folder)) == 0)
    try folder.file("p/a.palette.json", Sample.palette(text: Sample.pale))
    let log = try run(folder)
    #expect(count(": regression: ", in: log) == 1)
    #expect(log.contains("Was 15.9"))
    for turn in 0..<10 {
      let log = try run(folder, killed: turn.isMultiple(of: 2))
      #expect(count(": regression: ", in: log) == 0, "start \(turn): \(log)")
    }
    try folder.file("p/a.palette.json", Sample.palette())
    #expect(count(": recovery: ", in: try run(folder)) == 1)
    try folder.remove("p/a.palette.json")
    #expect(count(": vanished: ", in: try run(folder)) + count("1 vanished", in: try folder.text("log")) >= 1)
  }

  @Test("a palette that is being written when the daemon starts is told of once it is whole")
  func halfWritten() throws {
    let folder = try folder()
    _ = try run(folder)
    let text = Sample.palette(text: Sample.pale)
    try folder.file("p/a.palette.json", String(text.prefix(text.count / 2)))
    let log = try run(folder) { daemon in
      let client = try daemon.client()
      try client.call("Sync")
      #expect(!daemon.log.contains("a.palette.json:"), "\(daemon.log)")
      _ = try client.subscribe()
      try folder.file("p/a.palette.json", text)
      let kinds = try client.events(through: "regression").map { $0.string("kind") }
      #expect(kinds.allSatisfy { ["batch", "regression"].contains($0) }, "\(kinds)")
    }
    #expect(count("vanished", in: log) == 0, "\(log)")
  }

  @Test("a palette that stays half-written over a start is told of as it is after five seconds")
  func staysHalfWritten() throws {
    let folder = try folder()
    _ = try run(folder)
    try folder.file("p/a.palette.json", String(Sample.palette().prefix(20)))
    let log = try run(folder) { daemon in
      let client = try daemon.client()
      _ = try client.subscribe()
      _ = try client.events(through: "vanished")
    }
    #expect(count(": vanished: ", in: log) == 1, "\(log)")
  }

  @Test("promise 15: a source that is wrong is told once, not at each start; when it was mended meanwhile, again")
  func sourceProblems() throws {
    let folder = try folder()
    try folder.file("p/contrast.policy.json", "{ \"conformanse\": \"AA\" }")
    func problems(_ log: String) -> Int { count("conformanse", in: log) }
    #expect(problems(try run(folder)) == 1)
    for turn in 0..<3 { #expect(problems(try run(folder, killed: turn == 1)) == 0) }
    try folder.file("p/contrast.policy.json", "{}")
    _ = try run(folder)
    try folder.file("p/contrast.policy.json", "{ \"conformanse\": \"AA\" }")
    #expect(problems(try run(folder)) == 1)
  }

  @Test("a second daemon on the same directory names the first, and touches nothing")
  func second() throws {
    let folder = try folder()
    // The first start makes the files.
    _ = try run(folder)
    _ = try run(folder) { daemon in
      let before = try FileManager.default.contentsOfDirectory(atPath: folder("state")).sorted()
      let other = try RunningDaemon(
        words: ["--foreground", "--socket=\(folder("t"))", "--state-directory=\(folder("state"))", folder("p")],
        in: folder)
      #expect(try other.waitForExit() == 1)
      #expect(other.log.contains("in use by process \(daemon.process)"))
      #expect(!FileManager.default.fileExists(atPath: folder("t")))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder("state")).sorted() == before)
    }
  }

  @Test(
    "a damaged store is set aside, said so, and its backup used",
    arguments: ["empty", "zeroed", "cut", "not a database"])
  func damage(_ kind: String) throws {
    let folder = try folder()
    _ = try run(folder)
    let url = URL(fileURLWithPath: folder("state/store"))
    let whole = try Data(contentsOf: url)
    switch kind {
    case "empty": try Data().write(to: url)
    case "zeroed": try Data(count: whole.count).write(to: url)
    case "cut": try whole.prefix(whole.count / 2).write(to: url)
    default: try Data(repeating: 0x55, count: whole.count).write(to: url)
    }
    try folder.file("p/a.palette.json", Sample.palette(text: Sample.pale))
    let log = try run(folder)
    #expect(log.contains("The store was damaged"), "\(log)")
    #expect(log.contains("The last backup is used"), "\(log)")
    #expect(count(": regression: ", in: log) == 1, "\(log)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder("state"))
    #expect(names.contains { $0.hasPrefix("store.corrupt-") })
  }

  @Test("a store of a newer version is refused and left as it was")
  func newer() throws {
    let folder = try folder()
    _ = try run(folder)
    try Database(folder("state/store")).run("PRAGMA user_version = 99")
    let daemon = try RunningDaemon(
      words: ["--foreground", "--socket=\(folder("s"))", "--state-directory=\(folder("state"))", folder("p")],
      in: folder)
    #expect(try daemon.waitForExit() == 1)
    #expect(daemon.log.contains("version 99"))
    #expect(try Database(folder("state/store")).run("PRAGMA user_version") == [[.integer(99)]])
  }

  @Test("an event that is durable and was not told is told at the next start under its number")
  func untold() throws {
    let folder = try folder()
    _ = try run(folder)
    try folder.file("p/a.palette.json", Sample.palette(text: Sample.pale))
    _ = try run(folder)
    try Database(folder("state/store")).run("UPDATE state SET value = 0 WHERE name = 'told'")
    #expect(count("Contrast 2.84:1, needs 4.5:1", in: try run(folder)) == 1)
    #expect(count("Contrast 2.84:1, needs 4.5:1", in: try run(folder)) == 0)
  }
}
