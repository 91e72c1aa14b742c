import Linux

/// Settled alerts: a root is told of when it has been quiet for a while, or when that has been put off long enough.
extension Monitor {
  /// The most entries that one batch writes to the journal; what is above is counted in one more.
  static let entriesPerBatch = 50

  /// Sets the timer for the root that is due first.
  func armSettling() {
    let due = roots.filter { $0.isSettled || $0.hasUnfinished }.compactMap(dueTime).min()
    if let due { settleTimer?.arm(at: due) } else { settleTimer?.disable() }
  }

  private func dueTime(_ root: WatchedRoot) -> Duration? {
    guard root.isScanned, let first = root.firstChange, let last = root.lastChange else { return nil }
    return min(last + configuration.settle, first + configuration.maxSettle)
  }

  func settle() { settle(force: false) }

  /// Tells what has settled; everything where `force`.
  func settle(force: Bool) {
    let now = Clock.monotonic()
    for root in roots where root.isScanned && (force || dueTime(root).map { $0 <= now } ?? false) {
      if root.hasUnfinished {
        root.takeUnfinished()
        root.read(until: now + Self.slice)
        evaluate(root)
      }
      if root.isSettled, root.recall() { evaluate(root) }
      if force, let evaluation = root.startEvaluation() { finish(evaluation) }
      if force || root.isSettled { tell(batch: root.takeEvents(), states: root.takeStates(), of: root) }
    }
    armSettling()
    if roots.contains(where: \.hasWork) { work?.enable() }
  }

  func tell(batch events: [Event], states: [Keeper.State], of root: WatchedRoot) {
    guard !events.isEmpty else {
      if !states.isEmpty { tell([], states: states) }
      return tellStatus()
    }
    lastBatch += 1
    let commit = GitHead.commit(of: root.configuration.path)
    let ordered = events.sorted { $0.kind.priority < $1.kind.priority }
    var summary = Event(.batch, batchMessage(ordered, root), root: root.name)
    summary.batch = lastBatch
    summary.commit = commit
    let batch = ordered.map { event in
      var event = event
      event.batch = lastBatch
      event.commit = commit
      return event
    }
    tell(batch + [summary], inJournal: Self.entriesPerBatch, states: states)
    tellStatus()
  }

  private func batchMessage(_ events: [Event], _ root: WatchedRoot) -> String {
    let counts = Event.Kind.allCases.compactMap { kind -> String? in
      let count = events.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(kind.words(count))"
    }
    let left = max(0, events.count - Self.entriesPerBatch)
    let unsaid = left == 0 ? "" : " (\(left) of them without an entry of their own)"
    return "\(root.configuration.path): \(counts.joined(separator: ", "))\(unsaid). "
      + "Now \(Summary(root.workspace).sentence)."
  }
}
