import Colorimetry
import Syntax

/// Reads the value of a token that is a colour, or may be one.
struct TokenValueReader {
  /// What was found, with the severity its diagnostic has and the last part of its code.
  struct Problem {
    let severity: Diagnostic.Severity
    let kind: String
    let message: String
    let range: SourceRange
  }

  /// The files that references may lead to, by path; nil while only the one at hand is known.
  var documents: [String: JSONDocument]?
  private(set) var problems: [Problem] = []
  /// Values written as before DTCG 2025.10, in reading order.
  private(set) var legacy: [LegacyValue] = []
  /// References followed for the value at hand: more than this many lead in a circle.
  private var hops: [String] = []

  init(documents: [String: JSONDocument]? = nil) {
    self.documents = documents
  }

  /// - Parameters:
  ///   - type: what is known of it; nil where its target or another file may yet tell.
  ///   - tree: where names begin in the document, for pointers that are aliases.
  mutating func read(_ value: JSONValue, type: TokenType?, in tree: JSONValue) -> TokenValue {
    switch value.kind {
    case .string: return text(value, type)
    case .object:
      hops = []
      if let reference = value["$ref"] { return follow(reference, type, in: tree) }
      if value["colorSpace"] == nil, type != .color { return .other }
      return object(value)
    default:
      if type != .color { return .other }
      if value.isPlain, value.kind == .number, [3, 4, 6, 8].contains(value.byteRange.count) {
        let message = "\(value.shortSource) is a number without quotes; a colour is \"#\(value.shortSource)\" with them"
        return unreadable("value", message, value)
      }
      return unreadable("value", "a colour is an object with \"colorSpace\", not \(value.kind.phrase)", value)
    }
  }

  /// A value that was put off until the files it leads to are there: `$ref` of a token, or an object with references in it.
  mutating func read(reference value: JSONValue) -> TokenValue {
    hops = []
    return value.kind == .object ? object(value) : follow(value, .color, in: value)
  }

  mutating func noteLegacy(_ place: JSONValue, _ dialect: LegacyValue.Dialect) {
    legacy.append(LegacyValue(dialect: dialect, place: place))
  }

  mutating func report(_ severity: Diagnostic.Severity, _ kind: String, _ message: String, _ place: JSONValue) {
    problems.append(Problem(severity: severity, kind: kind, message: message, range: place.range))
  }

  private mutating func unreadable(_ kind: String, _ message: String, _ place: JSONValue) -> TokenValue {
    report(.error, kind, message, place)
    return .unreadable(message)
  }
}

// Objects and references.
extension TokenValueReader {
  private mutating func object(_ value: JSONValue) -> TokenValue {
    var isDeferred = false
    do throws(ColorObject.Problem) {
      let color = try ColorObject(value) { (part) throws(ColorObject.Problem) in
        guard let reference = part["$ref"] else { return part }
        switch target(of: reference, hops: 0) {
        case .found(let value, _): return value
        case .needsFiles:
          isDeferred = true
          return part
        case .missing(let message):
          throw ColorObject.Problem(kind: "unresolved-ref", message: message, place: reference)
        }
      }.color
      if isDeferred { return .deferred(value) }
      checkHex(value, color)
      return .color(color)
    } catch {
      return isDeferred ? .deferred(value) : unreadable(error.kind, error.message, error.place)
    }
  }

  /// `hex` is for tools that know no colour spaces; one that says another colour is a mistake in either.
  private mutating func checkHex(_ value: JSONValue, _ color: Color) {
    guard let hex = value["hex"], let text = hex.string else { return }
    guard let other = try? ColorNotation.parse(text), text.hasPrefix("#") else {
      report(.warning, "hex", "\(hex.shortSource) is no hexadecimal colour; write \"#rrggbb\"", hex)
      return
    }
    let rendered = color.rendered
    guard rendered.isInSRGBGamut else { return }
    let difference = (rendered.rgb - other.rendered.rgb) * 255
    if max(abs(difference.x), abs(difference.y), abs(difference.z)) > 1.01 {
      let said = RGBA(rendered.rgb).hex.lowercased()
      report(.warning, "hex-mismatch", "the components are \(said), which counts, and \"hex\" says \(text)", hex)
    }
  }

  private enum Target {
    case found(JSONValue, document: JSONDocument)
    case needsFiles
    case missing(String)
  }

  /// What a `$ref` leads to, through others where it leads to one.
  private func target(of reference: JSONValue, hops: Int) -> Target {
    guard let text = reference.string else { return .missing("\"$ref\" is a string, not \(reference.kind.phrase)") }
    if hops > 32 { return .missing("\"\(text)\" leads in a circle; give one of them a value") }
    let pointer = TokenPointer(text)
    var document = reference.document
    if let file = pointer.file {
      if pointer.isRemote { return .missing("\"\(text)\" stands outside; nothing is fetched: keep a copy beside") }
      guard let documents else { return .needsFiles }
      guard let path = TokenPointer.path(of: file, from: document.text.path), let other = documents[path] else {
        return .missing("there is no file \"\(file)\" among those that are checked; correct the path")
      }
      document = other
    }
    guard let value = TokenPointer.value(at: pointer.steps, from: document.root) else {
      return .missing("nothing stands at \"\(text)\"; correct the pointer")
    }
    if let next = value["$ref"], value["$value"] == nil { return target(of: next, hops: hops + 1) }
    return .found(value, document: document)
  }

  /// A token's `$ref`: to a token it is an alias, to something in one a value.
  private mutating func follow(_ reference: JSONValue, _ type: TokenType?, in tree: JSONValue) -> TokenValue {
    if let name = aliasName(of: reference, in: tree) { return .alias(name) }
    switch target(of: reference, hops: 0) {
    case .needsFiles: return .deferred(reference)
    case .missing(let message): return unreadable("unresolved-ref", message, reference)
    case .found(let value, _):
      let inner = value["$value"] ?? value
      if hops.count > 32 || (inner.kind == .object && inner["$ref"] == nil && inner["colorSpace"] == nil) {
        if type != .color { return .other }
        let message = "\(reference.shortSource) leads to no colour; point at a token or at its \"$value\""
        return unreadable("unresolved-ref", message, reference)
      }
      hops.append(reference.source)
      return inner["$ref"].map { follow($0, type, in: tree) }
        ?? (inner.kind == .object ? object(inner) : read(inner, type: type, in: tree))
    }
  }

  /// The name of the token in the same tree that a pointer means.
  private func aliasName(of reference: JSONValue, in tree: JSONValue) -> String? {
    guard let text = reference.string else { return nil }
    let pointer = TokenPointer(text)
    guard pointer.file == nil, !pointer.steps.isEmpty else { return nil }
    var steps = pointer.steps[...]
    if steps.last == "$value" { steps.removeLast() }
    guard let token = TokenPointer.value(at: steps, from: reference.document.root), token.kind == .object,
      token["$value"] != nil || token["$ref"] != nil || token["value"] != nil
    else { return nil }
    var at = reference.document.root
    for (count, step) in steps.enumerated() {
      if at?.byteRange == tree.byteRange { return steps.dropFirst(count).joined(separator: ".") }
      at = TokenPointer.value(at: [step], from: at)
    }
    return nil
  }
}

// Strings: aliases, and colours as they were written before there were objects.
extension TokenValueReader {
  private mutating func text(_ value: JSONValue, _ type: TokenType?) -> TokenValue {
    guard let text = value.string else { return .other }
    if text.utf8.first == UInt8(ascii: "{"), let name = TokenAlias.name(in: text) {
      if name.hasSuffix(".$value") {
        noteLegacy(value, .member)
        return .alias(String(name.dropLast(".$value".count)))
      }
      if !name.contains("[") { return .alias(name) }
      let message = "\(value.shortSource) asks for a part; an alias is a whole token, \"$ref\" leads to parts"
      return unreadable("alias-syntax", message, value)
    }
    if type != .color { return type == nil ? untyped(text) : .other }
    noteLegacy(value, text.utf8.contains(UInt8(ascii: "{")) ? .function : .string)
    if text.utf8.contains(UInt8(ascii: "{")) { return expression(text, value) }
    do throws(ColorNotationError) {
      return .color(try ColorNotation.parse(text))
    } catch {
      if let reason = TokenValueReader.noColor(text) ?? (error.kind == .needsContext ? error.message : nil) {
        return .noColor(reason)
      }
      return unreadable("color", "\(value.shortSource) is no colour here: \(error.message)", value)
    }
  }

  /// Without a type, only what can be nothing but a colour is one.
  private func untyped(_ text: String) -> TokenValue {
    if text.utf8.contains(UInt8(ascii: "{")) {
      return TokenAlias.translucent(in: text).map { .derived($0) } ?? .other
    }
    let isOne = text.hasPrefix("#") || text.contains("(") || text == "transparent"
    guard isOne, let color = try? ColorNotation.parse(text) else { return .other }
    return .untyped(color)
  }

  private mutating func expression(_ text: String, _ place: JSONValue) -> TokenValue {
    if let derivation = TokenAlias.translucent(in: text) { return .derived(derivation) }
    if let reason = TokenValueReader.noColor(text) { return .noColor(reason) }
    let message = "\(place.shortSource) computes with a token; only rgba({name}, alpha) is known here"
    return unreadable("alias-syntax", message, place)
  }

  /// Why a text that is typed as a colour is none and nothing is wrong with it.
  private static func noColor(_ text: String) -> String? {
    let start = text.trimmed.lowercased().prefix { $0 != "(" }
    if text.trimmed.isEmpty { return "its value is empty" }
    if start.hasSuffix("gradient") { return "it is a gradient" }
    let filters: Set<String> = [
      "brightness", "saturate", "invert", "sepia", "hue-rotate", "contrast", "grayscale", "blur", "opacity",
      "drop-shadow",
    ]
    if filters.contains(String(start)), text.contains("(") { return "it is a CSS filter" }
    let words: Set<String> = ["none", "inherit", "initial", "unset", "revert", "revert-layer", "auto"]
    return words.contains(String(start)) ? "\"\(start)\" is a keyword of CSS and no colour" : nil
  }
}
