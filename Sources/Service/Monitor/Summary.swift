import Contrast
import Reports

/// A workspace in numbers.
struct Summary {
  let palettes: Int
  let colors: Int
  let pairs: Int
  /// Judged pairs that fail somewhere, notes aside.
  let failingPairs: Int
  let tally: Tally
  let unreadable: Int
  let stale: Int

  init(_ workspace: Workspace) {
    let audits = workspace.audits
    palettes = workspace.palettes.count
    colors = workspace.colorCount
    pairs = audits.reduce(0) { $0 + $1.pairings.count }
    failingPairs = audits.reduce(0) { $0 + $1.failingPairs }
    tally = audits.reduce(Tally()) { $0 + $1.tally }
    unreadable = workspace.unreadable.count
    stale = workspace.stale.count
  }

  /// "2 palettes, 86 pairs, 2,064 checks: 2,062 pass, 2 fail, 0 not evaluated".
  var sentence: String {
    let trouble = unreadable > 0 ? ", \(counted(unreadable, "file")) could not be read" : ""
    return "\(counted(palettes, "palette")), \(counted(pairs, "pair")), \(counted(tally.total, "check")): "
      + "\(grouped(tally.pass)) pass, \(grouped(tally.fail)) fail, \(grouped(tally.notEvaluated)) not evaluated\(trouble)"
  }
}
