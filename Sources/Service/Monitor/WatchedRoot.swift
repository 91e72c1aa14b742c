import Contrast
import Linux
import Palettes
import Syntax

/// One configured directory: its tree under watch, its palettes, and how far both have been told. Used on the loop only.
final class WatchedRoot {
  let configuration: Configuration.Root
  let tree: WatchedTree
  /// Another one for a root of the same name that a reload begins to watch.
  let id = UInt64.random(in: .min ... .max)
  /// What answers are given from: the last whole state.
  private(set) var workspace = Workspace()
  /// The state of which everything was told, by palette.
  var announced: [String: Audit] = [:]
  private var unread = UnreadFiles()
  /// Read, and to be applied together.
  var changes: [Change] = []
  private var changedBytes = 0
  /// An evaluation is under way off the loop; what comes meanwhile waits for it.
  private(set) var isEvaluating = false
  /// What an earlier run told of palettes that were being written when they were first looked at.
  var awaited: [String: Remembered] = [:]
  /// Since when they are waited for, and files that broke off then; nil once it was long enough.
  private var awaitedSince: Duration?
  /// Palettes that changed since the last telling.
  private(set) var untold: Set<String> = []
  /// Palettes whose told state the store does not have yet.
  private var toKeep: Set<String> = []
  /// Paths that could not be looked at.
  private var treeProblems: Set<String> = []
  private var staleFiles = StaleFiles()
  /// Diagnostics of sources that were told.
  private var toldProblems: Set<String> = []
  /// What was told of baselines and waivers.
  var toldExcuses = ToldExcuses()
  /// A baseline or waivers may say something else, or it is another day.
  var hasNewExcuses = true
  /// The store does not have what was told of sources, baselines and waivers yet.
  var hasProblemsToKeep = true
  /// Palettes that were judged again, since the last telling, with pairs that values had kept out.
  var recalled: Set<String> = []
  /// When the first untold change came, and the last.
  private(set) var firstChange: Duration?
  private(set) var lastChange: Duration?
  /// Looked through once since the start.
  private(set) var isScanned = false
  var lost: SystemError?

  init(_ configuration: Configuration.Root, _ tree: WatchedTree) {
    self.configuration = configuration
    self.tree = tree
    var policy = Policy()
    policy.override = configuration.override
    workspace.apply([.policy(policy), .day(Day(Clock.today()))])
  }

  var name: String { configuration.name }

  /// Files of which an earlier state is served, by path.
  var stale: [String: [Diagnostic]] { workspace.stale }

  /// Nothing is left to read, to apply or to look through.
  var isSettled: Bool { tree.isSettled && unread.isEmpty && changes.isEmpty && !isEvaluating }

  var hasWork: Bool { unread.isReady || !changes.isEmpty && !isEvaluating }

  /// When files are tried again for which no descriptor was left.
  var retry: Duration? { unread.retry }

  /// Whether this path is the root or inside it.
  func covers(_ path: String) -> Bool {
    if path.split(separator: "/").contains("..") { return false }
    return path == configuration.path || path.hasPrefix(configuration.path == "/" ? "/" : configuration.path + "/")
  }
}

extension WatchedRoot {
  func noteChanged(_ path: String) { unread.noteChanged(path) }

  func noteRemoved(_ path: String) { unread.noteRemoved(path) }

  func noteWriting(_ path: String) {
    unread.noteWriting(path)
    lastChange = Clock.monotonic()
    firstChange = firstChange ?? lastChange
  }

  /// Another day has begun: waivers may have ended.
  func noteDay(_ day: Day) {
    changes.append(.day(day))
    hasNewExcuses = true
  }

  /// What is being written to is to be read as it is now.
  func takeUnfinished() { unread.takeUnfinished() }

  var hasUnfinished: Bool { unread.hasUnfinished }

  /// What could not be looked at before and is no problem now. Comes before the other news of a batch: a file that can be
  /// read again is in them.
  func forgetSolvedProblems() {
    let solved = treeProblems.subtracting(tree.problems.map(\.path))
    unread.note(solved.sorted().map { .removed(path: $0) })
    treeProblems.subtract(solved)
  }

  /// What cannot be looked at. Comes after the other news of a batch: that such a file is gone is in them.
  func noteProblems() {
    let problems = Dictionary(tree.problems.map { ($0.path, $0.description) }, uniquingKeysWith: { first, _ in first })
    treeProblems = Set(problems.keys)
    unread.note(problems.sorted { $0.key < $1.key }.map { .unreadable(path: $0.key, reason: $0.value) })
  }

  /// Reads until `end`; what was read waits in `changes`.
  func read(until end: Duration) {
    var now = Clock.monotonic()
    while now < end, let next = unread.next(now: now) {
      switch next {
      case .read(let path):
        noteExcuses(path)
        read(path)
      case .remove(let path):
        noteExcuses(path)
        changes.append(.removed(path: whole(path)))
      case .change(let change): changes.append(change)
      }
      now = Clock.monotonic()
    }
  }

  private func read(_ path: String) {
    do throws(SystemError) {
      let bytes = try Files.readBeneath(root: configuration.path, path: path)
      // Small files are taken in at once: the bytes of thousands need not wait beside each other.
      if !isScanned, bytes.count <= 64 << 10, !PolicyFile.isOne(whole(path)),
        let (format, _) = PaletteFormat.claiming(whole(path))
      {
        changes.append(.read(format.read(SourceText(path: whole(path), bytes: bytes))))
      } else {
        changedBytes += bytes.count
        changes.append(.source(path: whole(path), bytes: bytes))
      }
    } catch  where error.isOutOfDescriptors {
      // Not gone, and not unreadable: it is tried again.
      unread.putBack(path, now: Clock.monotonic())
    } catch  where Workspace.isGuess(whole(path)) {
      // What is claimed by its ending alone may be anything.
      changes.append(.removed(path: whole(path)))
    } catch {
      // Gone between the event and the look: the event of that comes too.
      changes.append(
        error.isNotFound ? .removed(path: whole(path)) : .unreadable(path: whole(path), reason: error.description))
    }
  }

  private func noteExcuses(_ path: String) { if Companions.isOne(whole(path)) { hasNewExcuses = true } }

  private func whole(_ path: String) -> String { Files.join(configuration.path, path) }
}

extension WatchedRoot {
  /// An evaluation, to be made off the loop where it is large.
  struct Evaluation: Sendable {
    let root: UInt64
    fileprivate let workspace: Workspace
    fileprivate let changes: [Change]
    fileprivate let bytes: Int

    /// Small enough to be made between two events.
    var isSmall: Bool { bytes <= 256 << 10 && changes.count <= 64 && workspace.colorCount <= 2_000 }

    func evaluated() -> (workspace: Workspace, delta: Delta) {
      var workspace = workspace
      let delta = workspace.apply(changes)
      return (workspace, delta)
    }
  }

  /// What is to be evaluated now; nil while reading or another evaluation is under way, or nothing changed.
  func startEvaluation() -> Evaluation? {
    guard unread.isEmpty, !changes.isEmpty, !isEvaluating else { return nil }
    let evaluation = Evaluation(root: id, workspace: workspace, changes: changes, bytes: changedBytes)
    changes.removeAll()
    changedBytes = 0
    isEvaluating = true
    return evaluation
  }

  /// Takes what changed at once where it is nothing but values of colours, which is little work in a palette of any size.
  /// False where it is not, or nothing changed.
  func applyEdits(now: Duration) -> Bool {
    guard isScanned, unread.isEmpty, !changes.isEmpty, !isEvaluating, changes.count <= 16,
      changedBytes <= 4 << 20, let delta = workspace.applyEdits(changes)
    else { return false }
    changes.removeAll()
    changedBytes = 0
    note(delta, now: now)
    return true
  }

  func finish(_ workspace: Workspace, _ delta: Delta, now: Duration) {
    isEvaluating = false
    self.workspace = workspace
    note(delta, now: now)
  }

  private func note(_ delta: Delta, now: Duration) {
    untold.formUnion(delta.palettes)
    firstChange = firstChange ?? now
    lastChange = now
    staleFiles.note(workspace.stale.keys, now: now)
  }

  /// Broken states older than `limit` become findings.
  func expireStale(now: Duration, limit: Duration) {
    changes += staleFiles.expire(now: now, limit: limit).map { .broken(path: $0) }
    if let since = awaitedSince, now - since >= limit { stopAwaiting(now) }
  }

  /// Nobody goes on writing: what the palettes are now counts.
  private func stopAwaiting(_ now: Duration) {
    untold.formUnion(awaited.keys)
    awaitedSince = nil
    firstChange = firstChange ?? now
    lastChange = now
  }

  /// When the next broken state is old enough.
  func staleDeadline(limit: Duration) -> Duration? {
    [staleFiles.first, awaitedSince].compactMap(\.self).min().map { $0 + limit }
  }

  /// The first look through is over: its state is where telling starts from.
  ///
  /// - Parameter remembered: what an earlier run told, by palette; nil where there was none.
  /// - Returns: what happened since.
  func markScanned(_ remembered: [String: Remembered]?) -> [Event] {
    isScanned = true
    let before = announced
    announced = Dictionary(workspace.audits.map { ($0.palette.path, $0) }, uniquingKeysWith: { first, _ in first })
    untold.removeAll()
    recalled.removeAll()
    firstChange = nil
    lastChange = nil
    awaitedSince = workspace.incomplete.isEmpty ? nil : Clock.monotonic()
    return resume(from: before.isEmpty ? remembered : nil)
  }

  /// What happened since this was told: all of it is to be kept.
  func resume(from remembered: [String: Remembered]?) -> [Event] {
    hasProblemsToKeep = true
    toKeep.formUnion(announced.keys)
    guard var remembered else { return [] }
    for palette in remembered.keys where workspace.isIncomplete(palette) {
      awaited[palette] = remembered.removeValue(forKey: palette)
      announced[palette] = nil
      toKeep.remove(palette)
      awaitedSince = awaitedSince ?? Clock.monotonic()
    }
    toKeep.formUnion(remembered.keys)
    return events(
      of: Set(remembered.keys).union(announced.keys).sorted().map { palette in
        comparison(palette, remembered[palette].map { .remembered($0) } ?? .nothing, announced[palette])
      })
  }

  /// The pairs that fail by what was told last.
  var toldFailures: [(palette: String, key: PairKey, combinations: [String])] {
    announced.sorted { $0.key < $1.key }.flatMap { palette, audit in
      audit.pairings.indices.compactMap { index in
        let failing = audit.failing(index)
        if failing.isEmpty { return nil }
        return (palette, audit.key(of: audit.pairings[index]), failing.map { audit.label($0) })
      }
    }
  }

  /// The states that were told and are not kept yet.
  func takeStates() -> [Keeper.State] {
    defer {
      toKeep.removeAll()
      hasProblemsToKeep = false
    }
    let root = Keeper.State(
      root: name, path: "", audit: nil, problems: toldProblems.sorted(), excuses: toldExcuses)
    return (hasProblemsToKeep ? [root] : [])
      + toKeep.sorted().map { Keeper.State(root: name, path: $0, audit: announced[$0]) }
  }

  /// What an earlier run told of its sources.
  func takeUp(problems: Set<String>) { toldProblems = problems }

  /// Everything that happened since the last telling; it counts as told.
  func takeEvents() -> [Event] {
    if awaitedSince != nil { untold.subtract(awaited.keys.filter { workspace.isIncomplete($0) }) }
    let comparisons = untold.sorted().map { comparison($0, told($0), workspace.palettes[$0]?.audit) }
    let events = events(of: comparisons)
    for comparison in comparisons {
      awaited[comparison.palette] = nil
      announced[comparison.palette] = comparison.after
    }
    toKeep.formUnion(untold)
    untold.removeAll()
    recalled.removeAll()
    firstChange = nil
    lastChange = nil
    return events + problemEvents() + excuseEvents()
  }

  /// Sources that cannot be read or are wrong, each told once while it is so.
  func problemEvents() -> [Event] {
    let problems =
      Array(workspace.unreadable.values) + workspace.companions.diagnostics
      + workspace.evaluations.flatMap { $0.palette.diagnostics.filter { $0.severity == .error } }
    // What is being written may be right in a moment.
    let awaited = problems.filter { awaitedSince != nil && workspace.incomplete.contains($0.range.file) }
    let present = Set(problems).subtracting(awaited)
    let new = present.filter { !toldProblems.contains($0.line) }
    let lines = Set(present.map(\.line)).union(toldProblems.intersection(awaited.map(\.line)))
    if lines != toldProblems { hasProblemsToKeep = true }
    toldProblems = lines
    return new.sorted { ($0.range.file, $0.message) < ($1.range.file, $1.message) }.map { problem in
      let kind: Event.Kind = Companions.isOne(problem.range.file) ? .policyInvalid : .sourceInvalid
      let stays = workspace.companions.stale.contains(problem.range.file) ? " The last good state stays in force." : ""
      var event = Event(kind, problem.line + stays, root: name)
      event.place = (problem.range.file, problem.range.start.line)
      return event
    }
  }
}
