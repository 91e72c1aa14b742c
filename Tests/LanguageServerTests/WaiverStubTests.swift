import Contrast
import Foundation
import Testing

@testable import LanguageServer

@Suite("Waiver stub")
struct WaiverStubTests {
  private let file = "/p/contrast.waivers.json"

  private func editor(_ edits: [String: Any], _ files: [String: String] = [:]) -> ScriptedEditor {
    var editor = ScriptedEditor()
    editor.session.today = { Day(year: 2026, month: 11, day: 30) }
    editor.session.file = { files[$0].map { Array($0.utf8) } }
    editor.session.update(Sample.root(files.merging([Sample.path: Sample.text(Sample.pale)]) { $1 }))
    editor.initialize([
      "textDocument": ["codeAction": ["codeActionLiteralSupport": ["codeActionKind": [String: Any]()]]],
      "workspace": ["workspaceEdit": edits],
    ])
    editor.open(Sample.path, Sample.text(Sample.pale))
    return editor
  }

  private func stub(_ editor: inout ScriptedEditor) throws -> [String: Any]? {
    let diagnostic = try #require(editor.told(Sample.path)?.diagnostics.first)
    editor.ask(
      "textDocument/codeAction", id: 1,
      [
        "textDocument": ["uri": "file://\(Sample.path)"], "range": diagnostic["range"] ?? [:],
        "context": ["diagnostics": [diagnostic]],
      ])
    let actions = try #require(editor.answer(1)?["result"] as? [[String: Any]])
    return actions.first { ($0["title"] as? String)?.hasPrefix("Waive ") == true }
  }

  /// The texts that an edit of the workspace puts into the file of waivers.
  private func texts(_ action: [String: Any]) -> [String] {
    let edit = action["edit"] as? [String: Any]
    let changes = edit?["documentChanges"] as? [[String: Any]] ?? []
    let inDocuments = changes.flatMap { $0["edits"] as? [[String: Any]] ?? [] }
    let plain = (edit?["changes"] as? [String: Any])?["file://\(file)"] as? [[String: Any]] ?? []
    return (inDocuments + plain).compactMap { $0["newText"] as? String }
  }

  @Test("Where there is no file it is created, and waives nothing until a reason is written")
  func creates() throws {
    var editor = editor(["documentChanges": true, "resourceOperations": ["create", "rename"]])
    let action = try #require(try stub(&editor))
    #expect(
      action["title"] as? String
        == "Waive textPrimary on background until 2027-02-28: fill in owner and reason in contrast.waivers.json")
    #expect(action["isPreferred"] == nil && (action["diagnostics"] as? [Any])?.count == 1)
    let changes = (action["edit"] as? [String: Any])?["documentChanges"] as? [[String: Any]]
    #expect(changes?.map { $0["kind"] as? String ?? "edit" } == ["create", "edit"])
    #expect(changes?.first?["uri"] as? String == "file://\(file)")
    let text = try #require(texts(action).first)
    let waiver = try #require(
      (JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: Any]]])?["waivers"]?.first)
    #expect(waiver["pair"] as? String == "textPrimary on background" && waiver["rule"] as? String == "contrast/text")
    #expect(waiver["owner"] as? String == "" && waiver["reason"] as? String == "")
    #expect(waiver["expires"] as? String == "2027-02-28" && waiver["granted"] as? Double == 1.3582)
    // The editor creates it, the host reads it: the failure is still told. With a reason it is not.
    for (reason, count) in [("", 1), ("being redesigned", 0)] {
      let written = text.replacingOccurrences(of: "\"reason\":\"\"", with: "\"reason\":\"\(reason)\"")
      #expect(reason.isEmpty == (written == text))
      editor.session.update(Sample.root([Sample.path: Sample.text(Sample.pale), file: written]))
      editor.settle()
      #expect(editor.told(Sample.path)?.diagnostics.count == count, "\(reason)")
    }
    editor.open(file, text)
    #expect(editor.told(file)?.diagnostics.first?["code"] as? String == "waiver/no-reason")
  }

  @Test("Where there is a file it gets one more entry, as it is on disk or typed; a broken one is left alone")
  func appends() throws {
    let waivers = "{\n  // Ours\n  \"waivers\": []\n}\n"
    var editor = editor([:], [file: waivers])
    let action = try #require(try stub(&editor))
    #expect(texts(action).count == 1 && texts(action).first?.contains("\"textPrimary on background\"") == true)
    editor.open(file, "{ \"waivers\": [{\"pair\": \"x\"}, ] }")
    let other = try #require(try stub(&editor))
    #expect(texts(other) != texts(action))
    editor.change(file, "{ \"waivers\": {} }", version: 2)
    #expect(try stub(&editor) == nil)
  }

  @Test("An editor that cannot create a file is offered none where there is none")
  func cannotCreate() throws {
    var editor = editor(["documentChanges": true, "resourceOperations": ["rename"]])
    #expect(try stub(&editor) == nil)
  }

  @Test("A failure in some combinations is waived in those alone")
  func traits() throws {
    let text = """
      {"colors": {"background": "#FFFFFF", "text": [{"value": "#222222"}, {"traits": "style=dark", "value": "#DDDDDD"}]}}
      """
    var editor = ScriptedEditor()
    editor.session.today = { Day(year: 2026, month: 1, day: 31) }
    editor.session.update(Sample.root([Sample.path: text, "/p/contrast.waivers.json": "{\"waivers\": []}"]))
    editor.session.file = { _ in Array("{\"waivers\": []}".utf8) }
    editor.initialize(["textDocument": ["codeAction": ["codeActionLiteralSupport": [String: Any]()]]])
    editor.open(Sample.path, text)
    let action = try #require(try stub(&editor))
    let written = try #require(texts(action).first)
    #expect(written.contains("\"traits\":\"style=dark\"") && written.contains("\"2026-04-30\""), "\(written)")
  }
}
