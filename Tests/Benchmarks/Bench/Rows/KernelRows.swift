import Contrast

func matrixRows(_ bench: Bench) throws -> [Outcome] {
  try [1_000, 10_000].map { names in
    try duel(bench, names) { palette in
      var matrix = RatioMatrix(Backgrounds(palette.backgrounds, on: .srgb))
      return palette.foregrounds.reduce(0) { $0 + matrix.measure($1, threshold: 4.5).reaching }
    }.outcome("matrix: every ratio, N = \(names), to kernel_opt.c", atMost: 1.3)
  }
}

func countRows(_ bench: Bench) throws -> [Outcome] {
  [
    try duel(bench, 10_000) { $0.counted().higher }
      .outcome("counts and failing ranges, N = 10000, to kernel_opt.c", fasterBy: 2)
  ]
}

/// Ours against kernel_opt.c over the same colours; both have to count the same.
private func duel(_ bench: Bench, _ names: Int, _ ours: (RandomPalette) -> Int) throws -> Duel {
  let palette = RandomPalette(names: names)
  let (fronts, backs) = (RandomPalette.columns(palette.foregrounds), RandomPalette.columns(palette.backgrounds))
  let passes = (ours: ours(palette), reference: Int(bench.reference.pairs(fronts, backs).pass))
  guard passes.ours == passes.reference else {
    throw Reference.Failure(
      description: "N = \(names): \(passes.ours) pairs pass, the reference counts \(passes.reference)")
  }
  let repeats = max(1, 10_000 / names)
  return Duel(rounds: 15) {
    timed { for _ in 0..<repeats { _ = ours(palette) } } / Double(repeats)
  } reference: {
    timed { for _ in 0..<repeats { _ = bench.reference.pairs(fronts, backs) } } / Double(repeats)
  }
}

func distinctRows(_ bench: Bench) -> [Outcome] {
  let (many, few) = (RandomPalette(names: 9_900, distinct: 300), RandomPalette(names: 300))
  func time(_ palette: RandomPalette) -> Double { timed { for _ in 0..<50 { _ = palette.counted() } } / 50 }
  return [
    Duel {
      time(many)
    } reference: {
      time(few)
    }
    .outcome("distinct: 9900 names of 300 colours, to 300 names", atMost: 2)
  ]
}
