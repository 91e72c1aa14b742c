import Linux

extension Store {
  /// What makes a store of one version one of the next, in order; the first makes version 1 of an empty file. A step is
  /// never changed once a release has it.
  enum Step: CaseIterable {
    case tables
    case sums

    func take(in database: Database) throws(Database.Failure) {
      switch self {
      case .tables: try Store.makeTables(database)
      case .sums: try Store.addSums(database)
      }
    }
  }

  static let version = Step.allCases.count

  private static func makeTables(_ database: Database) throws(Database.Failure) {
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
  }

  /// Each row gets a sum over the others of its columns.
  private static func addSums(_ database: Database) throws(Database.Failure) {
    for (table, columns) in StoreRows.columns.sorted(by: { $0.key < $1.key }) {
      let rows = try database.run("SELECT \(columns.joined(separator: ", ")) FROM \(table)")
      try database.run("ALTER TABLE \(table) ADD COLUMN sum INTEGER")
      for row in rows { try StoreRows.insert(into: table, row, in: database) }
    }
    try StoreRows.set("trouble", .text(""), in: database)
  }

  /// A new store under its name: whole, or not there.
  ///
  /// - Parameter trouble: to be told until it is durable that it was told.
  static func create(_ directory: StateDirectory, trouble: String = "") throws(Database.Failure) {
    for end in ["", "-journal"] { directory.remove("store-new" + end) }
    let database = try Database(directory.path + "/store-new", isAhead: false)
    try run(after: 0, on: database)
    if !trouble.isEmpty { try StoreRows.set("trouble", .text(trouble), in: database) }
    try put(directory)
  }

  /// `store-new` becomes the store.
  static func put(_ directory: StateDirectory) throws(Database.Failure) {
    // What was written ahead of another store is nothing to this one.
    for end in ["-wal", "-shm"] { directory.remove("store" + end) }
    do throws(SystemError) { try directory.replace("store", with: "store-new") } catch {
      throw Database.Failure(path: directory.path + "/store", code: Database.ioError, message: "\(error.reason)")
    }
  }

  /// Looks whether a store is whole and of a version that is known, and makes it one of this version.
  ///
  /// - Returns: the version that it had.
  static func bringUp(_ database: Database, in directory: StateDirectory) throws(Database.Failure) -> Int {
    let version = try database.run("PRAGMA user_version").first?.first?.number ?? 0
    guard version > 0 else { throw database.damage("it is empty") }
    guard version <= Self.version else {
      throw Database.Failure(
        path: database.path, code: 0,
        message: "it is of version \(version) and this contrastd knows version \(Self.version): install the newer one "
          + "again, or name another --state-directory=. It is left as it was")
    }
    if let problem = try database.problems().first { throw database.damage(problem) }
    // A letter of it changed may make a column another one, and SQLite would not know.
    if version == Self.version, try StoreRows.number("schema", in: database) != StoreRows.schema(of: database) {
      throw database.damage("its tables are not those that were made")
    }
    if version < Self.version {
      try database.copy(to: "store.version-\(version)", in: directory)
      try run(after: version, on: database)
    }
    return version
  }

  private static func run(after version: Int, on database: Database) throws(Database.Failure) {
    try database.transaction { () throws(Database.Failure) in
      for step in Step.allCases.dropFirst(version) { try step.take(in: database) }
      try StoreRows.set("schema", .integer(try StoreRows.schema(of: database)), in: database)
      try database.run("PRAGMA user_version = \(Self.version)")
    }
  }
}
