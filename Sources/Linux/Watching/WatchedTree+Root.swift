import Glibc

// The root itself: found, lost, replaced, and the way that leads to it.
extension WatchedTree {
  /// Opens what the root's path names now, and takes over what changed about it; nil while it is lost.
  func openRoot() -> RootView? {
    if isChainDirty { watchChain() }
    do throws(SystemError) {
      let view = try RootView(root)
      switch view.kind {
      case .directory: takeTop(view)
      case .regular: takeTopFile(view)
      case let kind: throw SystemError(.read, root, .notRegular(kind))
      }
      return view
    } catch {
      lose(error)
      return nil
    }
  }

  private func takeTop(_ view: borrowing RootView) {
    guard top?.identity != view.identity else { return }
    keepKnown()
    tellBack()
    watchChain()
    let directory = WatchedDirectory(self, in: nil, Name(""), "", view.identity, isLinked: false)
    top = directory
    queue.list(directory, isDeep: false)
  }

  private func takeTopFile(_ view: borrowing RootView) {
    let stamp = FileStamp(view.status)
    if topFile == nil || topFile?.stamp.identity != stamp.identity {
      if topFile == nil {
        keepKnown()
        tellBack()
      }
      watchChain()
      noteMount(at: "", on: stamp.identity.device)
    }
    let old = topFile ?? known.removeValue(forKey: Name(""))
    let cause = topFileEvent.map { WorkQueue.Cause.event(isFinished: $0, isNew: false) } ?? .scan(isDeep: false)
    if topFileEvent == nil && !isTopFileDirty && old?.stamp == stamp {
      topFile = old
    } else {
      topFile = compare(old, stamp, "", cause, isLink: false)
    }
    topFileEvent = nil
    isTopFileDirty = false
  }

  private func lose(_ error: SystemError) {
    guard !isLost else { return }
    keepKnown()
    isLost = true
    outbox.put(.rootLost(error))
    watchChain()
  }

  private func tellBack() {
    if isLost { outbox.put(.rootBack) }
    isLost = false
  }

  /// Lets go of the whole tree, and remembers its files for the comparison with what comes in its place.
  private func keepKnown() {
    if let topFile { known[Name("")] = topFile }
    silent = [:]
    topFile = nil
    if let top { drop(top) { path, record in known[Name(path)] = record } }
    top = nil
    queue.removeAll()
    listing = nil
    links = LinkTable()
    areLinksDirty = false
    verification = nil
  }

  /// The root that came back is looked through: what it does not hold any more is gone.
  func forgetKnown() {
    for path in known.keys { outbox.put(.removed(path.text), about: path.text) }
    known = [:]
  }
}

extension WatchedTree {
  /// Watches each step on the way to the root, until the way is the same before and after.
  func watchChain() {
    isChainDirty = false
    for _ in 0..<5 {
      for watch in chain { table.release(watch, of: .chain(self, file: nil)) }
      chain = []
      isChainSound = true
      let way = RootChain(to: root)
      for step in way.steps { watch(step) }
      if !way.isComplete {
        watch(chain: way.container, [.created, .movedTo, .onlyDirectory], file: nil)
      } else if way.steps.last?.kind == .regular {
        watch(chain: way.container, .contents, file: Name(way.lastName))
      }
      if RootChain(to: root) == way { return }
    }
    isChainSound = false
  }

  private func watch(_ step: RootChain.Step) {
    switch step.kind {
    case .directory: watch(chain: step.path, [.ownFate, .onlyDirectory, .dontFollow], file: nil)
    // A rename over a link shows as a change of its link count.
    case .symbolicLink: watch(chain: step.path, [.ownFate, .attributes, .dontFollow], file: nil)
    default: break
    }
  }

  private func watch(chain path: String, _ mask: Inotify.Mask, file: Name?) {
    do throws(SystemError) {
      chain.append(try table.add(path, mask, for: .chain(self, file: file)))
    } catch {
      // No right to read it, no watch left, or gone since: the root is looked for at intervals.
      isChainSound = false
    }
  }

  /// An event of a watch on the way to the root.
  func chainEvent(_ event: Inotify.Event, file: Name?) {
    let isOwnFate = event.name.isEmpty && event.mask.isDisjoint(with: [.modified, .closedAfterWriting])
    if isOwnFate || isLost { isChainDirty = true }
    guard let file, Name(event.name) == file else { return }
    topFileEvent = event.isFinished ?? topFileEvent ?? true
    if !event.mask.isDisjoint(with: [.movedFrom, .movedTo, .deleted, .created]) { isChainDirty = true }
  }
}

extension Inotify.Event {
  /// Whether the file is complete; nil where the event says nothing about it.
  var isFinished: Bool? {
    if !mask.isDisjoint(with: [.closedAfterWriting, .movedTo]) { return true }
    return mask.isDisjoint(with: [.modified, .created]) ? nil : false
  }
}
