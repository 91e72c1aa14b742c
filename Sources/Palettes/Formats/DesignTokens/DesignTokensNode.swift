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
  /// A value for light and one for dark, as members of the token or of its value.
  private(set) var light: JSONValue?
  private(set) var dark: JSONValue?
  /// What it says of itself for people.
  private(set) var text: JSONValue?
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
      } else if key.equals("description") || key.equals("comment") {
        text = member.value
      } else if key.equals("light"), member.value.kind == .string {
        light = member.value
      } else if key.equals("dark"), member.value.kind == .string {
        dark = member.value
      } else if member.value.kind == .object {
        hasChildren = true
      }
    }
    takeSides()
  }

  /// Both or none: a group may have a text of either name, and a token has its value first.
  private mutating func takeSides() {
    if let value = value ?? legacyValue {
      (light, dark) = value.kind == .object ? (value["light"], value["dark"]) : (nil, nil)
    } else if reference != nil {
      (light, dark) = (nil, nil)
    }
    if !TokenBare.isColorOrAlias(light) || !TokenBare.isColorOrAlias(dark) { (light, dark) = (nil, nil) }
  }

  /// Written as an object with a light and a dark value, which no version of the format has.
  var hasSides: Bool { light != nil }

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
    } else if key.equals("$description") {
      text = value
    } else if key.equals("$light"), value.kind == .string {
      light = value
    } else if key.equals("$dark"), value.kind == .string {
      dark = value
    } else if !TokenNode.known.contains(where: { key.equals($0) }), value.kind != .object {
      unknown = unknown ?? key
    }
  }

  private static let known: [StaticString] = [
    "$deprecated", "$root", "$schema", "$themes", "$metadata", "$id", "$comment", "$name", "$version",
  ]

  /// Written with `value`, as before there was a `$`.
  var isLegacy: Bool { value == nil && reference == nil && isLegacyToken }

  /// An object named "value" may be a group's member; beside a type it is a token's.
  private var isLegacyToken: Bool {
    guard let legacyValue else { return false }
    return hasSides || legacyValue.kind != .object || legacyType?.kind == .string
  }

  var isToken: Bool { value != nil || reference != nil || isLegacyToken || hasSides }

  /// Its value is what `$ref` leads to.
  var isReference: Bool { value == nil && reference != nil }

  var anyValue: JSONValue? { light ?? value ?? reference ?? (isLegacyToken ? legacyValue : nil) }

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
