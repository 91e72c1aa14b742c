import Glibc
import Linux
import Syntax
import Testing
import Varlink

/// A client of the daemon that waits for its answers, each for a bounded time.
final class DaemonClient {
  private static let interface = "org.contrastd.contrast."
  private let socket: UnixSocket
  private var connection = ClientConnection()

  init(_ path: String) throws { socket = try UnixSocket.connect(path) }

  /// What a method answered: the members of its parameters.
  struct Answer {
    let object: JSONValue?

    subscript(key: StaticString) -> JSONValue? { object?[key] }

    func string(_ key: StaticString) -> String { self[key]?.string ?? "" }
    func elements(_ key: StaticString) -> [JSONValue] { self[key].map { Array($0.elements) } ?? [] }
  }

  /// A method's one answer. The name is whole, or one of `org.contrastd.contrast`.
  @discardableResult
  func call(_ method: String, _ parameters: (inout JSONWriter) -> Void = { _ in }) throws -> Answer {
    try start(method, .reply, parameters)
    let reply = try next()
    return Answer(object: try reply.result.get().object)
  }

  /// The error that a method answers.
  func error(_ method: String, _ parameters: (inout JSONWriter) -> Void = { _ in }) throws -> MethodError? {
    do {
      try call(method, parameters)
      return nil
    } catch let error as MethodError {
      return error
    }
  }

  /// All answers of a method that is called with `more`.
  func callMore(_ method: String, _ parameters: (inout JSONWriter) -> Void = { _ in }) throws -> [Answer] {
    try start(method, .replies, parameters)
    var answers: [Answer] = []
    while true {
      let reply = try next()
      answers.append(Answer(object: try reply.result.get().object))
      if !reply.continues { return answers }
    }
  }

  /// Sends a call and waits for nothing.
  func start(
    _ method: String, _ expectation: Call.Expectation = .reply, _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws {
    try send(frame(method, expectation, parameters))
  }

  /// A call's bytes; `next` counts on them being sent.
  func frame(
    _ method: String, _ expectation: Call.Expectation = .reply, _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) -> [UInt8] {
    connection.call(method.contains(".") ? method : Self.interface + method, expectation, parameters)
  }

  /// Writes all of it, waiting for room.
  func send(_ bytes: [UInt8], within time: Duration = RunningDaemon.patience) throws {
    let end = Clock.monotonic() + time
    var rest = bytes[...]
    while !rest.isEmpty {
      switch rest.withUnsafeBytes({ socket.write($0) }) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wouldBlock:
        guard try socket.waitUntilWritable(end - Clock.monotonic()) else { throw Problem("the daemon does not read") }
      case .failed(let error): throw error
      }
    }
  }

  func endWriting() { socket.endWriting() }

  /// The next reply to what was sent.
  func next(within time: Duration = RunningDaemon.patience) throws -> Reply {
    guard let reply = try nextIfOpen(within: time) else { throw Problem("the daemon closed the connection") }
    return reply
  }

  /// The next reply, nil where the daemon closes the connection instead.
  func nextIfOpen(within time: Duration = RunningDaemon.patience) throws -> Reply? {
    let end = Clock.monotonic() + time
    while true {
      if let reply = try connection.next() { return reply }
      var bytes: [UInt8] = []
      switch socket.read(into: &bytes, limit: 1 << 16) {
      case .bytes: connection.receive(bytes.span)
      case .wouldBlock:
        guard try socket.waitUntilReadable(end - Clock.monotonic()) else { throw Problem("the daemon does not answer") }
      case .end, .failed: return nil
      }
    }
  }

  /// Whether the daemon closes the connection; what it still sends is thrown away.
  func isClosed(within time: Duration = RunningDaemon.patience) throws -> Bool {
    let end = Clock.monotonic() + time
    while true {
      var bytes: [UInt8] = []
      switch socket.read(into: &bytes, limit: 1 << 16) {
      case .bytes: continue
      case .wouldBlock: if try !socket.waitUntilReadable(end - Clock.monotonic()) { return false }
      case .end, .failed: return true
      }
    }
  }
}

/// An event as a subscriber gets it.
struct ToldEvent {
  let json: JSONValue

  func string(_ key: StaticString) -> String { json[key]?.string ?? "" }
  var kind: String { string("kind") }
  var message: String { string("message") }
  var foreground: String { string("foreground") }
  var batch: Int { json["batch"]?.number.map { Int($0) } ?? 0 }
}

extension DaemonClient {
  /// Subscribes; the first reply.
  @discardableResult
  func subscribe(since clock: String? = nil) throws -> Answer {
    try start("Subscribe", .replies) { $0.field("since", clock) }
    return Answer(object: try next().result.get().object)
  }

  func nextEvent(within time: Duration = RunningDaemon.patience) throws -> ToldEvent {
    let answer = Answer(object: try next(within: time).result.get().object)
    return ToldEvent(json: try #require(answer["event"]))
  }

  /// Events up to and with the next of this kind.
  func events(through kind: String) throws -> [ToldEvent] {
    var events: [ToldEvent] = []
    while events.last?.kind != kind { events.append(try nextEvent()) }
    return events
  }

  /// Events of the next settled batch, without its summary.
  func batch() throws -> [ToldEvent] { try events(through: "batch").dropLast() }

  /// The one root's status.
  func root() throws -> JSONValue { try #require(try call("GetStatus").elements("roots").first) }
}

extension JSONValue {
  func int(_ key: StaticString) -> Int? { self[key]?.number.map { Int($0) } }
  func strings(_ key: StaticString) -> [String] { self[key].map { $0.elements.compactMap(\.string) } ?? [] }
}
