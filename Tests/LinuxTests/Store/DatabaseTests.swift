import Foundation
import Linux
import Testing

@Suite("Database")
struct DatabaseTests {
  private func withFile(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("database-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("store").path)
  }

  @Test("every kind of value comes back as it went in, also after the file was opened anew")
  func values() throws {
    let row: [Database.Value] = [.null, .integer(.min), .text("ä🎨"), .text(""), .blob([0, 255, 0]), .blob([])]
    try withFile { path in
      do {
        let database = try Database(path)
        try database.run("CREATE TABLE t (a, b, c, d, e, f)")
        try database.run("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)", row)
      }
      let database = try Database(path)
      #expect(try database.run("SELECT * FROM t") == [row])
      #expect(try database.problems().isEmpty)
      #expect(try database.run("PRAGMA journal_mode") == [[.text("wal")]])
      #expect(try database.run("PRAGMA synchronous") == [[.integer(2)]])
    }
  }

  @Test("a transaction that fails leaves nothing behind")
  func transaction() throws {
    try withFile { path in
      let database = try Database(path)
      try database.run("CREATE TABLE t (a UNIQUE)")
      #expect(throws: Database.Failure.self) {
        try database.transaction { () throws(Database.Failure) in
          try database.run("INSERT INTO t VALUES (1)")
          try database.run("INSERT INTO t VALUES (1)")
        }
      }
      #expect(try database.run("SELECT * FROM t").isEmpty)
      try database.transaction { () throws(Database.Failure) in try database.run("INSERT INTO t VALUES (1)") }
      #expect(try database.run("SELECT * FROM t") == [[.integer(1)]])
    }
  }

  @Test("a file that is none of SQLite's is damage, not an empty database")
  func damage() throws {
    try withFile { path in
      try Data(repeating: 0x55, count: 8192).write(to: URL(fileURLWithPath: path))
      let failure = #expect(throws: Database.Failure.self) { _ = try Database(path).run("SELECT * FROM sqlite_master") }
      #expect(failure?.isDamage == true)
    }
  }
}
