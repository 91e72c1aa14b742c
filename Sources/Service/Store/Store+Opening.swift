import Linux

extension Store {
  /// Why there is no store.
  struct Unusable: Error {
    let message: String
    /// It may be otherwise later, with nobody doing anything to this program.
    let isPassing: Bool
  }

  /// - Returns: the store and what is in it. A damaged one is set aside first.
  static func open(_ path: String) throws(Unusable) -> (Store, Memory) {
    let directory: StateDirectory
    do throws(StateDirectory.Refusal) { directory = try StateDirectory(path) } catch {
      throw Unusable(message: error.message, isPassing: error.isPassing)
    }
    do throws(Database.Failure) { return try read(directory) } catch {
      guard error.isDamage || error.isMisunderstood else {
        throw Unusable(message: "the store cannot be used: \(error)", isPassing: error.isPassing)
      }
      let name = setAside(directory)
      let damage =
        "The store was damaged (\(error.message))\(name.map { " and is set aside as \(path)/\($0)" } ?? ""). "
      do throws(Database.Failure) {
        if !restore(directory, damage) {
          try create(
            directory,
            trouble: damage
              + "There is no backup that can be used. What was told before is not known: everything that fails now is told "
              + "again.")
        }
        return try read(directory)
      } catch {
        throw Unusable(message: "the store cannot be used: \(error)", isPassing: error.isPassing || error.isDamage)
      }
    }
  }

  /// The damaged store and what was written ahead of it, under another name; nil where there was no store.
  private static func setAside(_ directory: StateDirectory) -> String? {
    let name = asideName
    // What is damaged goes last: while it is there, the next start finds the damage again.
    let isAhead = AheadLog(of: directory.path + "/store").loss == .mixed
    let ends = isAhead ? ["", "-shm", "-wal"] : ["-wal", "-shm", ""]
    let moved = ends.filter { directory.setAside("store" + $0, as: name + $0) }
    return moved.contains("") ? name : nil
  }

  static var asideName: String { "store.corrupt-\(Clock.sinceEpoch().components.seconds)" }

  /// Puts the last backup in the place of the store. False where there is none, or it is damaged too.
  private static func restore(_ directory: StateDirectory, _ damage: String) -> Bool {
    let new = directory.path + "/store-new"
    do throws(Database.Failure) {
      guard let bytes = try? Files.read(directory.path + "/store.backup", limit: 1 << 30),
        (try? Files.write(new, bytes)) != nil
      else { return false }
      let database = try Database(new, isAhead: false)
      _ = try bringUp(database, in: directory)
      _ = try memory(in: database)
      let trouble = damage + "The last backup is used: what was told since it was made is told again."
      try beginEpoch(database, trouble)
      // The next time that it is used the epoch is another one.
      _ = try? database.copy(to: "store.backup", in: directory)
      try put(directory)
      return true
    } catch {
      return false
    }
  }

  private static func read(
    _ directory: StateDirectory
  ) throws(Database.Failure) -> (Store, Memory) {
    let path = directory.path + "/store"
    if !Files.exists(path) {
      for (end, what) in [(".backup", "its backup"), ("-wal", "its log")] where Files.exists(path + end) {
        throw Database.Failure(path: path, code: Database.damage, message: "it is not there, but \(what) is")
      }
      try create(directory)
    }
    let (earlier, doubt) = try lookAhead(directory)
    let database = try Database(path)
    let version = min(earlier, try bringUp(database, in: directory))
    var memory = try memory(in: database)
    memory.doubt = doubt
    if version < Self.version {
      memory.migration =
        "The store was of version \(version) and is now of version \(Self.version). As it was it is kept as "
        + "\(path).version-\(version), for an older contrastd."
    }
    return (try Store(directory, database), memory)
  }

  private static func memory(in database: Database) throws(Database.Failure) -> Memory {
    guard let instance = try StoreRows.state("instance", in: database).text else {
      throw database.damage("its instance is no name")
    }
    var memory = Memory(instance: instance)
    memory.epoch = try StoreRows.number("epoch", in: database)
    memory.told = try StoreRows.number("told", in: database)
    memory.trouble = try StoreRows.state("trouble", in: database).text ?? ""
    for row in try StoreRows.read("palette", in: database) {
      guard let root = row[0].text, let path = row[1].text else { throw database.damage("a palette has no name") }
      if path.isEmpty {
        memory.roots[root] = memory.roots[root] ?? [:]
        memory.problems[root] = Set([String](packed: row[2].bytes ?? []))
        continue
      }
      memory.roots[root, default: [:]][path] = row[2].bytes.flatMap { Remembered(packed: $0) }
      if memory.roots[root]?[path] == nil { throw database.damage("a palette's state cannot be read") }
    }
    memory.excuses = try excuses(in: database)
    let clause = "WHERE seq > min(?, (SELECT max(seq) FROM event) - ?) ORDER BY seq"
    let kept: [Database.Value] = [.integer(memory.told), .integer(recentLimit)]
    for row in try StoreRows.read("event", clause, kept, in: database) {
      guard let sequence = row[0].number, let fields = row[8].bytes,
        let event = Event([Journal.Field](packed: fields)), event.sequence == sequence
      else { throw database.damage("an event cannot be read") }
      memory.last = sequence
      memory.recent.append(event)
    }
    return memory
  }
}
