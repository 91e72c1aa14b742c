import Glibc

/// A signal that a program of ours reacts to (signal(7)).
package struct Signal: RawRepresentable, Hashable, Sendable {
  package let rawValue: CInt

  package init(rawValue: CInt) {
    self.rawValue = rawValue
  }

  package static let hangUp = Signal(rawValue: SIGHUP)
  package static let interrupt = Signal(rawValue: SIGINT)
  package static let terminate = Signal(rawValue: SIGTERM)
  package static let user1 = Signal(rawValue: SIGUSR1)
  package static let user2 = Signal(rawValue: SIGUSR2)
  package static let child = Signal(rawValue: SIGCHLD)
}

package enum Signals {
  /// Blocks these in this thread and in those it starts, so that only ``EventLoop/addSignal(_:_:)`` gets them.
  ///
  /// To be called before the first task: a thread that exists already would take the signal and end the process.
  package static func block(_ signals: [Signal]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal.rawValue) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
