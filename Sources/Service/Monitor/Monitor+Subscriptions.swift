import Varlink

/// Subscribers get events as they are told, each as fast as it reads; who falls behind too far is let go.
extension Monitor {
  /// Hands a subscriber the events that it has not seen, as long as its connection has room.
  func feed(_ client: Client) {
    guard var subscription = client.subscription, !subscription.awaitsPage else { return }
    guard let indices = history.indices(after: subscription.sequence) else {
      return subscription.source == .memory ? overrun(client) : readOn(for: client)
    }
    subscription.source = .memory
    for index in indices {
      if client.connection.outputSize > Subscription.byteLimit { break }
      let event = history.json(at: index)
      client.connection.replyContinuing { writer in writer.field("event") { $0.raw(event.json) } }
      subscription.sequence = event.sequence
    }
    client.subscription = subscription
    setInterest(client)
  }

  func overrun(_ client: Client) {
    let sequence = client.subscription?.sequence ?? 0
    client.subscription = nil
    client.connection.fail(ControlError.subscriberOverrun(history.clock(sequence)))
    client.isClosing = true
    client.source?.setInterest([.readable, .writable])
  }

  func endSubscription(_ client: Client) {
    guard client.subscription != nil else { return }
    feed(client)
    client.subscription = nil
    client.connection.fail(ControlError.draining)
    client.isClosing = true
    serve(client)
  }

  /// Answers those who waited for everything noticed so far to be reflected.
  func answerSyncs() {
    guard roots.allSatisfy({ $0.isSettled || $0.lost != nil }) else { return }
    for client in clients.values where client.awaitsSync {
      client.awaitsSync = false
      client.connection.reply { $0.field("clock", self.history.clock) }
      serve(client)
    }
    for client in clients.values where client.awaitsReload {
      client.awaitsReload = false
      client.connection.reply { $0.field("roots", self.roots.count) }
      serve(client)
    }
  }
}
