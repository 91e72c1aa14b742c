import Syntax

/// One message of an editor (JSON-RPC 2.0).
struct Message: Sendable {
  enum Kind: Sendable {
    /// The sender waits for a response with this id.
    case request(RequestID)
    case notification
    /// The editor's answer to a request of ours.
    case response(RequestID)
  }

  let kind: Kind
  /// Empty for a response.
  let method: String
  /// An object, an array, or nothing.
  let parameters: JSONValue?

  init(_ body: [UInt8]) throws(RPCError) {
    let document = JSONDocument(SourceText(path: "", bytes: body), limit: MessageReader.bodyLimit)
    guard document.isComplete, let root = document.root else {
      throw RPCError(.parseError, document.diagnostics.last?.message ?? "the message is empty")
    }
    guard root.kind == .object else { throw RPCError(.invalidRequest, "a message is one object") }
    let id = root["id"].flatMap { RequestID($0) }
    if let method = root["method"] {
      guard let name = method.string else { throw RPCError(.invalidRequest, "\"method\" is no string") }
      if let written = root["id"], id == nil, written.kind != .null {
        throw RPCError(.invalidRequest, "\"id\" is neither a number nor a string")
      }
      self.method = name
      kind = id.map { .request($0) } ?? .notification
    } else {
      guard let id, root["result"] != nil || root["error"] != nil else {
        throw RPCError(.invalidRequest, "a message has a \"method\" or is a response")
      }
      method = ""
      kind = .response(id)
    }
    let parameters = root["params"]
    self.parameters = parameters?.kind == .null ? nil : parameters
  }
}

/// The id of a request, as it was written: a number or a string.
struct RequestID: Hashable, Sendable {
  let json: String

  init?(_ value: JSONValue) {
    guard value.kind == .number || value.kind == .string else { return nil }
    json = value.source
  }
}

/// The answer to a request that has none.
struct RPCError: Error, Hashable, Sendable {
  enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    case cancelled = -32800
    case requestFailed = -32803
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// Messages on their way to the editor.
struct Outbox: Sendable {
  private(set) var bytes: [UInt8] = []
  /// How much of it was taken.
  private var taken = 0
  private var writer = JSONWriter(pretty: false)

  var count: Int { bytes.count - taken }

  /// Offers what waits; `write` says how many bytes it took.
  mutating func drain<Failure: Error>(_ write: (Span<UInt8>) throws(Failure) -> Int) throws(Failure) {
    guard count > 0 else { return }
    let written = try write(bytes.span.extracting(taken...))
    taken += min(max(written, 0), count)
    guard taken == bytes.count else { return }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
    taken = 0
  }

  mutating func respond(to id: RequestID, _ result: (inout JSONWriter) -> Void) {
    send { writer in
      writer.field("id") { $0.raw(Array(id.json.utf8)) }
      writer.field("result", result)
    }
  }

  /// - Parameter id: nil where it could not be read.
  mutating func fail(_ id: RequestID?, _ error: RPCError) {
    send { writer in
      writer.field("id") { writer in
        if let id { writer.raw(Array(id.json.utf8)) } else { writer.null() }
      }
      writer.field("error") { writer in
        writer.object { writer in
          writer.field("code", error.code.rawValue)
          writer.field("message", error.message)
        }
      }
    }
  }

  /// A message as another server wrote it.
  mutating func pass(on body: [UInt8]) {
    bytes.append(contentsOf: "Content-Length: \(body.count)\r\n\r\n".utf8)
    bytes.append(contentsOf: body)
  }

  mutating func notify(_ method: String, _ parameters: (inout JSONWriter) -> Void) {
    send { writer in
      writer.field("method", method)
      writer.field("params") { $0.object(parameters) }
    }
  }

  mutating func request(_ method: String, id: String, _ parameters: (inout JSONWriter) -> Void) {
    send { writer in
      writer.field("id", id)
      writer.field("method", method)
      writer.field("params") { $0.object(parameters) }
    }
  }

  private mutating func send(_ members: (inout JSONWriter) -> Void) {
    writer.removeAll()
    writer.object { writer in
      writer.field("jsonrpc", "2.0")
      members(&writer)
    }
    bytes.append(contentsOf: "Content-Length: \(writer.bytes.count)\r\n\r\n".utf8)
    bytes.append(contentsOf: writer.bytes)
  }
}
