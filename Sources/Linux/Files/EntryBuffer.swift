import Glibc

/// A reader of directory entries: getdents64(2) into one buffer that serves every directory of a walk.
struct EntryBuffer {
  struct Entry {
    let name: String
    /// Relative to the root of the walk.
    let path: String
    let kind: FileKind
    /// Where false, `name` and `path` show U+FFFD for what is not.
    let isUTF8: Bool
  }

  /// The fields of `struct linux_dirent64` before the name, in bytes from its start.
  private enum Offset {
    static let length = 16
    static let kind = 18
    static let name = 19
  }

  private var bytes = [UInt8](repeating: 0, count: 64 << 10)
  private var end = 0
  private var position = 0
  private var scratch: [UInt8] = []

  /// Reads the next entries; false where there are no more.
  mutating func fill(
    from directory: borrowing Descriptor, root: String, path: String
  ) throws(SystemError) -> Bool {
    let raw = directory.raw
    let count = bytes.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map { start in retrying { getdents64(raw, start, buffer.count) } } ?? 0
    }
    guard count >= 0 else { throw SystemError(.list, Files.join(root, path), errno: errno) }
    (position, end) = (0, count)
    return count > 0
  }

  /// Forgets what was read and not asked for.
  mutating func clear() {
    (position, end) = (0, 0)
  }

  /// The next entry read that is neither `.` nor `..`, with its path below `parent`; nil where more must be read.
  mutating func next(in parent: String) -> Entry? {
    while position < end {
      let start = position
      position += Int(bytes[start + Offset.length]) | Int(bytes[start + Offset.length + 1]) << 8
      let nameStart = start + Offset.name
      let nameEnd = bytes[nameStart..<position].firstIndex(of: 0) ?? position
      let name = bytes[nameStart..<nameEnd]
      if name.elementsEqual([UInt8(ascii: ".")]) || name.elementsEqual("..".utf8) { continue }
      return entry(named: name, in: parent, FileKind(entryType: bytes[start + Offset.kind]))
    }
    return nil
  }

  private mutating func entry(named name: ArraySlice<UInt8>, in parent: String, _ kind: FileKind) -> Entry {
    scratch.removeAll(keepingCapacity: true)
    if !parent.isEmpty {
      scratch.append(contentsOf: parent.utf8)
      scratch.append(UInt8(ascii: "/"))
    }
    scratch.append(contentsOf: name)
    let path = String(validating: scratch, as: UTF8.self)
    return Entry(
      name: String(decoding: name, as: UTF8.self), path: path ?? String(decoding: scratch, as: UTF8.self), kind: kind,
      isUTF8: path != nil)
  }
}
