import CSystemd
import Glibc

/// Something the loop waits for, and what is done then. It lasts as long as this object.
///
/// To be used on the loop only; letting go of it is safe anywhere, also inside its own handler.
package final class EventSource {
  private let loop: EventLoop
  private let handler: (UInt32) -> Void
  /// Set once, right after the object exists that the C library is to call back.
  private var source: OpaquePointer?

  private init(_ loop: EventLoop, _ handler: @escaping (UInt32) -> Void) {
    self.loop = loop
    self.handler = handler
  }

  deinit {
    if let source { loop.release(source) }
  }

  /// Whether the loop looks at it. A timer and what runs once are off after they ran.
  package var isEnabled: Bool {
    var state: CInt = 0
    return sd_event_source_get_enabled(source, &state) > 0
  }

  package func enable() {
    sd_event_source_set_enabled(source, CInt(SD_EVENT_ON))
  }

  package func disable() {
    sd_event_source_set_enabled(source, CInt(SD_EVENT_OFF))
  }

  /// For a descriptor: what to wait for from now on.
  package func setInterest(_ events: EventLoop.Readiness) {
    sd_event_source_set_io_events(source, events.rawValue)
  }

  /// For a timer: once, after this time from now; what was set before is forgotten.
  package func arm(after delay: Duration) {
    arm(at: Clock.monotonic() + delay)
  }

  /// For a timer: once, when ``Clock/monotonic()`` has come to this time; at once where it is past.
  package func arm(at time: Duration) {
    sd_event_source_set_time(source, time.microseconds)
    sd_event_source_set_enabled(source, CInt(SD_EVENT_ONESHOT))
  }

  /// Lower goes first where several are ready at once; 0 is where all start.
  package func setPriority(_ priority: Int64) {
    sd_event_source_set_priority(source, priority)
  }
}

extension EventSource {
  /// A source that is not of the C library yet: that is for ``attach(_:)``.
  static func make(on loop: EventLoop, _ handler: @escaping (UInt32) -> Void) -> EventSource {
    precondition(loop.isCurrent, "an event source is made on the event loop's thread")
    return EventSource(loop, handler)
  }

  /// Makes the C source by `add`, which gets this object's address for its context.
  func attach(
    _ add: (_ source: UnsafeMutablePointer<OpaquePointer?>, _ context: UnsafeMutableRawPointer) -> CInt
  ) throws(SystemError) {
    let status = add(&source, Unmanaged.passUnretained(self).toOpaque())
    guard status >= 0 else { throw SystemError(.watch, "an event source", errno: -status) }
  }

  /// From a C callback. The object stays alive while its handler runs.
  static func dispatch(_ context: UnsafeMutableRawPointer?, _ value: UInt32) -> CInt {
    guard let context else { return 0 }
    let source = Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue()
    withExtendedLifetime(source) { source.handler(value) }
    return 0
  }
}

extension Duration {
  /// Whole microseconds, rounded up so that a timer is never early; 0 for what is negative.
  var microseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, isTooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000)
    // sd-event takes the greatest number for never.
    if isTooLong { return .max }
    let (sum, isOver) = whole.addingReportingOverflow(UInt64((attoseconds + 999_999_999_999) / 1_000_000_000_000))
    return isOver ? .max : sum
  }

  init(microseconds: UInt64) {
    self = .microseconds(Int64(clamping: microseconds))
  }
}
