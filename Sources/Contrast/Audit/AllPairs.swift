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
    let names = Names(audit)
    self.init(audit, names, [Count(audit, names, audit.asked[...])])
  }

  /// The same of every palette of its own, counted in so many tasks.
  package static func all(in workspace: Workspace, tasks: Int) async -> [AllPairs] {
    var all: [AllPairs] = []
    for audit in workspace.audits where !audit.palette.isSet {
      let names = Names(audit)
      let length = max(1, (audit.asked.count + tasks - 1) / max(1, tasks))
      let counts = await withTaskGroup { group in
        for first in stride(from: 0, to: audit.asked.count, by: length) {
          group.addTask { Count(audit, names, audit.asked[first..<min(first + length, audit.asked.count)]) }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      all.append(AllPairs(audit, names, counts))
    }
    return all
  }

  private init(_ audit: Audit, _ names: Names, _ counts: [Count]) {
    palette = audit.palette.path
    foregrounds = names.fronts.count
    backgrounds = names.backs.count
    cells = foregrounds * backgrounds * audit.asked.count
    meetingText = counts.reduce(0) { $0 + $1.meeting.higher }
    meetingLarge = counts.reduce(0) { $0 + $1.meeting.lower }
    notEvaluated = counts.reduce(cells) { $0 - $1.evaluated }
  }
}

/// The names of a palette by their part in a pair: places among its colours.
private struct Names: Sendable {
  let fronts: [Int]
  let backs: [Int]

  init(_ audit: Audit) {
    fronts = audit.readings.indices.filter { audit.readings[$0].isForeground }
    backs = audit.readings.indices.filter { audit.readings[$0].isBackground }
  }
}

/// The cells of some combinations.
private struct Count: Sendable {
  var meeting = PairCount()
  var evaluated = 0

  init(_ audit: Audit, _ names: Names, _ combinations: ArraySlice<Int>) {
    var histogram = Histogram(audit.grid)
    for combination in combinations {
      let front = histogram.counts(of: names.fronts, in: combination)
      let back = Backgrounds(
        histogram.counts(of: names.backs, in: combination).filter(\.color.isOpaque),
        on: audit.grid.gamuts[combination])
      meeting += PairCounter(back, thresholds: (lower: 3, higher: 4.5)).count(front)
      evaluated += front.reduce(0) { $0 + $1.count } * back.total
    }
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
