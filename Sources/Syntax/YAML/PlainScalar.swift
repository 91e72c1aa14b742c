/// What a text without quotes is: the core schema of YAML 1.2 (section 10.3.2), with decimal numbers only.
enum PlainScalar {
  static func kind(of text: UnsafeBufferPointer<UInt8>) -> JSONKind {
    if text.isEmpty { return .null }
    if text.count <= 5, let kind = words.first(where: { text.elementsEqual($0.word.utf8) })?.kind { return kind }
    return isNumber(text) ? .number : .string
  }

  private static let words: [(word: String, kind: JSONKind)] = [
    ("null", .null), ("Null", .null), ("NULL", .null), ("~", .null), ("true", .true), ("True", .true), ("TRUE", .true),
    ("false", .false), ("False", .false), ("FALSE", .false),
  ]

  /// `[-+]? ( [0-9]+ ( . [0-9]* )? | . [0-9]+ ) ( [eE] [-+]? [0-9]+ )?`
  private static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = text[...]
    skipSign(&rest)
    var digits = skipDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      digits += skipDigits(&rest)
    }
    if digits == 0 { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      skipSign(&rest)
      if skipDigits(&rest) == 0 { return false }
    }
    return rest.isEmpty
  }

  private static func skipSign(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) {
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
  }

  private static func skipDigits(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let count = rest.prefix { $0 &- 0x30 < 10 }.count
    rest = rest.dropFirst(count)
    return count
  }
}
