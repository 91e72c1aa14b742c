import Glibc

/// Watches directory trees, and tells which files changed.
///
/// Everything happens inside the calls below, on the thread that makes them; nothing here waits. The owner calls
/// ``turn(now:for:)`` when ``raw`` is readable, when ``deadline`` is past, and again as long as ``hasWork``; it calls
/// ``mountsChanged()`` when ``mountTable`` is ready with `priority`.
///
/// A large tree is looked through in slices, so `turn` takes no longer than it is given and a little; between the
/// slices events are taken in as ever. Hard links and memory mapped writing are silent by nature: ``verify(_:)``.
package final class TreeWatcher {
  /// What one tree has to tell, in the order in which it should be taken up.
  package struct Batch {
    package let tree: WatchedTree
    package let changes: [WatchChange]
  }

  /// How long a turn may take.
  package static let slice = Duration.milliseconds(5)

  private let table: WatchTable
  /// How often a tree for which events do not suffice is looked through, at least; for trees watched from now on.
  package var pollInterval = Duration.seconds(5)
  private let mounts: Descriptor?
  /// For polling with ``EventLoop/Readiness/priority``: ready when a file system was mounted or unmounted.
  /// nil where /proc is not to be had.
  package let mountTable: CInt?
  private var mountsBefore = Mounts()
  private var trees: [WatchedTree] = []

  /// Throws where there is no inotify instance left.
  package init() throws(SystemError) {
    table = WatchTable(try Inotify())
    if let opened = try? Descriptor.open(Mounts.path, O_RDONLY, for: .watch) {
      mountTable = opened.raw
      mounts = consume opened
    } else {
      mountTable = nil
      mounts = nil
    }
  }

  /// Readable while events wait.
  package var raw: CInt { table.inotify.raw }

  /// How many watches of the kernel are in use.
  package var watchCount: Int { table.count }

  /// Begins to watch `root`, a directory or a file, there already or not.
  ///
  /// Its files come as `changed` with the next turns. What `claims`, `skipping`, links and problems mean is said at
  /// ``Walk/files(under:skipping:claims:)``. A file that a link leads to is watched where it is, so it must be inside
  /// the root, and not in a directory that is skipped.
  package func watch(
    _ root: String, skipping: Set<String> = Walk.defaultSkipping, claims: @escaping (String) -> Bool
  ) -> WatchedTree {
    let path = root.utf8.first == UInt8(ascii: "/") ? root : Files.join((try? Files.currentDirectory()) ?? "/", root)
    let tree = WatchedTree(path, skipping: skipping, claims: claims, table)
    tree.polling.shortest = pollInterval
    trees.append(tree)
    return tree
  }

  /// Lets go of a tree: nothing more is told of it.
  package func stop(_ tree: WatchedTree) {
    tree.stop()
    trees.removeAll { $0 === tree }
  }

  /// There is more to look at than fitted in the last turn.
  package var hasWork: Bool { trees.contains { $0.hasWork } }

  /// When the next turn is due without an event; nil where only events count.
  package var deadline: Duration? { trees.compactMap { $0.polling.deadline }.min() }
}

extension TreeWatcher {
  /// Takes every event that is queued, works for at most `time`, and returns what has come out.
  ///
  /// `now` is ``Clock/monotonic()``, or a later time to bring about what is due then.
  package func turn(now: Duration = Clock.monotonic(), for time: Duration = slice) -> [Batch] {
    drain(now)
    let end = Clock.monotonic() + time
    for tree in trees { tree.turn(now, until: end) }
    return collect()
  }

  /// As ``turn(now:for:)``, without limit: what is returned, together with what was before, is everything that was
  /// written before the call. Trees for which events do not suffice are looked through.
  ///
  /// A tree that is not ``WatchedTree/isSettled`` afterwards has lost events twice in two seconds; its rest comes at
  /// the ``deadline``.
  package func sync(now: Duration = Clock.monotonic()) -> [Batch] {
    drain(now)
    for tree in trees {
      if tree.degradation != nil { tree.lookThrough(now) }
      tree.turn(now, until: nil)
    }
    return collect()
  }

  /// Looks through a tree in the next turns, and tells as `drift` what no event had told.
  package func verify(_ tree: WatchedTree) {
    guard tree.top != nil, tree.verification == nil else { return }
    tree.verification = Verification()
    tree.lookThrough(Clock.monotonic())
  }

  /// Something was mounted or unmounted: looks through the trees that it may concern in the next turns.
  package func mountsChanged() {
    let mounts = Mounts()
    defer { mountsBefore = mounts }
    for tree in trees {
      let root = (try? Files.realPath(tree.root)) ?? tree.root
      guard mounts.near(root) != mountsBefore.near(root) else { continue }
      tree.isChainDirty = true
      tree.lookThrough(Clock.monotonic())
    }
  }

  private func drain(_ now: Duration) {
    do throws(SystemError) {
      try table.inotify.drain { dispatch($0, now) }
    } catch {
      // What could not be read is lost like what did not fit in the queue.
      for tree in trees { tree.overflowed(now) }
    }
  }

  private func dispatch(_ event: Inotify.Event, _ now: Duration) {
    if event.mask.contains(.overflow) {
      for tree in trees { tree.overflowed(now) }
      return
    }
    let isGone = event.mask.contains(.ignored)
    for owner in isGone ? table.forget(event.watch) : table.owners(of: event.watch) {
      switch owner {
      case .directory(let directory):
        if isGone { directory.watch = nil }
        directory.tree.directoryEvent(event, in: directory)
      case .chain(let tree, let file): tree.chainEvent(event, file: file)
      }
    }
  }

  private func collect() -> [Batch] {
    trees.compactMap { tree in
      let changes = tree.outbox.take()
      return changes.isEmpty ? nil : Batch(tree: tree, changes: changes)
    }
  }
}
