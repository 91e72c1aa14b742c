import Glibc

/// One walk under way: a stack of directories to list, and what was found so far.
///
/// One directory is open at a time, by its path from the root, so that depth costs neither descriptors nor stack.
struct Walker {
  let root: String
  let skipping: Set<String>
  let found: (String) -> Void
  let claims: (String) -> Bool

  private var result = Walk.Result()
  private var pending: [Pending] = []
  private var linkedDirectories = 0
  private var entries = EntryBuffer()

  init(
    root: String, skipping: Set<String>, found: @escaping (String) -> Void, claims: @escaping (String) -> Bool
  ) {
    self.root = root
    self.skipping = skipping
    self.found = found
    self.claims = claims
  }

  /// A directory that is still to be listed.
  private struct Pending {
    let path: String
    /// Reached through a link, its own or one further up.
    let isLinked: Bool
  }

  /// Lists `top`, which is open on the root, and everything under it.
  mutating func walk(from top: borrowing Descriptor) {
    pending = [Pending(path: "", isLinked: false)]
    while let next = pending.popLast() {
      do {
        try list(next, from: top)
      } catch {
        result.problems.append(error)
      }
    }
  }

  /// What was found, in the order of the bytes of the paths.
  consuming func sorted() -> Walk.Result {
    result.files.sort { $0.precedesBytewise($1) }
    result.problems.sort { $0.path.precedesBytewise($1.path) }
    return result
  }

  private mutating func list(_ directory: Pending, from top: borrowing Descriptor) throws(SystemError) {
    let path = directory.path.isEmpty ? "." : directory.path
    let opened = try Files.openBeneath(
      top, root: root, path: path, O_RDONLY | O_DIRECTORY | O_NONBLOCK, for: .list)
    if directory.isLinked, try isOnTheWay(to: directory.path, opened, from: top) {
      throw problem(.list, directory.path, .linkLoop)
    }
    while try entries.fill(from: opened, root: root, path: directory.path) {
      while let entry = entries.next(in: directory.path) { visit(entry, in: directory, from: top) }
    }
  }

  /// Whether a directory is one of those on the way to it.
  private func isOnTheWay(
    to path: String, _ opened: borrowing Descriptor, from top: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    let own = try Files.status(of: opened, whole(path), for: .list)
    var way = path[...]
    while !way.isEmpty {
      way = way[..<(way.utf8.lastIndex(of: UInt8(ascii: "/")) ?? way.startIndex)]
      var status = stat()
      guard fstatat(top.raw, way.isEmpty ? "." : String(way), &status, 0) == 0 else { continue }
      if status.st_ino == own.inode, status.st_dev == own.device { return true }
    }
    return false
  }

  private mutating func visit(_ entry: EntryBuffer.Entry, in directory: Pending, from top: borrowing Descriptor) {
    let kind = entry.kind == .unknown ? linkKind(entry, top) : entry.kind
    if kind == .directory || kind == .symbolicLink, skipping.contains(entry.name) { return }
    guard entry.isUTF8 else {
      if kind == .directory || claims(entry.path) {
        result.problems.append(problem(kind == .directory ? .list : .read, entry.path, .notUTF8))
      }
      return
    }
    switch kind {
    case .directory:
      if claims(entry.path) { result.problems.append(problem(.read, entry.path, .notRegular(kind))) }
      if directory.isLinked, !countLinked(entry.path) { return }
      pending.append(Pending(path: entry.path, isLinked: directory.isLinked))
    case .symbolicLink: follow(entry, from: top)
    case .regular: if claims(entry.path) { take(entry.path) }
    default: if claims(entry.path) { result.problems.append(problem(.read, entry.path, .notRegular(kind))) }
    }
  }

  private mutating func take(_ path: String) {
    result.files.append(path)
    found(path)
  }

  private mutating func follow(_ entry: EntryBuffer.Entry, from top: borrowing Descriptor) {
    do throws(SystemError) {
      let target = try Files.openBeneath(top, root: root, path: entry.path, O_PATH, for: .read)
      let kind = try Files.status(of: target, whole(entry.path), for: .read).kind
      if kind != .directory {
        guard claims(entry.path) else { return }
        guard kind == .regular else { throw problem(.read, entry.path, .notRegular(kind)) }
        take(entry.path)
      } else if countLinked(entry.path) {
        pending.append(Pending(path: entry.path, isLinked: true))
      }
    } catch {
      if matters(error, entry.path) { result.problems.append(error) }
    }
  }

  /// A link that cannot be followed matters if it is wanted, or if it may have hidden wanted files behind it.
  private func matters(_ error: SystemError, _ path: String) -> Bool {
    switch error.reason {
    case .linkLoop: true
    case .outsideRoot: claims(path) || Files.kind(whole(path)) == .directory
    default: claims(path)
    }
  }

  /// Whether one more directory behind a link may be listed. The first one that may not is a problem.
  private mutating func countLinked(_ path: String) -> Bool {
    linkedDirectories += 1
    let limit = Walk.linkedDirectoryLimit
    if linkedDirectories == limit + 1 { result.problems.append(problem(.list, path, .tooManyLinks(limit: limit))) }
    return linkedDirectories <= limit
  }

  /// For file systems whose entries do not tell their kind.
  private func linkKind(_ entry: EntryBuffer.Entry, _ top: borrowing Descriptor) -> FileKind {
    var status = stat()
    guard fstatat(top.raw, entry.path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .unknown }
    return FileKind(mode: status.st_mode)
  }

  private func whole(_ path: String) -> String {
    Files.join(root, path)
  }

  private func problem(_ operation: SystemError.Operation, _ path: String, _ reason: SystemError.Reason) -> SystemError
  {
    SystemError(operation, whole(path), reason)
  }
}

extension String {
  /// Whether the UTF-8 bytes come first: `<` would compare what names look like.
  func precedesBytewise(_ other: String) -> Bool {
    let ordered = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { theirs in
        guard let left = mine.baseAddress, let right = theirs.baseAddress else { return mine.count < theirs.count }
        let order = memcmp(left, right, min(mine.count, theirs.count))
        return order == 0 ? mine.count < theirs.count : order < 0
      }
    }
    return (ordered ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
