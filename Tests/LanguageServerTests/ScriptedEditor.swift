import Contrast
import Foundation
import Palettes

@testable import LanguageServer

/// An editor that says what a test wants, and keeps what it is told.
struct ScriptedEditor {
  var session = Session(version: "1")
  private(set) var events: [Session.Event] = []
  /// Every message of the server, in order.
  private(set) var messages: [[String: Any]] = []
  private var reader = MessageReader()

  static func frame(_ body: String) -> [UInt8] { Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8) }

  static func json(_ value: Any) -> String {
    let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// Hands bytes to the server, and takes what comes back.
  mutating func send(raw bytes: [UInt8]) {
    session.receive(bytes.span)
    settle()
  }

  mutating func settle() {
    while let event = session.next() { events.append(event) }
    var bytes: [UInt8] = []
    session.drain { span in
      span.withUnsafeBufferPointer { bytes += $0 }
      return span.count
    }
    reader.append(bytes.span)
    while let body = try? reader.next() {
      if let message = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] {
        messages.append(message)
      }
    }
  }

  mutating func notify(_ method: String, _ parameters: [String: Any] = [:]) {
    send(raw: Self.frame(Self.json(["jsonrpc": "2.0", "method": method, "params": parameters])))
  }

  /// A request; its answer is the message with its id, if there is one already.
  @discardableResult
  mutating func ask(_ method: String, id: Int, _ parameters: [String: Any]? = [:]) -> [String: Any]? {
    var call: [String: Any] = ["jsonrpc": "2.0", "id": id, "method": method]
    call["params"] = parameters
    send(raw: Self.frame(Self.json(call)))
    return answer(id)
  }

  func answer(_ id: Int) -> [String: Any]? { messages.last { $0["id"] as? Int == id && $0["method"] == nil } }

  func code(_ id: Int) -> Int? { (answer(id)?["error"] as? [String: Any])?["code"] as? Int }

  /// The kinds of what was told of long work.
  var progress: [String] {
    messages.compactMap { (($0["params"] as? [String: Any])?["value"] as? [String: Any])?["kind"] as? String }
  }

  mutating func initialize(_ capabilities: [String: Any] = [:], folder: String = "/p") {
    ask("initialize", id: 0, ["rootUri": "file://\(folder)", "capabilities": capabilities])
    notify("initialized")
  }

  mutating func open(_ path: String, _ text: String, version: Int = 1) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": "file://\(path)", "languageId": "json", "version": version, "text": text]])
  }

  mutating func change(_ path: String, _ text: String, version: Int) {
    notify(
      "textDocument/didChange",
      ["textDocument": ["uri": "file://\(path)", "version": version], "contentChanges": [["text": text]]])
  }

  /// What was told last of a document: its version, and its diagnostics.
  func told(_ path: String) -> (version: Int?, diagnostics: [[String: Any]])? {
    let last = messages.last {
      $0["method"] as? String == "textDocument/publishDiagnostics"
        && ($0["params"] as? [String: Any])?["uri"] as? String == "file://\(path)"
    }
    guard let parameters = last?["params"] as? [String: Any] else { return nil }
    return (parameters["version"] as? Int, parameters["diagnostics"] as? [[String: Any]] ?? [])
  }
}

/// A palette with one text and its background.
enum Sample {
  static let path = "/p/a.palette.json"
  static let dark = "#333333"
  static let pale = "#DDDDDD"

  static func text(_ color: String = dark) -> String {
    "{\r\n  \"colors\": {\r\n    \"a𐐀b\": \"#123456\", \"textPrimary\": \"\(color)\",\r\n    \"background\": \"#FFFFFF\"\r\n  }\r\n}\r\n"
  }

  static func root(_ files: [String: String], isLoaded: Bool = true) -> Root {
    var workspace = Workspace()
    workspace.apply(files.sorted { $0.key < $1.key }.map { .source(path: $0.key, bytes: Array($0.value.utf8)) })
    return Root(path: "/p", workspace: workspace, isLoaded: isLoaded)
  }
}
