/// When a tree is looked at without an event to say so. Times are those of ``Clock/monotonic()``.
struct Polling {
  /// The next look through a tree for which events do not suffice.
  var next: Duration?
  /// The next attempt to find a lost root, or one to which the way cannot be watched.
  var nextRoot: Duration?
  /// The look through the tree after lost events, put off because another one was just made.
  var rescan: Duration?
  var lastRescan: Duration?
  /// The present look through the tree began then.
  var began: Duration?
  private var lastTook = Duration.zero

  /// Of looks through a tree after lost events: a storm must not keep the loop busy for good.
  static let rescanPause = Duration.seconds(2)
  /// A lost root is found again within two of these.
  static let rootPause = Duration.seconds(1)

  /// The least time between two looks.
  var shortest = Duration.seconds(5)

  /// A look takes at most a hundredth of the time, as long as that is no longer than half a minute.
  private var interval: Duration {
    max(shortest, min(.seconds(30), lastTook * 100))
  }

  /// The look that was under way is over.
  mutating func end(_ now: Duration) {
    guard let began else { return }
    lastTook = now - began
    self.began = nil
    next = now + interval
  }

  mutating func startIfNeeded(_ now: Duration) {
    if next == nil && began == nil { next = now + interval }
  }

  var deadline: Duration? {
    [next, nextRoot, rescan].compactMap { $0 }.min()
  }
}

/// A look through a tree for what events did not tell.
struct Verification {
  enum Phase {
    /// Listing everything.
    case scanning
    /// Waiting for the events that were queued meanwhile.
    case draining
    /// They are here and are being worked through.
    case settling
  }

  var phase = Phase.scanning
  private var differences: Set<Name> = []
  private var events: Set<Name> = []

  mutating func note(difference path: String) {
    differences.insert(Name(path))
  }

  mutating func note(event path: String) {
    events.insert(Name(path))
  }

  /// What differed, and neither it nor a directory above it was in an event.
  var drift: [String] {
    differences.filter { !isExplained($0.text) }.sorted().map(\.text)
  }

  private func isExplained(_ path: String) -> Bool {
    if events.contains(Name(path)) { return true }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
    return isExplained(String(path[..<slash]))
  }
}
