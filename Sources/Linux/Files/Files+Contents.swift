import Glibc

/// What fstat(2) says of an open file.
struct FileStatus {
  let kind: FileKind
  /// In bytes; 0 for most of /proc.
  let size: Int
  let device: dev_t
  let inode: ino_t
}

extension Files {
  static func status(of descriptor: borrowing Descriptor, _ path: String, for operation: SystemError.Operation)
    throws(SystemError) -> FileStatus
  {
    var status = stat()
    guard fstat(descriptor.raw, &status) == 0 else { throw SystemError(operation, path, errno: errno) }
    return FileStatus(
      kind: FileKind(mode: status.st_mode), size: Int(status.st_size), device: status.st_dev, inode: status.st_ino)
  }

  /// The whole of an open regular file: one allocation, unless it grows meanwhile.
  static func contents(of descriptor: borrowing Descriptor, _ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let status = try status(of: descriptor, path, for: .read)
    guard status.kind == .regular else { throw SystemError(.read, path, .notRegular(status.kind)) }
    guard status.size <= limit else { throw SystemError(.read, path, .tooLarge(size: status.size, limit: limit)) }
    let raw = descriptor.raw
    var code: CInt = 0
    // One byte more than it has is asked for: where all but that one come at once, the file has not grown. Files of /proc
    // have size 0, and those under /proc/sys give everything to the first read or never.
    let wanted = status.size == 0 ? min(4096, limit + 1) : status.size + 1
    var bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      code = fill(UnsafeMutableBufferPointer(rebasing: buffer[..<wanted]), &count, from: raw, expecting: status.size)
    }
    guard code == 0 else { throw SystemError(.read, path, errno: code) }
    if bytes.count > status.size { try readOn(&bytes, from: raw, path, limit: limit) }
    return bytes
  }

  /// Reads to the end into a growing array, and no further than one byte over `limit`.
  static func readOn(_ bytes: inout [UInt8], from raw: CInt, _ path: String, limit: Int) throws(SystemError) {
    while bytes.count <= limit {
      var code: CInt = 0
      let wanted = min(max(bytes.count, 64 << 10), limit + 1 - bytes.count)
      let more = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        code = fill(UnsafeMutableBufferPointer(rebasing: buffer[..<wanted]), &count, from: raw)
      }
      guard code == 0 else { throw SystemError(.read, path, errno: code) }
      bytes += more
      if more.count < wanted { return }
    }
    throw SystemError(.read, path, .tooLarge(size: bytes.count, limit: limit))
  }

  /// Reads until the buffer is full or the file ends. Returns 0 or an error number.
  ///
  /// - Parameter size: how many bytes there should be, more than none: where the first read brings as many, it was all.
  private static func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int, from raw: CInt, expecting size: Int = 0
  ) -> CInt {
    guard let base = buffer.baseAddress else { return 0 }
    while count < buffer.count {
      let done = retrying { Glibc.read(raw, base + count, buffer.count - count) }
      if done < 0 { return errno }
      if done == 0 { break }
      count += done
      if done == size { break }
    }
    return 0
  }
}
