import Linux

/// The daemon's durable memory: what was told of each palette, and the events that told it.
///
/// `store` in the state directory. Used by the keeper's task alone.
final class Store {
  static let version = 1

  /// What a start goes on from.
  struct Memory: Sendable {
    var instance: String
    /// Grows when a backup takes the place of a damaged store: the numbers since then begin anew.
    var epoch = 1
    var last = 0
    /// By the root's name, then by the palette's path. A root that is not here is watched for the first time.
    var roots: [String: [String: Remembered]] = [:]
    /// Durable, and perhaps never told: the journal's fields, in order, with their number.
    var untold: [(sequence: Int, fields: [Journal.Field])] = []
    /// What had to be done to have a whole store; empty where nothing.
    var trouble = ""
  }

  private let directory: StateDirectory
  private let database: Database

  /// - Returns: the store and what is in it. A damaged one is set aside first.
  static func open(_ path: String) throws(DaemonError) -> (Store, Memory) {
    let directory: StateDirectory
    do throws(StateDirectory.Refusal) { directory = try StateDirectory(path) } catch {
      throw DaemonError(.system, error.message)
    }
    do throws(Database.Failure) { return try read(directory) } catch {
      guard error.isDamage else { throw DaemonError(.system, "the store cannot be used: \(error)") }
      let name = "store.corrupt-\(Clock.sinceEpoch().components.seconds)"
      for end in ["", "-wal", "-shm"] { directory.setAside("store" + end, as: name + end) }
      do throws(Database.Failure) {
        let goesOn = restore(directory)
        var (store, memory) = try read(directory)
        if goesOn { memory.epoch = try store.beginEpoch() }
        memory.trouble =
          "The store was damaged (\(error.message)) and is set aside as \(path)/\(name). "
          + (goesOn
            ? "The last backup is used: what was told since it was made is told again."
            : "There is no backup that can be used. What failed before this start is not known to have been told: "
              + "contrastctl check says what fails now.")
        return (store, memory)
      } catch {
        throw DaemonError(.system, "the store cannot be used: \(error)")
      }
    }
  }

  /// Puts the last backup in the place of the store. False where there is none, or it is damaged too.
  private static func restore(_ directory: StateDirectory) -> Bool {
    let path = directory.path
    guard let bytes = try? Files.read(path + "/store.backup", limit: 1 << 30),
      (try? Files.write(path + "/store", bytes)) != nil
    else { return false }
    if let database = try? Database(path + "/store"), (try? database.problems())?.isEmpty == true { return true }
    for end in ["", "-wal", "-shm"] { directory.remove("store" + end) }
    return false
  }

  private func beginEpoch() throws(Database.Failure) -> Int {
    try database.run("UPDATE state SET value = value + 1 WHERE name = 'epoch'")
    return try number("epoch")
  }

  private func number(_ name: String) throws(Database.Failure) -> Int {
    try database.run("SELECT value FROM state WHERE name = ?", [.text(name)]).first?.first?.number ?? 0
  }

  private static func read(_ directory: StateDirectory) throws(Database.Failure) -> (Store, Memory) {
    let path = directory.path + "/store"
    let isNew = !Files.exists(path)
    let database = try Database(path)
    let version = try database.run("PRAGMA user_version").first?.first?.number ?? 0
    guard version > 0 || isNew else {
      throw Database.Failure(path: path, code: Database.damage, message: "it is empty")
    }
    guard version <= Self.version else {
      throw Database.Failure(
        path: path, code: 0,
        message: "it is of version \(version) and this contrastd knows version \(Self.version): install the newer one "
          + "again, or name another --state-directory=. It is left as it was")
    }
    if let problem = try database.problems().first {
      throw Database.Failure(path: path, code: Database.damage, message: problem)
    }
    let store = Store(directory, database)
    if version == 0 { try store.create() }
    return (store, try store.memory())
  }

  private init(_ directory: StateDirectory, _ database: Database) {
    self.directory = directory
    self.database = database
  }

  private func create() throws(Database.Failure) {
    try database.transaction { () throws(Database.Failure) in
      try database.run("CREATE TABLE state (name TEXT PRIMARY KEY, value) WITHOUT ROWID")
      try database.run("CREATE TABLE palette (root TEXT, path TEXT, told BLOB, PRIMARY KEY (root, path)) WITHOUT ROWID")
      try database.run(
        """
        CREATE TABLE event (seq INTEGER PRIMARY KEY, time INTEGER, kind TEXT, root TEXT, palette TEXT, foreground TEXT,
        background TEXT, message TEXT, fields BLOB)
        """)
      let instance = String(UInt64.random(in: .min ... .max), radix: 16)
      try database.run(
        "INSERT INTO state VALUES ('instance', ?), ('epoch', 1), ('told', 0), ('backup', 0)", [.text(instance)])
      try database.run("PRAGMA user_version = \(Self.version)")
    }
  }

  private func memory() throws(Database.Failure) -> Memory {
    let told = try number("told")
    let instance = try database.run("SELECT value FROM state WHERE name = 'instance'").first?.first?.text ?? ""
    var memory = Memory(instance: instance)
    memory.epoch = try number("epoch")
    memory.last = try database.run("SELECT max(seq) FROM event").first?.first?.number ?? 0
    for row in try database.run("SELECT root, path, told FROM palette") {
      guard let root = row[0].text, let path = row[1].text else { continue }
      memory.roots[root, default: [:]][path] = row[2].bytes.flatMap { Remembered(packed: $0) }
    }
    for row in try database.run("SELECT seq, fields FROM event WHERE seq > ? ORDER BY seq", [.integer(told)]) {
      if let sequence = row[0].number, let bytes = row[1].bytes { memory.untold.append((sequence, Self.fields(bytes))) }
    }
    return memory
  }

  /// One transaction: events, and the states that they led to; nil is a palette that is gone.
  func keep(_ events: [Event], _ states: [Keeper.State], now: Int) throws(Database.Failure) {
    try database.transaction { () throws(Database.Failure) in
      for event in events {
        try database.run(
          "INSERT OR REPLACE INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
          [
            .integer(event.sequence), .integer(now), .text(event.kind.rawValue), .text(event.root ?? ""),
            .text(event.palette ?? ""), .text(event.pair?.key.foreground ?? ""),
            .text(event.pair?.key.background ?? ""), .text(event.message), .blob(Self.bytes(event.journalFields)),
          ])
      }
      for state in states {
        // A root stands here even without a palette.
        try database.run("INSERT OR REPLACE INTO palette VALUES (?, '', NULL)", [.text(state.root)])
        let place: [Database.Value] = [.text(state.root), .text(state.path)]
        guard let audit = state.audit else {
          try database.run("DELETE FROM palette WHERE root = ? AND path = ? AND path <> ''", place)
          continue
        }
        try database.run(
          "INSERT OR REPLACE INTO palette VALUES (?, ?, ?)", place + [.blob(Remembered(audit).packed)])
      }
    }
  }

  /// Once a day: a copy that is whole, beside the store.
  func backUp(now: Int) throws(Database.Failure) {
    let last = try number("backup")
    guard now - last >= 86_400 || now < last else { return }
    directory.remove("store.backup-new")
    try database.run("VACUUM INTO ?", [.text(directory.path + "/store.backup-new")])
    directory.setAside("store.backup-new", as: "store.backup")
    try database.run("UPDATE state SET value = ? WHERE name = 'backup'", [.integer(now)])
  }

  /// Everything up to this event has been told.
  func told(_ sequence: Int) throws(Database.Failure) {
    try database.run("UPDATE state SET value = max(value, ?) WHERE name = 'told'", [.integer(sequence)])
  }

  private static func bytes(_ fields: [Journal.Field]) -> [UInt8] {
    var packer = Packer()
    for field in fields {
      packer.put(field.name)
      packer.put(field.value)
    }
    return packer.bytes
  }

  private static func fields(_ bytes: [UInt8]) -> [Journal.Field] {
    var unpacker = Unpacker(bytes)
    var fields: [Journal.Field] = []
    while let name = unpacker.text(), let value = unpacker.data() { fields.append(Journal.Field(name, value)) }
    return fields
  }
}
