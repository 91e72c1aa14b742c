import Foundation
import Glibc
import Linux
import Syntax
import Testing
import Varlink

@Suite("Peers")
struct PeerTests {
  let files: TestFolder
  let daemon: RunningDaemon

  init() throws {
    files = try TestFolder()
    try files.file("root/a.palette.json", Sample.palette())
    try files.file("root/w.palette.json", Wide.palette(hasPairs: true))
    daemon = try RunningDaemon([files("root")])
  }

  private func measure(_ client: DaemonClient) -> [UInt8] {
    client.frame("Measure") { writer in
      writer.field("foreground", "#777")
      writer.field("background", "#fff")
    }
  }

  private func isAnswering() throws -> Bool { try daemon.client().call("GetStatus").string("state") == "ready" }

  @Test("A call may come in two parts, split anywhere")
  func split() throws {
    let client = try daemon.client()
    let other = try daemon.client()
    let count = measure(try daemon.client()).count
    for offset in 1..<count {
      let frame = measure(client)
      try client.send(Array(frame[..<offset]))
      try other.call("GetStatus")
      try client.send(Array(frame[offset...]))
      _ = try client.next().result.get()
    }
  }

  @Test("A thousand calls in one write are answered in their order")
  func pipelined() throws {
    let client = try daemon.client()
    var bytes: [UInt8] = []
    for index in 0..<1000 {
      bytes += client.frame(index % 3 == 0 ? "Sync" : "Resolve") { writer in
        if index % 3 != 0 { writer.field("name", "text.number\(index % Wide.count)") }
      }
    }
    try client.send(bytes)
    for index in 0..<1000 {
      let answer = DaemonClient.Answer(object: try client.next().result.get().object)
      let name = answer["resolution"]?["name"]?.string
      guard name == (index % 3 == 0 ? nil : "text.number\(index % Wide.count)") else {
        Issue.record("the answer to call \(index) is of \(name ?? "Sync")")
        return
      }
    }
    #expect(try client.call("GetStatus").string("state") == "ready")
  }

  @Test("Calls before the client ends its writing are all answered, also those that wait")
  func halfClosed() throws {
    let client = try daemon.client()
    for round in 0..<40 {
      try files.replace("root/w.palette.json", Wide.palette(hasPairs: round % 2 == 1))
      if round % 20 == 0 { try client.start("ListMeasurements") { $0.field("palette", files("root/w.palette.json")) } }
      try client.start("Sync")
    }
    client.endWriting()
    for _ in 0..<42 { _ = try client.next().result.get() }
    #expect(try client.nextIfOpen() == nil)
  }

  @Test("What is no message closes its connection, and only that")
  func garbage() throws {
    let frames: [(String, [UInt8])] = [
      ("no JSON", Array("hello\0".utf8)), ("an array", Array("[]\0".utf8)), ("nothing", [0]), ("zeros", [0, 0, 0, 0]),
      ("no method", Array("{}\0".utf8)),
      ("not UTF-8", Array("{\"method\":\"".utf8) + [0xFF, 0xFE] + Array("\"}\0".utf8)),
      ("a mark", [0xEF, 0xBB, 0xBF] + Array("{\"method\":\"a.b\"}\0".utf8)),
      ("a key twice", Array("{\"method\":\"a.b\",\"method\":\"a.c\"}\0".utf8)),
      ("an unknown key", Array("{\"method\":\"a.b\",\"x\":1}\0".utf8)),
      ("half a pair", Array("{\"method\":\"a.b\",\"parameters\":{\"x\":\"\\ud800\"}}\0".utf8)),
      ("two expectations", Array("{\"method\":\"a.b\",\"more\":true,\"oneway\":true}\0".utf8)),
      ("HTTP", Array("GET / HTTP/1.1\r\n\r\n\0".utf8)),
      ("random", (0..<4096).map { _ in UInt8.random(in: 1...255) } + [0]),
    ]
    let other = try daemon.client()
    var open: [String] = []
    for (name, bytes) in frames {
      let client = try daemon.client()
      try client.send(bytes)
      if try !client.isClosed() { open.append(name) }
      try other.call("GetStatus")
    }
    #expect(open.isEmpty)
  }

  @Test("Deep nesting closes the connection")
  func depth() throws {
    for depth in [64, 65, 511, 100_000] {
      let client = try daemon.client()
      let nest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      try client.send(Array("{\"method\":\"org.contrastd.contrast.Sync\",\"parameters\":{\"x\":\(nest)}}\0".utf8))
      #expect(try client.isClosed(), "depth \(depth)")
    }
    #expect(try isAnswering())
  }

  @Test("A frame of the limit is taken, one byte more closes the connection; endless ones cost no memory")
  func large() throws {
    func frame(_ size: Int) -> [UInt8] {
      let start = Array("{\"method\":\"org.varlink.service.GetInfo\"".utf8)
      return start + Array(repeating: UInt8(ascii: " "), count: size - start.count - 1) + Array("}\0".utf8)
    }
    let client = try daemon.client()
    _ = client.frame("GetStatus")
    try client.send(frame(1 << 20))
    #expect(try client.nextIfOpen() != nil)
    let before = try daemon.residentSize()
    let tooLong = try daemon.client()
    try? tooLong.send(frame(1 << 20 | 1))
    #expect(try tooLong.isClosed())
    let endless = try daemon.client()
    let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    var sent = 0
    while sent < 200 << 20, (try? endless.send(part)) != nil { sent += part.count }
    #expect(try endless.isClosed())
    #expect(sent < 8 << 20)
    #expect(try daemon.residentSize() - before < 4 << 20)
  }

  @Test("A client that goes away in the middle of its answers leaves nothing behind")
  func gone() throws {
    let first = try daemon.client()
    func goAway(_ round: Int) throws {
      let client = try daemon.client()
      for _ in 0..<20 { try client.start("ListMeasurements") { $0.field("palette", files("root/w.palette.json")) } }
      if round % 2 == 0 { _ = try client.next() }
      if round % 3 == 0 { try client.start("Subscribe", .replies) }
    }
    // What is opened once and kept is open by now.
    try goAway(0)
    try waitUntilAlone(first)
    let before = try daemon.descriptorCount()
    for round in 0..<60 { try goAway(round) }
    try waitUntilAlone(first)
    try expectDescriptors(before)
  }

  /// What is open for a moment, as a file that is read, is no leak: one stays.
  private func expectDescriptors(_ before: Int) throws {
    let end = Clock.monotonic() + RunningDaemon.patience
    while try daemon.descriptorCount() != before, Clock.monotonic() < end {}
    #expect(try daemon.descriptorCount() == before)
  }

  /// Until the daemon knows of no other connection.
  private func waitUntilAlone(_ client: DaemonClient) throws {
    let end = Clock.monotonic() + RunningDaemon.patience
    while try client.call("GetStatus")["connections"]?.number != 1 {
      if Clock.monotonic() > end { throw Problem("connections stay") }
    }
  }

  @Test("Two thousand connections, one after the other, leave no descriptor open")
  func cycles() throws {
    let first = try daemon.client()
    try first.call("GetStatus")
    let before = try daemon.descriptorCount()
    for round in 0..<2000 {
      let client = try daemon.client()
      if round % 10 == 0 { try client.start("GetStatus") }
    }
    try waitUntilAlone(first)
    try expectDescriptors(before)
  }

  @Test("A subscriber that never reads is let go of; others are answered meanwhile")
  func overrun() throws {
    let stuck = try daemon.client()
    try stuck.subscribe()
    let reading = try daemon.client()
    try reading.subscribe()
    let other = try daemon.client()
    var slowest = Duration.zero
    for round in 0..<24 {
      try files.replace("root/w.palette.json", Wide.palette(hasPairs: round % 2 == 1))
      #expect(try reading.batch().count == (round % 2 == 1 ? 1 : Wide.count + 1))
      let start = Clock.monotonic()
      try other.call("Measure") { writer in
        writer.field("foreground", "#777")
        writer.field("background", "#fff")
      }
      slowest = max(slowest, Clock.monotonic() - start)
    }
    #expect(slowest < .seconds(1))
    var last: Reply?
    while let reply = try stuck.nextIfOpen() { last = reply }
    #expect(last?.result.error?.name == "org.contrastd.contrast.SubscriberOverrun")
    #expect(last?.result.error?.description.contains("c:") == true)
  }

  @Test("Who sends a call for longer than ten seconds is let go of; who sends many calls, or reads slowly, is not")
  func patience() throws {
    let slow = try daemon.client()
    let half = Array(measure(try daemon.client()).prefix(20))
    let busy = try daemon.client()
    var rest = Array(measure(busy)[20...])
    try busy.send(half)
    let reader = try daemon.client()
    for _ in 0..<300 { try reader.start("ListMeasurements") { $0.field("palette", files("root/w.palette.json")) } }
    let start = Clock.monotonic()
    var closed: Duration?
    for byte in 0..<50 {
      if closed == nil { try? slow.send([UInt8(ascii: "{") + UInt8(byte % 2)]) }
      try busy.send(rest + half)
      rest = Array(measure(busy)[20...])
      _ = try busy.next().result.get()
      _ = try reader.next().result.get()
      if closed == nil, try slow.isClosed(within: .milliseconds(250)) { closed = Clock.monotonic() - start }
      if let closed, Clock.monotonic() - start > closed + .seconds(1) { break }
      if closed != nil { _ = try poll([], until: Clock.monotonic() + .milliseconds(250)) }
    }
    #expect(closed.map { $0 > .seconds(9) && $0 < .seconds(12) } == true, "\(String(describing: closed))")
    try busy.send(rest)
    _ = try busy.next().result.get()
  }
}
