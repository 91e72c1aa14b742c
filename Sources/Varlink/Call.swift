package import Syntax

/// One method call, as it stands in a frame.
package struct Call: Sendable {
  /// What the caller wants to hear.
  package enum Expectation: Sendable {
    /// One reply.
    case reply
    /// Any number of replies (`more`): all but the last say `continues`.
    case replies
    /// Nothing (`oneway`).
    case silence
  }

  /// The whole name: `org.varlink.service.GetInfo`.
  package let method: String
  package let parameters: Parameters
  package let expectation: Expectation
  /// The caller wants another protocol on this connection from here on.
  package let wantsUpgrade: Bool

  private init(method: String, parameters: Parameters, expectation: Expectation, wantsUpgrade: Bool) {
    self.method = method
    self.parameters = parameters
    self.expectation = expectation
    self.wantsUpgrade = wantsUpgrade
  }

  /// The part of the method before its last point; nil where there is no point or nothing on one side of it.
  package var interface: Substring? { split?.interface }

  /// The part of the method behind its last point; the whole where there is none.
  package var name: Substring { split?.name ?? method[...] }

  private var split: (interface: Substring, name: Substring)? {
    // By bytes: a method is looked at in every call.
    guard let point = method.utf8.lastIndex(of: UInt8(ascii: ".")), point > method.startIndex else { return nil }
    let name = method[method.utf8.index(after: point)...]
    return name.isEmpty ? nil : (method[..<point], name)
  }
}

extension Call {
  /// Reads a frame strictly. The keys are `method`, `parameters`, `oneway`, `more` and `upgrade`, each at most once;
  /// null counts as absent for all but `method`. Nothing may be doubtful: no duplicate key at any depth, no half of a
  /// surrogate pair, no byte-order mark, at most 64 levels.
  package init(_ frame: [UInt8]) throws(CallError) {
    let root = try CallError.object(in: frame)
    // What nearly every call is.
    if root.memberCount == 2, let method = root["method"]?.string, let parameters = root["parameters"],
      parameters.kind == .object
    {
      self.init(method: method, parameters: Parameters(parameters), expectation: .reply, wantsUpgrade: false)
      return
    }
    var method: String?
    var parameters: JSONValue?
    var isOneway = false
    var isMore = false
    var isUpgrade = false
    for member in root.members {
      let (key, value) = (member.key, member.value)
      if key.equals("method") {
        method = value.string
      } else if key.equals("parameters") {
        guard value.kind == .object || value.kind == .null else { throw CallError.wrongType("parameters") }
        parameters = value.kind == .object ? value : nil
      } else if key.equals("oneway") {
        isOneway = try Call.flag(value, "oneway")
      } else if key.equals("more") {
        isMore = try Call.flag(value, "more")
      } else if key.equals("upgrade") {
        isUpgrade = try Call.flag(value, "upgrade")
      } else {
        throw CallError.unknownKey(String(member.name.prefix(40)))
      }
    }
    guard let method else { throw CallError.wrongType("method") }
    guard !(isOneway && (isMore || isUpgrade)), !(isMore && isUpgrade) else { throw CallError.contradiction }
    self.init(
      method: method, parameters: Parameters(parameters),
      expectation: isOneway ? .silence : isMore ? .replies : .reply, wantsUpgrade: isUpgrade)
  }

  private static func flag(_ value: JSONValue, _ key: String) throws(CallError) -> Bool {
    if value.kind == .null { return false }
    guard let flag = value.bool else { throw CallError.wrongType(key) }
    return flag
  }
}

extension JSONWriter {
  /// A whole call with its NUL; `parameters` writes their members.
  package mutating func call(
    _ method: String, _ expectation: Call.Expectation = .reply, _ parameters: (inout JSONWriter) -> Void
  ) {
    object { writer in
      writer.field("method", method)
      writer.field("parameters") { $0.object(parameters) }
      switch expectation {
      case .reply: break
      case .replies: writer.field("more", true)
      case .silence: writer.field("oneway", true)
      }
    }
    end(with: 0)
  }
}

/// A frame is no message: the connection is to be closed, for nothing behind it can be trusted.
package enum CallError: Error, Hashable, Sendable {
  /// The frame is not acceptable JSON. The code is a diagnostic's (`syntax/json`, `syntax/utf8`, `syntax/depth`,
  /// `syntax/duplicate-key`, `syntax/surrogate`, `syntax/byte-order-mark`); the offset counts bytes.
  case syntax(code: String, offset: Int)
  case notAnObject
  /// The first 40 characters of the key.
  case unknownKey(String)
  /// The key is missing, or its value has the wrong type.
  case wrongType(String)
  /// Two of `oneway`, `more` and `upgrade` at once.
  case contradiction

  /// The object in a frame, if nothing about the frame is doubtful.
  static func object(in frame: [UInt8]) throws(CallError) -> JSONValue {
    let text = SourceText(path: "", bytes: frame)
    guard text.contentStart == 0 else { throw CallError.syntax(code: "syntax/byte-order-mark", offset: 0) }
    let document = JSONDocument(text)
    if let first = document.diagnostics.first {
      throw CallError.syntax(code: first.code, offset: first.range.bytes.lowerBound)
    }
    guard let root = document.root, root.kind == .object else { throw CallError.notAnObject }
    return root
  }
}

extension CallError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .syntax(let code, let offset): "the frame is not acceptable JSON: \(code) at byte \(offset)"
    case .notAnObject: "the frame is not a JSON object"
    case .unknownKey(let key): "the key \"\(key)\" is not known"
    case .wrongType(let key): "\"\(key)\" is missing or has the wrong type"
    case .contradiction: "only one of oneway, more and upgrade can be asked for"
    }
  }
}
