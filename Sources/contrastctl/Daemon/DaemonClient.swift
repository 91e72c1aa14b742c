import Linux
import Syntax
import Varlink

/// The daemon cannot be asked. Exit status 3.
struct DaemonUnreachable: Error {
  let message: String
}

/// A connection to the daemon: one call after the other, each waited for.
final class DaemonClient {
  static let interface = "org.contrastd.contrast"
  /// How long an answer is waited for.
  private static let patience = Duration.seconds(45)

  let path: String
  private let socket: UnixSocket
  private var connection = ClientConnection()

  /// - Parameter path: the socket; nil for the places where the daemon listens.
  init(_ path: String?) throws(DaemonUnreachable) {
    let paths = path.map { [$0] } ?? Self.usualPaths
    var problem = "there is no socket at \(paths.joined(separator: " or ")); is contrastd running? See --socket"
    for path in paths where Files.exists(path) {
      do throws(SystemError) {
        socket = try UnixSocket.connect(path)
        self.path = path
        return
      } catch {
        problem =
          error.isRefused
          ? "nothing listens at \(path); contrastd is not running (systemctl status contrastd)"
          : error.isForbidden ? "this user may not use \(path); join the group contrastd" : error.description
      }
    }
    throw DaemonUnreachable(message: "the daemon cannot be reached: \(problem)")
  }

  /// CONTRASTD_SOCKET, the system's socket, the user's.
  private static var usualPaths: [String] {
    if let path = Environment.variable("CONTRASTD_SOCKET"), !path.isEmpty { return [path] }
    let own = Environment.variable("XDG_RUNTIME_DIR").map { "\($0)/contrastd/contrastd.sock" }
    return ["/run/contrastd/contrastd.sock"] + (own.map { [$0] } ?? [])
  }

  /// One call and its one reply.
  func call(_ method: String, _ parameters: (inout JSONWriter) -> Void = { _ in }) throws -> Parameters {
    try send(connection.call("\(Self.interface).\(method)", .reply, parameters))
    return try receive(patience: Self.patience).result.get()
  }

  /// A call with many replies; `body` returns false to end.
  func stream(
    _ method: String, _ parameters: (inout JSONWriter) -> Void, _ body: (Parameters) throws -> Bool
  ) throws {
    try send(connection.call("\(Self.interface).\(method)", .replies, parameters))
    while true {
      let reply = try receive(patience: nil)
      guard try body(try reply.result.get()), reply.continues else { return }
    }
  }

  private func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch socket.write(rest.span.bytes) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wouldBlock:
        guard try socket.waitUntilWritable(Self.patience) else { throw lost("it does not read") }
      case .failed(let error): throw lost(error.description)
      }
    }
  }

  private func receive(patience: Duration?) throws -> Reply {
    while true {
      do throws(ReplyError) {
        if let reply = try connection.next() { return reply }
      } catch {
        throw lost(error.description)
      }
      var bytes: [UInt8] = []
      switch socket.read(into: &bytes, limit: 64 << 10) {
      case .bytes: connection.receive(bytes.span)
      case .wouldBlock:
        let isReady = try socket.waitUntilReadable(patience ?? .seconds(3600))
        if !isReady, patience != nil { throw lost("it does not answer") }
      case .end: throw lost("it closed the connection")
      case .failed(let error): throw lost(error.description)
      }
    }
  }

  private func lost(_ reason: String) -> DaemonUnreachable {
    DaemonUnreachable(message: "the daemon at \(path) cannot be asked: \(reason)")
  }
}

extension MethodError {
  /// What the error says of the exit status; 2 where nothing.
  var exitStatus: Int32 {
    let status = JSONDocument(SourceText(path: "", bytes: parameters)).root?["status"]?.number
    return status == 4 ? 4 : 2
  }

  /// The daemon cannot answer now, and may later.
  var isPassing: Bool {
    ["NotReady", "Draining", "LimitExceeded", "SubscriberOverrun"].contains { name.hasSuffix(".\($0)") }
  }

  /// The error in words, with what to do.
  var words: String {
    let short = name.split(separator: ".").last.map(String.init) ?? name
    let detail = JSONDocument(SourceText(path: "", bytes: parameters)).root
    func text(_ key: StaticString) -> String { detail?[key]?.string ?? "" }
    switch short {
    case "NotReady": return "the daemon is still scanning (\(text("progress"))); contrastctl sync waits for it"
    case "InvalidQuestion", "ConfigurationInvalid": return text("message")
    case "PermissionDenied": return "that is for the superuser and the daemon's own user: try it with sudo"
    case "NoSuchPalette":
      return "the daemon watches nothing at \(text("palette")); contrastctl list says what it watches"
    case "NoSuchColor":
      let nearest = text("nearest")
      return "no colour is called \"\(text("name"))\"" + (nearest.isEmpty ? "" : "; did you mean \"\(nearest)\"?")
    case "Degraded":
      return text("root").isEmpty ? "the daemon cannot say: \(text("reason"))" : "\(text("root")): \(text("reason"))"
    case "Draining": return "the daemon is stopping"
    case "LimitExceeded": return "the daemon takes no more connections (\(text("limit")))"
    case "SubscriberOverrun": return "events came faster than they were read; some were lost"
    default: return description
    }
  }
}
