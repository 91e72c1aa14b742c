import Glibc

/// A directory of a watched tree, at one path: what is known of it, and the watch on it.
///
/// The path never changes: a directory that moves is forgotten at its old place and found at the new one.
final class WatchedDirectory {
  unowned let tree: WatchedTree
  /// Outlives this one, which it holds; nil for the root.
  unowned(safe) let parent: WatchedDirectory?
  let name: Name
  /// Relative to the root; "" for the root.
  let path: String
  let identity: FileIdentity
  /// Reached through a link, its own or one further up.
  let isLinked: Bool

  var watch: CInt?
  var files: [Name: FileRecord] = [:]
  var children: [Name: WatchedDirectory] = [:]
  /// Entries that cannot be looked at.
  var problems: [Name: SystemError] = [:]
  /// Why it cannot be listed.
  var failure: SystemError?
  /// No longer part of the tree.
  var isGone = false

  init(
    _ tree: WatchedTree, in parent: WatchedDirectory?, _ name: Name, _ path: String, _ identity: FileIdentity,
    isLinked: Bool
  ) {
    self.tree = tree
    self.parent = parent
    self.name = name
    self.path = path
    self.identity = identity
    self.isLinked = isLinked
  }

  func path(of name: Name) -> String {
    path.isEmpty ? name.text : "\(path)/\(name.text)"
  }

  /// Whether one of the directories on the way here is this one: a link that leads back.
  var isLoop: Bool {
    var above = parent
    while let directory = above {
      if directory.identity == identity { return true }
      above = directory.parent
    }
    return false
  }

  /// What it held at the last look, known by name.
  var knownNames: [Name] {
    Array(files.keys) + Array(children.keys) + Array(problems.keys)
  }

  /// Shows `body` this directory and each below it.
  func visit(_ body: (WatchedDirectory) -> Void) {
    var pending = [self]
    while let next = pending.popLast() {
      body(next)
      pending.append(contentsOf: next.children.values)
    }
  }
}
