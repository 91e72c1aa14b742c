import Syntax

extension Session {
  /// A stretch of a file in the editor's count.
  func positions(of range: SourceRange) -> (start: Position, end: Position) {
    let document = documents.values.first { $0.path == range.file }
    if client.encoding == .utf8, let document {
      let bytes = range.bytes
      return (document.position(of: bytes.lowerBound, .utf8), document.position(of: bytes.upperBound, .utf8))
    }
    // The editor counts a byte-order mark that it sent; a source text does not.
    let mark = document.map { $0.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 1 : 0 } ?? 0
    func position(_ place: SourcePosition) -> Position {
      Position(line: place.line - 1, character: place.column - 1 + (place.line == 1 ? mark : 0))
    }
    return (position(range.start), position(range.end))
  }

  /// A path for people: from its root on.
  func shown(_ path: String) -> String {
    guard let root = root(of: path).map({ roots[$0].path }), path.count > root.count else { return path }
    return String(path.dropFirst(root.count + (root.hasSuffix("/") ? 0 : 1)))
  }

  /// As the editor itself calls an open document.
  func uri(of path: String) -> String { documents.values.first { $0.path == path }?.uri ?? paths.uri(of: path) }
}

extension JSONWriter {
  mutating func position(_ position: Position) {
    object { writer in
      writer.field("line", position.line)
      writer.field("character", position.character)
    }
  }

  mutating func range(_ range: SourceRange, _ session: Session) {
    let (start, end) = session.positions(of: range)
    object { writer in
      writer.field("start") { $0.position(start) }
      writer.field("end") { $0.position(end) }
    }
  }

  mutating func location(_ range: SourceRange, _ session: Session) {
    object { writer in
      writer.field("uri", session.uri(of: range.file))
      writer.field("range") { $0.range(range, session) }
    }
  }
}
