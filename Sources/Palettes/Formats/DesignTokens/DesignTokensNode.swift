import Syntax

/// What the members of an object say it is: a token or a group.
struct TokenNode {
  private(set) var value: JSONValue?
  private(set) var reference: JSONValue?
  private(set) var type: JSONValue?
  private(set) var extends: JSONValue?
  private(set) var extensions: JSONValue?
  private(set) var legacyValue: JSONValue?
  private(set) var legacyType: JSONValue?
  private(set) var hasChildren = false
  /// The first key with `$` that the format does not know.
  private(set) var unknown: JSONValue?

  init(_ object: JSONValue) {
    for member in object.members {
      let key = member.key
      if key.startsWithDollar {
        take(key, member.value)
      } else if key.equals("value") {
        legacyValue = member.value
      } else if key.equals("type") {
        legacyType = member.value
      } else if member.value.kind == .object {
        hasChildren = true
      }
    }
  }

  private mutating func take(_ key: JSONValue, _ value: JSONValue) {
    if key.equals("$value") {
      self.value = value
    } else if key.equals("$type") {
      type = value
    } else if key.equals("$ref") {
      reference = value
    } else if key.equals("$extends") {
      extends = value
    } else if key.equals("$extensions") {
      extensions = value
    } else if !TokenNode.known.contains(where: { key.equals($0) }), value.kind != .object {
      unknown = unknown ?? key
    }
  }

  private static let known: [StaticString] = [
    "$description", "$deprecated", "$root", "$schema", "$themes", "$metadata", "$id", "$comment", "$name", "$version",
  ]

  /// Written with `value`, as before there was a `$`.
  var isLegacy: Bool { value == nil && reference == nil && isLegacyToken }

  /// An object named "value" may be a group's member; beside a type it is a token's.
  private var isLegacyToken: Bool {
    guard let legacyValue else { return false }
    return legacyValue.kind != .object || legacyType?.kind == .string
  }

  var isToken: Bool { value != nil || reference != nil || isLegacyToken }

  /// Its value is what `$ref` leads to.
  var isReference: Bool { value == nil && reference != nil }

  var anyValue: JSONValue? { value ?? reference ?? (isLegacyToken ? legacyValue : nil) }

  /// What it says of its own type.
  var ownType: JSONValue? { type ?? (isToken && legacyType?.kind == .string ? legacyType : nil) }

  /// The tokens at and under a value.
  static func count(in value: JSONValue) -> Int {
    guard value.kind == .object else { return 0 }
    if TokenNode(value).isToken { return 1 }
    return value.members.reduce(0) {
      $0 + ($1.key.startsWithDollar && !$1.key.equals("$root") ? 0 : count(in: $1.value))
    }
  }
}

extension JSONValue {
  var startsWithDollar: Bool {
    let at = innerRange
    return !at.isEmpty && document.text.bytes[at.lowerBound] == UInt8(ascii: "$")
  }
}
