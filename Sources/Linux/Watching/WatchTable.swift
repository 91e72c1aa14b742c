/// Whose each watch is: the one map from the kernel's numbers to what is watched.
final class WatchTable {
  enum Owner {
    case directory(WatchedDirectory)
    /// On the way to the root of a tree; for a root that is a file also the directory it is in, with the file's name.
    case chain(WatchedTree, file: Name?)
  }

  let inotify: Inotify
  private var owners: [CInt: [Owner]] = [:]

  init(_ inotify: Inotify) {
    self.inotify = inotify
  }

  /// How many watches there are.
  var count: Int { owners.count }

  /// Empty for a number that is nobody's: an event of a watch that was let go of.
  func owners(of watch: CInt) -> [Owner] {
    owners[watch] ?? []
  }

  /// Watches for one owner more. Two paths to one directory share a watch.
  func add(_ path: String, _ mask: Inotify.Mask, for owner: Owner) throws(SystemError) -> CInt {
    let watch = try inotify.add(path, mask)
    if !owners(of: watch).contains(where: { $0.isSame(as: owner) }) { owners[watch, default: []].append(owner) }
    return watch
  }

  /// The owner has no use for it any more; with the last one the watch goes.
  func release(_ watch: CInt, of owner: Owner) {
    guard var left = owners[watch] else { return }
    left.removeAll { $0.isSame(as: owner) }
    owners[watch] = left.isEmpty ? nil : left
    if left.isEmpty { inotify.remove(watch) }
  }

  /// The kernel let go of it. Returns whose it was.
  func forget(_ watch: CInt) -> [Owner] {
    owners.removeValue(forKey: watch) ?? []
  }
}

extension WatchTable.Owner {
  fileprivate func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.directory(let left), .directory(let right)): left === right
    case (.chain(let left, _), .chain(let right, _)): left === right
    default: false
    }
  }
}
