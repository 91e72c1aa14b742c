import Contrast
import Linux
import Palettes
import Reports

/// Kernel event → changed paths → bytes → workspace.
extension Monitor {
  func watch(_ configured: Configuration.Root) {
    let path = configured.path
    watcher.pollInterval = configuration.poll
    let tree = watcher.watch(path) { Workspace.wants(Files.join(path, $0)) }
    roots.append(WatchedRoot(configured, tree))
  }

  /// Takes what the kernel has to say, and goes on with what follows from it.
  func pump() {
    handle(watcher.turn())
    doWork()
  }

  func handle(_ batches: [TreeWatcher.Batch]) {
    for batch in batches {
      guard let root = roots.first(where: { $0.tree === batch.tree }) else { continue }
      let hasProblems = batch.changes.contains(.problems)
      if hasProblems { root.forgetSolvedProblems() }
      for change in batch.changes { handle(change, root) }
      if hasProblems { root.noteProblems() }
    }
    if isReadyTold, !batches.isEmpty { tellStatus() }
  }

  private func handle(_ change: WatchChange, _ root: WatchedRoot) {
    switch change {
    case .changed(let path): root.noteChanged(path)
    case .writing(let path): root.noteWriting(path)
    case .removed(let path): root.noteRemoved(path)
    case .problems: break
    case .rootLost(let error):
      root.lost = error
      let place = root.configuration.place
      tell(
        Event(
          .rootLost,
          "\(root.configuration.path) is lost: \(error.reason). What was known of it is still served. "
            + "It is configured in \(place).", root: root.name))
    case .rootBack:
      root.lost = nil
      tell(Event(.rootBack, "\(root.configuration.path) is there again and is watched.", root: root.name))
    case .degraded(let reason):
      tell(Event(.watchDegraded, "\(root.configuration.path) is \(reason)", root: root.name))
    case .healed:
      tell(Event(.watchDegraded, "\(root.configuration.path) is watched without polling again.", root: root.name))
    case .overflow:
      tell(
        Event(
          .watchDegraded, "The kernel's event queue overflowed: \(root.configuration.path) is looked through again.",
          root: root.name))
    case .drift(let path):
      tell(
        Event(
          .watcherMissed,
          "\(Files.join(root.configuration.path, path)) had changed and no event had told it: written through a hard link or a memory map, perhaps; if not, report it.",
          root: root.name))
    }
  }

  /// A slice of reading and evaluating; goes on in the next turn of the loop where something is left.
  func doWork() {
    if watcher.hasWork { handle(watcher.turn()) }
    let end = Clock.monotonic() + Self.slice
    for root in roots {
      root.read(until: end)
      evaluate(root)
    }
    let isBusy = watcher.hasWork || roots.contains(where: \.hasWork)
    if isBusy { work?.enable() } else { work?.disable() }
    let deadlines = [watcher.deadline] + roots.map(\.retry)
    if let next = deadlines.compactMap(\.self).min() { watchTimer?.arm(at: next) } else { watchTimer?.disable() }
    becomeReady()
    armSettling()
    if !isBusy { answerSyncs() }
  }

  /// Applies what was read: at once where it is little, else in the evaluator's task.
  func evaluate(_ root: WatchedRoot) {
    if root.applyEdits(now: Clock.monotonic()) { showEditors(root) }
    guard let evaluation = root.startEvaluation() else {
      if root.isSettled, !root.isScanned {
        scanned(root)
        showEditors(root)
      }
      return
    }
    if evaluation.isSmall { finish(evaluation) } else { evaluator.evaluate(evaluation) }
  }

  func finish(_ evaluation: WatchedRoot.Evaluation) {
    let (workspace, delta) = evaluation.evaluated()
    finished(evaluation.root, workspace, delta)
  }

  /// An evaluation is there; from the evaluator's task, or from this turn.
  func finished(_ id: UInt64, _ workspace: Workspace, _ delta: Delta) {
    guard let root = roots.first(where: { $0.id == id }) else { return }
    root.finish(workspace, delta, now: Clock.monotonic())
    armDay()
    if root.isSettled, !root.isScanned { scanned(root) }
    showEditors(root)
    armStale()
  }

  func armStale() {
    if let stale = roots.compactMap({ $0.staleDeadline(limit: Self.staleLimit) }).min() { staleTimer?.arm(at: stale) }
  }

  private func scanned(_ root: WatchedRoot) {
    if let earlier = remembered[root.name], root.recall(earlier) { return evaluate(root) }
    if let problems = rememberedProblems.removeValue(forKey: root.name) { root.takeUp(problems: problems) }
    root.takeUp(excuses: rememberedExcuses.removeValue(forKey: root.name))
    let events = root.markScanned(remembered.removeValue(forKey: root.name))
    Memory.giveBack()
    tellResumed(root, events)
    tell(
      Event(
        .batch,
        "Watching \(root.configuration.path): \(Summary(root.workspace).sentence).", root: root.name))
  }

  /// What happened to a root while no daemon ran, or none with a store.
  func tellResumed(_ root: WatchedRoot, _ events: [Event]) {
    // With what happened meanwhile in one transaction: neither is durable without the other.
    let problems = root.problemEvents() + root.excuseEvents()
    let states = root.takeStates()
    if events.isEmpty {
      tell(problems, states: states)
    } else {
      tell(batch: events + problems, states: states, of: root)
    }
  }

  func expireStale() {
    let now = Clock.monotonic()
    for root in roots { root.expireStale(now: now, limit: Self.staleLimit) }
    doWork()
  }

  private func becomeReady() {
    guard !isReadyTold, isReady else { return }
    isReadyTold = true
    startTimer = nil
    _ = try? ServiceManager.notify([.ready])
    tellStatus()
    announcer.greet(socket: acceptor?.name ?? "")
  }

  /// A large tree takes longer to look through than a service manager waits: more time is asked for while it goes on.
  func extendStart() {
    _ = try? ServiceManager.notify([.extendTimeout(.seconds(30))])
    tellStatus()
    startTimer?.arm(after: Self.startPatience)
  }

  /// One line for `systemctl status`.
  func tellStatus() {
    let summaries = roots.map { Summary($0.workspace) }
    let palettes = summaries.reduce(0) { $0 + $1.palettes }
    let failing = summaries.reduce(0) { $0 + $1.failingPairs }
    let degraded = roots.filter { $0.lost != nil || $0.tree.degradation != nil }
    let state = isReady ? "" : "Scanning; "
    let store = storeTrouble.isEmpty ? "" : "; degraded: the store cannot be written"
    let trouble = degraded.isEmpty ? "" : "; degraded: \(degraded.map(\.name).joined(separator: ", "))"
    let line = "\(state)\(counted(palettes, "palette")), \(counted(failing, "failing pair"))\(trouble)\(store)"
    guard line != lastStatus else { return }
    lastStatus = line
    _ = try? ServiceManager.notify([.status(line)])
  }
}
