import Contrast
import Palettes

/// How a palette was when it was told of last.
enum Told: Sendable {
  /// It was not there.
  case nothing
  /// By this run.
  case audit(Audit)
  /// By an earlier one.
  case remembered(Remembered)

  init(_ audit: Audit?) { self = audit.map { .audit($0) } ?? .nothing }

  var audit: Audit? { if case .audit(let audit) = self { audit } else { nil } }

  /// The pairs that were judged.
  var keys: Set<PairKey> {
    switch self {
    case .nothing: []
    case .audit(let audit): Set(audit.pairings.map { audit.key(of: $0) })
    case .remembered(let told): Set(told.pairs.map(\.key))
    }
  }

  /// Those pairs, where values keep some of them out of an evaluation: both names are there, and no policy came between.
  func lost(in after: Audit) -> Set<PairKey> {
    switch self {
    case .nothing: return []
    case .audit(let audit): return after.lost(since: audit)
    case .remembered:
      let keys = keys
      return after.leavesOut(keys) ? keys : []
    }
  }

  /// How some of the pairs looked.
  func looks(of keys: Set<PairKey>) -> [PairKey: Look] {
    switch self {
    case .nothing: [:]
    case .audit(let audit): Look.all(of: keys, in: audit)
    case .remembered(let told):
      Dictionary(
        told.pairs.filter { keys.contains($0.key) }.map { ($0.key, Look($0, told.combinations)) },
        uniquingKeysWith: { first, _ in first })
    }
  }
}

/// What of a pair is the same whatever it is called: its colours, ratios and verdicts.
struct Look: Hashable, Sendable {
  let usage: Usage
  let combinations: [String]
  let verdicts: [Verdict]
  let ratios: [Int]
  let foregroundColor: String
  let backgroundColor: String

  init(_ pair: Remembered.Pair, _ combinations: [String]) {
    usage = pair.key.usage
    self.combinations = combinations
    verdicts = pair.verdicts
    ratios = pair.ratios
    foregroundColor = pair.foregroundColor
    backgroundColor = pair.backgroundColor
  }

  static func all(of keys: Set<PairKey>, in audit: Audit) -> [PairKey: Look] {
    let combinations = audit.asked.map { audit.combinations[$0].description }
    var looks: [PairKey: Look] = [:]
    for index in audit.pairings.indices where keys.contains(audit.key(of: audit.pairings[index])) {
      let pair = Remembered.Pair(audit, index)
      looks[pair.key] = Look(pair, combinations)
    }
    return looks
  }
}
