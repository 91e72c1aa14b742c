import Testing

@testable import LanguageServer

@Suite("Session")
struct SessionTests {
  @Test("Requests out of order have their error codes, and exit its status")
  func order() {
    var editor = ScriptedEditor()
    editor.ask("textDocument/hover", id: 1)
    #expect(editor.code(1) == -32002)
    editor.notify("textDocument/didOpen")
    editor.initialize()
    #expect(editor.answer(0)?["result"] != nil)
    editor.ask("initialize", id: 2)
    #expect(editor.code(2) == -32600)
    editor.ask("no/such", id: 3)
    #expect(editor.code(3) == -32601)
    editor.notify("$/no/such")
    editor.ask("textDocument/hover", id: 4, ["textDocument": ["uri": "file:///p/none.palette.json"]])
    #expect(editor.code(4) == -32602)
    editor.ask("shutdown", id: 5, nil)
    #expect(editor.answer(5)?.keys.contains("result") == true)
    editor.ask("textDocument/hover", id: 6)
    #expect(editor.code(6) == -32600)
    editor.notify("exit")
    editor.ask("shutdown", id: 7)
    #expect(editor.answer(7) == nil)
    guard case .end(0)? = editor.events.last else { return #expect(Bool(false), "\(editor.events)") }
    var hasty = ScriptedEditor()
    hasty.notify("exit")
    guard case .end(1)? = hasty.events.last else { return #expect(Bool(false), "\(hasty.events)") }
  }

  @Test("A body that is no message is answered with an error, and the next one is heard")
  func badBodies() {
    let bodies: [(String, Int)] = [
      ("{", -32700), ("[]", -32600), ("7", -32600), ("{\"id\":1}", -32600), ("{\"method\":1}", -32600),
      ("{\"id\":[],\"method\":\"x\"}", -32600), ("\u{FEFF}{", -32700),
      (String(repeating: "[", count: 100_000), -32700), (String(repeating: "{\"a\":", count: 65), -32700),
    ]
    for (body, code) in bodies {
      var editor = ScriptedEditor()
      editor.send(raw: ScriptedEditor.frame(body))
      let error = editor.messages.last?["error"] as? [String: Any]
      #expect(error?["code"] as? Int == code, "\(body.prefix(20))")
      editor.initialize()
      #expect(editor.answer(0) != nil, "\(body.prefix(20))")
    }
  }

  @Test("Whatever breaks the framing closes the connection")
  func framing() {
    let cases: [(String, FramingError)] = [
      ("Content-Length: 99999999999\r\n\r\n", .longMessage), ("Content-Length: -1\r\n\r\n", .malformedLength),
      ("Content-Length: 0x10\r\n\r\n", .malformedLength), ("Content-Length: \r\n\r\n", .malformedLength),
      ("Content-Length: 99999999999999999999999\r\n\r\n", .malformedLength), ("X: 1\r\n\r\n", .missingLength),
      ("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", .duplicateLength), ("nonsense\r\n\r\n", .malformedHeader),
      ("Content-Type: x; charset=utf-16\r\n", .otherCharset), (String(repeating: "x", count: 4096), .longHeader),
    ]
    for (text, error) in cases {
      var editor = ScriptedEditor()
      editor.send(raw: Array(text.utf8))
      guard case .close(error)? = editor.events.last else {
        #expect(Bool(false), "\(text.prefix(40)): \(editor.events)")
        continue
      }
      editor.initialize()
      #expect(editor.messages.isEmpty)
    }
  }

  @Test("A message cut in two at any byte is the same message")
  func splits() {
    let bytes = ScriptedEditor.frame(ScriptedEditor.json(["id": 0, "method": "initialize", "params": ["x": "é𐐀"]]))
    for cut in bytes.indices {
      var editor = ScriptedEditor()
      editor.send(raw: Array(bytes[..<cut]))
      #expect(editor.answer(0) == nil && editor.session.awaitsRestOfMessage == (cut > 0), "\(cut)")
      editor.send(raw: Array(bytes[cut...]))
      #expect(editor.answer(0) != nil && !editor.session.awaitsRestOfMessage, "\(cut)")
    }
  }

  @Test("A request that waits for palettes can be cancelled, and one that is not is answered when they are there")
  func cancellation() {
    var editor = ScriptedEditor()
    editor.initialize(["window": ["workDoneProgress": true]])
    editor.open(Sample.path, Sample.text())
    guard case .load("/p")? = editor.events.last else { return #expect(Bool(false), "\(editor.events)") }
    let position: [String: Any] = ["line": 2, "character": 42]
    for id in [1, 2] {
      editor.ask(
        "textDocument/hover", id: id, ["textDocument": ["uri": "file://\(Sample.path)"], "position": position])
      #expect(editor.answer(id) == nil)
    }
    editor.notify("$/cancelRequest", ["id": 1])
    #expect(editor.code(1) == -32800)
    #expect(editor.told(Sample.path) == nil)
    editor.session.update(Sample.root([:], isLoaded: false))
    editor.settle()
    #expect(editor.answer(2) == nil && editor.told(Sample.path) == nil)
    editor.session.update(Sample.root([:]))
    editor.settle()
    #expect(editor.answer(2)?["result"] is [String: Any])
    #expect(editor.told(Sample.path)?.version == 1)
    #expect(editor.progress == ["begin", "end"])
  }

  @Test("A request whose cancellation came with it is not worked on; where palettes are not to be had it is answered")
  func declined() {
    var editor = ScriptedEditor()
    editor.initialize(["window": ["workDoneProgress": true]])
    let request = ScriptedEditor.frame(ScriptedEditor.json(["id": 9, "method": "textDocument/hover"]))
    let cancel = ScriptedEditor.frame(ScriptedEditor.json(["method": "$/cancelRequest", "params": ["id": 9]]))
    editor.send(raw: request + cancel)
    #expect(editor.code(9) == -32800)
    editor.open("/elsewhere/a.palette.json", Sample.text())
    guard case .load("/elsewhere")? = editor.events.last else { return #expect(Bool(false), "\(editor.events)") }
    editor.ask("textDocument/documentColor", id: 3, ["textDocument": ["uri": "file:///elsewhere/a.palette.json"]])
    #expect(editor.answer(3) == nil)
    editor.session.decline("/elsewhere")
    editor.settle()
    #expect((editor.answer(3)?["result"] as? [Any])?.isEmpty == true)
    #expect(editor.progress == ["begin", "end"])
  }

  @Test("Paths that a URI may not name are none")
  func paths() {
    let map = PathMap([.init(local: "/home/me", remote: "/srv")])
    let cases: [(String, String?)] = [
      ("file:///a/b%20c.json", "/a/b c.json"), ("file://localhost/a", "/a"), ("FILE:///a", "/a"), ("file:/a", "/a"),
      ("file:///a//b/./c", "/a/b/c"), ("file:///home/me/x", "/srv/x"), ("file:///home/meme/x", "/home/meme/x"),
      ("file:///a/../b", nil), ("file:///a/%2e%2e/b", nil), ("file:///a%00b", nil), ("file:///a%2", nil),
      ("file:///a%zz", nil), ("file://host/a", nil), ("untitled:x", nil), ("file:", nil), ("file:///%FF", nil),
      ("file:///" + String(repeating: "x", count: 5000), nil), ("file:///c%C3%A9", "/cé"),
    ]
    for (uri, path) in cases { #expect(map.path(of: uri) == path, "\(uri.prefix(60))") }
    #expect(map.uri(of: "/srv/é x") == "file:///home/me/%C3%A9%20x")
  }
}
