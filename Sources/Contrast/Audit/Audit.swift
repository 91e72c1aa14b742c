import Colorimetry
package import Palettes
package import Syntax

/// One palette, evaluated: its colours under every combination, the pairs that are judged, and a verdict for each pair
/// under each combination. Ratios are measured on demand.
package struct Audit: Sendable {
  package let palette: Palette
  package let policy: Policy
  package let resolver: Resolver
  package let grid: Grid
  package let pairings: [Pairing]
  package let readings: [NameReading]
  package let canvas: Int?
  /// Of reading and of pairing, by place.
  package let diagnostics: [Diagnostic]
  /// Of pairing alone.
  let pairingDiagnostics: [Diagnostic]
  /// Colours whose values have a say in what is paired.
  let valueBound: Set<Int>
  /// Colours that have their values from others.
  let aliases: [Int]
  /// `verdicts[pairing * combinations + combination]`.
  private let verdicts: [Verdict]
  /// The combinations that the policy asks about.
  package let asked: [Int]
  package let meter: Meter
  /// How many cells got each verdict, of the combinations asked about.
  package let tally: Tally
  /// Colours that are paired in a set of a policy.
  package internal(set) var pairedElsewhere: Set<Int> = []
  /// How many judged pairs fail somewhere and are more than a note.
  package let failingPairs: Int

  /// - Parameter earlier: pairs that were judged before this evaluation.
  package init(_ palette: Palette, policy: Policy, earlier: Set<PairKey> = []) throws(TooManyCombinations) {
    self.palette = palette
    self.policy = policy
    resolver = Resolver(palette, override: policy.override, releases: policy.releases)
    let space = try TraitSpace(
      of: palette, releases: policy.releases, limit: policy.maxCombinations,
      own: resolver.dimensions.filter { !$0.isStandard })
    grid = Grid(of: resolver, space: space)
    let rules = PairingRules(palette: palette, policy: policy, values: PairValues(grid: grid), earlier: earlier)
    pairings = rules.pairings
    readings = rules.readings
    canvas = rules.canvas
    pairingDiagnostics = rules.diagnostics + policy.strangers(in: space, of: palette)
    diagnostics = palette.diagnostics + pairingDiagnostics
    valueBound = rules.valueBound
    aliases = palette.colors.indices.filter { palette.colors[$0].hasAlias }
    meter = Meter(grid: grid, generalBackgrounds: rules.generalBackgrounds)
    let verdicts = Self.judge(pairings, meter, policy)
    let (asked, combinations) = (
      space.combinations.indices.filter { policy.asks(about: space.combinations[$0], varying: space.dimensions) },
      space.combinations.count
    )
    var counts = Counts()
    for (index, pairing) in pairings.enumerated() {
      counts.add(pairing, verdicts[(index * combinations)..<((index + 1) * combinations)], asked)
    }
    (self.verdicts, self.asked, tally, failingPairs) = (verdicts, asked, counts.tally, counts.failingPairs)
  }

  /// An earlier evaluation with the rows of some colours measured anew.
  init(
    updating earlier: Audit, palette: Palette, resolver: Resolver, grid: Grid, aliases: [Int], changed: [Int]
  ) {
    self.palette = palette
    policy = earlier.policy
    self.resolver = resolver
    self.grid = grid
    pairings = earlier.pairings(declaredIn: palette)
    readings = earlier.readings
    canvas = earlier.canvas
    diagnostics = palette.diagnostics + earlier.pairingDiagnostics
    pairingDiagnostics = earlier.pairingDiagnostics
    valueBound = earlier.valueBound
    pairedElsewhere = earlier.pairedElsewhere
    self.aliases = aliases
    meter = Meter(grid: grid, generalBackgrounds: earlier.meter.generalBackgrounds)
    asked = earlier.asked
    var verdicts = earlier.verdicts
    let combinations = grid.space.combinations.count
    var counts = Counts(tally: earlier.tally, failingPairs: earlier.failingPairs)
    var isChanged = [Bool](repeating: false, count: palette.colors.count)
    for color in changed { isChanged[color] = true }
    for (index, pairing) in pairings.enumerated()
    where isChanged[pairing.foreground] || isChanged[pairing.background]
      || pairing.backdrops.contains(where: { isChanged[$0] })
    {
      let row = (index * combinations)..<((index + 1) * combinations)
      counts.remove(pairing, verdicts[row], asked)
      for combination in 0..<combinations {
        let required = policy.required(pairing, in: grid.space.combinations[combination])
        let measured = meter.measure(pairing, in: combination)
        verdicts[row.lowerBound + combination] = measured?.verdict(required: required) ?? .notEvaluated
      }
      counts.add(pairing, verdicts[row], asked)
    }
    (self.verdicts, tally, failingPairs) = (verdicts, counts.tally, counts.failingPairs)
  }

  private struct Counts {
    var tally = Tally()
    var failingPairs = 0

    mutating func add(_ pairing: Pairing, _ row: ArraySlice<Verdict>, _ asked: [Int]) {
      tally = tally + Tally(asked.lazy.map { row[row.startIndex + $0] })
      if pairing.severity > .note, row.contains(.fail) { failingPairs += 1 }
    }

    mutating func remove(_ pairing: Pairing, _ row: ArraySlice<Verdict>, _ asked: [Int]) {
      tally = tally - Tally(asked.lazy.map { row[row.startIndex + $0] })
      if pairing.severity > .note, row.contains(.fail) { failingPairs -= 1 }
    }
  }

  private static func judge(_ pairings: [Pairing], _ meter: Meter, _ policy: Policy) -> [Verdict] {
    let combinations = meter.grid.space.combinations
    return [Verdict](unsafeUninitializedCapacity: pairings.count * combinations.count) { buffer, count in
      for pairing in pairings {
        for (index, combination) in combinations.enumerated() {
          let measured = meter.measure(pairing, in: index)
          let required = policy.required(pairing, in: combination)
          (buffer.baseAddress.unsafelyUnwrapped + count).initialize(
            to: measured?.verdict(required: required) ?? .notEvaluated)
          count += 1
        }
      }
    }
  }

  package var combinations: [TraitCombination] { grid.space.combinations }

  package func verdict(_ pairing: Int, _ combination: Int) -> Verdict {
    verdicts[pairing * combinations.count + combination]
  }

  /// The verdicts of one pair, a combination each.
  package func verdicts(of pairing: Int) -> ArraySlice<Verdict> {
    verdicts[(pairing * combinations.count)..<((pairing + 1) * combinations.count)]
  }

  package func measure(_ pairing: Int, in combination: Int) -> Measurement? {
    meter.measure(pairings[pairing], in: combination)
  }

  /// The ratio that a pair must reach under a combination; nil for an exempt one.
  package func required(_ pairing: Pairing, in combination: Int) -> Double? {
    policy.required(pairing, in: combinations[combination])
  }

  package func key(of pairing: Pairing) -> PairKey {
    PairKey(
      foreground: palette.colors[pairing.foreground].name, background: palette.colors[pairing.background].name,
      usage: pairing.usage)
  }

  /// How many cells of some of the pairs got each verdict; of the combinations, only those asked about count.
  package func tally(of pairings: some Sequence<Int>) -> Tally {
    Tally(pairings.lazy.flatMap { pairing in asked.lazy.map { verdict(pairing, $0) } })
  }
}

/// Cells by verdict.
package struct Tally: Hashable, Sendable {
  package private(set) var pass = 0
  package private(set) var fail = 0
  package private(set) var indeterminate = 0
  package private(set) var exempt = 0
  package private(set) var notEvaluated = 0

  package init() {}

  init(_ verdicts: some Sequence<Verdict>) {
    for verdict in verdicts {
      switch verdict {
      case .pass: pass += 1
      case .fail: fail += 1
      case .indeterminate: indeterminate += 1
      case .exempt: exempt += 1
      case .notEvaluated: notEvaluated += 1
      }
    }
  }

  package var total: Int { pass + fail + indeterminate + exempt + notEvaluated }

  static func - (left: Tally, right: Tally) -> Tally {
    var rest = left
    rest.pass -= right.pass
    rest.fail -= right.fail
    rest.indeterminate -= right.indeterminate
    rest.exempt -= right.exempt
    rest.notEvaluated -= right.notEvaluated
    return rest
  }

  package static func + (left: Tally, right: Tally) -> Tally {
    var sum = left
    sum.pass += right.pass
    sum.fail += right.fail
    sum.indeterminate += right.indeterminate
    sum.exempt += right.exempt
    sum.notEvaluated += right.notEvaluated
    return sum
  }
}
