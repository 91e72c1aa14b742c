import Linux

/// A question about what was told of one pair.
struct HistoryQuery: Sendable {
  let foreground: String
  let background: String
  /// The palette's path; nil for every palette that has the pair.
  let palette: String?
  /// In seconds since 1970.
  let since: Int
  /// `style=dark,contrast=high`: values by dimension; empty for every combination.
  let traits: [Substring: Set<Substring>]

  init(foreground: String, background: String, palette: String?, since: Int, traits: String?) {
    self.foreground = foreground
    self.background = background
    self.palette = palette
    self.since = since
    var asked: [Substring: Set<Substring>] = [:]
    var dimension: Substring = ""
    for item in (traits ?? "").split(separator: ",") {
      let parts = item.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { dimension = parts[0] }
      if let value = parts.last { asked[dimension, default: []].insert(value) }
    }
    self.traits = asked
  }

  /// Whether an event concerns a combination that is asked about. What a combination says nothing of is no hindrance.
  func covers(_ pair: Event.Pair) -> Bool {
    if traits.isEmpty || pair.cells.isEmpty { return true }
    return pair.cells.contains { cell in
      cell.split(separator: ",").allSatisfy { item in
        let parts = item.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let values = traits[parts[0]] else { return true }
        return values.contains(parts[1])
      }
    }
  }
}

extension Store {
  /// The most events of one answer, the latest ones.
  static let historyLimit = 500

  /// What was told of a pair, in order, each with its time in seconds since 1970.
  func history(_ query: HistoryQuery) throws(Database.Failure) -> [(time: Int, event: Event)] {
    let rows = try StoreRows.read(
      "event", "WHERE foreground = ? AND background = ? AND time >= ? ORDER BY seq DESC LIMIT \(Self.historyLimit)",
      [.text(query.foreground), .text(query.background), .integer(query.since)], in: database)
    return rows.reversed().compactMap { row in
      guard let time = row[1].number, let fields = row[8].bytes, let event = Event([Journal.Field](packed: fields)),
        let pair = event.pair, query.palette.map({ $0 == event.palette }) ?? true, query.covers(pair)
      else { return nil }
      return (time, event)
    }
  }
}
