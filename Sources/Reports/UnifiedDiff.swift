/// The difference of two texts as `diff -u` and git write it, byte for byte.
package enum UnifiedDiff {
  /// - Parameter path: relative to where it is to be applied with `git apply` or `patch -p1`.
  /// - Returns: empty for equal texts.
  package static func patch(_ path: String, from before: [UInt8], to after: [UInt8]) -> String {
    let (old, new) = (lines(before), lines(after))
    let steps = steps(old, new)
    let hunks = hunks(steps)
    if hunks.isEmpty { return "" }
    var text = "--- \(name("a", path))\n+++ \(name("b", path))\n"
    for hunk in hunks { text += written(hunk, steps, old, new) }
    return text
  }

  private enum Step {
    case both(old: Int, new: Int)
    case removed(old: Int, new: Int)
    case added(old: Int, new: Int)

    var isChange: Bool { if case .both = self { false } else { true } }
    /// How many lines of the old and the new text stand before it.
    var position: (old: Int, new: Int) {
      switch self {
      case .both(let old, let new), .removed(let old, let new), .added(let old, let new): (old, new)
      }
    }
  }

  private static let context = 3

  /// Each with its line end; a last line without one as it is.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (at, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(bytes[start...at])
      start = at + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  /// Both texts from begin to end.
  private static func steps(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Step] {
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var steps: [Step] = []
    var (at, to) = (0, 0)
    while at < old.count || to < new.count {
      if removed.contains(at) {
        steps.append(.removed(old: at, new: to))
        at += 1
      } else if added.contains(to) {
        steps.append(.added(old: at, new: to))
        to += 1
      } else {
        steps.append(.both(old: at, new: to))
        at += 1
        to += 1
      }
    }
    return steps
  }

  /// Runs of changes with three lines around them; those that would touch are one.
  private static func hunks(_ steps: [Step]) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for index in steps.indices where steps[index].isChange {
      let range = max(0, index - context)..<min(steps.count, index + context + 1)
      if let last = hunks.last, last.upperBound >= range.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return hunks
  }

  private static func written(
    _ hunk: Range<Int>, _ steps: [Step], _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]
  ) -> String {
    var body = ""
    var (olds, news) = (0, 0)
    for step in steps[hunk] {
      switch step {
      case .both(let at, _):
        body += line(" ", old[at])
        olds += 1
        news += 1
      case .removed(let at, _):
        body += line("-", old[at])
        olds += 1
      case .added(_, let to):
        body += line("+", new[to])
        news += 1
      }
    }
    let first = steps[hunk.lowerBound].position
    func range(_ start: Int, _ count: Int) -> String { "\(count == 0 ? start : start + 1),\(count)" }
    return "@@ -\(range(first.old, olds)) +\(range(first.new, news)) @@\n" + body
  }

  private static func line(_ sign: String, _ bytes: ArraySlice<UInt8>) -> String {
    let text = sign + String(decoding: bytes, as: UTF8.self)
    return bytes.last == UInt8(ascii: "\n") ? text : text + "\n\\ No newline at end of file\n"
  }

  /// A path as git writes it: in quotes where it has what would end the line or the name; a tab ends a name with spaces.
  private static func name(_ side: String, _ path: String) -> String {
    let path = side + (path.hasPrefix("/") ? path : "/" + path)
    guard path.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F }) else {
      return path.contains(" ") ? path + "\t" : path
    }
    var quoted = ""
    for scalar in path.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 8)
        quoted += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\"\(quoted)\""
  }
}
