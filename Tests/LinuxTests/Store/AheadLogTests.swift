import Foundation
import Linux
import Testing

/// A log as a killed process leaves it: what SQLite makes of it, and what we say of that before.
@Suite("What was written ahead")
struct AheadLogTests {
  private let scratch: Scratch
  /// The files of a database that was killed, by their ends.
  private let files: [String: Data]

  /// - Twelve rows, each a transaction, in a log that went into the database once in between.
  init() throws {
    scratch = try Scratch()
    let path = scratch("store")
    let database = try Database(path)
    try database.run("CREATE TABLE t (a INTEGER PRIMARY KEY, b)")
    for row in 1...8 { try Self.add(row, to: database) }
    try database.run("PRAGMA wal_checkpoint(PASSIVE)")
    for row in 9...12 { try Self.add(row, to: database) }
    files = try Dictionary(
      uniqueKeysWithValues: ["", "-wal", "-shm"].map { ($0, try Data(contentsOf: URL(fileURLWithPath: path + $0))) })
  }

  private static func add(_ row: Int, to database: Database) throws {
    try database.run("INSERT INTO t VALUES (?, ?)", [.integer(row), .blob(Array(repeating: UInt8(row), count: 1500))])
  }

  /// The database again, as it is after a change of its log.
  private func put(index: Bool = true, _ change: (inout Data) -> Void = { _ in }) throws -> String {
    try? FileManager.default.removeItem(atPath: scratch("copy"))
    try scratch.directory("copy")
    let path = scratch("copy/store")
    for (end, data) in files where index || end != "-shm" {
      var data = data
      if end == "-wal" { change(&data) }
      try data.write(to: URL(fileURLWithPath: path + end))
    }
    return path
  }

  private func rows(_ path: String) -> Int? {
    (try? Database(path).run("SELECT a FROM t ORDER BY a")).map(\.count)
  }

  @Test("a log that is whole loses nothing, with the index and without")
  func whole() throws {
    for index in [true, false] {
      let path = try put(index: index)
      #expect(AheadLog(of: path).loss == .none)
      #expect(rows(path) == 12)
    }
    #expect(AheadLog(of: scratch("nothing")).loss == .none)
  }

  @Test("a flipped bit anywhere: where SQLite loses a row, it is known before", arguments: [true, false])
  func flipped(index: Bool) throws {
    let size = try #require(files["-wal"]).count
    var (lost, unneeded) = (0, 0)
    for place in Array(0..<56) + stride(from: 56, to: size, by: 97) {
      let path = try put(index: index) { $0[place] ^= 1 << UInt8(place % 8) }
      let loss = AheadLog(of: path).loss
      let found = rows(path)
      if found != 12 {
        lost += 1
        #expect(loss != .none, "byte \(place): \(found ?? -1) rows")
        if index { #expect(loss == .transactions || loss == .mixed, "byte \(place): \(loss)") }
      } else if loss != .none {
        unneeded += 1
      }
    }
    #expect(lost > 20)
    #expect(unneeded < 5, "\(unneeded)")
  }

  @Test("an end that a kill left torn is no loss; where nothing proves that, it may be one")
  func torn() throws {
    for index in [true, false] {
      let path = try put(index: index) { data in
        // The header of a frame of this round, and half of its page.
        data += data[32..<56] + Data(count: 2000)
      }
      #expect(AheadLog(of: path).loss == (index ? .none : .possible))
      #expect(rows(path) == 12)
    }
  }

  @Test("a log that is in the database already is not needed, whatever is wrong with it")
  func moved() throws {
    let path = scratch("moved")
    let database = try Database(path)
    try database.run("CREATE TABLE t (a INTEGER PRIMARY KEY, b)")
    for row in 1...8 { try Self.add(row, to: database) }
    try database.run("PRAGMA wal_checkpoint(PASSIVE)")
    for end in ["", "-wal", "-shm"] {
      var data = try Data(contentsOf: URL(fileURLWithPath: path + end))
      if end == "-wal" { data[60] ^= 1 }
      try data.write(to: URL(fileURLWithPath: scratch("again") + end))
    }
    #expect(AheadLog(of: scratch("again")).loss == .unneeded)
    try FileManager.default.removeItem(atPath: scratch("again-wal"))
    #expect(rows(scratch("again")) == 8)
  }
}
