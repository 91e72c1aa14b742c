import Glibc

/// Files by path: whole reads, atomic writes, and what a path is.
package enum Files {
  /// 16 MiB: no palette is larger.
  package static let defaultLimit = 16 << 20

  /// Nothing here waits: a FIFO opens at once, a terminal does not become ours.
  static let readFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY

  /// The bytes of a regular file, links followed.
  ///
  /// Never blocks on a FIFO and never reads from a device: both are refused, as is what has more than `limit` bytes,
  /// which is not read at all. A file that grows while it is read is read on up to `limit`.
  package static func read(_ path: String, limit: Int = defaultLimit) throws(SystemError) -> [UInt8] {
    // Opening a device can have effects of its own (a tape rewinds), and opening a socket fails: look first.
    try refuseOthers(kind(path, for: .read), path)
    let descriptor = try Descriptor.open(path, readFlags, for: .read)
    return try contents(of: descriptor, path, limit: limit)
  }

  /// As ``read(_:limit:)``, for a path relative to the directory `root` that must not lead out of it.
  ///
  /// A link that stays inside works, a relative one and an absolute one. A link that leaves the root, `..` above it and
  /// the magic links of /proc are refused by the kernel (openat2(2)), so no rename can slip in between.
  /// An empty `path` is `root` itself. The path of an error is `root/path`.
  package static func readBeneath(root: String, path: String, limit: Int = defaultLimit) throws(SystemError)
    -> [UInt8]
  {
    path.isEmpty ? try read(root, limit: limit) : try Root(root).read(path, limit: limit)
  }

  /// A directory that is opened once and that many files are read beneath, as ``readBeneath(root:path:limit:)`` does.
  package final class Root: Sendable {
    private let path: String
    private let directory: Descriptor

    package init(_ path: String) throws(SystemError) {
      self.path = path
      directory = try Descriptor.open(path, O_PATH | O_DIRECTORY, for: .read)
    }

    /// - Parameter isFound: a walk has found it to be a regular file: it is opened without another look. What it has
    ///   become since is never waited for, and is refused where it is no regular file any more.
    package func read(_ file: String, isFound: Bool = false, limit: Int = defaultLimit) throws(SystemError) -> [UInt8] {
      let whole = join(path, file)
      if !isFound {
        // O_PATH opens nothing but the name: what it is can be asked without the effects of opening it.
        let name = try openBeneath(directory, root: path, path: file, O_PATH, for: .read)
        try refuseOthers(status(of: name, whole, for: .read).kind, whole)
      }
      let descriptor = try openBeneath(directory, root: path, path: file, readFlags, for: .read)
      return try contents(of: descriptor, whole, limit: limit)
    }
  }

  /// Everything from standard input, up to `limit` bytes. Waits for the writer.
  package static func readStandardInput(limit: Int = defaultLimit) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    try readOn(&bytes, from: STDIN_FILENO, "standard input", limit: limit)
    return bytes
  }

  /// What `path` names, links followed; nil where nothing is, or where this user cannot look.
  package static func kind(_ path: String) -> FileKind? {
    try? kind(path, for: .read)
  }

  /// Whether `path` names something, links followed.
  package static func exists(_ path: String) -> Bool {
    kind(path) != nil
  }

  /// The absolute path without links, `.` and `..` (realpath(3)). All of it must exist.
  package static func realPath(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw SystemError(.resolve, path, errno: errno) }
    defer { free(resolved) }
    guard let text = String(validatingCString: resolved) else { throw SystemError(.resolve, path, .notUTF8) }
    return text
  }

  /// The absolute path of the working directory.
  package static func currentDirectory() throws(SystemError) -> String {
    try realPath(".")
  }

  /// What a directory holds, in the order of the bytes, without `.` and `..` (readdir(3)). A name that is not UTF-8
  /// shows U+FFFD.
  package static func names(in directory: String) throws(SystemError) -> [String] {
    guard let stream = opendir(directory) else { throw SystemError(.list, directory, errno: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.precedesBytewise($1) }
  }

  /// `root/path`; `root` where `path` is empty; `path` where it is absolute or `root` is empty.
  package static func join(_ root: String, _ path: String) -> String {
    if path.isEmpty { return root }
    if root.isEmpty || path.utf8.first == UInt8(ascii: "/") { return path }
    return root.utf8.last == UInt8(ascii: "/") ? root + path : "\(root)/\(path)"
  }
}

extension Files {
  /// Opens beneath `directory`, which is `root`; absolute links that end inside `root` are followed too. With O_NOFOLLOW
  /// the last component is not followed, those before it are.
  static func openBeneath(
    _ directory: borrowing Descriptor, root: String, path: String, _ flags: CInt, for operation: SystemError.Operation
  ) throws(SystemError) -> Descriptor {
    var opened = directory.openBeneath(path, flags)
    // The kernel refuses every absolute link. Where those on the way end, without any link, is asked of it again; then
    // where the last component leads, if it is one.
    if opened == -EXDEV, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      let way = try inside(root, String(path[..<slash]), of: path, for: operation)
      opened = directory.openBeneath(join(way, String(path[path.utf8.index(after: slash)...])), flags)
    }
    if opened == -EXDEV, flags & O_NOFOLLOW == 0 {
      opened = directory.openBeneath(try inside(root, path, of: path, for: operation), flags)
    }
    guard opened >= 0 else { throw SystemError(operation, join(root, path), errno: -opened) }
    return Descriptor(owning: opened)
  }

  /// Where `way`, a part of `path`, ends: relative to `root`, as far as it can be told without links.
  private static func inside(
    _ root: String, _ way: String, of path: String, for operation: SystemError.Operation
  ) throws(SystemError) -> String {
    let whole = join(root, path)
    let target: String
    do throws(SystemError) { target = try Self.target(of: join(root, way)) } catch {
      throw SystemError(operation, whole, error.reason)
    }
    if let inside = relative(target, to: root) { return inside }
    throw SystemError(operation, whole, .outsideRoot(target: (try? Self.target(of: whole)) ?? target))
  }

  /// Where a path ends: its real path, or what the link says where it leads to nothing.
  private static func target(of path: String) throws(SystemError) -> String {
    do throws(SystemError) { return try realPath(path) } catch {
      let link = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
        count = buffer.withMemoryRebound(to: CChar.self) { text in
          text.baseAddress.map { max(0, readlink(path, $0, text.count)) } ?? 0
        }
      }
      if link.isEmpty { throw error }
      return String(decoding: link, as: UTF8.self)
    }
  }

  /// The real path `target` relative to the directory `root`: nil outside of it, "." for the root itself.
  private static func relative(_ target: String, to root: String) -> String? {
    guard let real = try? realPath(root) else { return nil }
    if target == real { return "." }
    let prefix = real == "/" ? real : real + "/"
    guard target.utf8.starts(with: prefix.utf8) else { return nil }
    return String(target.utf8.dropFirst(prefix.utf8.count))
  }

  private static func kind(_ path: String, for operation: SystemError.Operation) throws(SystemError) -> FileKind {
    var status = stat()
    guard stat(path, &status) == 0 else { throw SystemError(operation, path, errno: errno) }
    return FileKind(mode: status.st_mode)
  }

  private static func refuseOthers(_ kind: FileKind, _ path: String) throws(SystemError) {
    guard kind == .regular else { throw SystemError(.read, path, .notRegular(kind)) }
  }
}
