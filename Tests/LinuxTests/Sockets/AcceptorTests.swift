import Foundation
import Glibc
import Testing

@testable import Linux

@Suite struct AcceptorTests {
  @Test func `Where descriptors run out connections wait, and are taken when there are some again`() throws {
    let scratch = try Scratch()
    let child = try Child.runSuite(
      "AcceptorInside", by: [], environment: ["CONTRASTD_TEST_ACCEPT": scratch.path])
    #expect(child.status == 0, "\(child.output)")
    #expect(child.output.contains("with 1 test in 1 suite passed"), "\(child.output)")
  }

  @Test func `A burst of connections is taken, each with its peer`() throws {
    let scratch = try Scratch()
    let loop = try EventLoop()
    var taken: [PeerCredentials] = []
    let listener = try ListeningSocket.listen(scratch("s"))
    let acceptor = try Acceptor(listener, on: loop) { _, peer in
      taken.append(peer)
      if taken.count == 100 { loop.exit(0) }
    } failed: { problem in
      Issue.record("\(problem)")
    }
    for _ in 0..<100 { _ = try UnixSocket.connect(scratch("s")) }
    let code = try withExtendedLifetime(acceptor) { try loop.runBounded() }
    #expect(code == 0)
    #expect(Set(taken.map(\.process)) == [getpid()])
  }
}

/// In a process of its own, whose limit of descriptors is lowered.
@Suite(.enabled(if: Environment.variable("CONTRASTD_TEST_ACCEPT") != nil))
struct AcceptorInside {
  /// A connection as a server keeps it.
  private final class Connection {
    let socket: UnixSocket

    init(_ socket: consuming UnixSocket) {
      self.socket = socket
    }
  }

  private func limitDescriptors(to count: rlim_t) throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = count
    try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  }

  @Test func `Two hundred clients, sixty-four descriptors`() throws {
    let path = try #require(Environment.variable("CONTRASTD_TEST_ACCEPT")) + "/s"
    let loop = try EventLoop()
    let listener = try ListeningSocket.listen(path)
    let clients = Process()
    clients.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    let script = """
      import socket, sys
      s = [socket.socket(socket.AF_UNIX) for i in range(200)]
      for c in s: c.connect(sys.argv[1])
      sys.exit(0 if all(c.recv(1) == b'k' for c in s) else 1)
      """
    clients.arguments = ["-c", script, path]
    // They wait in the queue of the socket, which holds them all.
    try clients.run()
    try limitDescriptors(to: 64)
    var connections: [Connection] = []
    var (taken, rests) = (0, 0)
    var ownFiles = 0
    let acceptor = try Acceptor(listener, on: loop) { socket, _ in
      taken += 1
      #expect(socket.write(Array("k".utf8).span.bytes) == .bytes(1))
      connections.append(Connection(socket))
      if taken == 200 { loop.exit(0) }
    } failed: { problem in
      #expect(problem == .resting)
      rests += 1
      // The process itself can still open a file.
      if (try? Files.read("/proc/self/status")) != nil { ownFiles += 1 }
      connections = []
    }
    let code = try withExtendedLifetime(acceptor) { try loop.runBounded() }
    #expect(code == 0)
    clients.waitUntilExit()
    #expect(clients.terminationStatus == 0)
    #expect(taken == 200)
    #expect(rests >= 2 && rests <= 8)
    #expect(ownFiles == rests)
  }
}
