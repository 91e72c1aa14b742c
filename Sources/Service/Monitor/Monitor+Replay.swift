import Varlink

/// Subscribers that were away for longer than the history goes back get what they missed from the store's log. Its
/// task reads a page, and the next one once that is written: a reader that stands still holds no more than one.
extension Monitor {
  /// Begins a subscription behind an event, or with everything that fails now.
  func begin(_ client: Client, after sequence: Int?) {
    let start = sequence ?? history.last
    client.connection.replyContinuing { writer in
      writer.field("clock", self.history.clock(start))
      writer.field("fresh", sequence == nil)
      if sequence == nil { self.writeSnapshot(to: &writer) }
    }
    client.subscription = Subscription(sequence: start, source: sequence == nil ? .memory : .log)
  }

  /// Asks the log for what a subscriber gets next.
  func readOn(for client: Client) {
    guard client.connection.outputSize == 0, let subscription = client.subscription else { return setInterest(client) }
    guard canRead else { return notInLog(client) }
    client.subscription?.awaitsPage = true
    keeper.read(LogQuery(sequence: subscription.sequence, clockStem: history.clockStem), for: client.number)
  }

  /// - Parameter page: what follows in the log; empty where that is not there.
  func replay(_ page: [LoggedEvent], to number: Int) {
    guard let client = clients[number], let subscription = client.subscription, subscription.awaitsPage else { return }
    client.subscription?.awaitsPage = false
    guard let last = page.last else {
      notInLog(client)
      return serve(client)
    }
    if subscription.source == .unknown { begin(client, after: subscription.sequence) }
    for event in page { client.connection.replyContinuing { writer in writer.field("event") { $0.raw(event.json) } } }
    client.subscription?.sequence = last.sequence
    serve(client)
  }

  /// The store cannot be read for now: who waits for it waits no longer.
  func endReplays() {
    for client in clients.values where client.subscription?.awaitsPage ?? false { replay([], to: client.number) }
  }

  /// Whether the log can be read.
  var canRead: Bool { hasStore && storeTrouble.isEmpty }

  private func notInLog(_ client: Client) {
    if client.subscription?.source == .unknown { begin(client, after: nil) } else { overrun(client) }
  }
}
