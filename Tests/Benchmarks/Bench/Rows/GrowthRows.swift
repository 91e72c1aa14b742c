/// How the work on pairs grows with colours and with combinations, as lines and as a plot. The reference is
/// kernel_opt.c over the same pairs.
func growthRows(_ bench: Bench) throws -> [Outcome] {
  var outcomes: [Outcome] = []
  var curves: [Plot.Curve] = []
  for combinations in [2, 8, 16] {
    var (ours, reference): ([Plot.Point], [Plot.Point]) = ([], [])
    for names in [100, 1_000, 10_000, 50_000] {
      let palette = RandomPalette(names: names)
      let (fronts, backs) = (RandomPalette.columns(palette.foregrounds), RandomPalette.columns(palette.backgrounds))
      let rounds = names == 50_000 ? 1 : 7
      let mine = Samples((0..<7).map { _ in timed { for _ in 0..<combinations { _ = palette.counted() } } })
      let once = Samples((0..<rounds).map { _ in timed { _ = bench.reference.pairs(fronts, backs) } })
      let theirs = once.median * Double(combinations)
      ours.append(.init(x: Double(names), y: mine.median))
      reference.append(.init(x: Double(names), y: theirs))
      let pairs = Double(fronts.count * backs.count * combinations)
      outcomes.append(
        Outcome(
          name: "growth: N = \(names), T = \(combinations), \(short(pairs / mine.median / 1e6)) M pairs/s",
          ours: seconds(mine.median), reference: seconds(theirs), figure: mine.median / theirs, target: .none,
          spread: mine.spread))
    }
    curves += [
      .init(name: "T = \(combinations)", points: ours), .init(name: "C, T = \(combinations)", points: reference),
    ]
  }
  write(Array(Plot(curves: curves).svg.utf8), to: "\(bench.folder)/growth.svg")
  return outcomes
}
