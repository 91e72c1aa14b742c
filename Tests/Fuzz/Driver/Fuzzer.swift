import Foundation

/// Damages the seeds of one reader and reads what comes of it. The same seed gives the same cases.
package struct Fuzzer {
  /// What a run came to.
  package struct Summary: Sendable {
    package let reader: String
    package let seeds: Int
    package fileprivate(set) var cases = 0
    package fileprivate(set) var bytes = 0
    /// In seconds.
    package fileprivate(set) var time = 0.0
    /// In seconds.
    package fileprivate(set) var longest = 0.0
    /// The number of the case that took longest.
    package fileprivate(set) var longestCase = 0

    package var line: String {
      let rate = Int(Double(cases) / max(time, 1e-9))
      return String(
        format: "%@: %d cases of %d seeds in %.0f s, %d/s, %d bytes on average, the longest %.0f ms (case %d)",
        reader, cases, seeds, time, rate, bytes / max(cases, 1), longest * 1000, longestCase)
    }
  }

  /// A case grows no larger.
  private static let maximumSize = 64 << 10

  private let reader: FuzzReader
  private let seeds: [FuzzSeeds.Seed]
  private let seed: UInt64

  /// - Parameter folders: where the files stand that cases are made of.
  package init(_ reader: FuzzReader, folders: [String], seed: UInt64) {
    self.reader = reader
    self.seed = seed
    seeds = FuzzSeeds(reader, in: folders).seeds
  }

  /// Runs until a time or a number of cases is over.
  ///
  /// - Parameter kept: a file that always holds the case at hand, for when it ends the program.
  package func run(seconds: Double, cases: Int = .max, from first: Int = 0, kept: KeptCase? = nil) -> Summary {
    var summary = Summary(reader: reader.name, seeds: seeds.count)
    if seeds.isEmpty { return summary }
    let start = ContinuousClock.now
    while summary.cases < cases, summary.time < seconds {
      let number = first + summary.cases
      let (bytes, seed) = damaged(number)
      kept?.keep(bytes)
      let before = ContinuousClock.now
      reader.read(bytes, seed.path, seed.others)
      let now = ContinuousClock.now
      let taken = Self.seconds(now - before)
      if taken > summary.longest { (summary.longest, summary.longestCase) = (taken, number) }
      summary.cases += 1
      summary.bytes += bytes.count
      summary.time = Self.seconds(now - start)
    }
    return summary
  }

  /// The case of a number: every one can be made again alone.
  package func made(_ number: Int) -> (bytes: [UInt8], path: String) {
    let (bytes, seed) = damaged(number)
    return (bytes, seed.path)
  }

  private func damaged(_ number: Int) -> ([UInt8], FuzzSeeds.Seed) {
    var random = FuzzGenerator(state: seed ^ UInt64(number) &* 0xD6E8_FEB8_6659_FD93)
    let seed = seeds[random.below(seeds.count)]
    var bytes = seed.bytes
    for _ in 0...random.below(6) {
      let other = seeds[random.below(seeds.count)].bytes
      let mutation = Mutation.allCases[random.below(Mutation.allCases.count)]
      mutation.apply(to: &bytes, other, reader.words, &random)
    }
    return (Array(bytes.prefix(Self.maximumSize)), seed)
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }
}

/// A file of its own that is also memory: what is written there outlives the program.
package final class KeptCase {
  private static let size = 64 << 10
  private let memory: UnsafeMutableRawPointer

  /// Nil where the file cannot be made.
  package init?(_ path: String) {
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0, ftruncate(file, off_t(KeptCase.size + 8)) == 0,
      let memory = mmap(nil, KeptCase.size + 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
    else { return nil }
    close(file)
    self.memory = memory
  }

  fileprivate func keep(_ bytes: [UInt8]) {
    memory.storeBytes(of: UInt64(bytes.count), as: UInt64.self)
    bytes.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { (memory + 8).copyMemory(from: start, byteCount: bytes.count) }
    }
  }

  /// The case that such a file holds.
  package static func bytes(of path: String) -> [UInt8]? {
    guard let all = FuzzSeeds.bytes(path), all.count >= 8 else { return nil }
    let count = all.prefix(8).enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
    return Array(all.dropFirst(8).prefix(count))
  }

  deinit { munmap(memory, KeptCase.size + 8) }
}
