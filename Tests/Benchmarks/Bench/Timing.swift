import Glibc

func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func timed(_ body: () throws -> Void) rethrows -> Double {
  let start = now()
  try body()
  return now() - start
}

/// Measurements of one thing, sorted.
struct Samples {
  let values: [Double]

  init(_ values: [Double]) { self.values = values.sorted() }

  func quantile(_ share: Double) -> Double {
    values.isEmpty ? .nan : values[min(values.count - 1, Int(Double(values.count) * share))]
  }

  var median: Double { quantile(0.5) }
  var spread: Double { (quantile(0.75) - quantile(0.25)) / median }
}

/// Two things measured in turn, so that what disturbs one disturbs the other.
struct Duel {
  let ours: Samples
  let reference: Samples

  init(rounds: Int = 9, ours: () throws -> Double, reference: () throws -> Double) rethrows {
    var (left, right): ([Double], [Double]) = ([], [])
    _ = try (ours(), reference())
    for round in 0..<rounds {
      if round % 2 == 0 { left.append(try ours()) }
      right.append(try reference())
      if round % 2 == 1 { left.append(try ours()) }
    }
    self.ours = Samples(left)
    self.reference = Samples(right)
  }

  /// How long ours takes, in the reference's time.
  var ratio: Double { ours.median / reference.median }

  func outcome(_ name: String, atMost bound: Double) -> Outcome {
    Outcome(
      name: name, ours: seconds(ours.median), reference: seconds(reference.median), figure: ratio,
      target: .atMost(bound),
      spread: ours.spread)
  }

  /// The other way round: how many times as fast ours is.
  func outcome(_ name: String, fasterBy bound: Double) -> Outcome {
    Outcome(
      name: name, ours: seconds(ours.median), reference: seconds(reference.median), figure: 1 / ratio,
      target: .atLeast(bound), spread: ours.spread)
  }
}
