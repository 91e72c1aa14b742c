import Linux
import Reports

/// The daemon from start to end.
package enum Daemon {
  package static let version = Version.text

  /// To be called first of all, while there is one thread: those that come later inherit the mask.
  package static func blockSignals() { Signals.block([.terminate, .interrupt, .hangUp]) }

  /// Runs until it is told to stop; the exit status. The calling thread turns the loop.
  package static func run(_ options: DaemonOptions) throws(DaemonError) -> Int32 {
    let configuration = try options.configuration()
    if options.checksOnly { return 0 }
    Terminal.ignoreBrokenPipes()
    do throws(SystemError) {
      let loop = try EventLoop()
      let announcer = Announcer(isForeground: options.isForeground)
      let evaluator = Evaluator()
      let keeper = Keeper(options.stateDirectory)
      let monitor = try Monitor(options, configuration, on: loop, announcer, evaluator, keeper)
      Task { loop.exit(await work(monitor, announcer, evaluator, keeper)) }
      return try loop.run()
    } catch {
      throw DaemonError(.system, error.description)
    }
  }

  /// The monitor works on the loop; the journal, large evaluations and the store have tasks of their own. Over when all of them are:
  /// what was told is written, then the loop ends.
  private static func work(
    _ monitor: Monitor, _ announcer: Announcer, _ evaluator: Evaluator, _ keeper: Keeper
  ) async -> Int32 {
    await withTaskGroup(of: Int32.self) { group in
      group.addTask {
        await announcer.run()
        // What was told is kept as told to the end.
        keeper.finish()
        return 0
      }
      group.addTask {
        await evaluator.run(for: monitor)
        return 0
      }
      group.addTask {
        do throws(DaemonError) { try await keeper.run(for: monitor) } catch {
          announcer.say(error.message)
          announcer.finish()
          evaluator.finish()
          return error.status
        }
        return 0
      }
      return await group.reduce(0) { max($0, $1) }
    }
  }
}
