import Glibc

/// An editor of one text on a socket: a keystroke, and the diagnostics that come of it.
final class EditorPeer {
  private let descriptor: Int32
  private let uri: String
  private var version = 1
  private var input: [UInt8] = []

  /// - Parameter text: what the editor opens; nil for a server that knows its text.
  init(_ socket: String, _ path: String, opening text: String?) throws {
    descriptor = try Peer.connected(to: socket)
    uri = "file://\(path)"
    guard let text else { return }
    try send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}")
    try send("{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}}")
    let escaped = text.map { character -> String in
      switch character {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      default: String(character)
      }
    }.joined()
    try send(
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"\(uri)\","
        + "\"languageId\":\"json\",\"version\":1,\"text\":\"\(escaped)\"}}}")
    try waitForDiagnostics()
  }

  deinit { close(descriptor) }

  /// Puts `text` in the place of so many characters, and waits for what is said of it; how long that took.
  func type(_ text: String, over length: Int, line: Int, character: Int) throws -> Double {
    version += 1
    let message =
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"\(uri)\","
      + "\"version\":\(version)},\"contentChanges\":[{\"range\":{\"start\":{\"line\":\(line),\"character\":\(character)},"
      + "\"end\":{\"line\":\(line),\"character\":\(character + length)}},\"text\":\"\(text)\"}]}}"
    return try timed {
      try send(message)
      try waitForDiagnostics()
    }
  }

  private func send(_ body: String) throws {
    let bytes = Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
      guard count > 0 else { throw Child.Failure(description: "the connection broke off") }
      sent += count
    }
  }

  /// Reads messages up to the one that has this version.
  private func waitForDiagnostics() throws {
    let wanted = Array("\"version\":\(version),\"diagnostics\"".utf8)
    while true {
      let message = try next()
      // It stands right behind the URI.
      if message.prefix(512).firstRange(of: wanted) != nil { return }
    }
  }

  private func next() throws -> [UInt8] {
    while true {
      if let header = input.prefix(64).firstRange(of: Array("\r\n\r\n".utf8)) {
        let digits = input[..<header.lowerBound].filter { (0x30...0x39).contains($0) }
        let end = header.upperBound + digits.reduce(0) { $0 * 10 + Int($1 & 15) }
        if input.count >= end {
          defer { input.removeFirst(end) }
          return Array(input[header.upperBound..<end])
        }
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { throw Child.Failure(description: "the connection broke off") }
      input += buffer[..<count]
    }
  }
}
