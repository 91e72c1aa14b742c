import Linux

/// What the daemon remembers in, as the monitor sees it.
enum StoreState: Sendable {
  /// No state directory: nothing outlives the daemon.
  case none
  /// It could not be opened, for this reason; that is tried again.
  case missing(String)
  case open(Store.Memory)
}

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
    if hasStore, storeTrouble.isEmpty { keeper.keep(numbered, states) }
    if hasStore, !storeTrouble.isEmpty { backlog.add(numbered, states) }
    if !hasStore || !storeTrouble.isEmpty { release(through: .max) }
  }

  func tell(_ event: Event) { tell([event]) }

  /// Everything up to this event is durable.
  func committed(_ sequence: Int) {
    history.kept(through: sequence)
    release(through: sequence)
  }

  /// What could not be written before is written now, whatever it was.
  func storeMended() {
    guard !storeTrouble.isEmpty else { return }
    storeTrouble = ""
    keepBacklog()
    tell(Event(.storeTrouble, "The store can be written again."))
    tellStatus()
  }

  /// False where it is not to be tried again.
  func storeFailed(_ reason: String) -> Bool {
    if storeTrouble.isEmpty {
      storeTrouble = "the store cannot be written: \(reason)"
      tell(
        Event(
          .storeTrouble,
          "The store cannot be written: \(reason). Alerts are told, but a restart will not know of them. "
            + "It is tried again, at least once a minute."))
      tellStatus()
      endReplays()
    }
    release(through: .max)
    return !isDraining
  }

  /// What could not be kept so far is to be kept now.
  func keepBacklog() {
    if let (events, states) = backlog.take() { keeper.keep(events, states) }
  }

  /// The daily backup was made, or was not for this reason.
  func backedUp(_ problem: String?) {
    if let problem, backupTrouble.isEmpty {
      tell(
        Event(
          .storeTrouble,
          "The store has no backup of today: \(problem). What is told is kept all the same. It is tried again every hour."
        ))
    }
    backupTrouble = problem ?? ""
  }

  private func release(through sequence: Int) {
    let count = outbox.prefix { $0.event.sequence <= sequence }.count
    guard count > 0 else { return }
    let released = outbox.prefix(count)
    outbox.removeFirst(count)
    history.append(released.map(\.event))
    for item in released where item.isInJournal { announce(item.event) }
    for client in clients.values where client.subscription != nil { feed(client) }
    if isDraining, outbox.isEmpty { takeLeave() }
  }

  private func announce(_ event: Event) {
    guard hasStore else { return announcer.announce(event) {} }
    announcer.announce(event) { [keeper] in keeper.told(event.sequence) }
  }

  /// Goes on from what an earlier run told.
  func takeUp(_ store: StoreState) {
    switch store {
    case .none: announcer.say("no state directory: a restart will know of nothing told")
    case .missing(let reason):
      storeTrouble = reason
      tell(
        Event(
          .storeTrouble,
          "There is no store: \(reason). What was told before this start is not known, and a restart will know of nothing "
            + "told now. It is tried again, at least once a minute."))
    case .open(let memory):
      hasStore = true
      history = EventHistory(memory)
      remembered = memory.roots
      rememberedProblems = memory.problems
      rememberedExcuses = memory.excuses
      retell(memory)
      prune()
    }
  }

  /// There is a store after all: what happened since it was written last is told, also what this run has told already.
  func storeOpened(_ memory: Store.Memory) {
    storeTrouble = ""
    // Its numbers are others.
    for client in clients.values where client.subscription.map({ $0.sequence < history.last }) ?? false {
      overrun(client)
    }
    takeUp(.open(memory))
    armDay()
    for client in clients.values { client.subscription?.sequence = history.last }
    tell(
      Event(
        .storeTrouble,
        "There is a store again. What failed since it was written last is told again, under numbers that stay."))
    for root in roots where root.isScanned {
      tellResumed(root, root.resume(from: remembered.removeValue(forKey: root.name)))
    }
    armStale()
    tellStatus()
  }

  /// Forgets events that are older than the configuration keeps them.
  func prune() { if hasStore { keeper.prune(days: configuration.keepDays) } }

  /// What a crash left between the store and the journal is told now, under the number it has; no more of a batch than
  /// the batch would have told.
  private func retell(_ memory: Store.Memory) {
    var batch = (number: 0, count: 0)
    for event in memory.recent where event.sequence > memory.told {
      if event.batch != batch.number { batch = (event.batch, 0) }
      batch.count += 1
      if event.batch == 0 || batch.count <= Self.entriesPerBatch || event.kind == .batch { announce(event) }
    }
    for note in [memory.migration, memory.doubt] where !note.isEmpty { announcer.say(note) }
    if !memory.trouble.isEmpty || !memory.doubt.isEmpty { tellDamage(memory) }
  }

  /// Roots that are not known may have been: what fails there is told, and not taken for what was there when they were
  /// watched for the first time.
  private func tellDamage(_ memory: Store.Memory) {
    let unknown = configuration.roots.map(\.name).filter { memory.roots[$0] == nil }
    for root in unknown { remembered[root] = [:] }
    let states = unknown.map { Keeper.State(root: $0, path: "", audit: nil, problems: []) }
    tell(memory.trouble.isEmpty ? [] : [Event(.storeTrouble, memory.trouble)], states: states)
  }
}
