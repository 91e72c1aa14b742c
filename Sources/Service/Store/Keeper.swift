import Contrast
import Linux

/// Writes to the store in a task of its own: the loop never waits for a disk.
package struct Keeper: Sendable {
  /// A palette as it has been told; no audit where it is gone.
  struct State: Sendable {
    let root: String
    let path: String
    let audit: Audit?
  }

  private enum Job: Sendable {
    case keep([Event], [State])
    case told(Int)
  }

  private let directory: String?
  private let jobs: AsyncStream<Job>
  private let continuation: AsyncStream<Job>.Continuation

  /// Without a directory it remembers nothing.
  init(_ directory: String?) {
    self.directory = directory
    (jobs, continuation) = AsyncStream.makeStream()
  }

  /// Whether something outlives the daemon.
  var isDurable: Bool { directory != nil }

  func keep(_ events: [Event], _ states: [State]) {
    if isDurable { continuation.yield(.keep(events, states)) }
  }

  func told(_ sequence: Int) {
    if isDurable { continuation.yield(.told(sequence)) }
  }

  func finish() { continuation.finish() }

  /// For one child task: opens the store, starts the monitor with what is in it, and writes until `finish`.
  func run(for monitor: Monitor) async throws(DaemonError) {
    guard let directory else { return try await monitor.start(nil) }
    let (store, memory) = try Store.open(directory)
    try await monitor.start(memory)
    for await job in jobs {
      var wait = Duration.seconds(1)
      while true {
        do throws(Database.Failure) {
          try Self.write(job, store)
          break
        } catch {
          guard await monitor.storeFailed(error.description) else { break }
          await Self.pause(wait, for: monitor)
          wait = min(wait * 2, .seconds(60))
        }
      }
      if case .keep(let events, _) = job { await monitor.committed(events.last?.sequence ?? 0) }
    }
  }

  /// Waits, but no longer than the daemon is to live.
  private static func pause(_ time: Duration, for monitor: Monitor) async {
    let step = Duration.milliseconds(500)
    var left = time
    while left > .zero, await !monitor.isDraining {
      try? await Task.sleep(for: min(left, step))
      left -= step
    }
  }

  private static func write(_ job: Job, _ store: Store) throws(Database.Failure) {
    switch job {
    case .keep(let events, let states):
      let now = Int(Clock.sinceEpoch().components.seconds)
      try store.keep(events, states, now: now)
      try store.backUp(now: now)
    case .told(let sequence): try store.told(sequence)
    }
  }
}
