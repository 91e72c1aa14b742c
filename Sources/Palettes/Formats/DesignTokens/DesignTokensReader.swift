import Syntax

/// Reads trees of design tokens out of one document.
struct TokenReader {
  let document: JSONDocument
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var skipped: [Skipped] = []
  var values = TokenValueReader()

  /// Types of values that are not looked into, with how many there are and the first of them.
  private var others: [String: (count: Int, first: SourceRange)] = [:]
  /// Codes of which a file is told once, with how often they occur.
  private var repeated: [String: (first: Diagnostic, count: Int)] = [:]
  private var tree = TokenTree()
  private var root: JSONValue?
  /// Nothing in it has a value of its own, so that strings are the values.
  private var isPlain = false

  init(_ document: JSONDocument) {
    self.document = document
  }

  /// The tokens under a value; names begin there.
  mutating func read(_ root: JSONValue) -> TokenTree {
    tree = TokenTree()
    self.root = root
    isPlain = TokenBare.isPlain(root)
    if root.kind == .object, !TokenNode(root).isToken {
      read(root, name: "", type: nil)
    } else if root.kind == .object {
      report(.error, "shape", "a token needs a name: put it into an object under one", root)
      skip(root, "it has no name")
    } else {
      report(.error, "shape", "design tokens are an object of groups and tokens, not \(root.kind.phrase)", root)
    }
    return tree
  }

  /// What is told of the file as a whole, once everything in it is read.
  mutating func finish(into fragment: inout Fragment) {
    for (type, count) in others.sorted(by: { $0.key < $1.key }) {
      let name = "\(count.count) \(count.count == 1 ? "token" : "tokens")"
      let what =
        type.isEmpty ? "no type is stated and none is a colour by its syntax" : "of type \"\(type)\", no colours"
      skipped.append(Skipped(name: name, reason: what, range: count.first, count: count.count))
    }
    for problem in values.problems {
      diagnostics.append(Diagnostic(problem.severity, "dtcg/\(problem.kind)", problem.message, at: problem.range))
    }
    for (first, count) in repeated.values {
      let more = count > 1 ? "; and \(count - 1) more in this file" : ""
      diagnostics.append(Diagnostic(first.severity, first.code, first.message + more, at: first.range))
    }
    if let first = values.legacy.first?.place.range {
      let count = Set(values.legacy.map(\.place.byteRange.lowerBound)).count
      let message =
        count == 1
        ? "a value is written as before DTCG 2025.10; it is read"
        : "\(count) values are written as before DTCG 2025.10, this is the first; they are read"
      diagnostics.append(Diagnostic(.note, "dtcg/legacy-color", message, at: first))
    }
    fragment.diagnostics += diagnostics.sorted { $0.range.start < $1.range.start }
    fragment.skipped += skipped
  }

  mutating func report(_ severity: Diagnostic.Severity, _ kind: String, _ message: String, _ place: JSONValue) {
    diagnostics.append(Diagnostic(severity, "dtcg/\(kind)", message, at: place.range))
  }

  /// Something that a whole file tends to have: told where it first stands, with how often.
  mutating func reportOnce(_ severity: Diagnostic.Severity, _ kind: String, _ message: String, _ place: JSONValue) {
    if let known = repeated[kind] {
      repeated[kind] = (known.first, known.count + 1)
    } else {
      repeated[kind] = (Diagnostic(severity, "dtcg/\(kind)", message, at: place.range), 1)
    }
  }
}

extension TokenReader {
  private mutating func read(_ object: JSONValue, name: String, type: TokenType?) {
    let node = TokenNode(object)
    if node.isToken {
      readToken(node, object, name: name, groupType: type)
    } else {
      readGroup(node, object, name: name, type: type)
    }
  }

  private mutating func readGroup(_ node: TokenNode, _ object: JSONValue, name: String, type inherited: TokenType?) {
    var group = TokenGroup()
    group.type = node.type.flatMap { self.type($0) }
    group.extends = node.extends.flatMap { extends($0) }
    if group.type != nil || group.extends != nil { tree.groups[name] = group }
    if node.unknown != nil { reportUnknown(node) }
    for member in object.members where member.value.kind == .object || isPlain {
      if member.value.kind != .object {
        readBare(member, in: name)
        continue
      }
      if member.key.startsWithDollar, !member.key.equals("$root") {
        refuseName(member)
        continue
      }
      let own = member.name
      guard checkName(own, member.key) else {
        skip(member.value, "its name cannot be referred to")
        continue
      }
      read(member.value, name: name.isEmpty ? own : "\(name).\(own)", type: group.type ?? inherited)
    }
  }

  /// `"background": "#fff"`; strings that are no colours are something else.
  private mutating func readBare(_ member: JSONMember, in group: String) {
    guard let root, !member.key.startsWithDollar, TokenBare.isColor(member.value) else { return }
    let own = member.name
    guard checkName(own, member.key) else { return skip(member.value, "its name cannot be referred to") }
    values.noteLegacy(member.value, .bare)
    let value = values.read(member.value, type: .color, in: root)
    tree.tokens.append(
      Token(
        name: group.isEmpty ? own : "\(group).\(own)", ownType: .color, groupType: nil, value: value,
        range: member.value.range))
  }

  private mutating func readToken(_ node: TokenNode, _ object: JSONValue, name: String, groupType: TokenType?) {
    let own = node.ownType.flatMap { type($0) }
    if node.hasSides {
      values.noteLegacy(object, .sides)
    } else if node.isLegacy, let value = node.anyValue {
      values.noteLegacy(value, .undollared)
    }
    if !node.isLegacy, node.hasChildren { refuseChildren(of: object) }
    if node.value != nil, let reference = node.reference {
      report(.error, "value-and-ref", "a token has \"$value\" or \"$ref\", not both; \"$value\" is read", reference)
    }
    if node.unknown != nil { reportUnknown(node) }
    guard let place = node.anyValue, let root else { return }
    let known = own ?? groupType
    var value = value(node.isReference ? object : place, own, known, root)
    if let extensions = node.extensions { value = modified(value, by: extensions) }
    if node.isLegacy { value = value.withoutValueWord }
    switch value {
    case .other: count(known, place)
    case .noColor(let reason): skipped.append(Skipped(name: name, reason: reason, range: place.range))
    default: break
    }
    // Before there was a `$`, a type was the exception.
    let isBare = if case .untyped = value { node.isLegacy || node.hasSides } else { false }
    var token = Token(
      name: name, ownType: isBare ? .color : own, groupType: groupType, value: value, range: place.range)
    if let extensions = node.extensions { read(extensions, of: &token, known) }
    if let text = node.text?.string, TokenDescription.isNoSurface(name, text) {
      tree.noSurfaces.append((name, place.range))
    }
    if let dark = node.dark, token.modes.isEmpty {
      var other = values.read(dark, type: known, in: root)
      if node.isLegacy { other = other.withoutValueWord }
      token.modes = [("light", value, place.range), ("dark", other, dark.range)]
    }
    tree.tokens.append(token)
  }

  /// A token that states another type is none of ours, whatever its value; an alias may yet be one under a group that does.
  private mutating func value(_ place: JSONValue, _ own: TokenType?, _ known: TokenType?, _ tree: JSONValue)
    -> TokenValue
  {
    if case .other = own { return .other }
    return values.read(place, type: known, in: tree)
  }

  private mutating func count(_ type: TokenType?, _ place: JSONValue) {
    let name: String
    switch type {
    case .other(let other): name = other
    case .color: name = "color"
    case nil: name = ""
    }
    others[name, default: (0, place.range)].count += 1
  }

  private mutating func read(_ extensions: JSONValue, of token: inout Token, _ type: TokenType?) {
    if let modes = extensions["mode"], let root {
      for mode in modes.members {
        let value = modified(values.read(mode.value, type: type, in: root), by: extensions)
        if case .other = value { continue }
        if case .noColor = value { continue }
        token.modes.append((mode.name, value, mode.value.range))
      }
      if !token.modes.isEmpty { values.noteLegacy(modes, .modes) }
    }
    guard let own = extensions["org.contrastd"] else { return }
    for declaration in own.kind == .array ? Array(own.elements) : [own] {
      if let declaration = self.declaration(declaration, token.name) { tree.declarations.append(declaration) }
    }
  }
}

// Names and types.
extension TokenReader {
  private mutating func type(_ value: JSONValue) -> TokenType? {
    guard let name = value.string else {
      report(.error, "type", "a type is a string such as \"color\", not \(value.kind.phrase)", value)
      return nil
    }
    tree.hasTypes = true
    if name == "color" { return .color }
    if !TokenReader.types.contains(name) {
      let isColor = Nearest.name(to: name, in: ["color"]) != nil
      let remedy = isColor ? "; did you mean \"color\"?" : "; its tokens are not read"
      let message = "no type is called \"\(name)\"\(remedy)"
      if isColor {
        report(.error, "unknown-type", message, value)
      } else {
        reportOnce(.warning, "unknown-type", message, value)
      }
    }
    return .other(name)
  }

  /// Those of DTCG 2025.10, and those that Tokens Studio and Style Dictionary had before.
  static let types: Set<String> = [
    "dimension", "fontFamily", "fontWeight", "duration", "cubicBezier", "number", "strokeStyle", "border", "transition",
    "shadow", "gradient", "typography", "string", "boolean", "link", "sizing", "spacing", "borderRadius", "borderWidth",
    "opacity", "fontFamilies", "fontWeights", "fontSizes", "fontSize", "lineHeights", "lineHeight", "letterSpacing",
    "paragraphSpacing", "paragraphIndent", "boxShadow", "textCase", "textDecoration", "composition", "asset", "other",
    "text", "time", "size", "font", "icon", "z-index", "content", "font-family", "font-size", "font-weight",
  ]

  private mutating func checkName(_ name: String, _ key: JSONValue) -> Bool {
    for byte in name.utf8 {
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
        report(.error, "name", "a name has no '{' or '}': an alias could not name it; rename it", key)
        return false
      }
      if byte == UInt8(ascii: ".") {
        let message = "a name with a point cannot be told from a path in an alias; write \"-\" instead"
        reportOnce(.warning, "dotted-name", message, key)
        return true
      }
    }
    return true
  }

  /// A name that starts with `$` and is none of the format's.
  private mutating func refuseName(_ member: JSONMember) {
    let isKnown = ["$extensions", "$metadata", "$description", "$extends", "$value", "$deprecated"].contains(
      member.name)
    guard !isKnown, TokenNode(member.value).isToken else { return }
    report(
      .error, "name", "the name \(member.key.shortSource) starts with \"$\", which is kept for the format; rename it",
      member.key)
    skip(member.value, "its name starts with \"$\"")
  }

  private mutating func skip(_ value: JSONValue, _ reason: String) {
    skipped.append(
      Skipped(name: value.shortSource, reason: reason, range: value.range, count: TokenNode.count(in: value)))
  }

  private mutating func reportUnknown(_ node: TokenNode) {
    guard let key = node.unknown else { return }
    let known = [
      "$value", "$type", "$ref", "$root", "$extends", "$description", "$deprecated", "$extensions", "$schema",
    ]
    let remedy = Nearest.remedy(for: key.string ?? "", among: known)
    reportOnce(.warning, "unknown-property", "\(key.shortSource) means nothing here\(remedy)", key)
  }

  private mutating func refuseChildren(of token: JSONValue) {
    for member in token.members where member.value.kind == .object && !member.key.startsWithDollar {
      let message =
        "a token has no tokens in it; put \"$value\" into a member \"$root\" beside \(member.key.shortSource)"
      report(.error, "value-and-children", message, member.key)
      let count = TokenNode.count(in: member.value)
      let reason = "it stands in a token"
      if count > 0 {
        skipped.append(Skipped(name: member.name, reason: reason, range: member.value.range, count: count))
      }
    }
  }

  private mutating func extends(_ value: JSONValue) -> TokenExtension? {
    let text = value.string ?? value["$ref"]?.string
    guard let text else {
      report(.error, "extends", "\"$extends\" is a group such as \"{button}\", not \(value.shortSource)", value)
      return nil
    }
    if let name = TokenAlias.name(in: text) { return TokenExtension(target: .group(name), range: value.range) }
    let pointer = TokenPointer(text)
    if pointer.file == nil, text.hasPrefix("#") {
      return TokenExtension(target: .group(pointer.steps.joined(separator: ".")), range: value.range)
    }
    if let file = pointer.file, !pointer.isRemote, let path = TokenPointer.path(of: file, from: document.text.path) {
      return TokenExtension(target: .file(path: path, steps: pointer.steps), range: value.range)
    }
    report(.error, "extends", "\(value.shortSource) names no group; write \"{group.name}\"", value)
    return nil
  }
}
