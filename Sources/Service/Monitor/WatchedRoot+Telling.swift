import Contrast

// What is told of palettes, and of what is accepted of their failures.

extension WatchedRoot {
  /// How a palette was when it was told of last.
  func told(_ palette: String) -> Told {
    awaited[palette].map { .remembered($0) } ?? Told(announced[palette])
  }

  func comparison(_ palette: String, _ before: Told, _ after: Audit?) -> Comparison {
    var comparison = Comparison(root: name, palette: palette, before: before, after: after)
    comparison.exclusion = { [workspace] file in workspace.exclusion(of: file) }
    comparison.policyFile = workspace.policyFiles(for: palette).last?.path
    return comparison
  }

  /// What happened to the palettes of a batch; it counts as told.
  func events(of comparisons: [Comparison]) -> [Event] {
    let renames = Renames(comparisons)
    let before = toldExcuses
    var events: [Event] = []
    for comparison in comparisons {
      let own = comparison.events(besides: renames)
      events += own
      events += toldExcuses.takeOutgrown(
        comparison.palette, comparison.after, workspace.excuses(for: comparison.palette), root: name, besides: own)
    }
    if toldExcuses != before { hasProblemsToKeep = true }
    return events + renames.events(root: name)
  }

  /// Baselines, waivers, and what they no longer cover; each told once.
  func excuseEvents() -> [Event] {
    guard hasNewExcuses else { return [] }
    hasNewExcuses = false
    let before = toldExcuses
    var events = toldExcuses.takeFiles(workspace, root: name) + toldExcuses.takeWaivers(workspace, root: name)
    for audit in workspace.audits {
      let path = audit.palette.path
      events += toldExcuses.takeOutgrown(path, audit, workspace.excuses(for: path), root: name, besides: [])
    }
    if toldExcuses != before { hasProblemsToKeep = true }
    return events
  }

  /// What an earlier run told of baselines and waivers; nil where there was none.
  func takeUp(excuses: ToldExcuses?) {
    toldExcuses = excuses ?? ToldExcuses(of: workspace)
    hasNewExcuses = true
  }
}

// A pair once judged stays judged: also one of an earlier run, of a file that was gone for a moment, or of a palette that
// was moved.

extension WatchedRoot {
  /// Whether palettes are to be judged again before they are told of, with pairs that values keep out.
  func recall() -> Bool { recall(untold, told) }

  /// The same at the start, for what an earlier run told.
  func recall(_ remembered: [String: Remembered]) -> Bool {
    recall(Set(remembered.keys).union(workspace.palettes.keys)) { palette in
      remembered[palette].map { .remembered($0) } ?? .nothing
    }
  }

  private func recall(_ palettes: Set<String>, _ told: (String) -> Told) -> Bool {
    var lost: [String: Set<PairKey>] = [:]
    var gone: [String] = []
    var new: [Audit] = []
    for palette in palettes where !recalled.contains(palette) && !workspace.isIncomplete(palette) {
      guard let after = workspace.palettes[palette]?.audit else {
        gone.append(palette)
        continue
      }
      let before = told(palette)
      if case .nothing = before { new.append(after) }
      let keys = before.lost(in: after)
      if !keys.isEmpty { lost[palette] = keys }
    }
    // What has all the names of a palette that is gone may be that.
    for palette in gone where !new.isEmpty {
      let keys = told(palette).keys
      for after in new where !keys.isEmpty && after.names(keys) && after.leavesOut(keys) {
        lost[after.palette.path, default: []].formUnion(keys)
      }
    }
    if lost.isEmpty { return false }
    recalled.formUnion(lost.keys)
    changes += lost.sorted { $0.key < $1.key }.map { .judged(palette: $0.key, pairs: $0.value) }
    return true
  }
}
