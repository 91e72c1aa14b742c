import CLinux
import Glibc

/// The one owner of an open file descriptor: closed when it goes away.
package struct Descriptor: ~Copyable, Sendable {
  /// The number, for calls of this module. It stays this value's to close.
  package let raw: CInt

  /// Takes over `raw`, which must be open and nobody else's.
  package init(owning raw: CInt) {
    self.raw = raw
  }

  deinit {
    _ = Glibc.close(raw)
  }

  /// Gives the number away: the caller closes it.
  package consuming func release() -> CInt {
    let raw = raw
    discard self
    return raw
  }

  /// Closes now and reports what close(2) reports: 0, or an error number that matters after writing.
  ///
  /// On Linux the descriptor is gone after EINTR as well, so that counts as success.
  consuming func close() -> CInt {
    let raw = release()
    guard Glibc.close(raw) != 0, errno != EINTR else { return 0 }
    return errno
  }
}

extension Descriptor {
  /// open(2) with O_CLOEXEC; a path relative to the working directory.
  static func open(_ path: String, _ flags: CInt, for operation: SystemError.Operation) throws(SystemError)
    -> Descriptor
  {
    let raw = retrying { Glibc.open(path, flags | O_CLOEXEC) }
    guard raw >= 0 else { throw SystemError(operation, path, errno: errno) }
    return Descriptor(owning: raw)
  }

  /// openat2(2) that never leaves this directory: neither by `..`, nor by a link, nor through /proc.
  ///
  /// Returns the descriptor's number, which the caller owns, or an error number below zero.
  func openBeneath(_ path: String, _ flags: CInt) -> CInt {
    // EAGAIN: the kernel could not rule out a race with a rename. It may pass; the number of attempts is bounded.
    for _ in 0..<16 {
      let opened = clinux_open_beneath(raw, path, UInt64(flags | O_CLOEXEC))
      if opened >= 0 { return opened }
      if errno != EAGAIN && errno != EINTR { break }
    }
    return -errno
  }
}

/// Calls again while a signal interrupts (EINTR). The result is the call's own, -1 with errno for a failure.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
