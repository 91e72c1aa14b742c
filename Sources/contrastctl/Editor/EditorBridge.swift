import Contrast
import LanguageServer
import Linux
import Reports

/// The language server between an editor's two pipes, with the daemon behind it where there is one. It ends with the
/// editor.
final class EditorBridge {
  private static let readSize = 64 << 10
  /// How long the daemon may take to greet.
  private static let patience = Duration.seconds(5)

  private let loop: EventLoop
  private var bridge: Bridge
  private var roots: EditorRoots?
  private var input: EventSource?
  private var output: EventSource?
  private var daemon: Daemon?
  private var timer: EventSource?
  private var parent: EventSource?
  /// The status to end with, once everything is written.
  private var status: Int32?

  private final class Daemon {
    let socket: UnixSocket
    var source: EventSource?

    init(_ socket: consuming UnixSocket) { self.socket = socket }
  }

  /// - Parameter socket: a connection to the daemon.
  init(_ paths: PathMap, _ socket: consuming UnixSocket?) throws(SystemError) {
    loop = try EventLoop()
    if let socket {
      daemon = Daemon(socket)
      bridge = Bridge(version: Version.text, paths: paths, hasDaemon: true)
    } else {
      bridge = Bridge(version: Version.text, paths: paths, hasDaemon: false)
    }
  }

  /// Serves until the editor says `exit`, closes its end or is gone; the exit status.
  func run() throws(SystemError) -> Int32 {
    roots = try EditorRoots(on: loop) { [unowned self] root in
      bridge.session.update(root)
      serve()
    }
    bridge.session.file = { try? Files.read($0) }
    bridge.session.today = { Day(Clock.today()) }
    output = try loop.addIO(StandardStreams.output, .writable) { [unowned self] _ in serve() }
    output?.setInterest([])
    input = try loop.addIO(StandardStreams.input, .readable) { [unowned self] _ in receive() }
    if let daemon {
      daemon.source = try loop.addIO(daemon.socket.descriptor.raw, .readable) { [unowned self] _ in receiveFromDaemon()
      }
      timer = try loop.addTimer { [unowned self] in if bridge.awaitsDaemon { lose("does not answer") } }
    }
    parent = try loop.addParent { [unowned self] in loop.exit(1) }
    return try loop.run()
  }

  private func receive() {
    var bytes: [UInt8] = []
    switch StandardStreams.read(into: &bytes, limit: Self.readSize) {
    case .bytes: bridge.receive(bytes.span)
    case .wouldBlock: return
    case .end:
      // What came before is answered now, here: nothing is waited for any more.
      daemon = nil
      bridge.loseDaemon()
      serve()
      status = status ?? 1
    case .failed: return loop.exit(1)
    }
    serve()
  }

  private func serve() {
    while let event = bridge.session.next() { take(event) }
    writeToDaemon()
    write()
  }

  private func take(_ event: Session.Event) {
    switch event {
    case .load(let path): if roots?.load(path) != true { bridge.session.decline(path) }
    case .changed(let paths): roots?.changed(paths)
    case .end(let status): self.status = status
    case .close(let reason):
      say("the editor cannot be understood: \(reason)")
      status = 1
    }
  }

  private func write() {
    var isBlocked = false
    while bridge.session.outputSize > 0, !isBlocked {
      var isGone = false
      bridge.session.drain { bytes in
        switch StandardStreams.write(bytes.bytes) {
        case .bytes(let count): return count
        case .wouldBlock: isBlocked = true
        case .failed: isGone = true
        }
        return 0
      }
      if isGone { return loop.exit(1) }
    }
    output?.setInterest(isBlocked ? .writable : [])
    guard let status else { return }
    input?.disable()
    if !isBlocked { loop.exit(status) }
  }

  private func say(_ message: String) {
    try? Terminal.write("contrastctl: \(message)\n", to: .standardError)
  }
}

extension EditorBridge {
  private func receiveFromDaemon() {
    guard let daemon else { return }
    writeToDaemon()
    var bytes: [UInt8] = []
    switch daemon.socket.read(into: &bytes, limit: Self.readSize) {
    case .bytes: if !bridge.receive(fromDaemon: bytes.span) { lose("cannot be understood") }
    case .wouldBlock: break
    case .end, .failed: lose("closed the connection")
    }
    serve()
  }

  private func writeToDaemon() {
    guard let daemon else { return }
    var isBlocked = false
    while bridge.outputSizeForDaemon > 0, !isBlocked {
      var isGone = false
      bridge.drainForDaemon { bytes in
        switch daemon.socket.write(bytes.bytes) {
        case .bytes(let count): return count
        case .wouldBlock: isBlocked = true
        case .failed: isGone = true
        }
        return 0
      }
      if isGone { return lose("closed the connection") }
    }
    daemon.source?.setInterest(isBlocked ? [.readable, .writable] : .readable)
    if bridge.awaitsDaemon, !(timer?.isEnabled ?? true) { timer?.arm(after: Self.patience) }
  }

  /// Goes on without the daemon.
  private func lose(_ reason: String) {
    guard daemon != nil else { return }
    daemon = nil
    timer = nil
    say("the daemon \(reason); palettes are read by this process from now on")
    bridge.loseDaemon()
    serve()
  }
}
