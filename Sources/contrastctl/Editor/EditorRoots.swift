import Contrast
import LanguageServer
import Linux

/// The directories whose palettes one editor looks at, read and watched by this process. Used on the loop only.
final class EditorRoots {
  /// How long a file that somebody is writing to is left alone.
  private static let settling = Duration.milliseconds(50)

  private final class Watched {
    let path: String
    let tree: WatchedTree
    var workspace = Workspace()
    var changes: [Change] = []
    var writing: Set<String> = []
    /// What could not be looked at.
    var problems: Set<String> = []
    var isLoaded = false

    init(_ path: String, _ tree: WatchedTree) {
      self.path = path
      self.tree = tree
      workspace.apply([.day(Day(Clock.today()))])
    }
  }

  private let watcher: TreeWatcher
  private var roots: [Watched] = []
  private var sources: [EventSource] = []
  private var work: EventSource?
  private var timer: EventSource?
  private var settleTimer: EventSource?
  private let tell: (Root) -> Void

  /// - Parameter tell: is called on the loop with what a root is now.
  init(on loop: EventLoop, tell: @escaping (Root) -> Void) throws(SystemError) {
    watcher = try TreeWatcher()
    self.tell = tell
    sources.append(try loop.addIO(watcher.raw, .readable) { [unowned self] _ in turn() })
    if let mounts = watcher.mountTable {
      sources.append(
        try loop.addIO(mounts, .priority) { [unowned self] _ in
          watcher.mountsChanged()
          turn()
        })
    }
    work = try loop.addWork { [unowned self] in turn() }
    timer = try loop.addTimer { [unowned self] in turn() }
    settleTimer = try loop.addTimer { [unowned self] in readUnfinished() }
  }

  /// Begins to watch a directory. False where there is none that can be entered.
  func load(_ path: String) -> Bool {
    guard Files.kind(path) == .directory else { return false }
    if !roots.contains(where: { $0.path == path }) {
      let tree = watcher.watch(path) { Workspace.wants(Files.join(path, $0)) }
      let root = Watched(path, tree)
      root.changes = companionsAbove(path)
      roots.append(root)
    }
    work?.enable()
    return true
  }

  /// Policies of the directories above; one that cannot be read is a finding of every check, and not repeated here.
  private func companionsAbove(_ path: String) -> [Change] {
    let here = (try? Files.currentDirectory()) ?? "/"
    let found = try? Operand(path).companionsAbove()
    return (found ?? []).map { change in
      guard case .above(let scope, let bytes) = change else { return change }
      return .above(scope.renamed(Files.join(here, scope.path)), bytes: bytes)
    }
  }

  /// Reads files again that the editor knows to have changed.
  func changed(_ paths: [String]) {
    for root in roots {
      for path in paths where path.hasPrefix(root.path + "/") && Workspace.wants(path) {
        read(String(path.dropFirst(root.path.count + 1)), root)
      }
      apply(root)
    }
  }

  private func turn() {
    for batch in watcher.turn() {
      guard let root = roots.first(where: { $0.tree === batch.tree }) else { continue }
      for change in batch.changes { take(change, root) }
    }
    for root in roots { apply(root) }
    if watcher.hasWork { work?.enable() } else { work?.disable() }
    if let next = watcher.deadline { timer?.arm(at: next) } else { timer?.disable() }
  }

  private func take(_ change: WatchChange, _ root: Watched) {
    switch change {
    case .changed(let path):
      root.writing.remove(path)
      read(path, root)
    case .writing(let path):
      root.writing.insert(path)
      settleTimer?.arm(after: Self.settling)
    case .removed(let path):
      root.writing.remove(path)
      root.changes.append(.removed(path: Files.join(root.path, path)))
    case .problems: noteProblems(root)
    // What was known stays known.
    case .rootLost, .rootBack, .degraded, .healed, .overflow, .drift: break
    }
  }

  private func noteProblems(_ root: Watched) {
    let problems = Dictionary(
      root.tree.problems.map { ($0.path, $0.description) }, uniquingKeysWith: { first, _ in first })
    for solved in root.problems.subtracting(problems.keys) { root.changes.append(.removed(path: solved)) }
    for (path, reason) in problems { root.changes.append(.unreadable(path: path, reason: reason)) }
    root.problems = Set(problems.keys)
  }

  private func readUnfinished() {
    for root in roots {
      for path in root.writing.sorted() { read(path, root) }
      root.writing.removeAll()
      apply(root)
    }
  }

  private func read(_ path: String, _ root: Watched) {
    let whole = Files.join(root.path, path)
    do throws(SystemError) {
      root.changes.append(.source(path: whole, bytes: try Files.readBeneath(root: root.path, path: path)))
    } catch  where error.isNotFound || Workspace.isGuess(whole) {
      root.changes.append(.removed(path: whole))
    } catch {
      root.changes.append(.unreadable(path: whole, reason: error.description))
    }
  }

  /// Evaluates what was read, and tells it.
  private func apply(_ root: Watched) {
    let isDone = root.tree.isSettled
    guard !root.changes.isEmpty || isDone != root.isLoaded else { return }
    // A first look through is evaluated once, when it is over.
    guard isDone || root.isLoaded else { return }
    root.workspace.apply(root.changes)
    root.changes.removeAll()
    root.isLoaded = true
    tell(Root(path: root.path, workspace: root.workspace, isLoaded: true))
  }
}
