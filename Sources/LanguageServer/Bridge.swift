import Syntax

/// An editor's server in two places: a session in this process, and the daemon's for the palettes that it watches.
///
/// The daemon answers for documents in its own roots; this process for all others, so that the daemon never opens what
/// a peer names. Where the daemon is lost, the session here goes on with the editor's texts as they are.
package struct Bridge: Sendable {
  /// This process's own session: `next`, `update`, `decline` and `drain` are for the host.
  package var session: Session
  private let paths: PathMap
  private var link: Link
  private var fromEditor = MessageReader()
  private var fromDaemon = MessageReader()
  private var toDaemon = Outbox()
  /// Messages that wait until it is known what the daemon answers for.
  private var held: [[UInt8]] = []
  /// Requests that the daemon has not answered yet, in order.
  private var pending: [(id: RequestID, body: [UInt8])] = []
  private var failure: FramingError?

  fileprivate enum Link {
    case none
    /// Nothing was sent yet.
    case silent
    /// `initialize` is on its way.
    case greeting
    /// The directories that it answers for.
    case joined([String])
  }

  private static let greeting = "\"contrastd-bridge\""

  /// - Parameter hasDaemon: whether there is a connection to the daemon.
  package init(version: String, paths: PathMap, hasDaemon: Bool) {
    session = Session(version: version, paths: paths)
    self.paths = paths
    link = hasDaemon ? .silent : .none
  }

  /// Takes what the editor sent; then ask `session.next`.
  package mutating func receive(_ bytes: Span<UInt8>) {
    if case .none = link { return session.receive(bytes) }
    guard failure == nil else { return }
    fromEditor.append(bytes)
    do throws(FramingError) {
      while let body = try fromEditor.next() { route(body) }
    } catch {
      failure = error
      session.events.append(.close(error))
    }
  }

  /// Takes what the daemon sent. False where it cannot be understood: it is lost then.
  package mutating func receive(fromDaemon bytes: Span<UInt8>) -> Bool {
    fromDaemon.append(bytes)
    do throws(FramingError) {
      while let body = try fromDaemon.next() { take(body) }
      return true
    } catch {
      return false
    }
  }

  /// The daemon is gone, or does not answer: what it answered for is this process's from now on.
  package mutating func loseDaemon() {
    guard link.isThere else { return }
    link = .none
    session.leave([])
    let unanswered = pending.map(\.body) + held
    pending.removeAll()
    held.removeAll()
    for body in unanswered { session.receive(message: body) }
  }

  /// How many bytes wait for the daemon.
  package var outputSizeForDaemon: Int { toDaemon.count }

  package mutating func drainForDaemon<Failure: Error>(_ write: (Span<UInt8>) throws(Failure) -> Int) throws(Failure) {
    try toDaemon.drain(write)
  }

  /// The daemon was greeted and has not answered yet.
  package var awaitsDaemon: Bool { if case .greeting = link { true } else { false } }
}

extension Bridge.Link {
  fileprivate var isThere: Bool { if case .none = self { false } else { true } }
}

extension Bridge {
  private mutating func route(_ body: [UInt8]) {
    let message = try? Message(body)
    switch link {
    case .none: session.receive(message: body)
    case .silent:
      if let message, message.method == "initialize" { greet(message.parameters) }
      session.receive(message: body)
    case .greeting: held.append(body)
    case .joined(let directories): route(body, message, directories)
    }
  }

  private mutating func route(_ body: [UInt8], _ message: Message?, _ directories: [String]) {
    guard let message else { return session.receive(message: body) }
    if message.method == "$/cancelRequest" {
      toDaemon.pass(on: body)
      return session.receive(message: body)
    }
    if message.method == "shutdown" { cancelPending() }
    let path = message.parameters?.documentURI.flatMap(paths.path)
    guard let path, directories.contains(where: { path.isWithin($0) }) else {
      return session.receive(message: body)
    }
    toDaemon.pass(on: body)
    if case .request(let id) = message.kind { pending.append((id, body)) } else { session.receive(message: body) }
  }

  /// Nobody waits for the daemon at the end.
  private mutating func cancelPending() {
    for request in pending { session.outbox.fail(request.id, RPCError(.cancelled, "the server was shut down")) }
    pending.removeAll()
  }

  private mutating func greet(_ parameters: JSONValue?) {
    link = .greeting
    let entries = paths.entries
    toDaemon.request("initialize", id: "contrastd-bridge") { writer in
      writer.field("processId") { $0.null() }
      writer.field("rootUri") { $0.null() }
      for key in ["clientInfo", "capabilities"] {
        if let value = parameters?.member(named: key) { writer.field(named: key) { $0.value(value) } }
      }
      writer.field("initializationOptions") { writer in
        writer.object { writer in
          writer.field("contrastd") { writer in
            writer.object { writer in
              writer.field("bridge", true)
              writer.field("rootMap") { writer in
                writer.array(entries) { writer, entry in
                  writer.object { writer in
                    writer.field("local", entry.local)
                    writer.field("remote", entry.remote)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  private mutating func take(_ body: [UInt8]) {
    guard let message = try? Message(body) else { return }
    if case .response(let id) = message.kind {
      if id.json == Self.greeting { return join(body) }
      guard let place = pending.firstIndex(where: { $0.id == id }) else { return }
      pending.remove(at: place)
    }
    session.outbox.pass(on: body)
  }

  /// What the daemon says of itself.
  private mutating func join(_ body: [UInt8]) {
    let result = JSONDocument(SourceText(path: "", bytes: body)).root?["result"]
    let roots = result?["capabilities"]?["experimental"]?["contrastd"]?["roots"]?.elements.compactMap(\.string) ?? []
    let directories = roots.compactMap(paths.path)
    let version = result?["serverInfo"]?["version"]?.string ?? "of an unknown version"
    if version != session.version {
      session.warn(
        "The daemon is contrastd \(version) and this is contrastctl \(session.version): update the older of the two, "
          + "and restart it")
    }
    link = .joined(directories)
    session.leave(directories)
    let messages = held
    held.removeAll()
    for body in messages { route(body) }
  }
}

extension Session {
  fileprivate mutating func warn(_ message: String) {
    outbox.notify("window/showMessage") { writer in
      writer.field("type", 2)
      writer.field("message", message)
    }
  }
}
