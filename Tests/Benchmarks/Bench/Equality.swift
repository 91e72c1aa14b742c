import PairEquality

/// The long run: so many random and adversarial pairs, each by every path. The exit status.
func runEquality(pairs: Int) -> Int32 {
  var equality = PairEquality()
  var seed: UInt64 = 1
  while equality.pairs < pairs {
    equality.compare(seed: seed, foregrounds: 120, backgrounds: Int(seed % 97) * 7 + 1)
    seed += 1
  }
  for (path, count) in equality.compared.sorted(by: { $0.key < $1.key }) {
    print("\(path): \(count) verdicts, \(equality.different[path] ?? 0) differ")
  }
  print(
    "equality: \(equality.pairs) pairs of \(seed - 1) palettes, \(equality.differences) verdicts differ from the plain loop"
  )
  return equality.differences == 0 ? 0 : 1
}
