import Foundation
import Glibc
import Linux
import Syntax
import Testing
import Varlink

@testable import Service

/// What a subscriber gets of what was told long before it asks.
@Suite("Replay", .serialized)
struct ReplayTests {
  private static let pairs = 150
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.directory("p")
    try save(Sample.dark)
  }

  /// A palette of many pairs, all of which fail or all pass.
  private func save(_ color: String) throws {
    let names = (0..<Self.pairs).map { "\"text.t\($0)\"" }
    let colors = names.map { "\($0): \"\(color)\"" }.joined(separator: ", ")
    try folder.replace(
      "p/a.palette.json",
      """
      { "canvas": "surface.canvas", "colors": { "surface.canvas": "#ffffff", \(colors) },
        "pairs": [{ "foreground": [\(names.joined(separator: ", "))], "background": "surface.canvas" }] }
      """)
  }

  private func run() throws -> RunningDaemon {
    try folder.file("contrastd.conf", "[Daemon]\nSettleSec=2ms\nMaxSettleSec=20ms\n[Palette p]\nPath=\(folder("p"))\n")
    let daemon = try RunningDaemon(remembering: folder, "--config=\(folder("contrastd.conf"))")
    daemon.notices.close()
    return daemon
  }

  /// Changes the palette so many times, each heard by the client as a batch.
  private func change(_ count: Int, heard client: DaemonClient) throws {
    for number in 0..<count {
      try save(number.isMultiple(of: 2) ? Sample.pale : Sample.dark)
      // That the root is watched is a batch of its own, of nothing.
      var batch: [ToldEvent] = []
      while batch.isEmpty { batch = try client.batch() }
      #expect(batch.count == Self.pairs)
    }
  }

  private func number(_ event: ToldEvent) -> Int { Int(event.string("clock").split(separator: ":").last ?? "") ?? 0 }

  /// Reads events in order, without a gap, up to a number; how many.
  private func read(_ client: DaemonClient, after first: Int, through last: Int) throws -> Int {
    for expected in (first + 1)...max(last, first + 1) {
      let found = number(try client.nextEvent())
      guard found == expected else { throw Problem("event \(found) comes where \(expected) should") }
    }
    return last - first
  }

  private func sequence(_ clock: String) -> Int { Int(clock.split(separator: ":").last ?? "") ?? 0 }

  private func clock(_ daemon: RunningDaemon) throws -> String {
    try daemon.client().call("GetStatus").string("clock")
  }

  @Test("more than 3,000 events of an earlier run are told in order, and those that come meanwhile behind them")
  func replay() throws {
    var daemon = try run()
    var other = try daemon.client()
    let start = try other.subscribe().string("clock")
    try change(22, heard: other)
    let (first, last) = (sequence(start), sequence(try clock(daemon)))
    #expect(last - first > 3 * EventHistory.capacity)
    daemon.signal(SIGKILL)
    _ = try daemon.waitForExit()
    daemon = try run()
    let client = try daemon.client()
    let answer = try client.subscribe(since: start)
    #expect(answer["fresh"]?.bool == false)
    #expect(answer.string("clock") == start)
    #expect(try read(client, after: first, through: first + 100) == 100)
    // It stands still while more is told.
    other = try daemon.client()
    _ = try other.subscribe()
    try change(4, heard: other)
    let end = sequence(try clock(daemon))
    #expect(end - last >= 4 * Self.pairs)
    #expect(try read(client, after: first + 100, through: end) == end - first - 100)
    // And it goes on as everybody does.
    try change(1, heard: other)
    #expect(try read(client, after: end, through: end + Self.pairs + 1) == Self.pairs + 1)
    #expect(try daemon.stop() == 0)
  }

  /// A store with 3,000 events more than a daemon told; what stands before the number in its clocks.
  private func stored() throws -> String {
    let daemon = try run()
    let clock = try clock(daemon)
    #expect(try daemon.stop() == 0)
    let (store, memory) = try Store.open(folder("state"))
    let events = (memory.last + 1...memory.last + 3000).map { number in
      var event = Event(.batch, "A batch.")
      event.sequence = number
      return event
    }
    try store.keep(events, [], now: Int(Clock.sinceEpoch().components.seconds))
    try store.told(memory.last + 3000)
    return String(clock.dropLast("\(sequence(clock))".count))
  }

  @Test("a subscriber is told what is kept of the log, or that it is not")
  func bounds() throws {
    let stem = try stored()
    do {
      let database = try Database(folder("state/store"))
      try database.run("DELETE FROM event WHERE seq <= 500 OR seq = 1700")
      // A byte of what one event says.
      try database.run("UPDATE event SET message = 'x' WHERE seq = 1800")
    }
    let daemon = try run()
    for (number, isFresh) in [
      (0, true), (499, true), (500, false), (1699, true), (1700, false), (1799, true), (99_999, true),
    ] {
      let answer = try daemon.client().subscribe(since: "\(stem)\(number)")
      #expect(answer["fresh"]?.bool == isFresh, "since \(number)")
      #expect((answer["failing"] != nil) == isFresh)
    }
    #expect(try daemon.stop() == 0)
  }

  @Test("where the log breaks off the subscriber is told so, with the last it has")
  func gap() throws {
    let stem = try stored()
    do { try Database(folder("state/store")).run("DELETE FROM event WHERE seq = 1500") }
    let daemon = try run()
    let client = try daemon.client()
    #expect(try client.subscribe(since: "\(stem)700")["fresh"]?.bool == false)
    #expect(try read(client, after: 700, through: 1499) == 799)
    let end = try client.next()
    #expect(throws: MethodError.self) { _ = try end.result.get() }
    #expect(try daemon.stop() == 0)
  }
}

/// The log by itself.
@Suite("Log")
struct LogTests {
  private func store(_ folder: TestFolder, _ count: Int, bytes: Int = 10) throws -> Store {
    let (store, _) = try Store.open(folder("state"))
    let events = (1...count).map { number in
      var event = Event(.batch, String(repeating: "x", count: bytes))
      event.sequence = number
      return event
    }
    try store.keep(events, [], now: 0)
    return store
  }

  private func page(_ store: Store, after sequence: Int) throws -> [LoggedEvent] {
    try store.log(LogQuery(sequence: sequence, clockStem: "c:i:1:"))
  }

  @Test("pages follow one another and have a bound in number and in size")
  func pages() throws {
    let folder = try TestFolder()
    let store = try store(folder, 1000)
    var seen = 0
    while case let page = try page(store, after: seen), !page.isEmpty {
      #expect(page.map(\.sequence) == Array(seen + 1...seen + page.count))
      #expect(page.count <= Store.pageLimit.events)
      seen += page.count
    }
    #expect(seen == 1000)
    #expect(String(decoding: try page(store, after: 999)[0].json, as: UTF8.self).contains("\"clock\":\"c:i:1:1000\""))
    let (second, third) = (try TestFolder(), try TestFolder())
    let large = try self.store(second, 20, bytes: 50_000)
    let bytes = try page(large, after: 0).reduce(0) { $0 + $1.json.count }
    #expect(bytes > 50_000 && bytes <= Store.pageLimit.bytes)
    let huge = try self.store(third, 3, bytes: 500_000)
    #expect(try page(huge, after: 0).map(\.sequence) == [1])
  }

  @Test("a page ends before a gap, and there is none behind it")
  func gap() throws {
    let folder = try TestFolder()
    let store = try store(folder, 10)
    try store.database.run("DELETE FROM event WHERE seq = 5")
    #expect(try page(store, after: 0).map(\.sequence) == [1, 2, 3, 4])
    #expect(try page(store, after: 4).isEmpty)
    #expect(try page(store, after: 5).map(\.sequence) == [6, 7, 8, 9, 10])
  }

  @Test("pruning leaves no gap where the clock was set back")
  func pruning() throws {
    let folder = try TestFolder()
    let (store, _) = try Store.open(folder("state"))
    for (number, time) in [100, 200, 50, 300].enumerated() {
      var event = Event(.batch, "")
      event.sequence = number + 1
      try store.keep([event], [], now: time)
    }
    try store.prune(before: 150)
    #expect(try store.database.run("SELECT seq FROM event") == [[.integer(2)], [.integer(3)], [.integer(4)]])
  }
}
