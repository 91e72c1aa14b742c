import Colorimetry

/// Every foreground on every background of a palette, counted; measured and never judged.
package struct AllPairs: Hashable, Sendable {
  package let palette: String
  package let foregrounds: Int
  package let backgrounds: Int
  /// Cells, over the combinations asked about.
  package let cells: Int
  /// Cells at 4.5:1 and more, at 3:1 and more.
  package let meetingText: Int
  package let meetingLarge: Int
  /// Cells with a translucent background or without a colour.
  package let notEvaluated: Int

  /// Names with a foreground's role on names with a background's.
  package init(_ audit: Audit) {
    let fronts = audit.readings.indices.filter { audit.readings[$0].isForeground }
    let backs = audit.readings.indices.filter { audit.readings[$0].isBackground }
    palette = audit.palette.path
    foregrounds = fronts.count
    backgrounds = backs.count
    cells = fronts.count * backs.count * audit.asked.count
    var histogram = Histogram(audit.grid)
    var (meeting, evaluated) = (PairCount(), 0)
    for combination in audit.asked {
      let front = histogram.counts(of: fronts, in: combination)
      let back = Backgrounds(
        histogram.counts(of: backs, in: combination).filter(\.color.isOpaque), on: audit.grid.gamuts[combination])
      meeting += PairCounter(back, thresholds: (lower: 3, higher: 4.5)).count(front)
      evaluated += front.reduce(0) { $0 + $1.count } * back.total
    }
    meetingText = meeting.higher
    meetingLarge = meeting.lower
    notEvaluated = cells - evaluated
  }
}

/// Counts names by their colour: a cell for each colour of the table, swept after each use.
private struct Histogram {
  private let grid: Grid
  private var occurrences: [Int32]

  init(_ grid: Grid) {
    self.grid = grid
    occurrences = [Int32](repeating: 0, count: grid.table.count)
  }

  /// The distinct colours that these names have under a combination.
  mutating func counts(of names: [Int], in combination: Int) -> [ColorCount] {
    let column = grid.column(combination)
    var seen: [Int32] = []
    for name in names {
      let id = column[column.startIndex + name]
      if id < 0 { continue }
      if occurrences[Int(id)] == 0 { seen.append(id) }
      occurrences[Int(id)] += 1
    }
    let gamut = grid.gamuts[combination]
    return seen.map { id in
      defer { occurrences[Int(id)] = 0 }
      return ColorCount(
        grid.table[Int(id)], luminance: grid.table.luminance(id, on: gamut), count: Int(occurrences[Int(id)]))
    }
  }
}
