import Foundation
import Testing

@testable import LanguageServer

@Suite("Bridge")
struct BridgeTests {
  /// A bridge, and the daemon's session behind it.
  private struct Pair {
    var bridge = Bridge(version: "1", paths: PathMap(), hasDaemon: true)
    var daemon = Session(version: "2")
    var messages: [[String: Any]] = []
    var loads: [String] = []
    var reader = MessageReader()
    var isConnected = true

    mutating func send(_ message: [String: Any]) {
      bridge.receive(ScriptedEditor.frame(ScriptedEditor.json(message)).span)
      settle()
    }

    mutating func settle() {
      for _ in 0..<4 {
        while let event = bridge.session.next() { if case .load(let path) = event { loads.append(path) } }
        var bytes: [UInt8] = []
        bridge.drainForDaemon { span in
          span.withUnsafeBufferPointer { bytes += $0 }
          return span.count
        }
        if isConnected { daemon.receive(bytes.span) }
        while let event = daemon.next() { if case .load(let path) = event { daemon.decline(path) } }
        bytes = []
        daemon.drain { span in
          span.withUnsafeBufferPointer { bytes += $0 }
          return span.count
        }
        let isUnderstood = !isConnected || bridge.receive(fromDaemon: bytes.span)
        #expect(isUnderstood)
        bytes = []
        bridge.session.drain { span in
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
    }

    mutating func open(_ path: String, _ text: String) {
      send([
        "method": "textDocument/didOpen",
        "params": ["textDocument": ["uri": "file://\(path)", "languageId": "json", "version": 1, "text": text]],
      ])
    }

    func told(_ path: String) -> Int {
      messages.count {
        $0["method"] as? String == "textDocument/publishDiagnostics"
          && ($0["params"] as? [String: Any])?["uri"] as? String == "file://\(path)"
      }
    }
  }

  private func joined() -> Pair {
    var pair = Pair()
    pair.daemon.update(Sample.root([Sample.path: Sample.text()]))
    pair.send([
      "id": 0, "method": "initialize", "params": ["capabilities": [:] as [String: Any], "rootUri": "file:///p"],
    ])
    return pair
  }

  @Test("The daemon answers for its roots, this process for the rest, and the editor hears that versions differ")
  func routing() {
    var pair = joined()
    #expect(pair.messages.count { $0["id"] as? Int == 0 } == 1)
    #expect(pair.messages.contains { $0["method"] as? String == "window/showMessage" })
    pair.open(Sample.path, Sample.text(Sample.pale))
    #expect(pair.told(Sample.path) == 1 && pair.loads.isEmpty)
    pair.open("/other/a.palette.json", Sample.text())
    #expect(pair.loads == ["/other"] && pair.told("/other/a.palette.json") == 0)
    #expect(!pair.daemon.documents.keys.contains { $0.contains("other") })
    pair.send([
      "id": 1, "method": "textDocument/documentColor", "params": ["textDocument": ["uri": "file://\(Sample.path)"]],
    ])
    #expect(pair.messages.count { $0["id"] as? Int == 1 } == 1)
  }

  @Test("What the daemon has not answered at shutdown is cancelled, and answered once")
  func shutdown() {
    var pair = joined()
    pair.open(Sample.path, Sample.text(Sample.pale))
    pair.isConnected = false
    pair.send([
      "id": 1, "method": "textDocument/documentColor", "params": ["textDocument": ["uri": "file://\(Sample.path)"]],
    ])
    pair.send(["id": 2, "method": "shutdown"])
    let late = ScriptedEditor.frame(ScriptedEditor.json(["jsonrpc": "2.0", "id": 1, "result": [Int]()]))
    let isUnderstood = pair.bridge.receive(fromDaemon: late.span)
    pair.settle()
    let answers = pair.messages.filter { $0["id"] as? Int == 1 }
    #expect(isUnderstood && answers.count == 1)
    #expect((answers.first?["error"] as? [String: Any])?["code"] as? Int == -32800)
    #expect(pair.messages.contains { $0["id"] as? Int == 2 })
  }

  @Test("Where the daemon is lost, this process goes on with the texts and the questions at hand")
  func loss() {
    var pair = joined()
    pair.open(Sample.path, Sample.text(Sample.pale))
    pair.isConnected = false
    pair.send([
      "id": 1, "method": "textDocument/documentColor", "params": ["textDocument": ["uri": "file://\(Sample.path)"]],
    ])
    #expect(!pair.messages.contains { $0["id"] as? Int == 1 })
    pair.bridge.loseDaemon()
    pair.settle()
    #expect(pair.loads == ["/p"])
    pair.bridge.session.update(Sample.root([Sample.path: Sample.text()]))
    pair.settle()
    #expect(pair.messages.count { $0["id"] as? Int == 1 } == 1)
    #expect(pair.told(Sample.path) == 2)
  }
}
