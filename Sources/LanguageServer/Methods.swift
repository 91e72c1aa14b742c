import Syntax

/// A request of the protocol, and how it is answered.
struct Request: Sendable {
  let method: String
  /// It waits until the palettes of its text document are there.
  var needsPalettes = false
  let answer: @Sendable (inout Session, JSONValue?) throws(RPCError) -> (inout JSONWriter) -> Void

  /// The list. A new request is one function and one line here.
  static let all: [Request] = [
    .initialize, .shutdown, .hover, .documentColor, .colorPresentation, .codeAction, .diagnostic, .text,
  ]
}

/// A notification of the protocol, and what it does.
struct Notification: Sendable {
  let method: String
  let take: @Sendable (inout Session, JSONValue?) -> Void

  /// The list. What is not in it is left unheard, as the protocol allows.
  static let all: [Notification] = [
    .initialized, .didOpen, .didChange, .didClose, .didSave, .didChangeWorkspaceFolders, .didChangeWatchedFiles,
  ]
}

extension JSONValue {
  /// The text document that parameters speak of.
  var documentURI: String? { self["textDocument"]?["uri"]?.string }

  /// A whole number that is 0 or more.
  var index: Int? {
    guard let number, number >= 0, number <= 0x7FFF_FFFF, number == number.rounded() else { return nil }
    return Int(number)
  }

  /// A position of the protocol.
  var position: Position? {
    guard let line = self["line"]?.index, let character = self["character"]?.index else { return nil }
    return Position(line: line, character: character)
  }
}
