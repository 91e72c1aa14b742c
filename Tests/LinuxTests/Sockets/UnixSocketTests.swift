import CLinux
import Foundation
import Glibc
import Testing

@testable import Linux

@Suite struct UnixSocketTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func accept(_ listener: borrowing ListeningSocket) throws -> UnixSocket {
    switch listener.accept() {
    case .connection(let socket, _): return socket
    case .wouldBlock: throw SystemError(.accept, "nobody came", .code(EAGAIN))
    case .outOfDescriptors: throw SystemError(.accept, "descriptors", .code(EMFILE))
    case .failed(let error): throw error
    }
  }

  @Test func `Bytes go both ways, and neither reading nor writing waits`() throws {
    let listener = try ListeningSocket.listen(scratch("s"))
    let client = try UnixSocket.connect(scratch("s"))
    let server = try accept(listener)
    var bytes: [UInt8] = []
    #expect(server.read(into: &bytes, limit: 10) == .wouldBlock)
    #expect(client.write(Array("hello world".utf8).span.bytes) == .bytes(11))
    #expect(try server.waitUntilReadable(.seconds(5)))
    #expect(server.read(into: &bytes, limit: 5) == .bytes(5, withDescriptors: false))
    #expect(server.read(into: &bytes, limit: 100) == .bytes(6, withDescriptors: false))
    #expect(bytes == Array("hello world".utf8))

    let block = [UInt8](repeating: 1, count: 1 << 20)
    var written = 0
    while case .bytes(let count) = server.write(block.span.bytes) { written += count }
    #expect(server.write(block.span.bytes) == .wouldBlock)
    #expect(try !server.waitUntilWritable(.milliseconds(1)))
    server.endWriting()
    var received: [UInt8] = []
    while case .bytes = client.read(into: &received, limit: 1 << 16) {}
    #expect(received.count == written)
    #expect(client.read(into: &received, limit: 1) == .end)
  }

  @Test func `A peer that has gone is an error of the write, not a signal`() throws {
    let listener = try ListeningSocket.listen(scratch("s"))
    do { _ = try UnixSocket.connect(scratch("s")) }
    let server = try accept(listener)
    var bytes: [UInt8] = []
    #expect(server.read(into: &bytes, limit: 1) == .end)
    guard case .failed(let error) = server.write([1].span.bytes) else {
      Issue.record("written to nobody")
      return
    }
    #expect(error.isBrokenPipe)
  }

  @Test func `The peer's credentials are those of the process`() throws {
    let listener = try ListeningSocket.listen(scratch("s"))
    let client = try UnixSocket.connect(scratch("s"))
    let server = try accept(listener)
    let mine = PeerCredentials(process: getpid(), user: geteuid(), group: getegid())
    #expect(try server.peer() == mine)
    #expect(try client.peer() == mine)
    #expect(PeerCredentials.ownUser == mine.user)
  }

  @Test func `Another process is another peer`() throws {
    let listener = try ListeningSocket.listen(scratch("s"))
    let script = "import os,socket;s=socket.socket(socket.AF_UNIX);s.connect('s');print(os.getpid())"
    let child = try Child.run("/usr/bin/python3", ["-c", script], in: scratch.path)
    guard case .connection(_, let peer) = listener.accept() else {
      Issue.record("nobody came: \(child.output)")
      return
    }
    #expect("\(peer.process)\n" == child.output)
  }

  @Test func `Descriptors that a client sends are closed, and noticed`() throws {
    let listener = try ListeningSocket.listen(scratch("s"))
    // The reading ends of pipes travel; once the server has read, nobody holds them and writing fails.
    let script = """
      import os, socket, sys
      s = socket.socket(socket.AF_UNIX); s.connect('s')
      for i in range(100):
        r, w = os.pipe()
        socket.send_fds(s, [b'x'], [r, r]); os.close(r); os.close(w)
      r, w = os.pipe()
      socket.send_fds(s, [b'y'], [r]); os.close(r)
      assert s.recv(1) == b'k'
      try:
        os.write(w, b'z'); print('open')
      except BrokenPipeError: print('closed')
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: scratch.path)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    var wait = pollfd(fd: listener.descriptor.raw, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wait, 1, 10_000) == 1)
    let server = try accept(listener)
    var bytes: [UInt8] = []
    var noticed = 0
    while bytes.last != UInt8(ascii: "y") {
      try #require(try server.waitUntilReadable(.seconds(10)))
      if case .bytes(_, withDescriptors: true) = server.read(into: &bytes, limit: 4096) { noticed += 1 }
    }
    #expect(noticed > 0)
    #expect(server.write(Array("k".utf8).span.bytes) == .bytes(1))
    #expect(String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "closed\n")
    process.waitUntilExit()
  }

  @Test func `Who cannot be reached`() throws {
    try scratch.file("file")
    do { _ = try ListeningSocket.listen(scratch("gone")) }
    let long = scratch(String(repeating: "x", count: 108 - scratch.path.utf8.count - 1))
    #expect(long.utf8.count == 108)
    let rows: [(String, SystemError.Reason)] = [
      (scratch("none"), .code(ENOENT)), (scratch("gone"), .code(ENOENT)), (scratch("file"), .code(ECONNREFUSED)),
      (long, .socketPathTooLong(limit: 107)),
    ]
    for (path, reason) in rows {
      let error = #expect(throws: SystemError.self) { _ = try UnixSocket.connect(path) }
      #expect(error?.reason == reason, "\(path)")
    }
  }

  @Test func `A full queue is waited for, and not for ever`() throws {
    let listener = try ListeningSocket.listen(scratch("s"), backlog: 0)
    let first = try UnixSocket.connect(scratch("s"))
    let error = #expect(throws: SystemError.self) {
      _ = try UnixSocket.connect(scratch("s"), timeout: .milliseconds(10))
    }
    #expect(error?.code == ETIMEDOUT)
    _ = try accept(listener)
    _ = try UnixSocket.connect(scratch("s"), timeout: .seconds(10))
    _ = try first.peer()
  }
}
