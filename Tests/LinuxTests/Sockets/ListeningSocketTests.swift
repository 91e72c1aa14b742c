import Foundation
import Glibc
import Testing

@testable import Linux

@Suite struct ListeningSocketTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func mode(_ name: String) -> mode_t? {
    var status = stat()
    return lstat(scratch(name), &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  @Test func `The file has the mode asked for, and goes with the socket`() throws {
    for wanted: mode_t in [0o600, 0o660, 0o666] {
      do {
        let listener = try ListeningSocket.listen(scratch("s"), mode: wanted)
        #expect(mode("s") == wanted)
        #expect(listener.name == scratch("s"))
      }
      #expect(mode("s") == nil)
    }
  }

  @Test func `A socket that somebody else made in its place stays`() throws {
    do {
      let first = try ListeningSocket.listen(scratch("s"))
      try #require(rename(scratch("s"), scratch("old")) == 0)
      let second = try ListeningSocket.listen(scratch("s"))
      _ = consume first
      _ = try UnixSocket.connect(second.name)
    }
    #expect(mode("s") == nil)
  }

  @Test func `Only a socket on which nobody answers is replaced`() throws {
    let child = try Child.run(
      "/usr/bin/python3", ["-c", "import socket; socket.socket(socket.AF_UNIX).bind('s')"], in: scratch.path)
    try #require(child.status == 0 && mode("s") != nil)
    let listener = try ListeningSocket.listen(scratch("s"))
    let inUse = #expect(throws: SystemError.self) { _ = try ListeningSocket.listen(scratch("s")) }
    #expect(inUse?.reason == .socketInUse)
    _ = try UnixSocket.connect(scratch("s"))
    guard case .connection = listener.accept() else {
      Issue.record("the first listener still listens")
      return
    }
    try scratch.file("file", "precious")
    try scratch.link("link", to: "file")
    for name in ["file", "link"] {
      let error = #expect(throws: SystemError.self) { _ = try ListeningSocket.listen(scratch(name)) }
      #expect(error?.code == EADDRINUSE)
    }
    #expect(try Files.read(scratch("file")) == Array("precious".utf8))
  }

  @Test func `What cannot be listened on says why`() throws {
    let long = scratch(String(repeating: "x", count: 200))
    let rows: [(String, SystemError.Reason)] = [
      (long, .socketPathTooLong(limit: 107)), (scratch("none/s"), .code(ENOENT)),
    ]
    for (path, reason) in rows {
      let error = #expect(throws: SystemError.self) { _ = try ListeningSocket.listen(path) }
      #expect(error?.reason == reason)
      #expect(error?.description.hasPrefix("cannot listen on \(path): ") == true)
    }
  }

  @Test func `Where no manager passes sockets there are none`() {
    let passed = ListeningSocket.takePassed()
    #expect(passed.names.isEmpty)
    #expect(passed.problems.isEmpty)
  }

  @Test(arguments: ["varlink", "lsp"])
  func `A socket that a manager passes is taken by its name`(name: String) throws {
    guard Files.exists("/usr/bin/systemd-socket-activate") else { return }
    let activate = Process()
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    activate.executableURL = URL(fileURLWithPath: "/usr/bin/systemd-socket-activate")
    activate.arguments =
      ["-l", scratch("s"), "--fdname=\(name)", "-E", "CONTRASTD_TEST_PASSED=\(name)", "-E", "PATH", program]
      + ["--testing-library", "swift-testing", "--filter", "PassedSocketInside"]
    let pipe = Pipe()
    activate.standardOutput = pipe
    activate.standardError = pipe
    try activate.run()
    defer { if activate.isRunning { activate.terminate() } }
    let end = Clock.monotonic() + .seconds(10)
    var client: UnixSocket?
    while client == nil, Clock.monotonic() < end {
      client = try? UnixSocket.connect(scratch("s"))
      sched_yield()
    }
    guard let client = client.take() else {
      Issue.record("systemd-socket-activate does not listen")
      return
    }
    #expect(client.write(Array("hello".utf8).span.bytes) == .bytes(5))
    var answer: [UInt8] = []
    #expect(try client.waitUntilReadable(.seconds(20)))
    _ = client.read(into: &answer, limit: 100)
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(answer == Array("hello".utf8), "\(output)")
    #expect(output.contains("with 2 tests in 1 suite passed"), "\(output)")
    #expect(Files.exists(scratch("s")), "a socket that was passed is not removed")
  }
}

/// In a process of its own, started by systemd-socket-activate.
@Suite(.enabled(if: Environment.variable("CONTRASTD_TEST_PASSED") != nil), .serialized)
struct PassedSocketInside {
  @Test func `The wrong process number is not this process`() throws {
    // First: the real variables are put back for the other test.
    let names = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"]
    let values = names.map { Environment.variable($0) }
    setenv("LISTEN_PID", "1", 1)
    #expect(ListeningSocket.takePassed().names.isEmpty)
    for (name, value) in zip(names, values) {
      #expect(Environment.variable(name) == nil, "children must not take it for theirs")
      setenv(name, try #require(value), 1)
    }
  }

  @Test func `The socket listens under its name`() throws {
    let name = try #require(Environment.variable("CONTRASTD_TEST_PASSED"))
    var passed = ListeningSocket.takePassed()
    #expect(passed.names == [name])
    #expect(passed.problems.isEmpty)
    #expect(Environment.variable("LISTEN_FDS") == nil)
    guard let listener = passed.take(name) else {
      Issue.record("not there")
      return
    }
    #expect(passed.names.isEmpty)
    #expect(fcntl(listener.descriptor.raw, F_GETFD) & FD_CLOEXEC != 0)
    guard case .connection(let socket, _) = listener.accept() else {
      Issue.record("the client that was queued is lost")
      return
    }
    var bytes: [UInt8] = []
    #expect(try socket.waitUntilReadable(.seconds(10)))
    _ = socket.read(into: &bytes, limit: 100)
    #expect(socket.write(bytes.span.bytes) == .bytes(5))
  }
}
