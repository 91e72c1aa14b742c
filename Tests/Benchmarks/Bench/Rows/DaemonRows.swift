import Glibc

/// A small question and its answer, against a C server that echoes 200 bytes.
func roundTripRows(_ bench: Bench) throws -> [Outcome] {
  // All three on one processor: else it is the scheduler's choice, and no server's, whether a wake-up takes 2 µs or an
  // idle processor's 30, and the two servers get different ones.
  let everywhere = pinned(to: 1)
  defer { pin(everywhere) }
  let daemon = try Daemon(bench, watching: try bench.palette(100, 8))
  let socket = "\(bench.scratch)/echo.sock"
  let echo = try Child(["\(bench.folder)/sock", "serve", socket])
  defer { echo.end() }
  let (ours, reference) = (try daemon.connection(), try Peer(socket, end: 10))
  let measure = Daemon.call("Measure", "{\"foreground\":\"#101418\",\"background\":\"#F4F6F8\"}")
  let line = [UInt8](repeating: 113, count: 199) + [10]
  guard try ours.ask(measure).contains("\"measurement\"") else { throw Child.Failure(description: "Measure failed") }

  func median(_ peer: Peer, _ request: [UInt8]) throws -> Double {
    Samples(try (0..<2000).map { _ in try timed { try peer.exchange(request, answers: 1) } }).median
  }
  func pipelined(_ peer: Peer, _ request: [UInt8]) throws -> Double {
    let batch = Array((0..<32).map { _ in request }.joined())
    return try timed { for _ in 0..<100 { try peer.exchange(batch, answers: 32) } } / 3200
  }
  return [
    try Duel(rounds: 11) {
      try median(ours, measure)
    } reference: {
      try median(reference, line)
    }
    .outcome("round-trip of Measure, p50, to C", atMost: 1.5),
    try Duel(rounds: 11) {
      try pipelined(ours, measure)
    } reference: {
      try pipelined(reference, line)
    }
    .outcome("round-trips pipelined × 32, rate, to C", fasterBy: 0.3),
  ]
}

/// Keeps this process, and those it starts from here on, on some processors, a bit each; what it was kept on before.
private func pinned(to mask: UInt) -> UInt {
  var before = cpu_set_t()
  sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &before)
  pin(mask)
  return UInt(before.__bits.0)
}

private func pin(_ mask: UInt) {
  var set = cpu_set_t()
  set.__bits.0 = mask
  sched_setaffinity(0, MemoryLayout<cpu_set_t>.size, &set)
}

/// How often the daemon runs while nothing happens.
func idleRows(_ bench: Bench) throws -> [Outcome] {
  let daemon = try Daemon(bench, watching: try bench.palette(100, 8))
  func switches() -> Int { daemon.process.figure("voluntary_ctxt_switches") ?? 0 }
  pause(milliseconds: 1500)
  let before = switches()
  pause(milliseconds: 5000)
  let count = switches() - before
  return [
    Outcome(
      name: "idle: wake-ups in 5 s", ours: "\(count)", reference: "", figure: Double(count), target: .atMost(0))
  ]
}

func residentRows(_ bench: Bench) throws -> [Outcome] {
  try [(100, 6.0), (10_000, 18.0)].map { colors, bound in
    let daemon = try Daemon(bench, watching: try bench.palette(colors, 8))
    pause(milliseconds: 500)
    let size = Double(daemon.process.figure("RssAnon") ?? 0) / 1024
    return Outcome(
      name: "resident: daemon's RssAnon at \(colors) × 8, MiB", ours: short(size), reference: "", figure: size,
      target: .atMost(bound))
  }
}
