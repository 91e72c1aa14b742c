import Linux
import Reports

/// The daemon from start to end.
package enum Daemon {
  package static let version = Version.text

  /// Runs until it is told to stop; the exit status.
  @MainActor package static func run(_ options: DaemonOptions) async throws(DaemonError) -> Int32 {
    let configuration = try options.configuration()
    if options.checksOnly { return 0 }
    Terminal.ignoreBrokenPipes()
    Signals.block([.terminate, .interrupt, .hangUp])
    do {
      let loop = try EventLoop()
      let announcer = Announcer(isForeground: options.isForeground)
      let evaluator = Evaluator()
      let monitor = try Monitor(options, configuration, on: loop, announcer, evaluator)
      return try await turn(loop, monitor, announcer, evaluator)
    } catch let error as DaemonError {
      throw error
    } catch {
      throw DaemonError(.system, String(describing: error))
    }
  }

  /// The main task turns the loop; the monitor starts on it, the journal and large evaluations have tasks of their own.
  @MainActor private static func turn(
    _ loop: EventLoop, _ monitor: Monitor, _ announcer: Announcer, _ evaluator: Evaluator
  ) async throws -> Int32 {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await announcer.run() }
      group.addTask { await evaluator.run(for: monitor) }
      group.addTask {
        do throws(DaemonError) { try await monitor.start() } catch {
          announcer.say(error.message)
          loop.exit(error.status)
        }
      }
      let status = try loop.run()
      announcer.finish()
      evaluator.finish()
      return status
    }
  }
}
