import Foundation
import Testing

/// What users see, word for word. Each file of `Fixtures` is a transcript: command lines behind `$ `, each followed by what
/// it wrote to both streams, and by `[status]` where that is not 0.
///
/// After a change on purpose, `CONTRASTD_REWRITE_FIXTURES=1 swift test --filter TranscriptTests` writes them anew; the
/// difference is for review.
@Suite struct TranscriptTests {
  static let names = [
    "check", "explain", "resolve", "ratio", "tables", "what-if", "fix", "mistakes", "help", "json", "modifiers",
    "policy",
  ]

  private static let isRewriting = ProcessInfo.processInfo.environment["CONTRASTD_REWRITE_FIXTURES"] == "1"

  @Test(arguments: names) func `a transcript reads as it was written down`(_ name: String) throws {
    let file = Program.fixtures.appendingPathComponent("\(name).txt")
    let written = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let commands = written.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
    try #require(!commands.isEmpty)
    var replayed = ""
    for command in commands { replayed += try Self.transcript(of: command) }
    if Self.isRewriting {
      try Data(replayed.utf8).write(to: file)
    } else {
      #expect(Self.firstDifference(replayed, written) == nil)
    }
  }

  @Test func `every transcript is replayed`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Program.fixtures.path)
    #expect(Set(files.filter { $0.hasSuffix(".txt") }) == Set(Self.names.map { "\($0).txt" }))
  }

  /// The time that a check takes is the one thing that no two runs share.
  private static func transcript(of command: String) throws -> String {
    let run = try Program.shell("\(command) 2>&1")
    let timeless = run.output.replacing(/\d+\.\d\d s$/.anchorsMatchLineEndings(), with: "0.00 s")
    let status = run.status == 0 ? "" : "[\(run.status)]\n"
    return "$ \(command)\n\(timeless)\(status)\n"
  }

  private static func firstDifference(_ now: String, _ before: String) -> String? {
    let now = now.split(separator: "\n", omittingEmptySubsequences: false)
    let before = before.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, (new, old)) in zip(now, before).enumerated() where new != old {
      return "line \(number + 1) was: \(old)\nand is now: \(new)"
    }
    return now.count == before.count ? nil : "\(before.count) lines became \(now.count)"
  }
}
