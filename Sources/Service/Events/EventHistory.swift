import Linux

/// The events told since the start, numbered; the last thousand or so are kept for subscribers.
struct EventHistory {
  static let capacity = 1024

  /// Which run of the daemon: a clock of another run starts afresh.
  let instance: String
  private(set) var last = 0
  private var kept: [Event] = []

  init() {
    instance = String(UInt64.random(in: .min ... .max), radix: 16)
  }

  /// Gives an event its number.
  mutating func append(_ event: Event) -> Event {
    last += 1
    var event = event
    event.sequence = last
    kept.append(event)
    if kept.count > Self.capacity { kept.removeFirst(kept.count - Self.capacity / 2) }
    return event
  }

  /// `c:INSTANCE:1:SEQUENCE`.
  func clock(_ sequence: Int) -> String { "c:\(instance):1:\(sequence)" }

  var clock: String { clock(last) }

  /// The number in a clock of this run, nil for another's or what is none.
  func sequence(of clock: String) -> Int? {
    let parts = clock.split(separator: ":")
    guard parts.count == 4, parts[0] == "c", parts[1] == instance, parts[2] == "1", let number = Int(parts[3]),
      (0...last).contains(number)
    else { return nil }
    return number
  }

  /// What came after an event; nil where some of it is no longer kept.
  func events(after sequence: Int) -> ArraySlice<Event>? {
    if sequence >= last { return [] }
    guard let first = kept.first?.sequence, sequence + 1 >= first else { return nil }
    return kept[(sequence + 1 - first)...]
  }
}
