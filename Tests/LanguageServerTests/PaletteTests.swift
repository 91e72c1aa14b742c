import Contrast
import Foundation
import Testing

@testable import LanguageServer

@Suite("Palettes in an editor")
struct PaletteTests {
  private func editor(_ capabilities: [String: Any] = [:], _ color: String = Sample.dark) -> ScriptedEditor {
    var editor = ScriptedEditor()
    editor.session.update(Sample.root([Sample.path: Sample.text(color)]))
    editor.initialize(capabilities)
    editor.open(Sample.path, Sample.text(color))
    return editor
  }

  private func range(_ diagnostic: [String: Any]) -> [Int] {
    let range = diagnostic["range"] as? [String: [String: Int]]
    return ["start", "end"].flatMap { end in ["line", "character"].map { range?[end]?[$0] ?? -1 } }
  }

  @Test("What is typed is told at once with its version, cleared when mended, and when closed")
  func typing() throws {
    var editor = editor()
    #expect(editor.told(Sample.path)?.diagnostics.isEmpty == true)
    editor.change(Sample.path, Sample.text(Sample.pale), version: 2)
    var told = try #require(editor.told(Sample.path))
    #expect(told.version == 2 && told.diagnostics.count == 1)
    let first = try #require(told.diagnostics.first)
    #expect((first["message"] as? String)?.hasPrefix("Contrast 1.35:1, needs 4.5:1: textPrimary (#DDDDDD) on") == true)
    #expect((first["message"] as? String)?.contains(" Try #") == true)
    #expect(first["code"] as? String == "contrast/text" && (first["data"] as? [Any])?.isEmpty == false)
    editor.change(Sample.path, Sample.text(), version: 3)
    told = try #require(editor.told(Sample.path))
    #expect(told.version == 3 && told.diagnostics.isEmpty)
    editor.change(Sample.path, Sample.text(Sample.pale), version: 4)
    #expect(editor.told(Sample.path)?.diagnostics.count == 1)
    editor.notify("textDocument/didClose", ["textDocument": ["uri": "file://\(Sample.path)"]])
    #expect(editor.told(Sample.path)?.diagnostics.isEmpty == true)
    #expect(editor.session.roots[0].workspace.audits.first?.tally.fail == 0)
  }

  @Test("A diagnostic has the range of the value, counted as the editor counts")
  func ranges() throws {
    for (encodings, column) in [(["utf-16"], 38), (["utf-8", "utf-16"], 40), (["utf-32"], 38)] {
      let editor = editor(["general": ["positionEncodings": encodings]], Sample.pale)
      let diagnostic = try #require(editor.told(Sample.path)?.diagnostics.first)
      #expect(range(diagnostic) == [2, column, 2, column + 9], "\(encodings)")
    }
  }

  @Test("Half a text is a syntax error alone, and the other files keep the last whole state")
  func broken() throws {
    var editor = editor([:], Sample.pale)
    editor.change(Sample.path, "{\"colors\": {\"text", version: 2)
    let told = try #require(editor.told(Sample.path))
    #expect(told.diagnostics.compactMap { $0["code"] as? String } == ["syntax/json"])
    editor.ask("textDocument/documentColor", id: 1, ["textDocument": ["uri": "file://\(Sample.path)"]])
    #expect((editor.answer(1)?["result"] as? [Any])?.isEmpty == true)
    editor.change(Sample.path, Sample.text(), version: 3)
    #expect(editor.told(Sample.path)?.diagnostics.isEmpty == true)
  }

  @Test("One editor's text is nobody else's, and the disk shows through once it is closed")
  func shadows() throws {
    let root = Sample.root([Sample.path: Sample.text()])
    var (first, second) = (ScriptedEditor(), ScriptedEditor())
    first.session.update(root)
    second.session.update(root)
    first.initialize()
    second.initialize()
    first.open(Sample.path, Sample.text(Sample.pale))
    second.open(Sample.path, Sample.text())
    #expect(first.told(Sample.path)?.diagnostics.count == 1 && second.told(Sample.path)?.diagnostics.isEmpty == true)
    #expect(root.workspace.audits.first?.tally.fail == 0)
    // The file changes on disk: the open text wins.
    first.session.update(Sample.root([Sample.path: Sample.text("#000000")]))
    first.settle()
    #expect(first.told(Sample.path)?.diagnostics.count == 1)
  }

  @Test("An editor that only asks is not told, and an editor without related places has them in the text")
  func pulling() throws {
    var editor = editor(["textDocument": ["diagnostic": [:] as [String: Any]]], Sample.pale)
    #expect(editor.told(Sample.path) == nil)
    editor.ask("textDocument/diagnostic", id: 1, ["textDocument": ["uri": "file://\(Sample.path)"]])
    let items = (editor.answer(1)?["result"] as? [String: Any])?["items"] as? [[String: Any]]
    #expect(items?.count == 1)
    #expect((items?.first?["message"] as? String)?.contains("background: background") == true)
    let capabilities: [String: Any] = ["textDocument": ["publishDiagnostics": ["relatedInformation": true]]]
    let other = self.editor(capabilities, Sample.pale)
    let diagnostic = try #require(other.told(Sample.path)?.diagnostics.first)
    #expect((diagnostic["relatedInformation"] as? [Any])?.isEmpty == false)
  }

  @Test("The hover has the value, the variant, and each pair with its verdict")
  func hover() throws {
    var editor = editor(["textDocument": ["hover": ["contentFormat": ["markdown"]]]], Sample.pale)
    editor.ask(
      "textDocument/hover", id: 1,
      ["textDocument": ["uri": "file://\(Sample.path)"], "position": ["line": 2, "character": 42]])
    let contents = (editor.answer(1)?["result"] as? [String: Any])?["contents"] as? [String: Any]
    let text = try #require(contents?["value"] as? String)
    for part in ["**textPrimary**", "`#DDDDDD`", "textPrimary on background", "1.35:1", "✗ fail"] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test("Each offered change applies to the text, and a preferred one clears the diagnostic")
  func actions() throws {
    let literal: [String: Any] = ["codeAction": ["codeActionLiteralSupport": ["codeActionKind": [:] as [String: Any]]]]
    var editor = editor(
      ["textDocument": literal, "workspace": ["workspaceEdit": ["documentChanges": true]]], Sample.pale)
    let diagnostic = try #require(editor.told(Sample.path)?.diagnostics.first)
    editor.ask(
      "textDocument/codeAction", id: 1,
      [
        "textDocument": ["uri": "file://\(Sample.path)"], "range": diagnostic["range"] ?? [:],
        "context": ["diagnostics": [diagnostic]],
      ])
    let actions = try #require(editor.answer(1)?["result"] as? [[String: Any]])
    let preferred = try #require(actions.first { $0["isPreferred"] as? Bool == true }, "\(actions)")
    #expect((preferred["diagnostics"] as? [Any])?.count == 1)
    let changes = (preferred["edit"] as? [String: Any])?["documentChanges"] as? [[String: Any]]
    let edits = try #require(changes?.first?["edits"] as? [[String: Any]])
    #expect((changes?.first?["textDocument"] as? [String: Any])?["version"] as? Int == 1)
    editor.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": "file://\(Sample.path)", "version": 2],
        "contentChanges": edits.reversed().map { ["range": $0["range"] ?? [:], "text": $0["newText"] ?? ""] },
      ])
    #expect(editor.told(Sample.path)?.version == 2 && editor.told(Sample.path)?.diagnostics.isEmpty == true)
  }

  @Test("Colours are found, and written back in the notation that stands there, others behind it")
  func colors() throws {
    var editor = editor()
    editor.ask("textDocument/documentColor", id: 1, ["textDocument": ["uri": "file://\(Sample.path)"]])
    let colors = try #require(editor.answer(1)?["result"] as? [[String: Any]])
    #expect(colors.count == 3)
    editor.ask(
      "textDocument/colorPresentation", id: 2,
      [
        "textDocument": ["uri": "file://\(Sample.path)"], "range": colors[1]["range"] ?? [:],
        "color": ["red": 1, "green": 0, "blue": 0, "alpha": 1],
      ])
    let labels = (editor.answer(2)?["result"] as? [[String: Any]])?.compactMap { $0["label"] as? String }
    #expect(labels == ["#FF0000", "oklch(0.628 0.2577 29.2339)", "hsl(0 100% 50%)"])
  }
}
