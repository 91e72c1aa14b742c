import Glibc

/// A directory that one process at a time keeps its state in; free again when the value is gone, also by a crash.
package final class StateDirectory {
  /// Why it cannot be had: reads alone.
  package struct Refusal: Error {
    package let message: String
    /// No room, no right to write to the file system, or a failing disk: it may be otherwise later.
    package let isPassing: Bool
  }

  package let path: String
  private let lock: CInt

  /// Makes the directory where it is missing, and takes its lock. Nothing else in it is touched.
  package init(_ path: String) throws(Refusal) {
    let shown = path.escapingControls
    let made = mkdir(path, 0o700) == 0 || errno == EEXIST ? 0 : errno
    let raw = open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard raw >= 0 else {
      let code = errno == ENOENT && made != 0 ? made : errno
      throw Refusal(
        message: "cannot use the state directory: \(SystemError(.write, "\(path)/lock", errno: code))",
        isPassing: [ENOSPC, EDQUOT, EROFS, EIO].contains(code))
    }
    var wanted = flock()
    wanted.l_type = Int16(F_WRLCK)
    wanted.l_whence = Int16(SEEK_SET)
    guard fcntl(raw, F_SETLK, &wanted) == 0 else {
      var holder = wanted
      _ = fcntl(raw, F_GETLK, &holder)
      close(raw)
      throw Refusal(
        message: "the state directory \(shown) is in use by process \(holder.l_pid): stop that one, or name another "
          + "directory with --state-directory=", isPassing: false)
    }
    lock = raw
    self.path = path
  }

  deinit { close(lock) }

  @discardableResult
  package func remove(_ name: String) -> Bool { unlink("\(path)/\(name)") == 0 }

  /// The file in it, under another name; what has that is replaced. False where it is not there.
  @discardableResult
  package func setAside(_ name: String, as other: String) -> Bool {
    rename("\(path)/\(name)", "\(path)/\(other)") == 0
  }

  /// As ``setAside(_:as:)``, with everything that is in the file, and durable on return.
  package func replace(_ other: String, with name: String) throws(SystemError) {
    let file = try Descriptor.open("\(path)/\(name)", O_RDONLY, for: .write)
    guard retrying({ fsync(file.raw) }) == 0 else { throw SystemError(.write, "\(path)/\(name)", errno: errno) }
    guard setAside(name, as: other) else { throw SystemError(.write, "\(path)/\(other)", errno: errno) }
    let directory = try Descriptor.open(path, O_RDONLY | O_DIRECTORY, for: .write)
    guard retrying({ fsync(directory.raw) }) == 0 else { throw SystemError(.write, path, errno: errno) }
  }
}
