/// Reads the interface language: `interface NAME`, then any number of `type`, `method` and `error` declarations.
struct InterfaceParser {
  /// How deep a type may be nested.
  private static let maximumDepth = 32
  private static let builtIn: Set<String> = ["bool", "int", "float", "string", "object", "any"]

  private let text: String
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1

  private var methods: [String] = []
  private var errors: [String] = []
  private var types: [String] = []
  private var uses: [(name: String, line: Int)] = []

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  mutating func interface() throws(InterfaceError) -> Interface {
    guard word() == "interface" else { throw error("the description begins with \"interface\" and a name") }
    let name = try interfaceName()
    skipSpace()
    while at < bytes.count {
      try declaration()
      skipSpace()
    }
    for use in uses where !types.contains(use.name) {
      throw InterfaceError(line: use.line, message: "the type \(use.name) is not declared")
    }
    if methods.isEmpty { throw error("an interface has at least one method") }
    return Interface(name: name, methods: methods, errors: errors, types: types, description: text)
  }

  private mutating func declaration() throws(InterfaceError) {
    let keyword = word()
    guard ["type", "method", "error"].contains(keyword) else {
      throw error("expected \"type\", \"method\" or \"error\", found \"\(keyword)\"")
    }
    let name = word()
    guard InterfaceParser.isDeclaredName(name) else {
      throw error("\"\(name)\" is no name: it begins with a capital and has letters and digits")
    }
    guard !(methods + errors + types).contains(name) else { throw error("\(name) is declared twice") }
    switch keyword {
    case "method":
      methods.append(name)
      try structure()
      guard take("-"), take(">") else { throw error("expected \"->\" behind the parameters of \(name)") }
      try structure()
    case "error":
      errors.append(name)
      try structure()
    default:
      types.append(name)
      try list(depth: 0)
    }
  }

  /// A list whose elements all have types.
  private mutating func structure() throws(InterfaceError) {
    let start = line
    guard try list(depth: 0) != .words else {
      throw InterfaceError(line: start, message: "every field needs a type, as in (name: string)")
    }
  }

  private enum List { case empty, fields, words }

  /// `(a: int, b: string)` or `(one, two)`.
  @discardableResult
  private mutating func list(depth: Int) throws(InterfaceError) -> List {
    guard take("(") else { throw error("expected \"(\"") }
    if take(")") { return .empty }
    var names: Set<String> = []
    var kind = List.empty
    repeat {
      let name = word()
      guard InterfaceParser.isFieldName(name) else { throw error("\"\(name)\" is no name of a field") }
      guard names.insert(name).inserted else { throw error("the field \(name) stands twice") }
      let isField = take(":")
      if isField { try type(depth: depth + 1) }
      guard kind == .empty || (kind == .fields) == isField else {
        throw error("either every element of a list has a type or none")
      }
      kind = isField ? .fields : .words
    } while take(",")
    guard take(")") else { throw error("expected \",\" or \")\"") }
    return kind
  }

  private mutating func type(depth: Int) throws(InterfaceError) {
    guard depth < InterfaceParser.maximumDepth else { throw error("nested too deep") }
    if take("?") {
      skipSpace()
      if at < bytes.count, bytes[at] == UInt8(ascii: "?") { throw error("one \"?\" is enough") }
      return try type(depth: depth + 1)
    }
    if take("[") {
      let key = word()
      guard key.isEmpty || key == "string", take("]") else { throw error("expected \"[]\" or \"[string]\"") }
      return try type(depth: depth + 1)
    }
    skipSpace()
    if at < bytes.count, bytes[at] == UInt8(ascii: "(") {
      try list(depth: depth)
      return
    }
    let name = word()
    if InterfaceParser.builtIn.contains(name) { return }
    guard InterfaceParser.isDeclaredName(name) else { throw error("\"\(name)\" is no type") }
    uses.append((name, line))
  }
}

extension InterfaceParser {
  private mutating func interfaceName() throws(InterfaceError) -> String {
    skipSpace()
    let start = at
    while at < bytes.count, InterfaceParser.isNameByte(bytes[at]) || [0x2D, 0x2E].contains(bytes[at]) { at += 1 }
    let name = String(decoding: bytes[start..<at], as: UTF8.self)
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isName =
      parts.count > 1 && parts[0].utf8.first.map { !(0x30...0x39).contains($0) } ?? false
      && parts.allSatisfy { part in
        !part.isEmpty && !part.hasPrefix("-") && !part.hasSuffix("-")
          && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
      }
    guard isName else { throw error("\"\(name)\" is no interface name: lower-case words joined by points") }
    return name
  }

  /// The letters, digits and underscores that stand here, perhaps none.
  private mutating func word() -> String {
    skipSpace()
    let start = at
    while at < bytes.count, InterfaceParser.isNameByte(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Skips white space and comments, which go from `#` to the end of the line.
  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x0A:
        line += 1
        at += 1
      case 0x20, 0x09, 0x0D: at += 1
      case UInt8(ascii: "#"): while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      default: return
      }
    }
  }

  private func error(_ message: String) -> InterfaceError { InterfaceError(line: line, message: message) }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func isDeclaredName(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    return (0x41...0x5A).contains(first) && !name.utf8.contains(UInt8(ascii: "_"))
  }

  /// Letters, digits and single underscores between them, a letter first.
  private static func isFieldName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first >= 0x41, first != UInt8(ascii: "_") else { return false }
    return !name.hasSuffix("_") && !name.contains("__")
  }
}
