import Linux
import Palettes
import Varlink

/// One connection: its socket, its protocol state, and what the client set for itself. Used on the loop only.
final class Client {
  let number: Int
  let socket: UnixSocket
  let peer: PeerCredentials
  var connection: Connection
  /// Traits and overrides that complete this client's questions.
  var traits = TraitCollection()
  var overrides: [String] = []
  /// `NAME[TRAITS]=COLOR`, registered for this client alone, and gone with it.
  var overlay: [Overlaid] = []
  /// Set while it is subscribed: the events that have not been written yet.
  var subscription: Subscription?
  /// Makes the next of many replies, while there are some; asked each time everything before is written.
  var producer: (() -> Void)?
  var source: EventSource?
  /// Runs while the rest of a frame, or room for our replies, is waited for.
  var timer: EventSource?
  /// It did what closes a connection: what is left is written, then it is closed.
  var isClosing = false
  /// Its last call was History, and is answered once the store was read.
  var awaitsHistory = false
  /// Its last call is answered once everything noticed so far is reflected.
  var awaitsSync = false
  /// Its last call was Reload, and is answered as Sync is.
  var awaitsReload = false

  struct Overlaid {
    let name: String
    let traits: String
    let color: String
  }

  init(_ number: Int, _ socket: consuming UnixSocket, _ peer: PeerCredentials, _ service: ServiceInfo, frameLimit: Int)
  {
    self.number = number
    self.socket = socket
    self.peer = peer
    connection = Connection(service, frameLimit: frameLimit)
  }

  /// Whether it may administer: the superuser and the daemon's own user. What has no number here is nobody.
  var isAdministrator: Bool {
    peer.user == 0 || (peer.user == PeerCredentials.ownUser && peer.user != PeerCredentials.overflowUser)
  }
}

/// A subscriber's place in the stream of events.
struct Subscription {
  /// Where its next events come from.
  enum Source {
    /// From the log, if that goes back so far: its call is not answered yet.
    case unknown
    /// From the log, a page at a time, each once the one before is written: at its own pace until it has caught up.
    case log
    /// From memory, as they are told.
    case memory
  }

  /// Bytes that may wait in the connection of a slow reader; behind them wait the events that the history keeps.
  static let byteLimit = 256 << 10
  /// The last event that was handed to its connection.
  var sequence: Int
  var source = Source.memory
  /// A page of the log is being read for it.
  var awaitsPage = false
}
