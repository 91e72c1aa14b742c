import Glibc

/// What the rows need, and the list of them.
struct Bench {
  /// Where `run` put the references.
  let folder: String
  let programs: String
  let reference: Reference
  /// On tmpfs.
  let scratch: String

  init(folder: String, programs: String) throws {
    self.folder = folder
    self.programs = programs
    reference = try Reference("\(folder)/libreference.so")
    scratch = "/dev/shm/contrastd-bench-\(getpid())"
    mkdir(scratch, 0o755)
  }

  /// The list of rows. A new row is one function here, which may give several lines.
  private static let rows: [(name: String, measure: @Sendable (Bench) throws -> [Outcome])] = [
    ("matrix", matrixRows),
    ("counts", countRows),
    ("parse", parseRows),
    ("cold", coldRows),
    ("memory", memoryRows),
    ("round-trip", roundTripRows),
    ("fresh", freshRows),
    ("keystroke", keystrokeRows),
    ("idle", idleRows),
    ("resident", residentRows),
    ("distinct", distinctRows),
    ("growth", growthRows),
    ("peers", peerRows),
  ]

  /// The exit status: 1 where a target is not met.
  func run(_ words: [String]) -> Int32 {
    print(Outcome.heading)
    var missed: [String] = []
    for row in Self.rows where words.isEmpty || words.contains(where: { row.name.contains($0) }) {
      do {
        for outcome in try row.measure(self) {
          print(outcome.line)
          fflush(nil)
          if outcome.isMet == false { missed.append(outcome.name) }
        }
      } catch {
        print("\(row.name): \(error)")
        missed.append(row.name)
      }
    }
    removeTree(scratch)
    print(missed.isEmpty ? "bench: every target is met" : "bench: not met: \(missed.joined(separator: "; "))")
    return missed.isEmpty ? 0 : 1
  }

  /// A generated palette, asset catalogs where nothing else is said: the folder.
  func palette(_ colors: Int, _ combinations: Int, format: String = "xcassets") throws -> String {
    let path = "\(scratch)/\(format)-\(colors)x\(combinations)"
    if access(path, F_OK) == 0 { return path }
    let script = "Tests/Benchmarks/genpalette.py"
    let child = try Child([
      "/usr/bin/env", "python3", script, path, "--n", "\(colors)", "--t", "\(combinations)", "--format", format,
    ])
    guard child.wait() == 0 else { throw Child.Failure(description: "\(script) failed") }
    // It declares every foreground on every background, and the rows are about what the names alone pair.
    unlink("\(path)/contrast.policy.json")
    return path
  }
}

private func removeTree(_ path: String) {
  _ = try? Child(["/bin/rm", "-rf", path]).wait()
}
