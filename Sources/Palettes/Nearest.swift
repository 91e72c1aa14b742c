/// The known name that a mistyped one most likely meant.
package enum Nearest {
  /// The candidate with the smallest edit distance, nil when none is near enough to be a typing error (a third of the
  /// length, at least 2). Case does not count as a difference.
  package static func name(to text: String, in candidates: some Sequence<String>) -> String? {
    let wanted = Array(text.lowercased().utf8)
    let limit = max(2, wanted.count / 3)
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let distance = editDistance(wanted, Array(candidate.lowercased().utf8), atMost: limit)
      if distance <= limit, distance < (best?.distance ?? .max) { best = (distance, candidate) }
    }
    return best?.name
  }

  /// `; did you mean "style"?`, empty when no name is near.
  package static func hint(for text: String, in candidates: some Sequence<String>) -> String {
    name(to: text, in: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// The end of a message that refuses a word: the name that was meant, and what is known.
  package static func remedy(for text: String, among known: [String]) -> String {
    let list = known.joined(separator: ", ")
    let hint = hint(for: text, in: known)
    if hint.isEmpty { return "; known: \(list)" }
    return known.count == 1 ? hint : "\(hint) Known: \(list)"
  }

  /// Insertions, deletions, replacements and swaps of neighbours between two byte strings; anything above `limit`
  /// comes back as `limit + 1`.
  private static func editDistance(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int {
    if abs(left.count - right.count) > limit { return limit + 1 }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var row = last
    for (i, a) in left.enumerated() {
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        row[j + 1] = min(last[j] + (a == b ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1) }
      }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return min(last[right.count], limit + 1)
  }
}
