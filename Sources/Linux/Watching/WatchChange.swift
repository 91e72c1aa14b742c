/// What a watched tree has to tell. Paths are relative to the root; "" is a root that is a file itself.
package enum WatchChange: Equatable, Sendable {
  /// The file is new, or its content, its attributes or what its link leads to changed, and nobody was seen to be
  /// still writing. Read it now.
  case changed(String)
  /// Written to and not closed yet, or just created: read it when nothing more has come for a while, or when asked
  /// for what is there now. A hard link and a file that was nameless till now (O_TMPFILE) come only so.
  case writing(String)
  case removed(String)
  /// ``WatchedTree/problems`` is another list now.
  case problems
  /// The root cannot be found or entered. What was known stays known, and out of date, until it is back.
  case rootLost(SystemError)
  /// The root is there again, or for the first time after it was lost; changes against what was known follow.
  case rootBack
  /// From now on the tree, or a part of it, is looked through at intervals.
  case degraded(WatchDegradation)
  /// Every change is told by the kernel again.
  case healed
  /// The kernel dropped events; the whole tree is looked through, and differences are told.
  case overflow
  /// Found by ``TreeWatcher/verify(_:)`` and told by no event. The `changed` or `removed` that belongs to it comes too.
  case drift(String)
}

/// Why the kernel's events do not suffice for a tree.
package enum WatchDegradation: Equatable, Sendable {
  /// No watch is left for all of its directories. With the limit where that can be read.
  case watchLimit(Int?)
  /// A file system whose changes the kernel does not (all) tell: its type, and the directory it begins at.
  case silentFileSystem(type: String, path: String)
}

extension WatchDegradation: CustomStringConvertible {
  package var description: String {
    switch self {
    case .watchLimit(let limit):
      "polled: no inotify watch is left\(limit.map { " of \($0)" } ?? ""); raise fs.inotify.max_user_watches (sysctl)"
    case .silentFileSystem(let type, let path):
      "polled: \(path.escapingControls) is on \(type), where changes by others are not told"
    }
  }
}
