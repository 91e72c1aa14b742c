import Foundation
import Glibc
import Testing

@testable import Linux

/// An owner of a watched tree as the daemon is one: it believes what it is told, and reads what it is told to read.
final class Mirror {
  let watcher: TreeWatcher
  let tree: WatchedTree
  /// By path; nil for what could not be read.
  private(set) var contents: [Name: [UInt8]?] = [:]
  /// Everything that was told, in order, since the last `forget`.
  private(set) var told: [WatchChange] = []

  init(_ root: String, on watcher: TreeWatcher? = nil) throws {
    self.watcher = try watcher ?? TreeWatcher()
    tree = self.watcher.watch(root) { $0.isEmpty || $0.hasSuffix(".json") }
  }

  func take(_ batches: [TreeWatcher.Batch]) {
    for batch in batches where batch.tree === tree {
      told += batch.changes
      for change in batch.changes {
        switch change {
        case .changed(let path), .writing(let path):
          contents[Name(path)] = .some(try? Files.readBeneath(root: tree.root, path: path))
        case .removed(let path): contents[Name(path)] = nil
        default: break
        }
      }
    }
  }

  /// What a Sync does.
  func sync(now: Duration = Clock.monotonic()) {
    take(watcher.sync(now: now))
  }

  func forget() {
    told = []
  }

  /// Turns when the kernel has something to tell or something is due, and not before, until `isDone`; false after ten
  /// seconds.
  func turn(until isDone: () -> Bool) -> Bool {
    let end = Clock.monotonic() + .seconds(10)
    while Clock.monotonic() < end {
      if !watcher.hasWork {
        let due = min(end, watcher.deadline ?? end) - Clock.monotonic()
        var wait = pollfd(fd: watcher.raw, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, CInt(clamping: max(0, due.microseconds / 1000 + 1)))
      }
      take(watcher.turn())
      if isDone() { return Clock.monotonic() < end }
    }
    return false
  }

  /// What differs between what the mirror believes and what a fresh walk finds; empty where all is well.
  func differences() -> [String] {
    let walk = (try? Walk.files(under: tree.root) { $0.isEmpty || $0.hasSuffix(".json") }) ?? Walk.Result()
    var differences: [String] = []
    let believed = contents.keys.sorted().map(\.text)
    if !believed.elementsEqual(walk.files, by: { $0.utf8.elementsEqual($1.utf8) }) {
      differences.append("told \(believed), a walk finds \(walk.files)")
    }
    if tree.files != walk.files { differences.append("known \(tree.files), a walk finds \(walk.files)") }
    if tree.problems != walk.problems {
      differences.append("problems \(tree.problems), a walk has \(walk.problems)")
    }
    for path in walk.files where contents[Name(path)] != (try? Files.readBeneath(root: tree.root, path: path)) {
      differences.append("\(path) was read before it changed")
    }
    if !tree.isSettled { differences.append("not settled") }
    return differences
  }

  /// Whether each directory that is there has its watch, and no other has one.
  func watchDifferences(_ chain: Set<CInt>? = nil) -> [String] {
    var watches = chain ?? Set(tree.chain)
    var directories = 0
    tree.top?.visit { directory in
      directories += 1
      if let watch = directory.watch { watches.insert(watch) }
    }
    let (all, unwatched) = tree.directoryCount
    var differences: [String] = []
    if all != directories || unwatched != 0 { differences.append("\(all) directories, \(unwatched) without a watch") }
    if watcher.watchCount != watches.count {
      differences.append("\(watcher.watchCount) watches for \(watches.count) directories")
    }
    return differences
  }
}

extension WatchChange {
  /// For counting.
  var isAboutFile: Bool {
    switch self {
    case .changed, .writing, .removed: true
    default: false
    }
  }
}
