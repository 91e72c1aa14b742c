import Colorimetry
import Syntax

/// A `value` without a type, as Style Dictionary had it, and a string without even that: what can only be a colour makes
/// its file one of tokens.
enum TokenBare {
  /// A colour by its syntax, or an alias of Style Dictionary to one: `{color.red.50}`, `{red.50.value}`.
  static func isColor(_ value: JSONValue?) -> Bool {
    guard let text = value?.string else { return false }
    if let name = TokenAlias.name(in: text) {
      return name.hasSuffix(".value") || groups.contains { name.hasPrefix($0) }
    }
    return (text.hasPrefix("#") || text.contains("(")) && (try? ColorNotation.parse(text)) != nil
  }

  /// What may be the light or the dark value of a token.
  static func isColorOrAlias(_ value: JSONValue?) -> Bool {
    guard let text = value?.string else { return false }
    return TokenAlias.name(in: text) != nil || isColor(value)
  }

  /// Whether no object in it is a token with a value of its own: then its strings are the values.
  static func isPlain(_ root: JSONValue) -> Bool {
    guard root.kind == .object else { return true }
    let node = TokenNode(root)
    if node.isToken, !node.hasSides || node.value != nil || node.legacyValue != nil { return false }
    return root.members.allSatisfy { isPlain($0.value) }
  }

  /// Whether a string in it is a colour, at any depth.
  static func holdsColors(_ root: JSONValue) -> Bool {
    root.members.contains { member in
      member.value.kind == .object ? holdsColors(member.value) : !member.key.startsWithDollar && isColor(member.value)
    }
  }

  private static let groups = ["color.", "colors.", "colour.", "colours."]

  /// Whether what stands behind a key may be such a value, by how it begins.
  static func mayBegin(behind key: some Sequence<UInt8>) -> Bool {
    let first = key.prefix(64).first { !" \t\r\n:\"'".utf8.contains($0) }
    return first.map { "#{rhlo".utf8.contains($0 | 0x20) } ?? false
  }
}
