import Glibc
import Linux
import Syntax
import Testing
import Varlink

@Suite("Limits")
struct LimitTests {
  let files: TestFolder

  init() throws {
    files = try TestFolder()
    try files.file("root/a.palette.json", Sample.palette())
  }

  private func daemon(_ limits: String, through prefix: [String] = []) throws -> RunningDaemon {
    try RunningDaemon(configuration: "[Palette p]\nPath=\(files("root"))\n[Limits]\n\(limits)\n", through: prefix)
  }

  /// The error that a connection is greeted with; nil where it is open.
  private func refusal(of client: DaemonClient) throws -> MethodError? {
    _ = client.frame("GetStatus")
    return try client.next().result.error
  }

  @Test("A user's connections are limited; another user's are not touched by that", .enabled(if: geteuid() == 0))
  func perUser() throws {
    let daemon = try daemon("MaxConnectionsPerUser=3")
    var own = try (0..<3).map { _ in try daemon.client() }
    for client in own { try client.call("GetStatus") }
    let refused = try refusal(of: daemon.client())
    #expect(refused?.description.contains("MaxConnectionsPerUser=3") == true)
    #expect(try asNobody { try daemon.client() }.call("GetStatus").string("state") == "ready")
    own.removeLast()
    try own[0].call("GetStatus")
    #expect(try daemon.client().call("GetStatus").string("state") == "ready")
  }

  @Test("All connections together are limited, and the one too many is told so and closed")
  func all() throws {
    let daemon = try daemon("MaxConnections=4\nMaxConnectionsPerUser=100")
    let clients = try (0..<4).map { _ in try daemon.client() }
    for client in clients { try client.call("GetStatus") }
    let another = try daemon.client()
    #expect(try refusal(of: another)?.name == "org.contrastd.contrast.LimitExceeded")
    #expect(try another.isClosed())
    for client in clients { try client.call("GetStatus") }
  }

  @Test("Out of descriptors it rests, still watches and answers, and goes on when some are free")
  func descriptors() throws {
    let daemon = try daemon(
      "MaxConnections=1000\nMaxConnectionsPerUser=1000", through: ["/bin/sh", "-c", "ulimit -n 64; exec \"$0\" \"$@\""])
    let first = try daemon.client()
    try first.call("GetStatus")
    var crowd = try (0..<200).map { _ in try daemon.client() }
    let last = try daemon.client()
    try last.start("GetStatus")
    let used = try daemon.processorTime()
    let start = Clock.monotonic()
    #expect(throws: Problem.self) { try last.next(within: .milliseconds(2500)) }
    let share = (try daemon.processorTime() - used) / (Clock.monotonic() - start)
    #expect(share < 0.05)
    try files.file("root/a.palette.json", Sample.palette(text: Sample.pale))
    try first.call("Sync")
    #expect(try first.root().int("failingPairs") == 1)
    #expect(try first.root().int("unreadable") == 0)
    try files.file("root/new/b.palette.json", Sample.palette(text: Sample.pale))
    try first.call("Sync")
    #expect(try first.root().int("failingPairs") == 2)
    crowd.removeAll()
    #expect(try last.next().result.error == nil)
    let lines = daemon.log.split(separator: "\n").count { $0.contains("no descriptor is left") }
    #expect(lines == 1, "\(daemon.log)")
  }
}
