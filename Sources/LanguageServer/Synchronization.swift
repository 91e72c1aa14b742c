import Syntax

/// What is open in the editor, and what is typed into it.
extension Notification {
  static let didOpen = Notification(method: "textDocument/didOpen") { session, parameters in
    guard let item = parameters?["textDocument"], let uri = item["uri"]?.string, let text = item["text"]?.string else {
      return
    }
    let document = Document(
      uri: uri, path: session.paths.path(of: uri), version: item["version"]?.wholeNumber ?? 0, text: Array(text.utf8))
    session.documents[uri] = document
    session.noteChange(of: document)
    session.ask(for: document)
  }

  static let didChange = Notification(method: "textDocument/didChange") { session, parameters in
    guard let uri = parameters?.documentURI, var document = session.documents.removeValue(forKey: uri) else { return }
    for change in parameters?["contentChanges"]?.elements.map(\.self) ?? [] {
      guard let text = change["text"]?.string else { continue }
      if let range = change["range"] {
        guard let start = range["start"]?.position, let end = range["end"]?.position else { continue }
        let from = document.offset(of: min(start, end), session.client.encoding)
        document.replace(from..<document.offset(of: max(start, end), session.client.encoding), with: Array(text.utf8))
      } else {
        document.replaceAll(with: Array(text.utf8))
      }
    }
    document.version = parameters?["textDocument"]?["version"]?.wholeNumber ?? document.version + 1
    session.documents[uri] = document
    session.noteChange(of: document)
  }

  static let didClose = Notification(method: "textDocument/didClose") { session, parameters in
    guard let uri = parameters?.documentURI, let document = session.documents.removeValue(forKey: uri) else { return }
    session.retract(uri)
    guard let path = document.path else { return }
    session.changed.insert(path)
    if let root = session.root(of: path) { session.roots[root].uncover() }
  }

  static let didSave = Notification(method: "textDocument/didSave") { session, parameters in
    guard let uri = parameters?.documentURI, let path = session.paths.path(of: uri) else { return }
    session.events.append(.changed([path]))
  }
}

extension Request {
  /// Of our own: the text of an open document as it is known here, for tests of editors.
  static let text = Request(method: "$/contrastd/text") { session, parameters throws(RPCError) in
    let document = try session.document(parameters)
    return { writer in
      writer.object { writer in
        writer.field("version", document.version)
        writer.field("text", document.text)
      }
    }
  }
}

extension Session {
  fileprivate mutating func noteChange(of document: Document) {
    if let path = document.path { changed.insert(path) }
  }

  /// The open document that a request speaks of.
  func document(_ parameters: JSONValue?) throws(RPCError) -> Document {
    guard let uri = parameters?.documentURI else {
      throw RPCError(.invalidParameters, "\"textDocument\" has no \"uri\"")
    }
    guard let document = documents[uri] else { throw RPCError(.invalidParameters, "\(uri) is not open") }
    return document
  }

  /// The texts that are open under a root.
  private func open(in root: ServedRoot) -> [Document] {
    documents.values.filter { $0.path.map(root.covers) ?? false }.sorted { $0.uri < $1.uri }
  }

  /// Lays what is typed over the files; what changed by it is to be told.
  mutating func refresh() {
    for index in roots.indices where roots[index].isLoaded {
      let open = open(in: roots[index]).filter { $0.path.flatMap(root) == index }
      if roots[index].refresh(open: open, changed: changed) { untold.insert(roots[index].path) }
    }
    changed.removeAll()
  }
}

extension JSONValue {
  /// A whole number of either sign.
  fileprivate var wholeNumber: Int? {
    guard let number, number.magnitude <= 0x7FFF_FFFF, number == number.rounded() else { return nil }
    return Int(number)
  }
}
