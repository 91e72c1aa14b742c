import Foundation
import Linux
import Syntax
import Testing

@testable import Service

/// Waivers under the daemon, which has the day from its time zone.
@Suite("Waivers")
struct WaiverTests {
  private func folder(expires: String) throws -> TestFolder {
    let folder = try TestFolder()
    try folder.file("p/a.palette.json", Sample.palette(text: Sample.pale))
    try folder.file(
      "p/contrast.waivers.json",
      "{\"waivers\": [{\"pair\": \"text\", \"owner\": \"@web\", \"reason\": \"r\", \"expires\": \"\(expires)\"}]}")
    return folder
  }

  private func start(_ folder: TestFolder, in zone: Zone) throws -> RunningDaemon {
    try RunningDaemon(remembering: folder, through: ["/usr/bin/env", "TZ=\(zone.text)"])
  }

  private func count(_ word: String, in log: String) -> Int { log.components(separatedBy: word).count - 1 }

  private func failures(_ client: DaemonClient) throws -> Int {
    try client.call("ListFindings").elements("findings").count { $0["code"]?.string == "contrast/text" }
  }

  @Test("At midnight a waiver ends: the finding is back, and that is told, once")
  func midnight() throws {
    let zone = Zone.beforeMidnight(8)
    let folder = try folder(expires: zone.date(in: 1))
    let daemon = try start(folder, in: zone)
    let client = try daemon.client()
    let subscriber = try daemon.client()
    try subscriber.subscribe()
    #expect(try failures(client) == 0)
    let event = try #require(try subscriber.events(through: "waiver-expired").last)
    #expect(event.string("waiver") == "text" && event.string("owner") == "@web")
    #expect(event.string("expires") == zone.date() && event.string("file").hasSuffix("/p/contrast.waivers.json"))
    #expect(event.json.int("line") == 1 && event.json.int("priority") == 4)
    #expect(try failures(client) == 1)
    #expect(try daemon.stop() == 0)
    #expect(count(": waiver expiring: ", in: daemon.log) == 1, "\(daemon.log)")
    let again = try start(folder, in: zone)
    #expect(try again.stop() == 0)
    #expect(count("waiver", in: again.log) == 0, "\(again.log)")
  }

  @Test("One that ends while the daemon is down is told at its start, and never again")
  func whileDown() throws {
    let (yesterday, today) = Zone.yesterdayAndToday()
    let folder = try folder(expires: today.date())
    let before = try start(folder, in: yesterday)
    #expect(try before.stop() == 0)
    #expect(count(": waiver expired: ", in: before.log) == 0, "\(before.log)")
    for turn in 0..<3 {
      let daemon = try start(folder, in: today)
      #expect(try failures(daemon.client()) == 1)
      if turn == 1 {
        daemon.signal(SIGKILL)
        _ = try daemon.waitForExit()
      } else {
        #expect(try daemon.stop() == 0)
      }
      #expect(count(": waiver expired: ", in: daemon.log) == (turn == 0 ? 1 : 0), "\(turn): \(daemon.log)")
      #expect(count(": waiver expiring: ", in: daemon.log) == 0, "\(daemon.log)")
    }
  }
}
