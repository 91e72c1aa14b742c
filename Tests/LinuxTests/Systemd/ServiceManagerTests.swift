import Foundation
import Glibc
import Testing

@testable import Linux

@Suite struct ServiceManagerTests {
  @Test func `Where no manager listens nothing happens`() throws {
    #expect(try !ServiceManager.notify([.ready, .status("fine")]))
    #expect(ServiceManager.watchdogInterval == nil)
  }

  @Test func `What a manager is told`() throws {
    let scratch = try Scratch()
    let child = try Child.runSuite(
      "ServiceManagerInside", by: [], environment: ["CONTRASTD_TEST_NOTIFY": scratch("notify")])
    #expect(child.status == 0, "\(child.output)")
    #expect(child.output.contains("with 1 test in 1 suite passed"), "\(child.output)")
  }
}

/// In a process of its own: the environment is everybody's.
@Suite(.enabled(if: Environment.variable("CONTRASTD_TEST_NOTIFY") != nil))
struct ServiceManagerInside {
  @Test func `Each notice is a line, and a status is one line`() throws {
    let manager = try NotifySocket(try #require(Environment.variable("CONTRASTD_TEST_NOTIFY")))
    setenv("NOTIFY_SOCKET", manager.path, 1)
    let rows: [([ServiceManager.Notice], String)] = [
      ([.ready, .status("3 palettes\nREADY=1")], "READY=1\nSTATUS=3 palettes\\u{a}READY=1"),
      ([.stopping], "STOPPING=1"), ([.watchdog], "WATCHDOG=1"), ([.failure(ENOSPC)], "ERRNO=28"),
      ([.extendTimeout(.seconds(30))], "EXTEND_TIMEOUT_USEC=30000000"),
    ]
    for (notices, message) in rows {
      #expect(try ServiceManager.notify(notices))
      #expect(manager.receive() == message)
    }
    let before = Clock.monotonic()
    try ServiceManager.notify([.reloading])
    let lines = try #require(manager.receive()).split(separator: "\n")
    #expect(lines.first == "RELOADING=1")
    let time = try #require(UInt64(lines.last?.dropFirst("MONOTONIC_USEC=".count) ?? ""))
    #expect(time >= before.microseconds && time <= Clock.monotonic().microseconds)
  }
}
