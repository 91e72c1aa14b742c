import CLinux
import Glibc

/// Standard input and output as a connection: what is there is read, what fits is written, nothing is waited for.
package enum StandardStreams {
  package static let input: CInt = STDIN_FILENO
  package static let output: CInt = STDOUT_FILENO

  /// Reads once, at most `limit` bytes. For when the loop says that there is something: a pipe without anything in it
  /// would be waited for.
  package static func read(into bytes: inout [UInt8], limit: Int) -> UnixSocket.Received {
    var outcome = UnixSocket.Received.wouldBlock
    let more = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let got = retrying { Glibc.read(input, buffer.baseAddress, limit) }
      switch got {
      case 1...:
        count = got
        outcome = .bytes(got, withDescriptors: false)
      case 0: outcome = .end
      default: if errno != EAGAIN { outcome = .failed(SystemError(.read, "standard input", errno: errno)) }
      }
    }
    bytes += more
    return outcome
  }

  /// Writes as much as is taken at once. The descriptor keeps its mode, which others may share: a pipe is asked first,
  /// and given no more than one that has room takes (pipe(7), PIPE_BUF).
  package static func write(_ bytes: RawSpan) -> UnixSocket.Sent {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, !buffer.isEmpty else { return .bytes(0) }
      var count = retrying { send(output, base, buffer.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)) }
      if count < 0, errno == ENOTSOCK {
        var state = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        guard poll(&state, 1, 0) > 0 else { return .wouldBlock }
        count = retrying { Glibc.write(output, base, min(buffer.count, Int(PIPE_BUF))) }
      }
      if count >= 0 { return .bytes(count) }
      return errno == EAGAIN ? .wouldBlock : .failed(SystemError(.write, "standard output", errno: errno))
    }
  }
}
