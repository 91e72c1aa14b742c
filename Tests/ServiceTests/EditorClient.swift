import Foundation
import Linux

/// An editor that waits for what it is told, for a bounded time.
final class EditorClient {
  private let socket: UnixSocket
  private var rest: [UInt8] = []
  private var lastID = 0
  /// Everything it was sent, in order.
  private(set) var messages: [[String: Any]] = []
  /// How many of them `told` has looked at.
  private var seen = 0

  init(_ path: String) throws { socket = try UnixSocket.connect(path) }

  func greet(name: String = "Test editor") throws {
    _ = try ask(
      "initialize", ["capabilities": [String: Any](), "clientInfo": ["name": name, "version": "7"]])
    try send("initialized", [:])
  }

  func open(_ path: String, _ text: String) throws {
    try send(
      "textDocument/didOpen",
      ["textDocument": ["uri": "file://\(path)", "languageId": "json", "version": 1, "text": text]])
  }

  func send(_ method: String, _ parameters: [String: Any], id: Int? = nil) throws {
    var message: [String: Any] = ["jsonrpc": "2.0", "method": method, "params": parameters]
    message["id"] = id
    let body = try JSONSerialization.data(withJSONObject: message)
    try send(raw: Array("Content-Length: \(body.count)\r\n\r\n".utf8) + Array(body))
  }

  func send(raw bytes: [UInt8]) throws {
    let end = Clock.monotonic() + RunningDaemon.patience
    var left = bytes[...]
    while !left.isEmpty {
      switch left.withUnsafeBytes({ socket.write($0) }) {
      case .bytes(let count): left = left.dropFirst(count)
      case .wouldBlock:
        guard try socket.waitUntilWritable(end - Clock.monotonic()) else { throw Problem("the daemon does not read") }
      case .failed(let error): throw error
      }
    }
  }

  /// The response to a request.
  func ask(_ method: String, _ parameters: [String: Any]) throws -> [String: Any] {
    lastID += 1
    try send(method, parameters, id: lastID)
    while let message = try next() {
      if message["id"] as? Int == lastID { return message }
    }
    throw Problem("the daemon closed the connection")
  }

  /// The next diagnostics that are told of a file.
  func told(_ path: String) throws -> [[String: Any]] {
    while true {
      while seen < messages.count {
        seen += 1
        let parameters = messages[seen - 1]["params"] as? [String: Any]
        if parameters?["uri"] as? String == "file://\(path)" {
          return parameters?["diagnostics"] as? [[String: Any]] ?? []
        }
      }
      guard try next() != nil else { throw Problem("the daemon closed the connection") }
    }
  }

  /// Whether the daemon closes the connection.
  func isClosed() throws -> Bool {
    do {
      while try next() != nil {}
      return true
    } catch is Problem {
      return false
    }
  }

  /// The next message; nil at the end.
  private func next() throws -> [String: Any]? {
    let end = Clock.monotonic() + RunningDaemon.patience
    while true {
      if let message = try parsed() {
        messages.append(message)
        return message
      }
      switch socket.read(into: &rest, limit: 1 << 16) {
      case .bytes: continue
      case .wouldBlock:
        guard try socket.waitUntilReadable(end - Clock.monotonic()) else { throw Problem("the daemon says nothing") }
      case .end, .failed: return nil
      }
    }
  }

  private func parsed() throws -> [String: Any]? {
    guard let header = rest.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let line = String(decoding: rest[..<header.lowerBound], as: UTF8.self)
    let length = Int(line.drop { $0 != " " }.dropFirst()) ?? 0
    guard rest.count >= header.upperBound + length else { return nil }
    let body = Data(rest[header.upperBound..<(header.upperBound + length)])
    rest.removeFirst(header.upperBound + length)
    return try JSONSerialization.jsonObject(with: body) as? [String: Any]
  }
}
