import Contrast

/// Makes large evaluations in a task of its own, so that the loop goes on answering from the last whole state.
package struct Evaluator: Sendable {
  private let jobs: AsyncStream<WatchedRoot.Evaluation>
  private let continuation: AsyncStream<WatchedRoot.Evaluation>.Continuation

  init() {
    (jobs, continuation) = AsyncStream.makeStream()
  }

  func evaluate(_ evaluation: WatchedRoot.Evaluation) { continuation.yield(evaluation) }

  func finish() { continuation.finish() }

  /// For one child task: results go back to the monitor, one after the other.
  func run(for monitor: Monitor) async {
    for await job in jobs {
      let (workspace, delta) = job.evaluated()
      await monitor.received(job.root, workspace, delta)
    }
  }
}

extension Monitor {
  fileprivate func received(_ root: UInt64, _ workspace: Workspace, _ delta: Delta) {
    finished(root, workspace, delta)
    doWork()
  }
}
