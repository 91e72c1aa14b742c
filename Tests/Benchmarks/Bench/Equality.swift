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

/// So many random edits of palettes, each beside a fresh reading of the files. The exit status.
func runEdits(_ count: Int) -> Int32 {
  var edits: [String: Int] = [:]
  var (inPlace, differences, seed) = (0, [String](), UInt64(0))
  while edits.values.reduce(0, +) < count, differences.count < 20 {
    seed += 1
    var equality = WorkspaceEquality(seed: seed)
    for _ in 0..<min(1000, count) { equality.step() }
    edits.merge(equality.edits) { $0 + $1 }
    inPlace += equality.inPlace
    differences += equality.differences
  }
  for (kind, count) in edits.sorted(by: { $0.key < $1.key }) { print("\(kind): \(count) edits") }
  for difference in differences { print("differs: \(difference)") }
  print(
    "equality: \(edits.values.reduce(0, +)) edits, \(inPlace) taken in place, \(differences.count) differ from a fresh reading"
  )
  return differences.isEmpty ? 0 : 1
}
