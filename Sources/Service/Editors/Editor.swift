import LanguageServer
import Linux

/// One editor's connection. Used on the loop only.
final class Editor {
  let number: Int
  let socket: UnixSocket
  let peer: PeerCredentials
  /// As the journal was told; nil until it has greeted.
  var name: String?
  /// Nil while it works elsewhere; nothing is read from the editor meanwhile.
  var session: Session?
  /// What roots became meanwhile, by path.
  var news: [String: News] = [:]
  var source: EventSource?
  /// Runs while the rest of a message, or room for ours, is waited for.
  var timer: EventSource?
  /// It is done, or did what closes a connection: what is left is written, then it is closed.
  var isClosing = false

  enum News {
    case root(Root)
    case gone
  }

  init(_ number: Int, _ socket: consuming UnixSocket, _ peer: PeerCredentials, _ session: Session) {
    self.number = number
    self.socket = socket
    self.peer = peer
    self.session = session
  }

  /// Hands the session what became of roots.
  func takeNews() {
    for (path, news) in news {
      switch news {
      case .root(let root): session?.update(root)
      case .gone: session?.remove(path)
      }
    }
    news.removeAll()
  }
}
