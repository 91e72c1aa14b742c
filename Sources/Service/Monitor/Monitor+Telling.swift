import Linux

/// An event is durable before anybody is told of it.
extension Monitor {
  /// Numbers events and has them kept, with the states that they led to. They are told once that is done; at once where
  /// nothing is kept, or the store cannot be written.
  func tell(_ events: [Event], inJournal: Int = .max, states: [Keeper.State] = []) {
    let numbered = events.map { history.number($0) }
    for (index, event) in numbered.enumerated() {
      let isLast = index == events.count - 1
      outbox.append((event, index < inJournal || isLast))
    }
    keeper.keep(numbered, states)
    if !keeper.isDurable || hasStoreTrouble { release(through: .max) }
  }

  func tell(_ event: Event) { tell([event]) }

  /// Everything up to this event is durable.
  func committed(_ sequence: Int) {
    if hasStoreTrouble {
      hasStoreTrouble = false
      tell(Event(.storeTrouble, "The store can be written again."))
      tellStatus()
    }
    release(through: sequence)
  }

  /// False where it is not to be tried again.
  func storeFailed(_ reason: String) -> Bool {
    if !hasStoreTrouble {
      hasStoreTrouble = true
      tell(
        Event(
          .storeTrouble,
          "The store cannot be written: \(reason). Alerts are told, but a restart will not know of them. "
            + "It is tried again, at least once a minute."))
      tellStatus()
    }
    release(through: .max)
    return !isDraining
  }

  private func release(through sequence: Int) {
    let count = outbox.prefix { $0.event.sequence <= sequence }.count
    guard count > 0 else { return }
    let released = outbox.prefix(count)
    outbox.removeFirst(count)
    history.append(released.map(\.event))
    for item in released {
      if item.isInJournal { announcer.announce(item.event) { [keeper] in keeper.told(item.event.sequence) } }
    }
    for client in clients.values where client.subscription != nil { feed(client) }
    if isDraining, outbox.isEmpty { takeLeave() }
  }

  /// What a crash left between the store and the journal is told now, under the number it has.
  func retell(_ memory: Store.Memory) {
    for event in memory.untold {
      announcer.announce(fields: event.fields) { [keeper] in keeper.told(event.sequence) }
    }
    if !memory.trouble.isEmpty { tell(Event(.storeTrouble, memory.trouble)) }
  }
}
