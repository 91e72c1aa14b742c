import Foundation
import Linux
import Testing

/// The editors' socket of the running daemon.
@Suite("Editors")
struct EditorTests {
  let files: TestFolder

  init() throws {
    files = try TestFolder()
    try files.file("root/a.palette.json", Sample.palette())
  }

  private func daemon(limits: String = "") throws -> RunningDaemon {
    try files.file("c", "[Palette p]\nPath=\(files("root"))\n[Limits]\n\(limits)\n")
    let daemon = try RunningDaemon(
      words: [
        "--foreground", "--socket=\(files("s"))", "--lsp-socket=\(files("lsp"))", "--config=\(files("c"))",
      ], in: files)
    try daemon.waitUntilReady()
    daemon.notices.close()
    return daemon
  }

  private func editor(greets: Bool = true) throws -> EditorClient {
    let editor = try EditorClient(files("lsp"))
    if greets { try editor.greet() }
    return editor
  }

  private var file: String { files("root/a.palette.json") }

  @Test("What is typed is told to whoever types it; the daemon and another editor know of what is saved")
  func overlays() throws {
    let daemon = try daemon()
    let (first, second) = (try editor(), try editor())
    try first.open(file, Sample.palette(text: Sample.pale))
    try second.open(file, Sample.palette())
    #expect(try first.told(file).count == 1)
    #expect(try second.told(file).isEmpty)
    #expect(try daemon.client().root().int("failingPairs") == 0)
    try files.replace("root/a.palette.json", Sample.palette(text: "#9A9A9A"))
    try daemon.client().call("Sync")
    #expect(try daemon.client().root().int("failingPairs") == 1)
    try second.send("textDocument/didClose", ["textDocument": ["uri": "file://\(file)"]])
    #expect(try second.told(file).isEmpty)
    try second.open(file, Sample.palette(text: "#9A9A9A"))
    #expect(try second.told(file).count == 1)
  }

  @Test("A file that another file's colours depend on reaches the editor when it is saved")
  func saved() throws {
    try files.file("root/C.xcassets/onPanel.colorset/Contents.json", Sample.colorSet("#222222"))
    try files.file("root/C.xcassets/panel.colorset/Contents.json", Sample.colorSet("#FFFFFF"))
    let daemon = try daemon()
    let editor = try editor()
    let front = files("root/C.xcassets/onPanel.colorset/Contents.json")
    try editor.open(front, Sample.colorSet("#222222"))
    #expect(try editor.told(front).isEmpty)
    try files.replace("root/C.xcassets/panel.colorset/Contents.json", Sample.colorSet("#333333"))
    #expect(try editor.told(front).count == 1)
    #expect(daemon.isRunning)
  }

  @Test("What is outside the roots is not opened, whatever an editor calls it")
  func outside() throws {
    let daemon = try daemon()
    try files.file("other/b.palette.json", Sample.palette(text: Sample.pale))
    let editor = try editor()
    let paths = ["other/b.palette.json", "root/../other/b.palette.json", "root/%2e%2e/other/b.palette.json"].map(
      files.callAsFunction)
    for path in paths {
      try editor.open(path, Sample.palette(text: Sample.pale))
      let answer = try editor.ask("textDocument/documentColor", ["textDocument": ["uri": "file://\(path)"]])
      #expect((answer["result"] as? [Any])?.isEmpty == true, "\(path): \(answer)")
    }
    #expect(!editor.messages.contains { $0["method"] as? String == "textDocument/publishDiagnostics" })
    #expect(daemon.isRunning)
  }

  @Test("The journal is told of an editor that greets and goes, with its name, and of no other")
  func journal() throws {
    let daemon = try daemon()
    _ = try editor(greets: false)
    var editor: EditorClient? = try editor()
    _ = try editor?.ask("no/such", [:])
    #expect(daemon.log.contains("attached: Test editor 7\n"), "\(daemon.log)")
    #expect(!daemon.log.contains("detached"))
    editor = nil
    let last = try self.editor(greets: false)
    let name = "x\nMESSAGE=forged " + String(repeating: "y", count: 200)
    try last.greet(name: name)
    #expect(try daemon.stop() == 0)
    let lines = daemon.log.split(separator: "\n")
    #expect(lines.count { $0.contains(" attached: ") } == 2, "\(daemon.log)")
    #expect(lines.count { $0.contains(" detached: ") } == 2, "\(daemon.log)")
    #expect(!lines.contains { $0.hasPrefix("MESSAGE=") } && !daemon.log.contains(String(repeating: "y", count: 100)))
    #expect(try last.isClosed())
  }

  @Test("What cannot be a message closes the connection and is told; half of one is waited for, and others are served")
  func broken() throws {
    let daemon = try daemon()
    let half = try editor()
    try half.send(raw: Array("Content-Length: 100\r\n\r\n{".utf8))
    for text in [
      "Content-Length: 99999999999\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 0x10\r\n\r\n",
      "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "GET / HTTP/1.1\r\n\r\n", String(repeating: "x", count: 5000),
    ] {
      let editor = try editor()
      try editor.send(raw: Array(text.utf8))
      #expect(try editor.isClosed(), "\(text.prefix(40))")
    }
    #expect(daemon.log.components(separatedBy: "was disconnected: ").count == 7, "\(daemon.log)")
    let error = try editor().ask("no/such", [:])["error"] as? [String: Any]
    #expect(error?["code"] as? Int == -32601)
    // Ten seconds, and it is let go of.
    #expect(try half.isClosed())
  }

  @Test("Editors count among a user's connections, and one too many is closed")
  func limits() throws {
    let daemon = try daemon(limits: "MaxConnectionsPerUser=3")
    let first = try editor()
    let second = try editor()
    try daemon.client().call("GetStatus")
    let client = try daemon.client()
    try client.call("GetStatus")
    #expect(try editor(greets: false).isClosed())
    #expect(daemon.log.contains("was not taken: MaxConnectionsPerUser=3"), "\(daemon.log)")
    try first.send("exit", [:])
    #expect(try first.isClosed())
    let third = try editor()
    #expect(try third.ask("shutdown", [:]).keys.contains("result"))
    #expect(try second.ask("shutdown", [:]).keys.contains("result"))
  }

  @Test("Editors that go away in the middle of a message leave no descriptor behind")
  func gone() throws {
    let daemon = try daemon()
    let client = try daemon.client()
    let last = try editor()
    try last.open(file, Sample.palette())
    _ = try last.told(file)
    let before = try daemon.descriptorCount()
    for round in 0..<200 {
      let editor = try editor(greets: round % 3 == 0)
      try editor.send(raw: Array("Content-Length: 100\r\n\r\n{\"jsonrpc\"".utf8.prefix(round % 34)))
    }
    let end = Clock.monotonic() + RunningDaemon.patience
    while try daemon.descriptorCount() > before, Clock.monotonic() < end { try client.call("Sync") }
    #expect(try daemon.descriptorCount() == before)
    #expect(try last.ask("shutdown", [:]).keys.contains("result"))
  }

  @Test("A root that the configuration no longer names is no longer told of")
  func reload() throws {
    let daemon = try daemon()
    let editor = try editor()
    try editor.open(file, Sample.palette(text: Sample.pale))
    #expect(try editor.told(file).count == 1)
    try files.directory("other")
    try files.file("c", "[Palette p]\nPath=\(files("other"))\n")
    try daemon.client().call("Reload")
    #expect(try editor.told(file).isEmpty)
    let answer = try editor.ask("textDocument/documentColor", ["textDocument": ["uri": "file://\(file)"]])
    #expect((answer["result"] as? [Any])?.isEmpty == true, "\(answer)")
  }
}
