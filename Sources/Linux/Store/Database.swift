import CSQLite

/// An SQLite database, for one task: written ahead, and durable when a transaction returns. Knows nothing of what is kept.
package final class Database {
  /// What a column holds.
  package enum Value: Hashable, Sendable {
    case null
    case integer(Int)
    case text(String)
    case blob([UInt8])

    package var number: Int? { if case .integer(let number) = self { number } else { nil } }
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var bytes: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }
  }

  /// The code of a file that is damaged.
  package static let damage = SQLITE_CORRUPT
  /// The code of a system call that failed.
  package static let ioError = SQLITE_IOERR

  /// Pages that wait in the log beside the file before they go into it: few, for the log takes room of its own.
  private static let pagesAhead = 100

  /// What SQLite refused, in its own words. `code` is its extended result code.
  package struct Failure: Error, CustomStringConvertible {
    package let path: String
    package let code: Int32
    package let message: String

    /// The file is not one of SQLite's, or is not whole.
    package var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) }

    /// A statement that is right was not understood: what the file says of its own tables is not what was written there.
    package var isMisunderstood: Bool { code & 0xFF == SQLITE_ERROR }

    /// The file may be right, but there is no room, or no right to write, or the disk fails: it may be otherwise later.
    package var isPassing: Bool {
      [SQLITE_FULL, SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF)
    }

    package init(path: String, code: Int32, message: String) {
      self.path = path
      self.code = code
      self.message = message
    }

    package var description: String { "\(path.escapingControls): \(message)" }
  }

  private let handle: OpaquePointer
  package let path: String

  /// Opens or makes the file, 0600 under the unit's UMask=. Throws where it cannot be opened; damage may show only later.
  ///
  /// - Parameters:
  ///   - isAhead: written ahead, to a log beside it; else everything is in the one file once it is closed.
  ///   - isAlone: no index of that log is shared with anybody, and one that was left there stays as it is.
  package init(_ path: String, isAhead: Bool = true, isAlone: Bool = false) throws(Failure) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw Failure(path: path, code: code, message: String(cString: sqlite3_errstr(code)))
    }
    handle = opened
    self.path = path
    for setting in [
      "locking_mode=\(isAlone ? "EXCLUSIVE" : "NORMAL")", "journal_mode=\(isAhead ? "WAL" : "DELETE")",
      "synchronous=FULL", "foreign_keys=ON",
      "wal_autocheckpoint=\(Self.pagesAhead)",
    ] { try run("PRAGMA \(setting)") }
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs one statement with its parameters in order; the rows that it gave.
  @discardableResult
  package func run(_ statement: String, _ parameters: [Value] = []) throws(Failure) -> [[Value]] {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, statement, -1, &prepared, nil))
    defer { sqlite3_finalize(prepared) }
    for (index, value) in parameters.enumerated() { try check(bind(value, prepared, Int32(index + 1))) }
    var rows: [[Value]] = []
    while true {
      let code = sqlite3_step(prepared)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw failure(code) }
      rows.append((0..<sqlite3_column_count(prepared)).map { column(prepared, $0) })
    }
  }

  /// All of it or nothing; durable on return.
  package func transaction(_ body: () throws(Failure) -> Void) throws(Failure) {
    try run("BEGIN IMMEDIATE")
    do throws(Failure) {
      try body()
      try run("COMMIT")
    } catch {
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  /// Puts what was written ahead into the file and empties the log: room for another attempt.
  package func makeRoom() { _ = try? run("PRAGMA wal_checkpoint(TRUNCATE)") }

  /// What `PRAGMA quick_check` finds wrong; empty where the file is whole.
  package func problems() throws(Failure) -> [String] {
    try run("PRAGMA quick_check").compactMap { row in
      if case .text(let line)? = row.first, line != "ok" { line } else { nil }
    }
  }

  private func bind(_ value: Value, _ statement: OpaquePointer?, _ index: Int32) -> Int32 {
    // SQLITE_TRANSIENT: SQLite makes a copy before the call returns.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, Int64(number))
    case .text(let text): return sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), copied)
    case .blob(let bytes):
      if bytes.isEmpty { return sqlite3_bind_zeroblob(statement, index, 0) }
      return sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), copied)
    }
  }

  private func column(_ statement: OpaquePointer?, _ index: Int32) -> Value {
    let count = Int(sqlite3_column_bytes(statement, index))
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, index)))
    case SQLITE_TEXT, SQLITE_FLOAT:
      guard let text = sqlite3_column_text(statement, index) else { return .null }
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(statement, index)
      return .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)))
    default: return .null
    }
  }

  private func check(_ code: Int32) throws(Failure) {
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Damage that SQLite cannot know of.
  package func damage(_ message: String) -> Failure { Failure(path: path, code: Self.damage, message: message) }

  private func failure(_ code: Int32) -> Failure {
    Failure(path: path, code: code, message: String(cString: sqlite3_errmsg(handle)))
  }
}
