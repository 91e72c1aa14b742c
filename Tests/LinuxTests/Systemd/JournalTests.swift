import Foundation
import Glibc
import Testing

@testable import Linux

@Suite struct JournalTests {
  @Test func `Names that are none are refused, before anything is sent`() {
    let long = String(repeating: "A", count: 64)
    let rows: [(String, Bool)] = [
      ("MESSAGE", true), ("CONTRASTD_RATIO", true), ("A1", true), (long, true), ("", false), ("_PID", false),
      ("1A", false), ("message", false), ("A B", false), ("A=B", false), ("A\nB", false), ("Ä", false),
      (long + "A", false),
    ]
    for (name, isValid) in rows {
      #expect(Journal.Field(name, "x").hasValidName == isValid, "\(name)")
      guard !isValid else { continue }
      let error = #expect(throws: SystemError.self) { try Journal.send([Journal.Field(name, "x")]) }
      #expect(error?.reason == .notAFieldName)
    }
  }

  @Test func `A queue that is full drops, and says so`() async {
    let queue = JournalQueue(capacity: 3)
    let taken = (0..<5).map { queue.send([Journal.Field("MESSAGE", "\($0)"), Journal.Field("no", "")]) }
    #expect(taken == [true, true, true, false, false])
    queue.finish()
    var failures = 0
    await queue.run { error in if error.reason == .notAFieldName { failures += 1 } }
    #expect(failures == 3)
    #expect(!queue.send([]))
  }

  /// Where this user may start one.
  @Test(.enabled(if: geteuid() == 0 && Files.exists("/lib/systemd/systemd-journald")))
  func `A journald of the test's own keeps what is sent`() throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Scripts/with-journald").path
    let child = try Child.runSuite("JournalInside", by: [script], environment: ["CONTRASTD_TEST_JOURNAL": "1"])
    #expect(child.status == 0, "\(child.output)")
    #expect(child.output.contains("with 2 tests in 1 suite passed"), "\(child.output)")
  }
}

/// Beside a journald of our own.
@Suite(.enabled(if: Environment.variable("CONTRASTD_TEST_JOURNAL") != nil), .serialized)
struct JournalInside {
  /// The entries with this MESSAGE_ID, waited for until there are `count`.
  private func entries(_ id: String, count: Int) throws -> [[String: Any]] {
    let end = Clock.monotonic() + .seconds(20)
    while true {
      let child = try Child.run("/usr/bin/journalctl", ["-q", "-o", "json", "--all", "MESSAGE_ID=\(id)"])
      let lines = child.output.split(separator: "\n")
      if lines.count >= count || Clock.monotonic() > end {
        return try lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
      }
    }
  }

  @Test func `Fields arrive byte for byte, with the place of the call`() throws {
    #expect(Journal.isAvailable)
    let id = "0123456789abcdef0123456789abcdef"
    try Journal.send([
      .init("MESSAGE_ID", id), .init("MESSAGE", "first line\nPRIORITY=0\nthird = line"), .init("PRIORITY", "4"),
      .init("CONTRASTD_BYTES", [0, 1, 0xFF, 0x0A, 0x3D]), .init("CONTRASTD_EMPTY", ""),
      .init("CONTRASTD_LARGE", String(repeating: "x", count: 300_000)),
    ])
    let entry = try #require(try entries(id, count: 1).first)
    #expect(entry["MESSAGE"] as? String == "first line\nPRIORITY=0\nthird = line")
    #expect(entry["PRIORITY"] as? String == "4")
    #expect(entry["CONTRASTD_BYTES"] as? [Int] == [0, 1, 0xFF, 0x0A, 0x3D])
    #expect(entry["CONTRASTD_EMPTY"] as? String == "")
    #expect((entry["CONTRASTD_LARGE"] as? String)?.count == 300_000)
    #expect((entry["CODE_FILE"] as? String)?.hasSuffix("JournalTests.swift") == true)
    #expect(Int(entry["CODE_LINE"] as? String ?? "") ?? 0 > 0)
    #expect((entry["CODE_FUNC"] as? String)?.contains("byte for byte") == true)
  }

  @Test func `While journald stands still the queue fills, its writers go on, and then all is sent`() async throws {
    let journald = try #require(Int32(Environment.variable("RUNTIME_JOURNALD") ?? ""))
    let id = "fedcba9876543210fedcba9876543210"
    let queue = JournalQueue(capacity: 500)
    kill(journald, SIGSTOP)
    async let sent: Void = queue.run()
    // Enough for the socket's buffer and the queue to fill; large, so that it does not take long.
    let large = String(repeating: "y", count: 10_000)
    var taken = 0
    for _ in 0..<5000 where queue.send([.init("MESSAGE_ID", id), .init("MESSAGE", large)]) { taken += 1 }
    #expect(taken >= 500 && taken < 5000)
    kill(journald, SIGCONT)
    queue.finish()
    await sent
    #expect(try entries(id, count: taken).count == taken)
  }
}
