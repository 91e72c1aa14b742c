import Contrast
import Linux

/// Writes to the store in a task of its own: the loop never waits for a disk.
package struct Keeper: Sendable {
  /// A palette as it has been told; no audit where it is gone.
  struct State: Sendable {
    let root: String
    let path: String
    let audit: Audit?
    /// What was told of the root's sources, a line each; with an empty path.
    var problems: [String]?
    /// What was told of the root's baselines and waivers; beside that.
    var excuses: ToldExcuses?
  }

  private enum Job: Sendable {
    case keep([Event], [State])
    case told(Int)
    /// Events that are older than so many days.
    case prune(Int)
    /// For the client with this number.
    case lookUp(HistoryQuery, Int)
    case replay(LogQuery, Int)
  }

  private let directory: String?
  private let jobs: AsyncStream<Job>
  private let continuation: AsyncStream<Job>.Continuation

  /// Without a directory it remembers nothing.
  init(_ directory: String?) {
    self.directory = directory
    (jobs, continuation) = AsyncStream.makeStream()
  }

  func keep(_ events: [Event], _ states: [State]) { continuation.yield(.keep(events, states)) }

  func told(_ sequence: Int) { continuation.yield(.told(sequence)) }

  func prune(days: Int) { continuation.yield(.prune(days)) }

  /// The monitor answers the client once it is found.
  func look(up query: HistoryQuery, for client: Int) { continuation.yield(.lookUp(query, client)) }

  /// The monitor hands them to the subscriber once they are read.
  func read(_ query: LogQuery, for client: Int) { continuation.yield(.replay(query, client)) }

  func finish() { continuation.finish() }

  /// For one child task: opens the store, starts the monitor with what is in it, and writes until `finish`.
  func run(for monitor: Monitor) async throws(DaemonError) {
    guard let directory else { return try await monitor.start(.none) }
    switch Self.open(directory) {
    case .success(let opened):
      try await monitor.start(.open(opened.memory))
      await write(to: opened.store, for: monitor)
    case .failure(let problem):
      guard problem.isPassing else { throw DaemonError(.system, problem.message) }
      try await monitor.start(.missing(problem.message))
      guard let opened = await reopen(directory, for: monitor) else { return }
      await monitor.storeOpened(opened.memory)
      await write(to: opened.store, for: monitor)
    }
  }

  private static func open(_ directory: String) -> Result<(store: Store, memory: Store.Memory), Store.Unusable> {
    do throws(Store.Unusable) { return .success(try Store.open(directory)) } catch { return .failure(error) }
  }

  /// Tries until there is a store, or the daemon ends.
  private func reopen(_ directory: String, for monitor: Monitor) async -> (store: Store, memory: Store.Memory)? {
    var wait = Duration.seconds(1)
    while await !monitor.isDraining {
      await Self.pause(wait, for: monitor)
      wait = min(wait * 2, .seconds(60))
      if case .success(let opened) = Self.open(directory) { return opened }
    }
    return nil
  }

  private func write(to store: Store, for monitor: Monitor) async {
    for await job in jobs {
      if await Self.isAnswered(job, store, monitor) { continue }
      var wait = Duration.seconds(1)
      var isAgain = false
      var isWritten = false
      while true {
        do throws(Database.Failure) {
          try Self.write(job, store)
          isWritten = true
          if isAgain { await monitor.storeMended() }
          break
        } catch {
          isAgain = true
          store.database.makeRoom()
          guard await monitor.storeFailed(error.description) else { break }
          await Self.pause(wait, for: monitor)
          wait = min(wait * 2, .seconds(60))
        }
      }
      guard isWritten, case .keep(let events, _) = job else { continue }
      await monitor.committed(events.last?.sequence ?? 0)
      do throws(Database.Failure) {
        if try store.backUp(now: Self.now) { await monitor.backedUp(nil) }
      } catch {
        await monitor.backedUp(error.description)
      }
    }
  }

  /// False where there is nothing to read, but to write.
  private static func isAnswered(_ job: Job, _ store: Store, _ monitor: Monitor) async -> Bool {
    switch job {
    case .lookUp(let query, let client):
      do throws(Database.Failure) {
        await monitor.answerHistory(client, try store.history(query), nil)
      } catch {
        await monitor.answerHistory(client, [], error.description)
      }
    case .replay(let query, let client): await monitor.replay((try? store.log(query)) ?? [], to: client)
    case .keep, .told, .prune: return false
    }
    return true
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

  private static var now: Int { Int(Clock.sinceEpoch().components.seconds) }

  private static func write(_ job: Job, _ store: Store) throws(Database.Failure) {
    switch job {
    case .keep(let events, let states): try store.keep(events, states, now: now)
    case .told(let sequence): try store.told(sequence)
    case .prune(let days): try store.prune(before: now - days * 86_400)
    case .lookUp, .replay: break
    }
  }
}
