import CLinux
import CSystemd
import Glibc
import Synchronization

/// sd-event(3) as the executor of an actor: descriptors, timers, signals and the actor's jobs take turns on one thread.
///
/// An actor whose `unownedExecutor` is `loop.asUnownedSerialExecutor()` runs on the thread that is inside ``run()``.
/// Handlers of event sources run there as well, between jobs and never inside one, so a closure written in an actor's
/// method may use the actor's state, and `assumeIsolated` holds in it.
///
/// Handlers and sources are for the loop's own thread: the one in ``run()``, and before that the one that made the
/// loop. From any other thread there are ``post(_:)`` and ``exit(_:)``, and `await` of course.
///
/// ```swift
/// @main static func main() async throws {
///   Signals.block([.terminate, .hangUp])        // before the first task: threads inherit the mask
///   let loop = try EventLoop()
///   let monitor = Monitor(loop)
///   let status = try await withThrowingTaskGroup { group in
///     group.addTask { await monitor.run(); loop.exit(0) }
///     return try loop.run()
///   }
/// }
/// ```
package final class EventLoop: SerialExecutor, @unchecked Sendable {
  /// How long jobs run before descriptors get a turn again. One job is never cut.
  static let slice = Duration.milliseconds(5)

  private enum Entry {
    case job(UnownedJob)
    case work(@Sendable () -> Void)
    case release(UInt)
    case exit(CInt)
  }

  private struct State {
    var entries: [Entry] = []
    /// The wake-up is on its way: no need for another.
    var isAwake = false
    var thread = pthread_self()
  }

  /// Only used on the loop's thread, but for its release.
  let event: OpaquePointer
  private let wakeUp: Descriptor
  private let state = Mutex(State())
  /// What the present turn still has to run. Only used on the loop's thread.
  private var turn: [Entry] = []
  private var position = 0

  /// A loop that nobody turns yet. Throws where the limit of descriptors is reached.
  package init() throws(SystemError) {
    let raw = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
    guard raw >= 0 else { throw SystemError(.run, "the event loop", errno: errno) }
    wakeUp = Descriptor(owning: raw)
    var created: OpaquePointer?
    let status = sd_event_new(&created)
    guard status >= 0, let created else { throw SystemError(.run, "the event loop", errno: -status) }
    event = created
    let context = Unmanaged.passUnretained(self).toOpaque()
    // Floating: it lives and dies with `event`.
    let added = sd_event_add_io(
      event, nil, raw, EPOLLIN.rawValue,
      { _, _, _, context in
        guard let context else { return 0 }
        Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue().runQueued()
        return 0
      }, context)
    guard added >= 0 else { throw SystemError(.run, "the event loop", errno: -added) }
  }

  deinit {
    let left = turn[position...] + state.withLock { $0.entries }
    for case .release(let address) in left { Self.release(address) }
    sd_event_unref(event)
  }

  /// Turns the loop on this thread until ``exit(_:)``, whose code is returned.
  ///
  /// Once only. What is enqueued after the exit never runs: end the tasks that use the loop's actors first.
  package func run() throws(SystemError) -> CInt {
    state.withLock { $0.thread = pthread_self() }
    let code = sd_event_loop(event)
    guard code >= 0 else { throw SystemError(.run, "the event loop", errno: -code) }
    return code
  }

  /// Ends ``run()`` after everything enqueued before it. From any thread. `code` is 0 or more.
  package func exit(_ code: CInt) {
    append(.exit(code))
  }

  /// Runs `work` on the loop, in the order of calls and together with jobs. From any thread.
  package func post(_ work: @escaping @Sendable () -> Void) {
    append(.work(work))
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    append(.job(UnownedJob(job)))
  }

  /// Whether this thread is the loop's.
  package var isCurrent: Bool {
    pthread_equal(state.withLock { $0.thread }, pthread_self()) != 0
  }

  package func isIsolatingCurrentContext() -> Bool? {
    isCurrent
  }

  package func checkIsolated() {
    precondition(isCurrent, "not on the event loop's thread")
  }

  package func isSameExclusiveExecutionContext(other: EventLoop) -> Bool {
    self === other
  }
}

extension EventLoop {
  /// Lets go of an event source: now if this is the loop's thread, on the loop otherwise.
  func release(_ source: OpaquePointer) {
    let address = UInt(bitPattern: source)
    if isCurrent { Self.release(address) } else { append(.release(address)) }
  }

  private static func release(_ address: UInt) {
    sd_event_source_disable_unref(OpaquePointer(bitPattern: address))
  }

  private func append(_ entry: Entry) {
    let mustWake = state.withLock { state in
      state.entries.append(entry)
      defer { state.isAwake = true }
      return !state.isAwake
    }
    if mustWake { wake() }
  }

  private func wake() {
    // The counter is at its limit only where a wake-up is waiting already.
    _ = eventfd_write(wakeUp.raw, 1)
  }

  /// One turn: what was queued when it began, or as much of it as fits in a slice.
  private func runQueued() {
    var count: eventfd_t = 0
    _ = eventfd_read(wakeUp.raw, &count)
    if position == turn.count {
      turn.removeAll(keepingCapacity: true)
      position = 0
      state.withLock { swap(&turn, &$0.entries) }
    }
    let end = Clock.monotonic() + Self.slice
    while position < turn.count {
      let entry = turn[position]
      position += 1
      run(entry)
      if Clock.monotonic() >= end { break }
    }
    let isDone = state.withLock { state in
      state.isAwake = position < turn.count || !state.entries.isEmpty
      return !state.isAwake
    }
    if !isDone { wake() }
  }

  private func run(_ entry: Entry) {
    switch entry {
    case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
    case .work(let work): work()
    case .release(let address): Self.release(address)
    case .exit(let code): sd_event_exit(event, code)
    }
  }
}
