import CLinux
import CSystemd
import Glibc

/// A Unix stream socket that takes connections.
///
/// A socket of our own making removes its file when it goes away; one that the service manager passed never does.
package struct ListeningSocket: ~Copyable, Sendable {
  package let descriptor: Descriptor
  /// Where it listens, or what the service manager calls it: for messages.
  package let name: String
  /// The file that was made, while it is still that file; nil for a socket that was passed.
  private let ownFile: (device: dev_t, inode: ino_t)?

  private init(_ descriptor: consuming Descriptor, name: String, ownFile: (dev_t, ino_t)?) {
    self.descriptor = descriptor
    self.name = name
    self.ownFile = ownFile
  }

  deinit {
    guard let ownFile else { return }
    var status = stat()
    guard lstat(name, &status) == 0, status.st_dev == ownFile.device, status.st_ino == ownFile.inode else { return }
    unlink(name)
  }

  /// What came of an attempt to take a connection.
  package enum Accepted: ~Copyable, Sendable {
    case connection(UnixSocket, PeerCredentials)
    case wouldBlock
    /// No descriptor is left for it; the connection waits in the queue.
    case outOfDescriptors
    /// That one connection is lost, or the socket is of no use.
    case failed(SystemError)
  }
}

extension ListeningSocket {
  /// Makes the socket file `path` with this mode, and listens.
  ///
  /// A socket file on which nobody answers is replaced; where somebody does the error is `socketInUse`, and any other
  /// kind of file is left alone (EADDRINUSE). The directory must exist.
  package static func listen(_ path: String, mode: UInt32 = 0o660, backlog: CInt = 256) throws(SystemError)
    -> ListeningSocket
  {
    let socket = try UnixSocket.make(for: .listen, path)
    // The mode of the file to come is the socket's less the umask: nobody gets in before the chmod that adds bits.
    fchmod(socket.raw, mode)
    var code = try bind(socket, path)
    if code == EADDRINUSE, try isStale(path) {
      unlink(path)
      code = try bind(socket, path)
    }
    guard code == 0 else { throw SystemError(.listen, path, errno: code) }
    var status = stat()
    guard chmod(path, mode) == 0, lstat(path, &status) == 0, Glibc.listen(socket.raw, backlog) == 0 else {
      let code = errno
      unlink(path)
      throw SystemError(.listen, path, errno: code)
    }
    return ListeningSocket(socket, name: path, ownFile: (status.st_dev, status.st_ino))
  }

  /// Takes one connection from the queue, without waiting (accept4(2)); the peer's credentials are read at once.
  package borrowing func accept() -> Accepted {
    while true {
      let raw = accept4(descriptor.raw, .init(__sockaddr__: nil), nil, CInt(SOCK_CLOEXEC.rawValue))
      if raw >= 0 {
        let socket = UnixSocket(Descriptor(owning: raw))
        do throws(SystemError) {
          let peer = try socket.peer()
          return .connection(socket, peer)
        } catch {
          return .failed(error)
        }
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return .wouldBlock
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .outOfDescriptors
      case let code: return .failed(SystemError(.accept, name, errno: code))
      }
    }
  }

  /// The sockets that the service manager passed to this process, by sd_listen_fds_with_names(3): LISTEN_FDS and
  /// LISTEN_FDNAMES, where LISTEN_PID is this process. The variables are gone afterwards: call it once, first thing.
  ///
  /// What is passed and is not a listening Unix stream socket is closed and is a problem.
  package static func takePassed() -> Passed {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(1, &names)
    var passed = Passed()
    if count < 0 { passed.problems.append(SystemError(.adopt, "the sockets passed", errno: -count)) }
    for index in 0..<max(0, count) {
      let name = names?[Int(index)].map { String(cString: $0) } ?? "unknown"
      let descriptor = Descriptor(owning: CInt(SD_LISTEN_FDS_START) + index)
      let isListener = sd_is_socket_unix(descriptor.raw, CInt(SOCK_STREAM.rawValue), 1, nil, 0)
      guard isListener > 0 else {
        passed.problems.append(SystemError(.adopt, name, errno: isListener < 0 ? -isListener : EINVAL))
        continue
      }
      setNonBlocking(descriptor.raw)
      passed.sockets.append((name, descriptor.release()))
    }
    if let names {
      for index in 0..<max(0, Int(count)) { free(names[index]) }
      free(names)
    }
    return passed
  }

  /// What came with the process.
  package struct Passed: ~Copyable {
    fileprivate var sockets: [(name: String, raw: CInt)] = []
    package fileprivate(set) var problems: [SystemError] = []

    deinit {
      for socket in sockets { close(socket.raw) }
    }

    /// The names of what has not been taken, in the order in which they were passed.
    package var names: [String] { sockets.map(\.name) }

    /// The first socket of this name, nil where there is none (left).
    package mutating func take(_ name: String) -> ListeningSocket? {
      guard let index = sockets.firstIndex(where: { $0.name == name }) else { return nil }
      return ListeningSocket(Descriptor(owning: sockets.remove(at: index).raw), name: name, ownFile: nil)
    }
  }
}

extension ListeningSocket {
  /// Returns 0 or an error number.
  private static func bind(_ socket: borrowing Descriptor, _ path: String) throws(SystemError) -> CInt {
    setNonBlocking(socket.raw)
    let raw = socket.raw
    return try UnixSocket.withAddress(path, for: .listen) { Glibc.bind(raw, $0, $1) == 0 ? 0 : errno }
  }

  /// Whether the file is a socket on which nobody answers.
  private static func isStale(_ path: String) throws(SystemError) -> Bool {
    let probe = try UnixSocket.make(for: .listen, path)
    setNonBlocking(probe.raw)
    let raw = probe.raw
    let code = try UnixSocket.withAddress(path, for: .listen) { Glibc.connect(raw, $0, $1) == 0 ? 0 : errno }
    // EAGAIN: somebody listens, and the queue is full.
    if code == 0 || code == EAGAIN { throw SystemError(.listen, path, .socketInUse) }
    var status = stat()
    return code == ECONNREFUSED && lstat(path, &status) == 0 && FileKind(mode: status.st_mode) == .socket
  }

  private static func setNonBlocking(_ raw: CInt) {
    _ = fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) | O_NONBLOCK)
  }
}
