import Contrast
import LanguageServer
import Linux
import Reports

/// Editors on the loop: what they type lies over the roots in their own sessions, and reaches nothing else.
extension Monitor {
  private static let patience = Duration.seconds(10)
  private static let readSize = 64 << 10
  /// Nothing more is taken from an editor that leaves so much unread.
  private static let backlog = 1 << 20

  func acceptEditors(on socket: consuming ListeningSocket) throws(SystemError) {
    editorAcceptor = try Acceptor(
      socket, on: loop, connected: { connection, peer in self.editorConnected(connection, peer) },
      failed: { problem in self.refused(problem) })
  }

  private func editorConnected(_ socket: consuming UnixSocket, _ peer: PeerCredentials) {
    if let limit = limitReached(by: peer) {
      return announcer.say("an editor of user \(peer.user) was not taken: \(limit)")
    }
    lastClient += 1
    let editor = Editor(lastClient, socket, peer, Session(version: Version.text))
    editor.session?.file = fileReader
    editor.session?.today = { Day(Clock.today()) }
    for root in roots { editor.news[root.configuration.path] = .root(root.served) }
    editor.takeNews()
    let number = editor.number
    editors[number] = editor
    do throws(SystemError) {
      editor.source = try loop.addIO(editor.socket.descriptor.raw, .readable) { self.editorReady(number, $0) }
      editor.timer = try loop.addTimer { self.detach(number) }
    } catch {
      announcer.say(error.description)
      editors[number] = nil
    }
  }

  /// Reads files of palettes that are known: below the roots, and no path that a client names.
  private var fileReader: @Sendable (String) -> [UInt8]? {
    let directories = roots.map(\.configuration.path)
    return { path in
      guard let root = directories.first(where: { path.hasPrefix($0 + "/") }) else { return nil }
      return try? Files.readBeneath(root: root, path: String(path.dropFirst(root.count + 1)))
    }
  }

  private func editorReady(_ number: Int, _ readiness: EventLoop.Readiness) {
    guard let editor = editors[number], editor.session != nil else { return }
    if readiness.contains(.readable) || readiness.contains(.hungUp), !editor.isClosing { receive(editor) }
    serve(editor)
  }

  private func receive(_ editor: Editor) {
    guard editor.session.map({ $0.outputSize < Self.backlog }) ?? false else { return }
    var bytes: [UInt8] = []
    switch editor.socket.read(into: &bytes, limit: Self.readSize) {
    case .bytes:
      editor.timer?.disable()
      editor.session?.receive(bytes.span)
    case .wouldBlock: break
    case .end: editor.isClosing = true
    case .failed: detach(editor.number)
    }
  }

  /// Lets the session work, here or elsewhere, and writes what comes of it.
  private func serve(_ editor: Editor) {
    guard editors[editor.number] != nil, let session = editor.session else { return }
    if session.isHeavy, !editor.isClosing {
      editor.session = nil
      editor.source?.disable()
      editor.timer?.disable()
      evaluator.work(for: editor.number, session)
      return
    }
    while let event = editor.session?.next() { take(event, of: editor) }
    write(editor)
  }

  /// The session is back from working elsewhere.
  func returned(_ number: Int, _ session: Session, _ events: [Session.Event]) {
    guard let editor = editors[number] else { return }
    editor.source?.enable()
    let hasNews = !editor.news.isEmpty
    editor.session = session
    editor.takeNews()
    for event in events { take(event, of: editor) }
    if hasNews { serve(editor) } else { write(editor) }
  }

  private func take(_ event: Session.Event, of editor: Editor) {
    switch event {
    // Roots come from the configuration alone: what a peer may read and the daemon may not, and the other way round,
    // is the business of the peer's own process.
    case .load(let path): editor.session?.decline(path)
    case .changed: break
    case .end: editor.isClosing = true
    case .close(let reason):
      announcer.say("an editor of user \(editor.peer.user) was disconnected: \(reason)")
      editor.isClosing = true
    }
  }

  private func write(_ editor: Editor) {
    noteName(of: editor)
    var isBlocked = false
    while let session = editor.session, session.outputSize > 0, !isBlocked {
      var isGone = false
      editor.session?.drain { bytes in
        switch editor.socket.write(bytes.bytes) {
        case .bytes(let count):
          editor.timer?.disable()
          return count
        case .wouldBlock: isBlocked = true
        case .failed: isGone = true
        }
        return 0
      }
      if isGone {
        return detach(editor.number)
      }
    }
    if editor.isClosing, !isBlocked {
      return detach(editor.number)
    }
    setInterest(editor, isBlocked: isBlocked)
  }

  private func setInterest(_ editor: Editor, isBlocked: Bool) {
    var interest: EventLoop.Readiness = isBlocked ? .writable : []
    if !editor.isClosing, (editor.session?.outputSize ?? 0) < Self.backlog { interest.insert(.readable) }
    editor.source?.setInterest(interest)
    if !isBlocked, !(editor.session?.awaitsRestOfMessage ?? false) {
      editor.timer?.disable()
    } else if !(editor.timer?.isEnabled ?? true) {
      editor.timer?.arm(after: Self.patience)
    }
  }
}

extension Monitor {
  /// The journal is told of an editor once it has greeted, and of the end of one that has.
  private func noteName(of editor: Editor) {
    guard editor.name == nil, let name = editor.session?.editorName else { return }
    editor.name = String(name.prefix(100))
    tell(.editorAttached, "attached", editor)
  }

  private func detach(_ number: Int) {
    if let editor = editors.removeValue(forKey: number) { tell(.editorDetached, "detached", editor) }
  }

  /// The daemon ends.
  func detachAll() { for number in editors.keys.sorted() { detach(number) } }

  /// For the journal alone: nothing of an editor is remembered.
  private func tell(_ kind: Event.Kind, _ what: String, _ editor: Editor) {
    guard let name = editor.name else { return }
    announcer.announce(Event(kind, "An editor of user \(editor.peer.user) \(what): \(name)")) {}
  }
}

extension Monitor {
  /// Lets every editor see what a root is now.
  func showEditors(_ root: WatchedRoot) {
    guard !editors.isEmpty else { return }
    let served = root.served
    for editor in editors.values {
      editor.news[served.path] = .root(served)
      guard editor.session != nil else { continue }
      editor.takeNews()
      serve(editor)
    }
  }

  /// The same after other roots are watched than before.
  func showEditorsAllRoots() {
    for editor in editors.values {
      for path in editor.session?.rootPaths ?? [] where !roots.contains(where: { $0.configuration.path == path }) {
        editor.news[path] = .gone
      }
    }
    for root in roots { showEditors(root) }
  }
}

extension WatchedRoot {
  fileprivate var served: Root { Root(path: configuration.path, workspace: workspace, isLoaded: isScanned) }
}
