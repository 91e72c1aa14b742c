import Glibc

/// A root that is open for looking around in it, and never out of it.
struct RootView: ~Copyable {
  let root: String
  let top: Descriptor
  let identity: FileIdentity
  let status: stat

  /// What a path below the root names now.
  enum Found {
    case nothing
    case file(FileStamp, isLink: Bool)
    case directory(FileIdentity, isLink: Bool)
    case other(FileKind, isLink: Bool)
    /// It is a link that cannot be followed, or a part of the path cannot be looked at.
    case failed(SystemError)
  }

  /// Throws where nothing has this path, or it cannot be reached.
  init(_ root: String) throws(SystemError) {
    let top = try Descriptor.open(root, O_PATH, for: .watch)
    var status = stat()
    guard fstat(top.raw, &status) == 0 else { throw SystemError(.watch, root, errno: errno) }
    self.init(root: root, top: top, status: status)
  }

  private init(root: String, top: consuming Descriptor, status: stat) {
    self.root = root
    self.top = top
    self.status = status
    identity = FileIdentity(status)
  }

  var kind: FileKind { FileKind(mode: status.st_mode) }

  /// Looks at `path`, and behind it where it is a link.
  borrowing func look(at path: String) -> Found {
    do throws(SystemError) {
      let status = try self.status(of: path, O_PATH | O_NOFOLLOW)
      guard FileKind(mode: status.st_mode) == .symbolicLink else { return Found(status, isLink: false) }
    } catch {
      return error.isNotFound ? .nothing : .failed(error)
    }
    do throws(SystemError) {
      return Found(try status(of: path, O_PATH), isLink: true)
    } catch {
      return .failed(error)
    }
  }

  /// Opens a directory for listing, as ``Files/readBeneath(root:path:limit:)`` opens a file.
  borrowing func open(_ path: String) throws(SystemError) -> Descriptor {
    try Files.openBeneath(
      top, root: root, path: path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_NONBLOCK, for: .list)
  }

  private borrowing func status(of path: String, _ flags: CInt) throws(SystemError) -> stat {
    let opened = try Files.openBeneath(top, root: root, path: path, flags, for: .read)
    var status = stat()
    guard fstat(opened.raw, &status) == 0 else { throw SystemError(.read, Files.join(root, path), errno: errno) }
    return status
  }
}

extension RootView.Found {
  init(_ status: stat, isLink: Bool) {
    switch FileKind(mode: status.st_mode) {
    case .regular: self = .file(FileStamp(status), isLink: isLink)
    case .directory: self = .directory(FileIdentity(status), isLink: isLink)
    case let kind: self = .other(kind, isLink: isLink)
    }
  }

  var isLink: Bool {
    switch self {
    case .nothing: false
    case .file(_, let isLink), .directory(_, let isLink), .other(_, let isLink): isLink
    case .failed: true
    }
  }
}
