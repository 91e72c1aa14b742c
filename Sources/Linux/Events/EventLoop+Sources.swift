import CLinux
import CSystemd
import Glibc

extension EventLoop {
  /// What a descriptor is ready for (epoll_ctl(2)).
  package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Out-of-band data; for /proc/self/mountinfo: the mounts have changed.
    package static let priority = Readiness(rawValue: EPOLLPRI.rawValue)
    /// The peer will write no more.
    package static let peerClosed = Readiness(rawValue: EPOLLRDHUP.rawValue)
    /// Reported whether asked for or not.
    package static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue)
    /// Reported whether asked for or not.
    package static let failed = Readiness(rawValue: EPOLLERR.rawValue)
  }

  /// Calls `handler` each time the descriptor is ready, as long as it is (level-triggered).
  ///
  /// The descriptor must outlive the source, and be one that can be polled: a regular file cannot (EPERM).
  package func addIO(_ raw: CInt, _ events: Readiness, _ handler: @escaping (Readiness) -> Void) throws(SystemError)
    -> EventSource
  {
    let source = EventSource.make(on: self) { handler(Readiness(rawValue: $0)) }
    try source.attach { pointer, context in
      sd_event_add_io(
        event, pointer, raw, events.rawValue, { _, _, revents, context in EventSource.dispatch(context, revents) },
        context)
    }
    return source
  }

  /// A timer on CLOCK_MONOTONIC that runs `handler` once; ``EventSource/arm(after:)`` sets it again.
  ///
  /// It is off where `delay` is nil. Never early, and at most a millisecond late while the loop is idle.
  package func addTimer(after delay: Duration? = nil, _ handler: @escaping () -> Void) throws(SystemError)
    -> EventSource
  {
    let timer = EventSource.make(on: self) { _ in handler() }
    try timer.attach { pointer, context in
      sd_event_add_time(
        event, pointer, CLOCK_MONOTONIC, UInt64.max, 1000, { _, _, context in EventSource.dispatch(context, 0) },
        context)
    }
    if let delay { timer.arm(after: delay) } else { timer.disable() }
    return timer
  }

  /// Calls `handler` for each arrival of a signal that ``Signals/block(_:)`` has blocked in every thread.
  package func addSignal(_ signal: Signal, _ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
    let source = EventSource.make(on: self) { _ in handler() }
    try source.attach { pointer, context in
      sd_event_add_signal(
        event, pointer, signal.rawValue, { _, _, context in EventSource.dispatch(context, 0) }, context)
    }
    return source
  }

  /// Calls `handler` once a turn while it is enabled, other sources getting theirs in between: for work in slices.
  ///
  /// It starts disabled. A loop with an enabled one never sleeps.
  package func addWork(_ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
    let work = EventSource.make(on: self) { _ in handler() }
    try work.attach { pointer, context in
      sd_event_add_defer(event, pointer, { _, context in EventSource.dispatch(context, 0) }, context)
    }
    work.disable()
    return work
  }

  /// Calls `handler` when the process that started this one has ended (pidfd_open(2)).
  ///
  /// Nil where there is no such process any more, or where the kernel does not tell.
  package func addParent(_ handler: @escaping () -> Void) throws(SystemError) -> EventSource? {
    let raw = clinux_open_process(getppid())
    guard raw >= 0 else { return nil }
    let descriptor = Box(Descriptor(owning: raw))
    return try addIO(raw, .readable) { [descriptor] _ in withExtendedLifetime(descriptor) { handler() } }
  }

  /// Keeps a descriptor open as long as what waits for it.
  private final class Box {
    let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  /// Tells the service manager that the loop turns, as often as it wants to hear it (sd_event_set_watchdog(3)).
  ///
  /// Returns whether it wants to: WATCHDOG_USEC is set and meant for this process.
  @discardableResult
  package func setWatchdog(_ isOn: Bool) throws(SystemError) -> Bool {
    let status = sd_event_set_watchdog(event, isOn ? 1 : 0)
    guard status >= 0 else { throw SystemError(.notify, "the service manager", errno: -status) }
    return status > 0
  }
}
