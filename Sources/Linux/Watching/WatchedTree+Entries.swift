import Glibc

// One entry of a directory: what is there now against what was known.
extension WatchedTree {
  /// Looks at an entry and takes over what is found.
  func examine(_ entry: WorkQueue.Entry, _ view: borrowing RootView) {
    guard !entry.directory.isGone else { return }
    let found = view.look(at: entry.directory.path(of: entry.name))
    take(found, entry.name, in: entry.directory, entry.cause)
  }

  func take(_ found: RootView.Found, _ name: Name, in directory: WatchedDirectory, _ cause: WorkQueue.Cause) {
    let path = directory.path(of: name)
    let isSkipped = skipping.contains(name.text)
    if !found.isLink { links.remove(Name(path)) }
    switch found {
    case .directory(let identity, let isLink) where !isSkipped:
      forgetFile(name, in: directory, cause)
      if !isLink, claims(path) {
        setProblem(problem(.read, path, .notRegular(.directory)), name, in: directory)
      } else {
        clearProblem(name, in: directory)
      }
      takeDirectory(identity, name, in: directory, isLinked: directory.isLinked || isLink, cause)
      if isLink { links.set(Name(path), .init(directory: directory, name: name, target: identity)) }
    case .file(let stamp, let isLink) where !(isSkipped && isLink) && claims(path):
      forgetDirectory(name, in: directory, cause)
      clearProblem(name, in: directory)
      takeFile(stamp, name, in: directory, cause, isLink: isLink)
    case .other(let kind, _) where claims(path):
      forget(name, in: directory, cause)
      setProblem(problem(.read, path, .notRegular(kind)), name, in: directory)
    case .failed(let error) where !isSkipped:
      forget(name, in: directory, cause)
      links.set(Name(path), .init(directory: directory, name: name, target: nil))
      if matters(error, path) { setProblem(error, name, in: directory) } else { clearProblem(name, in: directory) }
    default:
      forget(name, in: directory, cause)
      clearProblem(name, in: directory)
      if case .file(let stamp, isLink: false) = found { tellLinks(to: stamp, from: Name(path), cause) }
    }
  }

  private func takeDirectory(
    _ identity: FileIdentity, _ name: Name, in directory: WatchedDirectory, isLinked: Bool, _ cause: WorkQueue.Cause
  ) {
    if let child = directory.children[name], child.identity == identity, child.isLinked == isLinked {
      switch cause {
      case .event(_, isNew: true), .scan(isDeep: true): queue.list(child, isDeep: true)
      default: if child.failure != nil { queue.list(child, isDeep: false) }
      }
      return
    }
    forgetDirectory(name, in: directory, cause)
    if isLinked && linkedDirectories >= Walk.linkedDirectoryLimit {
      let reason = SystemError.Reason.tooManyLinks(limit: Walk.linkedDirectoryLimit)
      return setProblem(problem(.list, directory.path(of: name), reason), name, in: directory)
    }
    linkedDirectories += isLinked ? 1 : 0
    let child = WatchedDirectory(self, in: directory, name, directory.path(of: name), identity, isLinked: isLinked)
    directory.children[name] = child
    queue.list(child, isDeep: false)
    noteMembership(cause)
  }

  private func takeFile(
    _ stamp: FileStamp, _ name: Name, in directory: WatchedDirectory, _ cause: WorkQueue.Cause, isLink: Bool
  ) {
    let path = directory.path(of: name)
    let old = directory.files[name] ?? known.removeValue(forKey: Name(path))
    if old?.stamp.identity != stamp.identity { noteMembership(cause) }
    directory.files[name] = compare(old, stamp, path, cause, isLink: isLink)
    if isLink {
      links.set(Name(path), .init(directory: directory, name: name, target: stamp.identity))
    } else {
      tellLinks(to: stamp, from: Name(path), cause)
    }
  }

  /// What to remember of a file, and tells of it where there is news.
  func compare(_ old: FileRecord?, _ stamp: FileStamp, _ path: String, _ cause: WorkQueue.Cause, isLink: Bool)
    -> FileRecord
  {
    switch cause {
    case .event(let isFinished, _):
      verification?.note(event: path)
      // A link is complete as soon as it is there.
      let isWritten = isFinished || isLink && old?.stamp != stamp
      outbox.put(isWritten ? .changed(path) : .writing(path), about: path)
      return FileRecord(stamp, isUnfinished: !isWritten)
    case .link:
      guard let old else { break }
      if old.stamp == stamp { return old }
    case .scan:
      guard let old else { break }
      if old.stamp == stamp && !old.isUnfinished && !old.isRecent { return old }
    }
    if old?.stamp != stamp { verification?.note(difference: path) }
    outbox.put(.changed(path), about: path)
    return FileRecord(stamp)
  }

  /// What happened to a file happened behind the links to it too.
  private func tellLinks(to stamp: FileStamp, from path: Name, _ cause: WorkQueue.Cause) {
    guard case .event = cause, !links.isEmpty else { return }
    for link in links.links(to: stamp.identity) where link.directory.files[link.name] != nil {
      let linkPath = link.directory.path(of: link.name)
      guard Name(linkPath) != path else { continue }
      link.directory.files[link.name] = compare(
        link.directory.files[link.name], stamp, linkPath, cause, isLink: false)
    }
  }

  /// A link that cannot be followed matters if it is wanted, or if it may have hidden wanted files behind it.
  private func matters(_ error: SystemError, _ path: String) -> Bool {
    switch error.reason {
    case .linkLoop: true
    case .outsideRoot: claims(path) || Files.kind(whole(path)) == .directory
    default: claims(path)
    }
  }
}

extension WatchedTree {
  func forget(_ name: Name, in directory: WatchedDirectory, _ cause: WorkQueue.Cause) {
    forgetFile(name, in: directory, cause)
    forgetDirectory(name, in: directory, cause)
  }

  private func forgetFile(_ name: Name, in directory: WatchedDirectory, _ cause: WorkQueue.Cause) {
    guard directory.files.removeValue(forKey: name) != nil else { return }
    tellRemoved(directory.path(of: name), cause)
    noteMembership(cause)
  }

  private func forgetDirectory(_ name: Name, in directory: WatchedDirectory, _ cause: WorkQueue.Cause) {
    guard let child = directory.children.removeValue(forKey: name) else { return }
    if case .event = cause { verification?.note(event: child.path) }
    drop(child) { path, _ in tellRemoved(path, cause) }
    noteMembership(cause)
  }

  private func tellRemoved(_ path: String, _ cause: WorkQueue.Cause) {
    if case .event = cause { verification?.note(event: path) } else { verification?.note(difference: path) }
    outbox.put(.removed(path), about: path)
  }

  /// Lets go of a directory and all below it; its files go to `body`.
  func drop(_ dropped: WatchedDirectory, _ body: (String, FileRecord) -> Void) {
    dropped.visit { directory in
      directory.isGone = true
      linkedDirectories -= directory.isLinked ? 1 : 0
      unwatch(directory)
      for (name, record) in directory.files { body(directory.path(of: name), record) }
      if !directory.problems.isEmpty || directory.failure != nil { outbox.put(.problems) }
    }
    if listing?.directory.isGone == true { listing = nil }
  }

  /// All that a directory holds is out of sight: it stays, with the reason.
  func fail(_ directory: WatchedDirectory, _ error: SystemError) {
    for name in directory.knownNames {
      forget(name, in: directory, .scan(isDeep: false))
      clearProblem(name, in: directory)
      links.remove(Name(directory.path(of: name)))
    }
    if directory.failure != error { outbox.put(.problems) }
    directory.failure = error
  }

  func setProblem(_ error: SystemError, _ name: Name, in directory: WatchedDirectory) {
    if directory.problems.updateValue(error, forKey: name) != error { outbox.put(.problems) }
  }

  func clearProblem(_ name: Name, in directory: WatchedDirectory) {
    if directory.problems.removeValue(forKey: name) != nil { outbox.put(.problems) }
  }

  /// A name stands for something else now: links may lead elsewhere.
  private func noteMembership(_ cause: WorkQueue.Cause) {
    if case .link = cause { return }
    if !links.isEmpty { areLinksDirty = true }
  }
}
