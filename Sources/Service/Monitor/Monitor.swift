import Contrast
import Linux
import Palettes
import Varlink

/// The one actor: everything the daemon knows, changed on its event loop alone. No method waits.
package actor Monitor {
  nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Where the configuration comes from, to read it again.
  let options: DaemonOptions
  var configuration: Configuration
  let watcher: TreeWatcher
  var roots: [WatchedRoot] = []
  let announcer: Announcer
  let evaluator: Evaluator
  let keeper: Keeper
  /// What an earlier run told, of roots that are not looked through yet.
  var remembered: [String: [String: Remembered]] = [:]
  var rememberedProblems: [String: Set<String>] = [:]
  var rememberedExcuses: [String: ToldExcuses] = [:]
  /// Numbered, and told once they are durable.
  var outbox: [(event: Event, isInJournal: Bool)] = []
  /// What is told is kept there.
  var hasStore = false
  /// Why the store cannot be used or written; empty where it can.
  var storeTrouble = ""
  /// What waits for a store that cannot be written.
  var backlog = Backlog()
  /// Why there is no backup of today; empty where there is one.
  var backupTrouble = ""
  let service: ServiceInfo

  var acceptor: Acceptor?
  var clients: [Int: Client] = [:]
  var lastClient = 0
  /// What was read last from a client's socket; passed on at once.
  var readBuffer = [UInt8](repeating: 0, count: 64 << 10)
  /// Takes editors; nil where there is no socket for them.
  var editorAcceptor: Acceptor?
  var editors: [Int: Editor] = [:]

  /// What was told, for those who subscribe.
  var history: EventHistory
  var lastBatch = 0
  var isDraining = false
  let started = Clock.sinceEpoch()

  /// Event sources that live as long as the daemon.
  var sources: [EventSource] = []
  var work: EventSource?
  var watchTimer: EventSource?
  var settleTimer: EventSource?
  var staleTimer: EventSource?
  private var verifyTimer: EventSource?
  private var dayTimer: EventSource?
  /// Until it is ready.
  var startTimer: EventSource?
  var isReadyTold = false
  /// The last line for `systemctl status`.
  var lastStatus = ""
  /// When it was last said that descriptors have run out.
  var lastResting: Duration?
  private var drainTimer: EventSource?

  /// Broken files are served in their last whole state this long before they are a finding.
  static let staleLimit = Duration.seconds(5)
  /// How long those who are told something at the end may take to read it.
  static let drainLimit = Duration.seconds(5)
  /// How often a start that goes on asks for more time.
  static let startPatience = Duration.seconds(5)
  /// How long a turn of reading takes before others on the loop go on.
  static let slice = Duration.milliseconds(5)

  init(
    _ options: DaemonOptions, _ configuration: Configuration, on loop: EventLoop, _ announcer: Announcer,
    _ evaluator: Evaluator, _ keeper: Keeper
  ) throws(SystemError) {
    self.loop = loop
    self.options = options
    self.configuration = configuration
    self.announcer = announcer
    self.evaluator = evaluator
    self.keeper = keeper
    watcher = try TreeWatcher()
    service = ControlMethod.service
    history = EventHistory()
  }

  /// Takes up work: sockets, signals, watches. READY is told once every root is looked through.
  func start(_ store: StoreState) throws(DaemonError) {
    do throws(SystemError) {
      try listen()
    } catch {
      throw DaemonError(.configuration, error.description)
    }
    do throws(SystemError) { try addSources() } catch { throw DaemonError(.system, error.description) }
    takeUp(store)
    for root in configuration.roots { watch(root) }
    tellStatus()
    pump()
  }

  /// On the socket that the service manager passed as "varlink", or on one of our own.
  private func listen() throws(SystemError) {
    var passed = ListeningSocket.takePassed()
    for problem in passed.problems { announcer.say(problem.description) }
    if let socket = passed.take("varlink") {
      try accept(on: socket)
    } else {
      try accept(on: try .listen(options.socket))
    }
    if let socket = passed.take("lsp") {
      try acceptEditors(on: socket)
    } else if let path = options.editorSocket, passed.names.isEmpty {
      try acceptEditors(on: try .listen(path))
    }
  }

  private func accept(on socket: consuming ListeningSocket) throws(SystemError) {
    acceptor = try Acceptor(
      socket, on: loop, connected: { connection, peer in self.connected(connection, peer) },
      failed: { problem in self.refused(problem) })
  }

  private func addSources() throws(SystemError) {
    sources.append(try loop.addIO(watcher.raw, .readable) { _ in self.pump() })
    if let mounts = watcher.mountTable {
      sources.append(
        try loop.addIO(mounts, .priority) { _ in
          self.watcher.mountsChanged()
          self.pump()
        })
    }
    for signal in [Signal.terminate, .interrupt] {
      sources.append(try loop.addSignal(signal) { self.stop() })
    }
    sources.append(try loop.addSignal(.hangUp) { self.reload() })
    work = try loop.addWork { self.doWork() }
    watchTimer = try loop.addTimer { self.pump() }
    settleTimer = try loop.addTimer { self.settle() }
    staleTimer = try loop.addTimer { self.expireStale() }
    verifyTimer = try loop.addTimer { self.verify() }
    armVerifying()
    dayTimer = try loop.addTimer { self.beginDay() }
    startTimer = try loop.addTimer(after: Self.startPatience) { self.extendStart() }
    try loop.setWatchdog(true)
  }

  /// Looks through everything for what no event told.
  func verify() {
    for root in roots { watcher.verify(root.tree) }
    armVerifying()
    pump()
  }

  /// Waivers end at midnight, and what was told has become a day older.
  private func beginDay() {
    prune()
    let today = Day(Clock.today())
    for root in roots where root.workspace.day != today { root.noteDay(today) }
    doWork()
    armDay()
  }

  func armDay() {
    if hasStore || roots.contains(where: { !$0.workspace.companions.waivers.isEmpty }) {
      dayTimer?.arm(after: Clock.untilMidnight())
    } else {
      dayTimer?.disable()
    }
  }

  func armVerifying() {
    if configuration.verify == .zero { verifyTimer?.disable() } else { verifyTimer?.arm(after: configuration.verify) }
  }

  /// Ends the daemon: no more connections, what is noticed is evaluated and told, then the loop ends.
  func stop() {
    guard !isDraining else { return loop.exit(0) }
    isDraining = true
    _ = try? ServiceManager.notify([.stopping, .status("Stopping")])
    acceptor = nil
    editorAcceptor = nil
    handle(watcher.sync())
    for root in roots {
      root.read(until: Clock.monotonic() + .seconds(2))
      if let evaluation = root.startEvaluation() { finish(evaluation) }
    }
    settle(force: true)
    // The last attempt.
    keepBacklog()
    drainTimer = try? loop.addTimer(after: Self.drainLimit) { self.end() }
    if outbox.isEmpty { takeLeave() }
  }

  /// Everything is told: who subscribed reads the rest, and is let go.
  func takeLeave() {
    for client in clients.values { endSubscription(client) }
    for number in clients.keys.sorted() { takeLeave(number) }
    detachAll()
    endIfDrained()
  }

  /// Ends the loop once nobody has anything left to read.
  func endIfDrained() { if isDraining, clients.isEmpty, outbox.isEmpty { end() } }

  /// The tasks end, and with the last of them the loop.
  private func end() {
    announcer.finish()
    evaluator.finish()
  }

  func root(named name: String) -> WatchedRoot? { roots.first { $0.name == name } }

  /// Every root looked through once, or known to be unreachable.
  var isReady: Bool { roots.allSatisfy { $0.isScanned || $0.lost != nil } }
}
