import Linux

/// Rows of the store, each with a sum over its other columns behind them: SQLite finds a damaged page by its structure,
/// and would take a damaged value for what was written.
enum StoreRows {
  /// The columns of each table but the sum.
  static let columns = [
    "state": ["name", "value"], "palette": ["root", "path", "told"],
    "event": ["seq", "time", "kind", "root", "palette", "foreground", "background", "message", "fields"],
  ]

  /// FNV-1a in 64 bits over the values, each behind its kind: one changed byte always changes it.
  static func sum(_ values: [Database.Value]) -> Int {
    var packer = Packer()
    for value in values {
      switch value {
      case .null: packer.put(0)
      case .integer(let number):
        packer.put(1)
        packer.put(number)
      case .text(let text):
        packer.put(2)
        packer.put(text)
      case .blob(let bytes):
        packer.put(3)
        packer.put(bytes)
      }
    }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in packer.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash)
  }

  /// A row; one with the same key is replaced.
  static func insert(
    into table: String, _ values: [Database.Value], in database: Database
  ) throws(Database.Failure) {
    let places = repeatElement("?", count: values.count + 1).joined(separator: ", ")
    try database.run("INSERT OR REPLACE INTO \(table) VALUES (\(places))", values + [.integer(sum(values))])
  }

  static func set(_ name: String, _ value: Database.Value, in database: Database) throws(Database.Failure) {
    try insert(into: "state", [.text(name), value], in: database)
  }

  /// The rows of a table as they were written, without their sums. Damage where one is not.
  static func read(
    _ table: String, _ clause: String = "", _ parameters: [Database.Value] = [], in database: Database
  ) throws(Database.Failure) -> [[Database.Value]] {
    let names = (columns[table] ?? []).joined(separator: ", ")
    return try database.run("SELECT \(names), sum FROM \(table) \(clause)", parameters).map {
      row throws(Database.Failure) in
      let values = Array(row.dropLast())
      guard row.last?.number == sum(values) else {
        throw database.damage("a row of \(table) is not what was written")
      }
      return values
    }
  }

  static func state(_ name: String, in database: Database) throws(Database.Failure) -> Database.Value {
    guard let row = try read("state", "WHERE name = ?", [.text(name)], in: database).first else {
      throw database.damage("it does not say its \(name)")
    }
    return row[1]
  }

  /// A sum over what the file says of its tables.
  static func schema(of database: Database) throws(Database.Failure) -> Int {
    sum(try database.run("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name").flatMap(\.self))
  }

  static func number(_ name: String, in database: Database) throws(Database.Failure) -> Int {
    guard let number = try state(name, in: database).number else { throw database.damage("its \(name) is no number") }
    return number
  }
}

extension [Journal.Field] {
  /// The fields as an event's row holds them.
  var packed: [UInt8] {
    var packer = Packer()
    for field in self {
      packer.put(field.name)
      packer.put(field.value)
    }
    return packer.bytes
  }

  init(packed: [UInt8]) {
    var unpacker = Unpacker(packed)
    self = []
    while let name = unpacker.text(), let value = unpacker.data() { append(Journal.Field(name, value)) }
  }
}

extension [String] {
  /// The lines as a root's row holds them.
  var packed: [UInt8] {
    var packer = Packer()
    for line in self { packer.put(line) }
    return packer.bytes
  }

  init(packed: [UInt8]) {
    var unpacker = Unpacker(packed)
    self = []
    while let line = unpacker.text() { append(line) }
  }
}
