/// Patterns of files as gitignore(5) writes them; the last one that covers a path decides.
///
/// A slash at the start or in the middle anchors a pattern where the rules stand, one at the end makes it cover
/// directories alone, `!` takes back, `*` and `?` stay within a name, `**` does not, `[a-z]` is one of a set. What is
/// under a directory that is covered is covered.
package struct IgnoreRules: Hashable, Sendable {
  private struct Rule: Hashable {
    let isNegated: Bool
    let directoriesOnly: Bool
    /// Components, "**" one of its own.
    let parts: [[UInt8]]
  }

  private let rules: [Rule]
  /// As written.
  package let lines: [String]

  package init(_ lines: [String]) {
    self.lines = lines
    rules = lines.compactMap(Self.rule)
  }

  package var isEmpty: Bool { rules.isEmpty }

  private static func rule(_ line: String) -> Rule? {
    var text = Array(line.utf8)[...]
    if text.first == UInt8(ascii: "#") { return nil }
    while text.last == UInt8(ascii: " "), text.dropLast().last != UInt8(ascii: "\\") { text.removeLast() }
    let isNegated = text.first == UInt8(ascii: "!")
    if isNegated { text.removeFirst() }
    let directoriesOnly = text.last == UInt8(ascii: "/")
    if directoriesOnly { text.removeLast() }
    return parts(of: text).map { Rule(isNegated: isNegated, directoriesOnly: directoriesOnly, parts: $0) }
  }

  /// The components of a pattern of directories; nil where it has none.
  static func parts(of pattern: String) -> [[UInt8]]? {
    let text = Array(pattern.utf8)
    return parts(of: text.last == UInt8(ascii: "/") ? text.dropLast() : text[...])
  }

  private static func parts(of text: ArraySlice<UInt8>) -> [[UInt8]]? {
    let parts = text.split(separator: UInt8(ascii: "/")).map(Array.init)
    if parts.isEmpty { return nil }
    return text.contains(UInt8(ascii: "/")) ? parts : [Array("**".utf8)] + parts
  }

  /// Whether a file is covered, by its path relative to where the rules stand.
  package func cover(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    return (1...max(1, parts.count)).contains { count in
      covers(parts[..<min(count, parts.count)], isDirectory: count < parts.count)
    }
  }

  private func covers(_ path: ArraySlice<[UInt8]>, isDirectory: Bool) -> Bool {
    let last = rules.last { rule in
      (isDirectory || !rule.directoriesOnly) && Self.matches(rule.parts[...], path)
    }
    return last.map { !$0.isNegated } ?? false
  }

  static func matches(_ pattern: ArraySlice<[UInt8]>, _ path: ArraySlice<[UInt8]>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == Array("**".utf8) {
      if pattern.count == 1 { return !path.isEmpty }
      return (0...path.count).contains { matches(pattern.dropFirst(), path.dropFirst($0)) }
    }
    guard let name = path.first, covers(first[...], name[...]) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  /// One name against one component of a pattern.
  private static func covers(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    switch first {
    case UInt8(ascii: "*"):
      return (0...name.count).contains { covers(pattern.dropFirst(), name.dropFirst($0)) }
    case UInt8(ascii: "?"):
      return !name.isEmpty && covers(pattern.dropFirst(), name.dropFirst())
    case UInt8(ascii: "["):
      guard let byte = name.first, let (isIn, rest) = set(pattern.dropFirst(), byte) else { return false }
      return isIn && covers(rest, name.dropFirst())
    case UInt8(ascii: "\\") where pattern.count > 1:
      return pattern.dropFirst().first == name.first && covers(pattern.dropFirst(2), name.dropFirst())
    default:
      return first == name.first && covers(pattern.dropFirst(), name.dropFirst())
    }
  }

  /// Whether a byte is in the set that begins here, and what follows the set; nil where it does not close.
  private static func set(_ pattern: ArraySlice<UInt8>, _ byte: UInt8) -> (isIn: Bool, rest: ArraySlice<UInt8>)? {
    var rest = pattern
    let isInverted = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isInverted { rest.removeFirst() }
    var isIn = false
    var isFirst = true
    while let low = rest.popFirst() {
      if low == UInt8(ascii: "]"), !isFirst { return (isIn != isInverted, rest) }
      isFirst = false
      if rest.first == UInt8(ascii: "-"), let high = rest.dropFirst().first, high != UInt8(ascii: "]") {
        rest = rest.dropFirst(2)
        if low <= high, (low...high).contains(byte) { isIn = true }
      } else if low == byte {
        isIn = true
      }
    }
    return nil
  }
}
