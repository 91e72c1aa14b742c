import Glibc

extension Files {
  /// Replaces the file as a whole, or leaves it as it was: a reader sees the old bytes or the new ones, also after a
  /// crash.
  ///
  /// A temporary file in the same directory (O_EXCL) is written, synced and renamed, then the directory is synced.
  /// Mode and owner of an existing file are kept; a new file gets 0666 less the umask. A link stays: its target is
  /// replaced. What is no regular file is refused. Only a failing sync of the directory throws after the file changed.
  package static func write(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let place = (try? realPath(path)) ?? path
    if let kind = kind(place), kind != .regular { throw SystemError(.write, path, .notRegular(kind)) }
    let (parent, name) = split(place)
    let directory = try openParent(parent, of: path)
    let temporary = ".contrast-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let code = create(temporary, in: directory, replacing: name, bytes)
    guard code == 0 else {
      unlinkat(directory.raw, temporary, 0)
      throw SystemError(.write, path, errno: code)
    }
    guard retrying({ fsync(directory.raw) }) == 0 else { throw SystemError(.write, path, errno: errno) }
  }

  private static func openParent(_ parent: String, of path: String) throws(SystemError) -> Descriptor {
    do {
      return try Descriptor.open(parent, O_RDONLY | O_DIRECTORY, for: .write)
    } catch {
      throw SystemError(.write, path, error.reason)
    }
  }

  /// Everything up to and with the rename. Returns 0 or an error number; the temporary file is the caller's to remove.
  private static func create(
    _ temporary: String, in directory: borrowing Descriptor, replacing name: String, _ bytes: [UInt8]
  ) -> CInt {
    let raw = retrying { openat(directory.raw, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard raw >= 0 else { return errno }
    let file = Descriptor(owning: raw)
    var old = stat()
    if fstatat(directory.raw, name, &old, 0) == 0 {
      // The owner may be out of our reach; the mode of our own file never is. chown clears mode bits: mode last.
      _ = fchown(raw, old.st_uid, old.st_gid)
      guard fchmod(raw, old.st_mode & 0o7777) == 0 else { return errno }
    }
    let written = writeAll(bytes.span.bytes, to: raw)
    guard written == 0 else { return written }
    guard retrying({ fsync(raw) }) == 0 else { return errno }
    let closed = file.close()
    guard closed == 0 else { return closed }
    return renameat(directory.raw, temporary, directory.raw, name) == 0 ? 0 : errno
  }

  /// Writes every byte, waiting where the descriptor is non-blocking. Returns 0 or an error number.
  static func writeAll(_ bytes: RawSpan, to raw: CInt) -> CInt {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      var done = 0
      while done < buffer.count {
        let count = retrying { Glibc.write(raw, base + done, buffer.count - done) }
        if count >= 0 {
          done += count
        } else if errno == EAGAIN {
          var wait = pollfd(fd: raw, events: Int16(POLLOUT), revents: 0)
          guard retrying({ poll(&wait, 1, -1) }) >= 0 else { return errno }
        } else {
          return errno
        }
      }
      return 0
    }
  }

  /// The directory and the last component of a path: ("a/b", "c") for "a/b/c", (".", "c") for "c".
  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let directory = String(path[..<slash])
    return (directory.isEmpty ? "/" : directory, String(path[path.utf8.index(after: slash)...]))
  }
}
