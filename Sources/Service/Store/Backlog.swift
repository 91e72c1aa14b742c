/// What is to be kept once the store can be written again: of each palette its last state, of events no more than a store
/// would be asked for.
struct Backlog {
  static let capacity = 16 * EventHistory.capacity

  private(set) var events: [Event] = []
  private var states: [[String]: Keeper.State] = [:]

  mutating func add(_ events: [Event], _ states: [Keeper.State]) {
    self.events += events
    if self.events.count > 2 * Self.capacity { self.events.removeFirst(self.events.count - Self.capacity) }
    for state in states { self.states[[state.root, state.path]] = state }
  }

  /// All of it, as one transaction; it is empty then.
  mutating func take() -> (events: [Event], states: [Keeper.State])? {
    guard !events.isEmpty || !states.isEmpty else { return nil }
    defer { self = Backlog() }
    return (events, states.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value))
  }
}
