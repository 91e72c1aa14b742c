import Syntax

/// `$ref`: a URI reference to a file, with a JSON Pointer (RFC 6901) behind `#`.
struct TokenPointer {
  /// As written; nil for the file the reference stands in.
  let file: String?
  let steps: [String]
  /// `#sets/x` for `#/sets/x`: read as that, with a warning.
  let lacksSlash: Bool

  init(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    file = parts.first.flatMap { $0.isEmpty ? nil : TokenPointer.percentDecoded($0) }
    let fragment = parts.count > 1 ? TokenPointer.percentDecoded(parts[1]) : ""
    lacksSlash = !fragment.isEmpty && !fragment.hasPrefix("/")
    let path = fragment.hasPrefix("/") ? fragment.dropFirst() : fragment[...]
    steps =
      fragment.isEmpty
      ? [] : path.split(separator: "/", omittingEmptySubsequences: false).map { TokenPointer.unescaped($0) }
  }

  /// Whether the file is one that would have to be fetched.
  var isRemote: Bool {
    guard let file, let colon = file.firstIndex(of: ":") else { return false }
    return file[..<colon].utf8.allSatisfy { byte in
      (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "+")
    }
  }

  /// The value it leads to from the outermost one of a document.
  static func value(at steps: some Sequence<String>, from root: JSONValue?) -> JSONValue? {
    var place = root
    for step in steps {
      guard let value = place else { return nil }
      switch value.kind {
      case .object: place = value.member(named: step)
      case .array:
        guard let index = Int(step), index >= 0, index < 1 << 20 else { return nil }
        place = value.elements.dropFirst(index).first { _ in true }
      default: return nil
      }
    }
    return place
  }

  /// The path of a file that another names; nil where it leads above where paths begin.
  static func path(of file: String, from other: String) -> String? {
    if file.hasPrefix("/") { return nil }
    var parts = other.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
    for part in file.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if let last = parts.last, last != "..", !last.isEmpty {
        parts.removeLast()
      } else {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  private static func unescaped(_ step: Substring) -> String {
    guard step.utf8.contains(UInt8(ascii: "~")) else { return String(step) }
    var bytes: [UInt8] = []
    var rest = Array(step.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "~"), let code = rest.first, code == UInt8(ascii: "0") || code == UInt8(ascii: "1") {
        rest.removeFirst()
        bytes.append(code == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func percentDecoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { JSONEscapes.digit($0) }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        rest.removeFirst(2)
        bytes.append(digits[0] << 4 | digits[1])
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// `{group.token}` and the functions it may stand in.
enum TokenAlias {
  /// The name in `{name}`, nil for another text.
  static func name(in text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}"), text.utf8.count > 2 else {
      return nil
    }
    let name = text.utf8.dropFirst().dropLast()
    if name.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) { return nil }
    return String(String(text.dropFirst().dropLast()).trimmed)
  }

  /// Style Dictionary up to its third version named the member: `{color.red.value}`.
  static func withoutValueWord(_ name: String) -> String {
    name.hasSuffix(".value") ? String(name.dropLast(6)) : name
  }

  /// `rgba({name}, 0.5)`, `rgb({name} / 50%)`: the colour of the name with that alpha.
  static func translucent(in text: String) -> TokenDerivation? {
    let lower = text.lowercased()
    guard lower.hasPrefix("rgba(") || lower.hasPrefix("rgb("), text.hasSuffix(")"),
      let open = text.firstIndex(of: "{"), let close = text.firstIndex(of: "}"), open < close,
      let parenthesis = text.firstIndex(of: "("), text[text.index(after: parenthesis)..<open].allSatisfy(\.isWhitespace)
    else { return nil }
    let rest = text[text.index(after: close)...].dropLast().trimmed
    guard rest.first == "," || rest.first == "/" else { return nil }
    var number = rest.dropFirst().trimmed
    let isPercent = number.last == "%"
    if isPercent { number.removeLast() }
    guard let alpha = Double(String(number)), alpha.isFinite else { return nil }
    let name = String(text[text.index(after: open)..<close].trimmed)
    if name.isEmpty { return nil }
    return TokenDerivation(base: .token(name), change: .alpha(min(max(isPercent ? alpha / 100 : alpha, 0), 1)))
  }
}
