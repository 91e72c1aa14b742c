/// One value of a document, or one key. A view: it copies nothing and is cheap to pass on.
package struct JSONValue: Sendable {
  package let document: JSONDocument
  let index: Int

  private var node: JSONNode { document.nodes[index] }

  package var kind: JSONKind { node.kind }

  /// The bytes of the value: a string's with its quotes, a container's with its brackets.
  package var byteRange: Range<Int> { Int(node.start)..<Int(node.end) }

  /// The place of the value; see `byteRange`.
  package var range: SourceRange { document.text.range(byteRange) }

  /// The value as written: `"0x1F"`, `[1, 2]`.
  package var source: String { String(decoding: document.text.bytes[byteRange], as: UTF8.self) }

  /// For a container: a syntax error ended it, so members or elements may be missing.
  package var isCut: Bool { node.isCut }

  /// A string's text, escapes resolved, what is not Unicode replaced by U+FFFD; nil for another kind.
  package var string: String? {
    guard kind == .string else { return nil }
    let inner = document.text.bytes[innerRange]
    return switch node.form {
    case .quoted, .plain: String(decoding: inner, as: UTF8.self)
    case .escaped: JSONEscapes.decode(inner)
    case .kept: document.texts[node.start] ?? ""
    }
  }

  /// A number to the nearest double, infinite where it is too large; nil for another kind.
  package var number: Double? {
    guard kind == .number else { return nil }
    let bytes = document.text.bytes
    return DecimalNotation.value(of: bytes.span.extracting(byteRange))
  }

  /// True or false; nil for another kind.
  package var bool: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// Whether this string (or key) reads as the text given. Compares bytes and allocates nothing.
  package func equals(_ text: StaticString) -> Bool { document.string(at: index, equals: text) }

  /// The value of an object's member; nil where there is none or where this is no object.
  package subscript(key: StaticString) -> JSONValue? {
    document.member(key, ofObjectAt: index).map { JSONValue(document: document, index: $0) }
  }

  /// The value of an object's member and its place among them, with one look at each key.
  package func member(_ key: StaticString) -> (order: Int, value: JSONValue)? {
    document.place(of: key, inObjectAt: index).map { ($0.order, JSONValue(document: document, index: $0.node)) }
  }

  /// How many members an object has, or would show; 0 for another kind.
  package var memberCount: Int { document.memberCount(ofObjectAt: index) }

  /// How many elements an array has; 0 for another kind.
  package var elementCount: Int { elements.reduce(0) { count, _ in count + 1 } }

  /// The value of an object's member whose name is known only at run time.
  package func member(named name: String) -> JSONValue? {
    members.first { $0.key.string == name }?.value
  }

  /// An object's members in reading order; none for another kind.
  package var members: JSONMembers { JSONMembers(of: self) }

  /// An array's elements in order; none for another kind.
  package var elements: JSONElements { JSONElements(of: self) }

  /// A string's bytes are not its text.
  package var hasEscapes: Bool { node.form == .escaped || node.form == .kept }

  /// Written without quotes, as only YAML does: another text in its place may need some.
  package var isPlain: Bool { node.form == .plain }

  /// Between the quotes of a string; all of one without quotes.
  package var innerRange: Range<Int> { node.innerRange }

  /// The index behind the last node of this value.
  var end: Int { Int(node.next) }
}

extension JSONDocument {
  /// The index of the value under a key; nil where there is none or where the node is no object.
  fileprivate func member(_ key: StaticString, ofObjectAt object: Int) -> Int? {
    place(of: key, inObjectAt: object)?.node
  }

  fileprivate func place(of key: StaticString, inObjectAt object: Int) -> (order: Int, node: Int)? {
    guard nodes[object].kind == .object else { return nil }
    var (at, order) = (object + 1, 0)
    let end = Int(nodes[object].next)
    while at < end {
      if !nodes[at].isSuperseded {
        if string(at: at, equals: key) { return (order, at + 1) }
        order += 1
      }
      at = Int(nodes[at + 1].next)
    }
    return nil
  }

  fileprivate func memberCount(ofObjectAt object: Int) -> Int {
    guard nodes[object].kind == .object else { return 0 }
    var (at, count) = (object + 1, 0)
    while at < Int(nodes[object].next) {
      if !nodes[at].isSuperseded { count += 1 }
      at = Int(nodes[at + 1].next)
    }
    return count
  }

  @inline(__always)
  fileprivate func string(at index: Int, equals text: StaticString) -> Bool {
    let node = nodes[index]
    let count = text.utf8CodeUnitCount
    guard node.form == .quoted else { return decodedString(at: index, equals: text) }
    // Most are told by their length.
    guard Int(node.end &- node.start) == count &+ 2, node.kind == .string else { return false }
    let wanted = text.utf8Start
    return self.text.bytes.withUnsafeBufferPointer { bytes in
      for at in 0..<count where bytes[Int(node.start) &+ 1 &+ at] != wanted[at] { return false }
      return true
    }
  }

  /// The same for a string whose bytes are not between quotes, or not its text.
  @inline(never)
  private func decodedString(at index: Int, equals text: StaticString) -> Bool {
    JSONValue(document: self, index: index).string == text.description
  }
}

/// A key and its value.
package struct JSONMember: Sendable {
  /// A string value: it has a range of its own.
  package let key: JSONValue
  package let value: JSONValue

  /// The key, escapes resolved.
  package var name: String { key.string ?? "" }
}

/// The members of an object, the last of each name.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  private let document: JSONDocument
  private var at: Int
  private let end: Int

  fileprivate init(of value: JSONValue) {
    document = value.document
    at = value.index + 1
    end = value.kind == .object ? value.end : at
  }

  package mutating func next() -> JSONMember? {
    while at < end {
      let key = at
      at = Int(document.nodes[key + 1].next)
      if document.nodes[key].isSuperseded { continue }
      return JSONMember(
        key: JSONValue(document: document, index: key), value: JSONValue(document: document, index: key + 1))
    }
    return nil
  }
}

/// The elements of an array.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private let document: JSONDocument
  private var at: Int
  private let end: Int

  fileprivate init(of value: JSONValue) {
    document = value.document
    at = value.index + 1
    end = value.kind == .array ? value.end : at
  }

  package mutating func next() -> JSONValue? {
    guard at < end else { return nil }
    defer { at = Int(document.nodes[at].next) }
    return JSONValue(document: document, index: at)
  }
}
