package import Contrast
import Syntax

/// One editor's language server, without its connection and without files.
///
/// The host hands in what it read (`receive`), asks what is to be done (`next`) until that is nil, and writes what
/// `drain` gives. It brings the palettes of the roots with `update`, whenever they change; then, too, `next` and `drain`
/// are to be called. Open texts lie over the files in this session alone.
package struct Session: Sendable {
  package enum Event: Sendable {
    /// Bring the palettes under this path, and keep them up to date; `decline` where they are not to be had.
    case load(String)
    /// The editor says that these files changed.
    case changed([String])
    /// The editor is done: write what is left, and end with this status.
    case end(Int32)
    /// No further message can be read.
    case close(FramingError)
  }

  enum Phase: Sendable {
    case fresh, running, shutDown, ended
  }

  /// What the editor is told of who answers.
  package let version: String
  var phase = Phase.fresh
  var client = ClientCapabilities()
  var paths: PathMap
  /// The workspace's folders, absolute.
  var folders: [String] = []
  /// By URI.
  var documents: [String: Document] = [:]
  var roots: [ServedRoot] = []
  /// What was asked of the host.
  var asked: Set<String> = []
  /// What the host cannot bring.
  var declined: Set<String> = []
  /// Directories whose documents another server answers for.
  private(set) var elsewhere: [String] = []
  /// In front of the ids of requests of ours: another server may send some to the same editor.
  var idPrefix = ""
  /// Texts that changed since diagnostics were last told, by path.
  var changed: Set<String> = []
  /// Roots of which something changed since then.
  var untold: Set<String> = []
  /// What was told last, by URI.
  var told: [String: Told] = [:]
  var outbox = Outbox()
  /// For the host.
  var events: [Event] = []
  /// Where loading is under way and the editor was told so, by token.
  var progress: [String: String] = [:]
  var lastToken = 0

  /// The bytes of a file of a palette that is not open; nil where they cannot be had. Set by the host.
  package var file: @Sendable (String) -> [UInt8]? = { _ in nil }

  /// The day it is; nil where that is not known. Set by the host.
  package var today: @Sendable () -> Day? = { nil }

  private var reader = MessageReader()
  private var inbox: [Message] = []
  /// Requests that need palettes still to come.
  private var waiting: [Message] = []
  private var isStale = false

  /// - Parameters:
  ///   - version: of this program.
  ///   - paths: what the editor's machine calls the directories of this one.
  package init(version: String, paths: PathMap = PathMap()) {
    self.version = version
    self.paths = paths
  }

  /// What the editor calls itself; nil until it has greeted.
  package var editorName: String? { phase == .fresh ? nil : client.name ?? "an editor without a name" }

  /// A message has begun, and its rest is waited for.
  package var awaitsRestOfMessage: Bool { reader.isWithinMessage && phase != .ended }

  /// What `next` does may take longer than others should wait: a host with others lets it be done elsewhere.
  package var isHeavy: Bool {
    reader.buffered > Self.lightSize || documents.values.contains { $0.bytes.count > Self.lightSize }
      || !documents.isEmpty && roots.contains(where: \.isLarge)
  }

  private static let lightSize = 256 << 10

  package mutating func receive(_ bytes: Span<UInt8>) {
    if phase != .ended { reader.append(bytes) }
  }

  /// The next thing for the host to do; nil when everything that came is dealt with and told.
  package mutating func next() -> Event? {
    if phase != .ended { work() }
    return events.isEmpty ? nil : events.removeFirst()
  }

  /// The palettes of a root as they are now.
  package mutating func update(_ root: Root) {
    declined.remove(root.path)
    if let index = roots.firstIndex(where: { $0.path == root.path }) {
      roots[index].rebase(root)
    } else {
      roots.append(ServedRoot(root))
    }
    if root.isLoaded { endProgress(root.path) }
    isStale = true
  }

  /// The paths of the roots that it was given.
  package var rootPaths: [String] { roots.map(\.path) }

  /// A root is no longer there.
  package mutating func remove(_ path: String) {
    roots.removeAll { $0.path == path }
    asked.remove(path)
    for document in documents.values where document.path.map({ root(of: $0) == nil }) ?? false {
      retract(document.uri)
      ask(for: document)
    }
    isStale = true
  }

  /// From now on another server answers for what stands in these directories, and this one keeps their texts only; or, with
  /// none, no longer.
  package mutating func leave(_ directories: [String]) {
    elsewhere = directories
    for document in documents.values { ask(for: document) }
    untold.formUnion(roots.map(\.path))
  }

  /// Whether another server answers for a document.
  func isElsewhere(_ path: String) -> Bool { elsewhere.contains { path.isWithin($0) } }

  /// What `load` asked for is not to be had.
  package mutating func decline(_ path: String) {
    declined.insert(path)
    endProgress(path)
    isStale = true
  }
}

extension Session {
  /// How many bytes wait to be written.
  package var outputSize: Int { outbox.count }

  /// Offers what waits to be written, once; `write` says how many bytes it took.
  package mutating func drain<Failure: Error>(_ write: (Span<UInt8>) throws(Failure) -> Int) throws(Failure) {
    try outbox.drain(write)
  }
}

extension Session {
  /// Deals with every message that is there, then tells what became of the diagnostics.
  private mutating func work() {
    do throws(FramingError) {
      // All of them first: a request may be cancelled by a message behind it.
      while let body = try reader.next() { read(body) }
    } catch {
      dispatchAll()
      phase = .ended
      events.append(.close(error))
      return
    }
    dispatchAll()
    guard phase == .running, isStale || !changed.isEmpty || !untold.isEmpty else { return }
    isStale = false
    tellDiagnostics()
    answerWaiting()
  }

  /// Takes one message without its header.
  mutating func receive(message body: [UInt8]) { if phase != .ended { read(body) } }

  private mutating func read(_ body: [UInt8]) {
    do throws(RPCError) {
      let message = try Message(body)
      if message.method == "$/cancelRequest" { cancel(message) } else { inbox.append(message) }
    } catch {
      outbox.fail(nil, error)
    }
  }

  private mutating func dispatchAll() {
    let messages = inbox
    inbox.removeAll()
    for message in messages where phase != .ended { dispatch(message) }
  }

  private mutating func cancel(_ message: Message) {
    guard phase == .running, let id = message.parameters?["id"].flatMap({ RequestID($0) }) else { return }
    func isMeant(_ other: Message) -> Bool {
      if case .request(let number) = other.kind { number == id } else { false }
    }
    let count = inbox.count + waiting.count
    inbox.removeAll(where: isMeant)
    waiting.removeAll(where: isMeant)
    if inbox.count + waiting.count < count { outbox.fail(id, RPCError(.cancelled, "the request was cancelled")) }
  }

  private mutating func dispatch(_ message: Message) {
    switch message.kind {
    case .response: break
    case .notification: notice(message)
    case .request(let id): answer(message, id)
    }
  }

  private mutating func notice(_ message: Message) {
    if message.method == "exit" {
      events.append(.end(phase == .shutDown ? 0 : 1))
      phase = .ended
      return
    }
    guard phase == .running, let known = Notification.all.first(where: { $0.method == message.method }) else { return }
    known.take(&self, message.parameters)
  }

  private mutating func answer(_ message: Message, _ id: RequestID) {
    do throws(RPCError) {
      let request = try request(message)
      if request.needsPalettes, let uri = message.parameters?.documentURI, isLoading(uri) {
        waiting.append(message)
        return
      }
      outbox.respond(to: id, try request.answer(&self, message.parameters))
    } catch {
      outbox.fail(id, error)
    }
  }

  /// What a request asks for, provided that it may be asked now.
  private func request(_ message: Message) throws(RPCError) -> Request {
    switch phase {
    case .fresh where message.method != "initialize":
      throw RPCError(.notInitialized, "initialize comes first")
    case .shutDown, .ended: throw RPCError(.invalidRequest, "after shutdown only exit may come")
    case .running where message.method == "initialize": throw RPCError(.invalidRequest, "initialize comes once")
    default: break
    }
    guard let request = Request.all.first(where: { $0.method == message.method }) else {
      throw RPCError(.methodNotFound, "there is no method \"\(message.method)\" here")
    }
    return request
  }

  private mutating func answerWaiting() {
    let messages = waiting
    waiting.removeAll()
    for message in messages { dispatch(message) }
  }

  /// Requests that wait when everything ends.
  mutating func cancelWaiting() {
    for case .request(let id) in waiting.map(\.kind) {
      outbox.fail(id, RPCError(.cancelled, "the server was shut down"))
    }
    waiting.removeAll()
  }
}
