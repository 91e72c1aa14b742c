import Linux

/// What was told last is in the log beside the store alone, until it goes into it. Of a damaged log SQLite reads what
/// comes before the damage, and says nothing.
extension Store {
  /// Makes good what is wrong with the log: what is lost of it is said, and its numbers are not given again as they were.
  ///
  /// - Returns: the version that the store had, where it was opened for that; and what is to be said of it where nothing
  ///   is known to be lost.
  static func lookAhead(_ directory: StateDirectory) throws(Database.Failure) -> (version: Int, doubt: String) {
    let path = directory.path + "/store"
    let log = AheadLog(of: path)
    let name = "\(asideName)-wal"
    let aside = "\(directory.path)/\(name)"
    switch log.loss {
    case .none: return (version, "")
    case .unneeded:
      guard directory.setAside("store-wal", as: name) else { return (version, "") }
      return (
        version, "The store's log was damaged and is set aside as \(aside). Nothing is lost: it was in the store."
      )
    case .possible:
      let doubt = "The store's log ends in what is not whole, as after a loss of power: numbers begin anew."
      return (try goOn(directory, trouble: ""), doubt)
    case .transactions:
      let isKept = (try? Files.write(aside, log.bytes)) != nil
      let trouble =
        "The store's log was damaged\(isKept ? " (it is kept as \(aside))" : ""): what was told last is not known. "
        + "What failed since is told again."
      return (try goOn(directory, trouble: trouble), "")
    case .mixed:
      throw Database.Failure(
        path: path + "-wal", code: Database.damage, message: "the log beside it is not what was written")
    }
  }

  /// The store as far as its log can be read, under the next epoch. Until that is durable the log and its index stay
  /// as they were found, so that a start after a crash finds the same.
  ///
  /// - Returns: the version that the store had.
  private static func goOn(_ directory: StateDirectory, trouble: String) throws(Database.Failure) -> Int {
    let version = try nextEpoch(directory, trouble)
    // It is of a log that is gone.
    directory.remove("store-shm")
    return version
  }

  private static func nextEpoch(_ directory: StateDirectory, _ trouble: String) throws(Database.Failure) -> Int {
    let database = try Database(directory.path + "/store", isAlone: true)
    let version = try bringUp(database, in: directory)
    try database.transaction { () throws(Database.Failure) in try beginEpoch(database, trouble) }
    return version
  }

  /// Numbers that may have been told are given again: clocks of before are of no use.
  ///
  /// - Parameter trouble: to be told until it is durable that it was told; none where empty.
  static func beginEpoch(_ database: Database, _ trouble: String) throws(Database.Failure) {
    try StoreRows.set("epoch", .integer(try StoreRows.number("epoch", in: database) + 1), in: database)
    let earlier = try StoreRows.state("trouble", in: database).text ?? ""
    let all = [earlier, trouble].filter { !$0.isEmpty }.joined(separator: " ")
    try StoreRows.set("trouble", .text(all), in: database)
  }
}
