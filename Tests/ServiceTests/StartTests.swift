import Foundation
import Glibc
import Linux
import Syntax
import Testing
import Varlink

@Suite("Starting and stopping")
struct StartTests {
  let files: TestFolder

  init() throws {
    files = try TestFolder()
    try files.file("root/a.palette.json", Sample.palette())
  }

  /// The exit status of contrastd with these words, and what it said.
  private func run(_ words: String...) throws -> (status: Int32, log: String) {
    let daemon = try RunningDaemon(words: words, in: TestFolder())
    let status = try daemon.waitForExit()
    return (status, daemon.log)
  }

  @Test("--check-config says whether the configuration can be used, by 0 or 78")
  func checkConfiguration() throws {
    try files.file("c", "[Palette p]\nPath=\(files("missing"))\n")
    #expect(try run("--check-config", "--config=\(files("c"))").status == 0)
    try files.file("c.d/50-x.conf", "[Limits]\nMaxConections=3\n")
    let broken = try run("--check-config", "--config=\(files("c"))")
    #expect(broken.status == 78)
    #expect(broken.log.contains("\(files("c.d/50-x.conf")):2: unknown key MaxConections="), "\(broken.log)")
    #expect(broken.log.contains("did you mean \"MaxConnections\"?"), "\(broken.log)")
    let missing = try run("--check-config", "--config=\(files("none"))")
    #expect(missing.status == 78)
    #expect(missing.log.contains(files("none")))
  }

  @Test("Drop-ins are read in the order of their names")
  func dropIns() throws {
    try files.file("c/contrastd.conf", "[Palette p]\nPath=\(files("root"))\n[Limits]\nMaxConnections=50\n")
    try files.file("c/contrastd.conf.d/20.conf", "[Limits]\nMaxConnections=20\n")
    try files.file("c/contrastd.conf.d/10.conf", "[Limits]\nMaxConnections=10\nMaxConnectionsPerUser=5\n")
    try files.file("c/contrastd.conf.d/30.txt", "nonsense")
    let socket = "--socket=\(files("s"))"
    let daemon = try RunningDaemon(
      words: [socket, "--foreground", "--config=\(files("c/contrastd.conf"))"], in: files)
    try daemon.waitUntilReady()
    let text = try daemon.client().call("GetConfiguration").string("text")
    #expect(text.contains("MaxConnections=20\nMaxConnectionsPerUser=5\n"), "\(text)")
  }

  @Test("A wrong command line is 2, nothing to watch and a PATH that is not there are 78")
  func commandLine() throws {
    #expect(try run("--sockte=x").status == 2)
    #expect(try run("--sockte=x").log.contains("did you mean \"--socket\""))
    #expect(try run("--socket").status == 2)
    #expect(try run("--socket=\(files("s"))", files("nowhere")).status == 78)
    try files.file("empty.conf", "")
    #expect(try run("--config=\(files("empty.conf"))").status == 78)
    #expect(try run("--socket=\(files("no/such/s"))", files("root")).status == 78)
  }

  @Test("Once it is ready every root was looked through, and the status names palettes and failing pairs")
  func ready() throws {
    try files.file("root/b.palette.json", Sample.palette(text: Sample.pale))
    let daemon = try RunningDaemon(words: ["--socket=\(files("s"))", "--foreground", files("root")], in: files)
    try daemon.waitUntilReady()
    try daemon.waitForNotice("STATUS=2 palettes, 1 failing pair")
    let status = try daemon.client().call("GetStatus")
    #expect(status.string("state") == "ready")
    #expect(status.elements("roots").map { $0.int("failingPairs") } == [1])
    #expect(try daemon.stop() == 0)
    try daemon.waitForNotice("STOPPING=1")
    #expect(!FileManager.default.fileExists(atPath: files("s")))
  }

  @Test(
    "A root that is missing does not keep it from starting: it is told with file and line, and found when it appears")
  func missingRoot() throws {
    let daemon = try RunningDaemon(
      configuration: "[Palette here]\nPath=\(files("root"))\n\n[Palette later]\nPath=\(files("x/later"))\n")
    #expect(daemon.log.contains("\(daemon.folder("contrastd.conf")):5"), "\(daemon.log)")
    let client = try daemon.client()
    let roots = try client.call("GetStatus").elements("roots")
    #expect(roots.map { $0["lost"]?.string?.isEmpty } == [true, false])
    #expect(roots.map { $0.int("pairs") } == [1, 0])
    let subscriber = try daemon.client()
    try subscriber.subscribe()
    try files.file("x/later/b.palette.json", Sample.palette(text: Sample.pale))
    #expect(try subscriber.events(through: "root-back").count == 1)
    try client.call("Sync")
    #expect(try client.call("GetStatus").elements("roots").map { $0.int("failingPairs") } == [0, 1])
  }

  @Test("Two directories with the same last name are two roots")
  func sameName() throws {
    try files.file("other/root/b.palette.json", Sample.palette(text: Sample.pale))
    let daemon = try RunningDaemon([files("root"), files("other/root")])
    let client = try daemon.client()
    let roots = try client.call("GetStatus").elements("roots")
    #expect(roots.map { $0.int("failingPairs") } == [0, 1])
    #expect(Set(roots.compactMap { $0["name"]?.string }).count == 2)
  }

  @Test("A second daemon on the same socket does not start, and leaves the first alone")
  func second() throws {
    let daemon = try RunningDaemon([files("root")])
    let before = try FileManager.default.attributesOfItem(atPath: daemon.socket)[.systemFileNumber] as? Int
    let second = try run("--foreground", "--socket=\(daemon.socket)", files("root"))
    #expect(second.status == 78)
    #expect(second.log.contains("another process answers on it"), "\(second.log)")
    let after = try FileManager.default.attributesOfItem(atPath: daemon.socket)[.systemFileNumber] as? Int
    #expect(before == after)
    #expect(try daemon.client().call("GetStatus").string("state") == "ready")
  }

  @Test("A socket file that a killed daemon left is taken over")
  func leftSocket() throws {
    let words = ["--foreground", "--socket=\(files("s"))", files("root")]
    let first = try RunningDaemon(words: words, in: files)
    try first.waitUntilReady()
    first.signal(SIGKILL)
    #expect(try first.waitForExit() == 128 + SIGKILL)
    let second = try RunningDaemon(words: words, in: files)
    try second.waitUntilReady()
    #expect(try second.client().call("GetStatus").string("state") == "ready")
  }

  @Test("On a passed socket it answers who connected before it ran; Sync waits for the first look; the file stays")
  func passedSocket() throws {
    for index in 0..<1000 { try files.file("root/d\(index % 20)/\(index).palette.json", Sample.palette()) }
    let listening = try ListeningSocket.listen(files("s"))
    let client = try DaemonClient(files("s"))
    try client.start("GetStatus")
    try client.start("ListPalettes")
    try client.start("Sync")
    try client.start("ListPalettes")
    let script = "LISTEN_FDS=1 LISTEN_FDNAMES=varlink LISTEN_PID=$$ exec \"$0\" \"$@\""
    let daemon = try RunningDaemon(
      words: ["--foreground", "--socket=\(files("other"))", files("root")], in: files,
      through: ["/bin/sh", "-c", script], passing: listening.descriptor.raw)
    let status = DaemonClient.Answer(object: try client.next().result.get().object)
    let early = try client.next()
    _ = try client.next().result.get()
    let late = DaemonClient.Answer(object: try client.next().result.get().object)
    #expect(late.elements("palettes").count == 1001)
    if status.string("state") == "scanning" {
      #expect(throws: MethodError.self) { try early.result.get() }
    }
    try daemon.waitUntilReady()
    #expect(!FileManager.default.fileExists(atPath: files("other")))
    #expect(try daemon.stop() == 0)
    #expect(FileManager.default.fileExists(atPath: files("s")))
  }

  @Test("Told to stop it ends in time with 0, also with a subscriber that does not read")
  func stuckSubscriber() throws {
    try files.file("root/wide.palette.json", Wide.palette(hasPairs: true))
    let daemon = try RunningDaemon([files("root")])
    let stuck = try daemon.client()
    try stuck.subscribe()
    let reading = try daemon.client()
    try reading.subscribe()
    for round in 0..<6 {
      try files.replace("root/wide.palette.json", Wide.palette(hasPairs: round % 2 == 1))
      #expect(try reading.batch().count == (round % 2 == 1 ? 1 : Wide.count + 1))
    }
    #expect(try daemon.stop() == 0)
    #expect(try reading.next().result.error?.name.hasSuffix(".Draining") == true)
    withExtendedLifetime(stuck) {}
  }

  @Test("Told to stop it lets a subscriber read what it has been told")
  func flush() throws {
    try files.file("root/wide.palette.json", Wide.palette(hasPairs: true))
    let daemon = try RunningDaemon([files("root")], keepsNotices: true)
    let late = try daemon.client()
    try late.subscribe()
    let reading = try daemon.client()
    try reading.subscribe()
    var told = 0
    for round in 0..<4 {
      try files.replace("root/wide.palette.json", Wide.palette(hasPairs: round % 2 == 1))
      _ = daemon.notices.takeAll()
      told += try reading.events(through: "batch").count
    }
    daemon.signal(SIGTERM)
    try daemon.waitForNotice("STOPPING=1")
    var count = 0
    var end: MethodError?
    while end == nil, let reply = try late.nextIfOpen() {
      if let error = reply.result.error { end = error } else { count += 1 }
    }
    #expect(count == told)
    #expect(end?.name.hasSuffix(".Draining") == true)
    #expect(try daemon.waitForExit() == 0)
  }

  @Test("What changed right before it is told to stop is still told")
  func lastChange() throws {
    let daemon = try RunningDaemon([files("root")])
    let subscriber = try daemon.client()
    try subscriber.subscribe()
    try files.file("root/a.palette.json", Sample.palette(text: Sample.pale))
    daemon.signal(SIGTERM)
    #expect(try subscriber.batch().map(\.kind) == ["regression"])
    #expect(try subscriber.next().result.error?.name.hasSuffix(".Draining") == true)
    #expect(try daemon.waitForExit() == 0)
  }
}

/// A palette of many pairs.
enum Wide {
  static let count = 300

  private static let names = (0..<count).map { "text.number\($0)" }

  /// All of them pass on white.
  static func palette(background: String = "#ffffff") -> String {
    document(names.map { ($0, "#222222") } + [("background", background)], pairs: names)
  }

  /// With the pairs, or without them and with one that fails: that is `count + 1` events, and one on the way back.
  static func palette(hasPairs: Bool) -> String {
    document(
      names.map { ($0, "#222222") } + [("background", "#ffffff"), ("always", hasPairs ? Sample.dark : Sample.pale)],
      pairs: (hasPairs ? names : []) + ["always"])
  }

  private static func document(_ colors: [(String, String)], pairs: [String]) -> String {
    let lines = colors.map { "    \"\($0)\": [{ \"value\": \"\($1)\" }]" }
    let foregrounds = pairs.map { "\"\($0)\"" }.joined(separator: ", ")
    return "{\n  \"colors\": {\n" + lines.joined(separator: ",\n") + "\n  },\n"
      + "  \"pairs\": [{ \"foreground\": [\(foregrounds)], \"background\": \"background\" }]\n}\n"
  }
}

extension Result {
  var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
