import Glibc

let words = Array(CommandLine.arguments.dropFirst())
do {
  if words.first == "equality" {
    exit(runEquality(pairs: words.dropFirst().first.flatMap { Int($0) } ?? 100_000_000))
  }
  if words.first == "edits" {
    exit(runEdits(words.dropFirst().first.flatMap { Int($0) } ?? 100_000))
  }
  let bench = try Bench(folder: ".build/bench", programs: ".build/release")
  exit(bench.run(words))
} catch {
  print("bench: \(error)")
  exit(2)
}
