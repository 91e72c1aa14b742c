import Linux
import Syntax

/// A question about what was told next.
struct LogQuery: Sendable {
  /// The last number that is known.
  let sequence: Int
  /// ``EventHistory/clockStem``.
  let clockStem: String
}

/// An event of the log as every subscriber gets it.
struct LoggedEvent: Sendable {
  let sequence: Int
  let json: [UInt8]
}

extension Store {
  /// The most events of one page, and about the most bytes of more than one.
  static let pageLimit = (events: 64, bytes: 128 << 10)

  /// What follows an event in the log, a page of it; empty where that is no longer kept. Without a gap.
  func log(_ query: LogQuery) throws(Database.Failure) -> [LoggedEvent] {
    let after: [Database.Value] = [.integer(query.sequence), .integer(Self.pageLimit.events)]
    var count = 0
    var bytes = 0
    for row in try database.run("SELECT length(fields) FROM event WHERE seq > ? ORDER BY seq LIMIT ?", after) {
      bytes += row[0].number ?? 0
      if count > 0, bytes > Self.pageLimit.bytes { break }
      count += 1
    }
    let rows = try StoreRows.read(
      "event", "WHERE seq > ? ORDER BY seq LIMIT ?", [after[0], .integer(count)], in: database)
    var page: [LoggedEvent] = []
    for row in rows {
      guard let fields = row[8].bytes, let event = Event([Journal.Field](packed: fields)) else {
        throw database.damage("an event cannot be read")
      }
      if event.sequence != query.sequence + page.count + 1 { break }
      var writer = JSONWriter(pretty: false)
      writer.object { event.write(to: &$0, clock: query.clockStem + "\(event.sequence)") }
      page.append(LoggedEvent(sequence: event.sequence, json: writer.bytes))
    }
    return page
  }
}
