import Syntax

extension Action {
  /// The members of the protocol's CodeAction.
  ///
  /// - Parameter told: the diagnostics that the editor has there.
  func write(to writer: inout JSONWriter, _ session: Session, _ told: [JSONValue]) {
    writer.field("title", title)
    writer.field("kind", "quickfix")
    if isPreferred { writer.field("isPreferred", true) }
    if let place {
      let start = session.positions(of: place).start
      let about = told.filter { $0["range"]?["start"]?.position == start && $0["source"]?.string == "contrastd" }
      if !about.isEmpty {
        writer.field("diagnostics") { writer in writer.array(about) { writer, value in writer.value(value) } }
      }
    }
    writer.field("edit") { $0.workspaceEdit(edits, newFile, session) }
  }
}

/// One item of `documentChanges`.
private enum DocumentChange {
  case create(String)
  case edit(String)
}

extension JSONWriter {
  /// With the version of each open document, where the editor takes that: an edit of another text is refused then.
  fileprivate mutating func workspaceEdit(_ edits: [TextEdit], _ newFile: String?, _ session: Session) {
    let files = Set(edits.map(\.range.file)).sorted()
    object { writer in
      guard session.client.takesDocumentChanges else {
        return writer.field("changes") { writer in
          writer.object { writer in
            for file in files {
              writer.field(named: session.uri(of: file)) { $0.edits(edits.filter { $0.range.file == file }, session) }
            }
          }
        }
      }
      writer.field("documentChanges") { writer in
        writer.array((newFile.map { [.create($0)] } ?? []) + files.map(DocumentChange.edit)) { writer, change in
          writer.object { writer in
            switch change {
            case .create(let file):
              writer.field("kind", "create")
              writer.field("uri", session.uri(of: file))
              writer.field("options") { $0.object { $0.field("ignoreIfExists", true) } }
            case .edit(let file): writer.documentEdit(of: file, edits, session)
            }
          }
        }
      }
    }
  }

  private mutating func documentEdit(of file: String, _ edits: [TextEdit], _ session: Session) {
    field("textDocument") { writer in
      writer.object { writer in
        writer.field("uri", session.uri(of: file))
        writer.field("version") { writer in
          let open = session.documents.values.first { $0.path == file }
          if let open { writer.number(open.version) } else { writer.null() }
        }
      }
    }
    field("edits") { $0.edits(edits.filter { $0.range.file == file }, session) }
  }

  private mutating func edits(_ edits: [TextEdit], _ session: Session) {
    array(edits) { writer, edit in
      writer.object { writer in
        writer.field("range") { $0.range(edit.range, session) }
        writer.field("newText", edit.replacement)
      }
    }
  }
}
