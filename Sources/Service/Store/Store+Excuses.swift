import Linux

// What was told of baselines and waivers: a row of the state for each root.

extension Store {
  private static let prefix = "excuses "

  static func keep(_ excuses: ToldExcuses, of root: String, in database: Database) throws(Database.Failure) {
    try StoreRows.set(prefix + root, .blob(excuses.packed), in: database)
  }

  /// By the root's name.
  static func excuses(in database: Database) throws(Database.Failure) -> [String: ToldExcuses] {
    var all: [String: ToldExcuses] = [:]
    for row in try StoreRows.read("state", "WHERE name GLOB '\(prefix)*'", in: database) {
      guard let name = row[0].text, let excuses = row[1].bytes.flatMap({ ToldExcuses(packed: $0) }) else {
        throw database.damage("what was told of baselines and waivers cannot be read")
      }
      all[String(name.dropFirst(prefix.count))] = excuses
    }
    return all
  }
}
