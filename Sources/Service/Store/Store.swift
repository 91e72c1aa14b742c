import Linux

/// The daemon's durable memory: what was told of each palette, and the events that told it.
///
/// `store` in the state directory. Used by the keeper's task alone.
final class Store {
  /// What a start goes on from.
  struct Memory: Sendable {
    var instance: String
    /// Grows when numbers may be given again that were told: a backup takes the place of a damaged store, or the log's
    /// end is lost.
    var epoch = 1
    var last = 0
    /// By the root's name, then by the palette's path. A root that is not here is watched for the first time.
    var roots: [String: [String: Remembered]] = [:]
    /// By the root's name: what was told of its sources, a line each.
    var problems: [String: Set<String>] = [:]
    /// By the root's name: what was told of its baselines and waivers.
    var excuses: [String: ToldExcuses] = [:]
    /// The last events, for those who ask what came since one of them; all that were perhaps never told.
    var recent: [Event] = []
    /// Durable, and perhaps never told: from this number on.
    var told = 0
    /// What had to be done to have a whole store; empty where nothing.
    var trouble = ""
    /// What was done to have a store of this version; empty where nothing.
    var migration = ""
    /// What is to be said of its log, where nothing is known to be lost; empty where nothing.
    var doubt = ""
  }

  /// How many events a start reads: what is older is read when somebody asks for it.
  static let recentLimit = 128

  let directory: StateDirectory
  let database: Database
  private var told: Int
  /// What had to be done to have a whole store, until it is kept that it was told.
  private var trouble: String
  private var lastBackup: Int
  /// After a failed one: when the next is tried.
  private var nextBackup = 0

  init(_ directory: StateDirectory, _ database: Database) throws(Database.Failure) {
    self.directory = directory
    self.database = database
    told = try StoreRows.number("told", in: database)
    trouble = try StoreRows.state("trouble", in: database).text ?? ""
    lastBackup = try StoreRows.number("backup", in: database)
  }

  /// One transaction: events, and the states that they led to; nil is a palette that is gone.
  func keep(_ events: [Event], _ states: [Keeper.State], now: Int) throws(Database.Failure) {
    let isTold = !trouble.isEmpty && events.contains { $0.message == trouble }
    try database.transaction { () throws(Database.Failure) in
      for event in events {
        try StoreRows.insert(
          into: "event",
          [
            .integer(event.sequence), .integer(now), .text(event.kind.rawValue), .text(event.root ?? ""),
            .text(event.palette ?? ""), .text(event.pair?.key.foreground ?? ""),
            .text(event.pair?.key.background ?? ""), .text(event.message), .blob(event.storedFields.packed),
          ], in: database)
      }
      if isTold { try StoreRows.set("trouble", .text(""), in: database) }
      for state in states {
        if state.path.isEmpty {
          // A root stands here even without a palette.
          let problems = (state.problems ?? []).packed
          try StoreRows.insert(into: "palette", [.text(state.root), .text(""), .blob(problems)], in: database)
          if let excuses = state.excuses { try Self.keep(excuses, of: state.root, in: database) }
          continue
        }
        let place: [Database.Value] = [.text(state.root), .text(state.path)]
        guard let audit = state.audit else {
          try database.run("DELETE FROM palette WHERE root = ? AND path = ?", place)
          continue
        }
        try StoreRows.insert(into: "palette", place + [.blob(Remembered(audit).packed)], in: database)
      }
    }
    if isTold { trouble = "" }
  }

  /// Once a day: a copy that is whole, beside the store. After a failure it is tried again an hour later.
  ///
  /// - Returns: false where none is due.
  func backUp(now: Int) throws(Database.Failure) -> Bool {
    guard now - lastBackup >= 86_400 || now < lastBackup, now >= nextBackup else { return false }
    nextBackup = now + 3600
    try database.copy(to: "store.backup", in: directory)
    nextBackup = 0
    try StoreRows.set("backup", .integer(now), in: database)
    lastBackup = now
    return true
  }

  /// Everything up to this event has been told.
  func told(_ sequence: Int) throws(Database.Failure) {
    guard sequence > told else { return }
    try StoreRows.set("told", .integer(sequence), in: database)
    told = sequence
  }

  /// Forgets events up to the first that is not before a time, in seconds: what is left has no gap, whatever the clock
  /// did. The last one stays: numbers go on from it.
  func prune(before time: Int) throws(Database.Failure) {
    let kept = "SELECT seq FROM event WHERE time >= ? ORDER BY seq LIMIT 1"
    try database.run(
      "DELETE FROM event WHERE seq < coalesce((\(kept)), (SELECT max(seq) FROM event))", [.integer(time)])
  }
}

extension Database {
  /// A copy that is whole, durable under its name on return. What is left of an attempt that failed is removed.
  func copy(to name: String, in directory: StateDirectory) throws(Failure) {
    let new = name + "-new"
    directory.remove(new)
    do throws(Failure) {
      try run("VACUUM INTO ?", [.text(directory.path + "/" + new)])
      do throws(SystemError) { try directory.replace(name, with: new) } catch {
        throw Failure(path: directory.path + "/" + name, code: Self.ioError, message: "\(error.reason)")
      }
    } catch {
      directory.remove(new)
      throw error
    }
  }
}
