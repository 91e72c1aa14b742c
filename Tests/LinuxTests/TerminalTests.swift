import Foundation
import Glibc
import Testing

@testable import Linux

@Suite struct TerminalTests {
  /// The ends of a pipe, which the test closes.
  private func pipe() throws -> (reader: CInt, writer: CInt) {
    var ends: [CInt] = [0, 0]
    try #require(pipe2(&ends, O_CLOEXEC) == 0)
    return (ends[0], ends[1])
  }

  @Test func `Writing to a pipe that nobody reads is a broken pipe`() throws {
    Terminal.ignoreBrokenPipes()
    let (reader, writer) = try pipe()
    close(reader)
    let error = #expect(throws: SystemError.self) {
      try Terminal.write("text".utf8.span.bytes, to: writer, "standard output")
    }
    close(writer)
    #expect(error?.isBrokenPipe == true)
    #expect(error?.path == "standard output")
  }

  @Test func `A slow reader gets every byte of a non-blocking pipe`() throws {
    let scratch = try Scratch()
    let bytes = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    try Files.write(scratch("expected"), bytes)
    let (reader, writer) = try pipe()
    #expect(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
    let compare = Process()
    compare.executableURL = URL(fileURLWithPath: "/usr/bin/cmp")
    compare.arguments = ["-", scratch("expected")]
    compare.standardInput = FileHandle(fileDescriptor: reader, closeOnDealloc: true)
    try compare.run()
    try Terminal.write(bytes.span.bytes, to: writer, "standard output")
    #expect(close(writer) == 0)
    compare.waitUntilExit()
    #expect(compare.terminationStatus == 0)
  }

  @Test func `The environment and the stream say how many colours there are`() {
    let rows: [(Bool, [String: String], ColorDepth)] = [
      (true, ["TERM": "xterm"], .sixteen), (true, ["TERM": "xterm-256color"], .indexed),
      (true, ["TERM": "xterm-256color", "COLORTERM": "truecolor"], .direct), (true, ["TERM": "xterm-direct"], .direct),
      (true, ["TERM": "xterm", "COLORTERM": "24bit"], .direct), (true, ["TERM": "dumb"], .none), (true, [:], .none),
      (false, ["TERM": "xterm-256color", "COLORTERM": "truecolor"], .none),
      (true, ["TERM": "xterm-256color", "NO_COLOR": "1"], .none), (true, ["TERM": "xterm", "NO_COLOR": ""], .sixteen),
      (false, ["CLICOLOR_FORCE": "1", "TERM": "xterm-256color"], .indexed), (false, ["CLICOLOR_FORCE": "1"], .sixteen),
      (false, ["CLICOLOR_FORCE": "0", "TERM": "xterm"], .none), (true, ["CLICOLOR": "0", "TERM": "xterm"], .none),
      (false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1", "TERM": "xterm"], .none),
    ]
    for (isTerminal, variables, depth) in rows {
      #expect(ColorDepth(isTerminal: isTerminal) { variables[$0] } == depth, "\(isTerminal) \(variables)")
    }
  }
}
