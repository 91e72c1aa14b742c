import Contrast
import Foundation
import Linux
import Palettes
import Syntax
import Testing

@testable import Service

/// The store by itself: what it finds of damage, of another version, and of what is too old.
@Suite("Store, opened")
struct StoreDamageTests {
  /// A store with two palettes and some events, closed; what is in it.
  private func kept(_ folder: TestFolder) throws -> Store.Memory {
    var workspace = Workspace()
    workspace.apply(
      ["a", "b"].map { name in
        .source(path: "/p/\(name).palette.json", bytes: Array(Sample.palette(text: Sample.pale).utf8))
      })
    let states = workspace.audits.map { Keeper.State(root: "p", path: $0.palette.path, audit: $0) }
    let events = workspace.audits.flatMap { audit in
      Comparison(root: "p", palette: audit.palette.path, before: .nothing, after: audit).events()
    }
    #expect(events.count == 2)
    let (store, _) = try Store.open(folder("state"))
    for turn in 0..<8 {
      try store.keep(
        events.enumerated().map { index, event in
          var event = event
          event.sequence = turn * events.count + index + 1
          event.batch = turn + 1
          return event
        }, states, now: 1_000_000 + turn * 86_400)
    }
    try store.told(11)
    return try memory(folder)
  }

  private func memory(_ folder: TestFolder) throws -> Store.Memory { try Store.open(folder("state")).1 }

  /// Everything that a start goes on from.
  private func text(_ memory: Store.Memory) -> String {
    let events = memory.recent.map { event in
      JSONWriter.document(pretty: false) { event.write(to: &$0, clock: "\(event.sequence)") }
    }
    let roots = memory.roots.sorted { $0.key < $1.key }.map { root, palettes in
      "\(root): \(palettes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.packed)" })"
    }
    return "\(memory.instance) \(memory.epoch) \(memory.last) \(memory.told) \(roots) \(events)"
  }

  private func store(_ folder: TestFolder) -> URL { URL(fileURLWithPath: folder("state/store")) }

  @Test("promise 13: a flipped bit anywhere in the store is found, or what is in it is the same")
  func flippedBits() throws {
    let folder = try TestFolder(in: "/dev/shm")
    let before = text(try kept(folder))
    let whole = try Data(contentsOf: store(folder))
    #expect(!FileManager.default.fileExists(atPath: folder("state/store-wal")))
    var found = 0
    var wrong: [Int] = []
    // Every byte of the file's header; elsewhere every 61st, another bit each.
    let places = Array(0..<100) + [3748] + stride(from: 100, to: whole.count, by: 61)
    for place in places {
      try? FileManager.default.removeItem(atPath: folder("state"))
      try folder.directory("state")
      var data = whole
      data[place] ^= 1 << UInt8(place % 8)
      try data.write(to: store(folder))
      do throws(Store.Unusable) {
        let (_, memory) = try Store.open(folder("state"))
        if memory.trouble.isEmpty {
          if text(memory) != before { wrong.append(place) }
        } else {
          found += 1
          #expect(memory.roots.isEmpty && memory.recent.isEmpty)
        }
      } catch {
        // As of a newer version: refused.
        found += 1
        #expect((60..<64).contains(place), "byte \(place): \(error.message)")
      }
    }
    #expect(wrong.isEmpty, "read as something else with a bit of these bytes flipped: \(wrong)")
    #expect(found > places.count / 4, "\(found) of \(places.count)")
  }

  @Test("promise 14: a store of version 1 becomes one of this version with all that is in it, and a copy stays")
  func migration() throws {
    let folder = try TestFolder()
    let before = try kept(folder)
    do {
      try folder.move("state/store", to: "state/newer")
      let newer = try Database(folder("state/newer"))
      let older = try Database(folder("state/store"), isAhead: false)
      try Store.Step.tables.take(in: older)
      try older.run("DELETE FROM state")
      try older.run("PRAGMA user_version = 1")
      for (table, columns) in StoreRows.columns {
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        for row in try newer.run("SELECT \(columns.joined(separator: ", ")) FROM \(table)")
        where row.first != .text("trouble") && row.first != .text("schema") {
          try older.run("INSERT INTO \(table) VALUES (\(places))", row)
        }
      }
    }
    let after = try memory(folder)
    #expect(text(after) == text(before))
    #expect(after.migration.contains("was of version 1") && after.trouble.isEmpty)
    let copy = try Database(folder("state/store.version-1"), isAhead: false)
    #expect(try copy.run("PRAGMA user_version") == [[.integer(1)]])
    #expect(try copy.problems().isEmpty)
    #expect(try memory(folder).migration.isEmpty)
  }

  @Test("What is older than it is kept goes, the last event stays, and numbers go on from it")
  func pruning() throws {
    let folder = try TestFolder()
    _ = try kept(folder)
    let store = try Store.open(folder("state")).0
    try store.prune(before: 1_000_000 + 5 * 86_400)
    #expect(try memory(folder).recent.map(\.sequence) == [11, 12, 13, 14, 15, 16])
    try store.prune(before: .max)
    #expect(try memory(folder).recent.map(\.sequence) == [16])
    #expect(try memory(folder).last == 16)
    var history = EventHistory(try memory(folder))
    #expect(history.indices(after: 15)?.map { history.json(at: $0).sequence } == [16])
    #expect(history.indices(after: 14) == nil)
  }

  @Test("promise 16: a clock that was given while nothing was durable is none to a later run")
  func unprovenClocks() throws {
    let folder = try TestFolder()
    var history = EventHistory(try kept(folder))
    #expect(history.sequence(of: history.clock(16)) == 16)
    // Numbered before it failed, or behind that: told without being kept.
    history.append([history.number(Event(.storeTrouble, "")), history.number(Event(.batch, ""))])
    #expect(history.clock.hasSuffix(":0:18"))
    #expect(history.sequence(of: history.clock(17)) == nil)
    #expect(history.sequence(of: history.clock(16)) == 16)
    // It can be written again: one is kept, the other not yet.
    history.kept(through: 17)
    #expect(history.sequence(of: history.clock(17)) == 17)
    #expect(history.sequence(of: history.clock) == nil)
    history.kept(through: 18)
    #expect(history.sequence(of: history.clock) == 18)
  }

  @Test("each time that the backup is used numbers begin under another epoch")
  func epochs() throws {
    let folder = try TestFolder()
    _ = try kept(folder)
    #expect(try Store.open(folder("state")).0.backUp(now: 2_000_000_000))
    for epoch in 2...4 {
      try Data(count: 8192).write(to: store(folder))
      let memory = try memory(folder)
      #expect(memory.epoch == epoch)
      #expect(memory.trouble.contains("The last backup is used"))
      #expect(memory.recent.last?.sequence == 16)
    }
  }

  @Test("promise 12: what waits for a store that cannot be written is bounded, and whole in its states")
  func backlog() throws {
    var backlog = Backlog()
    #expect(backlog.events.isEmpty)
    for number in 1...5 * Backlog.capacity {
      var event = Event(.batch, "")
      event.sequence = number
      let audit: Audit? = nil
      backlog.add([event], [Keeper.State(root: "p", path: "\(number % 3)", audit: audit)])
      #expect(backlog.events.count <= 2 * Backlog.capacity)
    }
    let all = backlog.take()
    let taken = try #require(all)
    #expect(taken.events.count >= Backlog.capacity && taken.events.last?.sequence == 5 * Backlog.capacity)
    #expect(taken.states.map(\.path) == ["0", "1", "2"])
    let rest = backlog.take()
    #expect(rest == nil)
  }

  @Test("A name with a zero in it is kept as it is")
  func zeros() throws {
    let folder = try TestFolder()
    var event = Event(.regression, "a\0b")
    event.sequence = 1
    try Store.open(folder("state")).0.keep([event], [], now: 0)
    #expect(try memory(folder).recent.map(\.message) == ["a\0b"])
    #expect(try memory(folder).trouble.isEmpty)
  }
}
