import CLinux
import Glibc

/// A connected Unix stream socket. It is closed with this value.
///
/// Reading and writing never wait, raise no SIGPIPE, and accept no descriptors from the peer.
package struct UnixSocket: ~Copyable, Sendable {
  package let descriptor: Descriptor

  /// Takes over a connected stream socket; it is made non-blocking by each call, not by a flag of its own.
  package init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// What came of a read.
  package enum Received: Equatable, Sendable {
    /// At least one byte. Descriptors that came along are closed already; the flag says that there were any.
    case bytes(Int, withDescriptors: Bool)
    case wouldBlock
    /// The peer will send no more.
    case end
    case failed(SystemError)
  }

  /// What came of a write.
  package enum Sent: Equatable, Sendable {
    /// As many as the socket took; perhaps not all.
    case bytes(Int)
    case wouldBlock
    /// With ``SystemError/isBrokenPipe`` where the peer has gone.
    case failed(SystemError)
  }

  /// The longest path a socket can have, in bytes: `sun_path` less its final zero.
  package static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
}

extension UnixSocket {
  /// Reads what is there, up to the size of the buffer, which is not empty (recvmsg(2), MSG_DONTWAIT).
  package borrowing func read(into buffer: UnsafeMutableRawBufferPointer) -> Received {
    var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
    let (count, flags, code) = withUnsafeMutablePointer(to: &part) { part in
      // No room for control data: the kernel closes descriptors that are sent along (unix(7), SCM_RIGHTS).
      var message = msghdr()
      message.msg_iov = part
      message.msg_iovlen = 1
      let count = retrying { recvmsg(descriptor.raw, &message, Self.dontWait | Self.closeOnExec) }
      return (count, message.msg_flags, errno)
    }
    if count > 0 { return .bytes(count, withDescriptors: flags & CInt(MSG_CTRUNC) != 0) }
    if count == 0 { return .end }
    return code == EAGAIN ? .wouldBlock : .failed(SystemError(.read, "a socket", errno: code))
  }

  /// Appends what is there, at most `limit` bytes of it, to `bytes`.
  package borrowing func read(into bytes: inout [UInt8], limit: Int) -> Received {
    var outcome = Received.wouldBlock
    let more = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      outcome = read(into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<limit]))
      if case .bytes(let received, _) = outcome { count = received }
    }
    bytes += more
    return outcome
  }

  /// Writes as much as the socket takes now (send(2), MSG_DONTWAIT and MSG_NOSIGNAL).
  package borrowing func write(_ bytes: RawSpan) -> Sent {
    bytes.withUnsafeBytes { write($0) }
  }

  /// As ``write(_:)-(RawSpan)``.
  package borrowing func write(_ buffer: UnsafeRawBufferPointer) -> Sent {
    guard let base = buffer.baseAddress, !buffer.isEmpty else { return .bytes(0) }
    let count = retrying { send(descriptor.raw, base, buffer.count, Self.dontWait | Self.noSignal) }
    if count >= 0 { return .bytes(count) }
    return errno == EAGAIN ? .wouldBlock : .failed(SystemError(.write, "a socket", errno: errno))
  }

  /// Tells the peer that nothing more will come (shutdown(2), SHUT_WR).
  package borrowing func endWriting() {
    shutdown(descriptor.raw, CInt(SHUT_WR))
  }

  /// Waits until the socket can be read, or the time is over: false. For clients; a server has its loop.
  package borrowing func waitUntilReadable(_ timeout: Duration) throws(SystemError) -> Bool {
    try wait(CInt(POLLIN), timeout, for: .read)
  }

  /// Waits until the socket can be written to, or the time is over: false. For clients.
  package borrowing func waitUntilWritable(_ timeout: Duration) throws(SystemError) -> Bool {
    try wait(CInt(POLLOUT), timeout, for: .write)
  }

  /// Who is at the other end.
  package borrowing func peer() throws(SystemError) -> PeerCredentials {
    try PeerCredentials(of: descriptor.raw)
  }

  private borrowing func wait(_ events: CInt, _ timeout: Duration, for operation: SystemError.Operation)
    throws(SystemError) -> Bool
  {
    let end = Clock.monotonic() + timeout
    while true {
      let left = max(.zero, end - Clock.monotonic()).microseconds
      var wait = pollfd(fd: descriptor.raw, events: Int16(events), revents: 0)
      let count = poll(&wait, 1, CInt(clamping: (left + 999) / 1000))
      if count > 0 { return true }
      if count == 0 { return false }
      guard errno == EINTR else { throw SystemError(operation, "a socket", errno: errno) }
    }
  }

  private static let dontWait = CInt(MSG_DONTWAIT)
  private static let noSignal = CInt(MSG_NOSIGNAL)
  private static let closeOnExec = CInt(MSG_CMSG_CLOEXEC)
}

extension UnixSocket {
  /// A connection to whoever listens at `path`. Waits up to `timeout` where the listener's queue is full.
  ///
  /// The error has ``SystemError/isNotFound`` where there is no socket, and ECONNREFUSED where nobody listens.
  package static func connect(_ path: String, timeout: Duration = .seconds(5)) throws(SystemError) -> UnixSocket {
    let socket = try make(for: .connect, path)
    var limit = timeval(timeout)
    setsockopt(socket.raw, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let code = try withAddress(path, for: .connect) { address, size in
      retrying { Glibc.connect(socket.raw, address, size) } == 0 ? 0 : errno
    }
    guard code == 0 else { throw SystemError(.connect, path, errno: code == EAGAIN ? ETIMEDOUT : code) }
    return UnixSocket(socket)
  }

  /// A new stream socket, neither bound nor connected.
  static func make(for operation: SystemError.Operation, _ path: String) throws(SystemError) -> Descriptor {
    let raw = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard raw >= 0 else { throw SystemError(operation, path, errno: errno) }
    return Descriptor(owning: raw)
  }

  /// Calls with the address of `path`; throws where it is too long for one, and what the call returned comes back.
  static func withAddress(
    _ path: String, for operation: SystemError.Operation, _ call: (__CONST_SOCKADDR_ARG, socklen_t) -> CInt
  ) throws(SystemError) -> CInt {
    guard path.utf8.count <= pathLimit else {
      throw SystemError(operation, path, .socketPathTooLong(limit: pathLimit))
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call(.init(__sockaddr__: $0), socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

extension timeval {
  fileprivate init(_ duration: Duration) {
    let microseconds = duration.microseconds
    self.init(tv_sec: Int(microseconds / 1_000_000), tv_usec: Int(microseconds % 1_000_000))
  }
}
