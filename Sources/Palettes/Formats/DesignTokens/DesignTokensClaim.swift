import Syntax

/// Whether a file is one of design tokens, and by what.
enum TokenClaim: Hashable {
  /// It is none.
  case none
  /// Its contents alone say so: `value` and `type` stand in them, or a colour under `value`.
  case contents
  /// Its contents alone say so: `$value` or `$themes` stands in them, which are nobody else's words.
  case dollar
  case tokens, resolver, studio
  /// Its name speaks of tokens, which are of many kinds: `brand-tokens.json`. What holds a colour is read.
  case named

  /// How far into a file without a telling name is looked, in bytes.
  private static let glance = 64 << 10

  /// Whether a path may be one's: every JSON or YAML file that is not another tool's by its name. The contents decide.
  static func mayClaim(_ path: String) -> Bool {
    if isYAML(path) || path.endsInBytes(of: ".tokens") { return true }
    guard path.endsInBytes(of: ".json"), !path.endsInBytes(of: ".palette.json") else { return false }
    let path = path.utf8
    let name = path[(path.lastIndex(of: UInt8(ascii: "/")).map { path.index(after: $0) } ?? path.startIndex)...]
    return !foreign.contains { name.elementsEqual($0.utf8) } && !name.starts(with: "contrast.".utf8)
  }

  private static let foreign = [
    "Contents.json", "package.json", "package-lock.json", "tsconfig.json", "composer.json", "Package.resolved",
  ]

  /// Whether a path is that of a YAML file; every other one is read as JSON.
  static func isYAML(_ path: String) -> Bool {
    path.endsInBytes(of: ".yaml") || path.endsInBytes(of: ".yml")
  }

  init(_ text: SourceText) {
    let named = TokenClaim(name: text.path)
    if named != .none, named != .named {
      self = named
      return
    }
    let found = TokenClaim.isYAML(text.path) ? TokenClaim.glance(atYAML: text.bytes) : TokenClaim.glance(at: text.bytes)
    self = found == .none ? named : found
  }

  /// What a path says alone.
  init(name path: String) {
    var name = path.split(separator: "/").last ?? ""
    if TokenClaim.isYAML(path), let point = name.lastIndex(of: ".") { name = name[..<point] + ".json" }
    if name == "$themes.json" || name == "$metadata.json" {
      self = .studio
    } else if name == "resolver.json" || name.hasSuffix(".resolver.json") {
      self = .resolver
    } else if name == "tokens.json" || name.hasSuffix(".tokens") || name.hasSuffix(".tokens.json") {
      self = .tokens
    } else if ["-tokens.json", "_tokens.json"].contains(where: name.hasSuffix)
      || ["tokens.", "tokens-", "tokens_"].contains(where: name.hasPrefix) && name.hasSuffix(".json")
    {
      self = .named
    } else {
      self = .none
    }
  }

  /// `"$value"` or `"$themes"`, or `"value"` and `"type"`, or a `"value"` that looks like a colour, in the first bytes.
  private static func glance(at bytes: [UInt8]) -> TokenClaim {
    bytes.withUnsafeBufferPointer { bytes in
      var hasValue = false
      var hasType = false
      let end = min(bytes.count, glance)
      var at = 0
      while at + 6 < end {
        guard bytes[at] == UInt8(ascii: "\"") else {
          at += 1
          continue
        }
        let rest = bytes[at + 1..<end]
        if rest.starts(with: "$value\"".utf8) || rest.starts(with: "$themes\"".utf8) { return .dollar }
        if rest.starts(with: "value\"".utf8) {
          hasValue = true
          hasType = hasType || TokenBare.mayBegin(behind: rest.dropFirst(6))
        }
        if rest.starts(with: "type\"".utf8) { hasType = true }
        at += 1
      }
      return hasValue && hasType ? .contents : .none
    }
  }

  /// The same words as keys, with quotes or without.
  private static func glance(atYAML bytes: [UInt8]) -> TokenClaim {
    var hasValue = false
    var hasType = false
    let bytes = bytes.prefix(glance)
    // A key is what stands before a colon; behind it may be a quote.
    for at in bytes.indices where bytes[at] == UInt8(ascii: ":") {
      var key = bytes[..<at]
      if key.last == UInt8(ascii: "\"") || key.last == UInt8(ascii: "'") { key.removeLast() }
      if ends(key, with: "$value") || ends(key, with: "$themes") { return .dollar }
      if ends(key, with: "value") {
        hasValue = true
        hasType = hasType || TokenBare.mayBegin(behind: bytes[at...])
      }
      if ends(key, with: "type") { hasType = true }
    }
    return hasValue && hasType ? .contents : .none
  }

  private static func ends(_ key: ArraySlice<UInt8>, with word: StaticString) -> Bool {
    let start = key.endIndex - word.utf8CodeUnitCount
    guard start >= key.startIndex else { return false }
    for at in 0..<word.utf8CodeUnitCount where key[start + at] != word.utf8Start[at] { return false }
    guard start > key.startIndex else { return true }
    return " \t\r\n\"'{,".utf8.contains(key[start - 1])
  }

  /// Whether a text cannot be whole: it is empty, or ends in no bracket.
  static func breaksOff(_ text: SourceText) -> Bool {
    if isYAML(text.path) { return false }
    let end = text.bytes.last { $0 > 0x20 }
    return end != UInt8(ascii: "}") && end != UInt8(ascii: "]")
  }

  /// Whether a file that may be one turns out to be none. A file that breaks off is what its words say.
  static func isForeign(_ document: JSONDocument, _ claim: TokenClaim) -> Bool {
    guard let root = document.root else { return claim == .contents || claim == .named }
    if isSchema(root) { return true }
    switch claim {
    case .none: return true
    case .contents: return !holdsTokens(root)
    case .named: return !TokenBare.holdsColors(root)
    case .dollar: return document.isComplete && !holdsTokens(root)
    case .resolver: return !resolves(root, document.text.path)
    case .tokens, .studio: return false
    }
  }

  /// A JSON Schema about tokens has all the words and none of the tokens.
  private static func isSchema(_ root: JSONValue) -> Bool {
    root["$schema"]?.string?.contains("json-schema.org") ?? false
  }

  /// Why a document that has tokens in it, or is named as if it had, is not read: it is a list.
  static func otherShape(_ root: JSONValue, _ claim: TokenClaim) -> String? {
    if root.kind == .object || claim == .studio || claim == .named { return nil }
    return "design tokens are an object of groups and tokens, not \(root.kind.phrase); this file is not read"
  }

  /// Whether a document is meant as a resolver: "resolver.json" is a common name.
  private static func resolves(_ root: JSONValue, _ path: String) -> Bool {
    path.hasSuffix(".resolver.json")
      || ["resolutionOrder", "sets", "modifiers"].contains { root.member(named: $0) != nil }
  }

  /// Whether a file without a telling name has at least one token: an object with `$value`, or with a `value` and the
  /// name of a type, or with a colour.
  private static func holdsTokens(_ root: JSONValue) -> Bool {
    if TokenStudio.isOne(root) || root["resolutionOrder"] != nil { return true }
    if root.kind == .array, let first = root.elements.first(where: { $0.kind == .object }) {
      return first["$value"] != nil
    }
    guard root.kind == .object else { return false }
    let node = TokenNode(root)
    if node.isToken { return node.value != nil || node.hasSides || isLegacyColor(node) }
    return root.members.contains { $0.value.kind == .object && $0.key.string != "$extensions" && holdsTokens($0.value) }
  }

  private static func isLegacyColor(_ node: TokenNode) -> Bool {
    guard let type = node.ownType?.string else { return TokenBare.isColor(node.legacyValue) }
    return type == "color" || node.legacyValue?.kind == .string && TokenReader.types.contains(type)
  }
}
