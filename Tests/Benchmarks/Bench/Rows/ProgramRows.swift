import Glibc

/// A one-shot check as a whole process, files in the page cache.
func coldRows(_ bench: Bench) throws -> [Outcome] {
  try [("catalog", "xcassets"), ("tokens", "dtcg")].map { name, format in
    let folder = try bench.palette(10_000, 8, format: format)
    return try Duel(rounds: 9) {
      try time(checkCommand(bench, folder))
    } reference: {
      try time(["\(bench.folder)/cpeer", "opt", folder, "100"])
    }
    .outcome("cold check, 10000 × 8 \(name), to C with simdjson", atMost: 1.5)
  }
}

private func time(_ words: [String]) throws -> Double {
  try timed {
    let status = try Child(words).wait()
    guard [0, 1, 4].contains(status) else { throw Child.Failure(description: "\(words[0]): exit status \(status)") }
  }
}

func memoryRows(_ bench: Bench) throws -> [Outcome] {
  let folder = try bench.palette(10_000, 16)
  let peaks = try (0..<3).map { _ in Double(try Child(checkCommand(bench, folder)).peak(of: "RssAnon")) / 1024 }
  let samples = Samples(peaks)
  return [
    Outcome(
      name: "memory of a check, 10000 × 16: peak RssAnon, MiB", ours: short(samples.median), reference: "",
      figure: samples.median, target: .atMost(64), spread: samples.spread)
  ]
}

private func checkCommand(_ bench: Bench, _ folder: String) -> [String] {
  ["\(bench.programs)/contrastctl", "check", "--all-pairs", "--no-daemon", folder]
}
