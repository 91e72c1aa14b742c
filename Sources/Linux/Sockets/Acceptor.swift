import Glibc

/// A listening socket on the loop: takes connections as they come, and rests where descriptors run out.
///
/// It never takes the last descriptor of the process: one is held in reserve while connections are taken. Where there
/// is none left, the reserve is given back for the rest of the process to use, and nothing is taken for a second; the
/// connections wait in the kernel's queue meanwhile.
package final class Acceptor {
  package enum Problem: Equatable, Sendable {
    /// Descriptors have run out, or run out again; told once a rest.
    case resting
    case failed(SystemError)
  }

  private static let rest = Duration.seconds(1)
  /// How many connections are taken in one go, before others on the loop have their turn.
  private static let burst = 16

  private let socket: ListeningSocket
  private let connected: (consuming UnixSocket, PeerCredentials) -> Void
  private let failed: (Problem) -> Void
  private var source: EventSource?
  private var timer: EventSource?
  /// Reading one file takes three descriptors, listing a directory on the way some more.
  private var reserve: Reserve?

  /// Descriptors that are open for nothing but to be closed when they are needed.
  private final class Reserve {
    private var raws: [CInt] = []

    init?(_ count: Int) {
      for _ in 0..<count {
        let raw = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
        if raw < 0 { return nil }
        raws.append(raw)
      }
    }

    deinit {
      for raw in raws { close(raw) }
    }
  }

  /// Listens at once. Both closures run on the loop.
  package init(
    _ socket: consuming ListeningSocket, on loop: EventLoop,
    connected: @escaping (consuming UnixSocket, PeerCredentials) -> Void, failed: @escaping (Problem) -> Void
  ) throws(SystemError) {
    self.socket = socket
    self.connected = connected
    self.failed = failed
    reserve = Self.makeReserve()
    source = try loop.addIO(self.socket.descriptor.raw, .readable) { [unowned self] _ in acceptBurst() }
    timer = try loop.addTimer { [unowned self] in wakeUp() }
  }

  /// Whether connections are left waiting for want of descriptors.
  package var isResting: Bool { timer?.isEnabled ?? false }

  /// Where it listens, for messages.
  package var name: String { socket.name }

  private func acceptBurst() {
    for _ in 0..<Self.burst {
      switch socket.accept() {
      case .connection(let connection, let peer):
        connected(connection, peer)
      case .wouldBlock: return
      case .outOfDescriptors: return pause()
      case .failed(let error):
        failed(.failed(error))
        return
      }
    }
  }

  private func pause() {
    reserve = nil
    source?.disable()
    timer?.arm(after: Self.rest)
    failed(.resting)
  }

  private func wakeUp() {
    reserve = Self.makeReserve()
    guard reserve != nil else {
      timer?.arm(after: Self.rest)
      return
    }
    source?.enable()
  }

  private static func makeReserve() -> Reserve? { Reserve(8) }
}
