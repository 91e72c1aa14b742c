import Glibc

// What happens in a turn of the loop.
extension WatchedTree {
  /// An event of one of the tree's directories: notes where to look.
  func directoryEvent(_ event: Inotify.Event, in directory: WatchedDirectory) {
    guard !directory.isGone else { return }
    guard event.isUTF8 else { return queue.list(directory, isDeep: false) }
    guard !event.name.isEmpty else { return ownEvent(event.mask, of: directory) }
    let name = Name(event.name)
    let isContent = event.mask.subtracting([.modified, .closedAfterWriting]).isEmpty
    // Only what has a claimed name, or a link to it, is of interest by its content.
    if isContent && links.isEmpty && !claims(directory.path(of: name)) { return }
    let isNew = event.mask.contains(.isDirectory) && !event.mask.isDisjoint(with: [.created, .movedTo])
    let known = directory.files[name].map { !$0.isUnfinished } ?? true
    verification?.note(event: directory.path(of: name))
    queue.look(at: name, in: directory, .event(isFinished: event.isFinished ?? known, isNew: isNew))
  }

  /// Something happened to the directory itself.
  private func ownEvent(_ mask: Inotify.Mask, of directory: WatchedDirectory) {
    if !mask.isDisjoint(with: [.ignored, .attributes]) { queue.list(directory, isDeep: false) }
    guard !mask.isDisjoint(with: [.selfDeleted, .selfMoved, .unmounted]) else { return }
    guard let parent = directory.parent else {
      isChainDirty = true
      return
    }
    queue.look(at: directory.name, in: parent, .scan(isDeep: false))
  }

  /// Events are lost, nobody knows which.
  func overflowed(_ now: Duration) {
    overflowCount += 1
    isChainDirty = true
    outbox.put(.overflow)
    if polling.rescan == nil { polling.rescan = max(now, (polling.lastRescan ?? .zero) + Polling.rescanPause) }
  }

  /// Works until there is nothing left to do, or until `end` where that is given.
  func turn(_ now: Duration, until end: Duration?) {
    if verification?.phase == .draining { verification?.phase = .settling }
    startWhatIsDue(now)
    if let view = openRoot() {
      while step(view) {
        if let end, Clock.monotonic() >= end { break }
      }
    }
    planNext(now)
    tellDegradation()
  }

  /// One piece of work; false where there is none.
  private func step(_ view: borrowing RootView) -> Bool {
    if let entry = queue.nextEntry() {
      examine(entry, view)
    } else if let listing {
      resume(listing, view)
    } else if let (directory, isDeep) = queue.nextListing() {
      begin(directory, isDeep: isDeep, view)
    } else if areLinksDirty {
      areLinksDirty = false
      for link in links.all() { queue.look(at: link.name, in: link.directory, .link) }
    } else {
      return endPass()
    }
    return true
  }

  /// Everything queued is done. Returns whether that made more work.
  private func endPass() -> Bool {
    if !known.isEmpty { forgetKnown() }
    polling.end(Clock.monotonic())
    switch verification?.phase {
    case .scanning: verification?.phase = .draining
    case .settling:
      let drift = verification?.drift ?? []
      verification = nil
      // Where nobody promised to tell, nothing was missed.
      if degradation == nil { for path in drift { outbox.put(.drift(path)) } }
    case .draining, nil: break
    }
    return false
  }
}

extension WatchedTree {
  private func startWhatIsDue(_ now: Duration) {
    if let at = polling.rescan, at <= now {
      polling.rescan = nil
      polling.lastRescan = now
      lookThrough(now)
    }
    if let at = polling.next, at <= now {
      polling.next = nil
      isChainDirty = true
      lookThrough(now)
    }
    if let at = polling.nextRoot, at <= now {
      polling.nextRoot = nil
      isChainDirty = true
      if let top, top.failure != nil { queue.list(top, isDeep: false) }
    }
  }

  /// Queues the whole tree.
  func lookThrough(_ now: Duration) {
    isTopFileDirty = topFile != nil
    guard let top else { return }
    polling.began = now
    queue.list(top, isDeep: true)
  }

  private func planNext(_ now: Duration) {
    if isLost || !isChainSound || top?.failure != nil {
      if polling.nextRoot == nil { polling.nextRoot = now + Polling.rootPause }
    } else {
      polling.nextRoot = nil
    }
    if degradation == nil { polling.next = nil } else if !hasWork { polling.startIfNeeded(now) }
  }

  private func tellDegradation() {
    let degradation = degradation
    guard degradation != told else { return }
    if let degradation {
      outbox.put(.degraded(degradation))
    } else if !hasWork, !isLost {
      outbox.put(.healed)
    } else {
      return
    }
    told = degradation
  }

  /// The tree is not watched any more.
  func stop() {
    if let top { drop(top) { _, _ in } }
    top = nil
    topFile = nil
    queue.removeAll()
    for watch in chain { table.release(watch, of: .chain(self, file: nil)) }
    chain = []
  }
}
