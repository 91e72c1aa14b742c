import Contrast
import LanguageServer

/// Makes large evaluations in a task of its own, so that the loop goes on answering from the last whole state.
package struct Evaluator: Sendable {
  private enum Job: Sendable {
    case root(WatchedRoot.Evaluation)
    case editor(Int, Session)
  }

  private let jobs: AsyncStream<Job>
  private let continuation: AsyncStream<Job>.Continuation

  init() {
    (jobs, continuation) = AsyncStream.makeStream()
  }

  func evaluate(_ evaluation: WatchedRoot.Evaluation) { continuation.yield(.root(evaluation)) }

  /// Lets an editor's session deal with what it was given.
  func work(for editor: Int, _ session: Session) { continuation.yield(.editor(editor, session)) }

  func finish() { continuation.finish() }

  /// For one child task: results go back to the monitor, one after the other.
  func run(for monitor: Monitor) async {
    for await job in jobs {
      switch job {
      case .root(let evaluation):
        let (workspace, delta) = evaluation.evaluated()
        await monitor.received(evaluation.root, workspace, delta)
      case .editor(let number, var session):
        var events: [Session.Event] = []
        while let event = session.next() { events.append(event) }
        await monitor.received(number, session, events)
      }
    }
  }
}

extension Monitor {
  fileprivate func received(_ root: UInt64, _ workspace: Workspace, _ delta: Delta) {
    finished(root, workspace, delta)
    doWork()
  }

  fileprivate func received(_ number: Int, _ session: Session, _ events: [Session.Event]) {
    returned(number, session, events)
  }
}
