import Colorimetry
import Palettes

extension Audit {
  /// Groups of two and more colours that are equal in every combination, in the palette's order.
  package var duplicates: [[Int]] {
    // Each colour's column of ids, mixed into a word; equal words are compared whole.
    var keys = [UInt64](repeating: 0, count: palette.colors.count)
    for combination in combinations.indices {
      for (color, id) in grid.column(combination).enumerated() {
        keys[color] = (keys[color] ^ UInt64(UInt32(bitPattern: id))) &* 0x9E37_79B9_7F4A_7C15
      }
    }
    var firsts = [UInt64: Int](minimumCapacity: keys.count)
    // Colours whose word is that of another one by chance.
    var others: [Int] = []
    var groups: [Int: [Int]] = [:]
    for color in palette.colors.indices where combinations.indices.allSatisfy({ grid.id(of: color, in: $0) != nil }) {
      guard let first = firsts[keys[color]] else {
        firsts[keys[color]] = color
        continue
      }
      if let same = areEqual(first, color) ? first : others.first(where: { areEqual($0, color) }) {
        groups[same, default: [same]].append(color)
      } else {
        others.append(color)
      }
    }
    return groups.values.sorted { $0[0] < $1[0] }
  }

  private func areEqual(_ color: Int, _ other: Int) -> Bool {
    combinations.indices.allSatisfy { grid.id(of: color, in: $0) == grid.id(of: other, in: $0) }
  }

  /// Colours with a role that stand in no pair.
  package var uncovered: [Int] {
    var covered = pairedElsewhere
    for pairing in pairings {
      covered.formUnion([pairing.foreground, pairing.background])
      covered.formUnion(pairing.backdrops)
    }
    return readings.indices.filter { index in
      let reading = readings[index]
      guard !covered.contains(index), reading.kind != .none else { return false }
      return reading.kind != .border || !(reading.usage?.isExempt ?? true)
    }
  }
}

/// One note a group of equal colours.
@Sendable func duplicateColorFindings(_ audit: Audit) -> [Finding] {
  audit.duplicates.map { group in
    let names = group.map { audit.name($0) }
    let shown = names.prefix(4).joined(separator: ", ") + (names.count > 4 ? " and \(names.count - 4) more" : "")
    return Finding(
      "duplicate-color", .note, "\(shown) are equal in every trait combination.",
      at: audit.palette.colors[group[1]].range, related: audit.palette.colors[group[0]].range)
  }
}

/// One line a palette: colours whose name has a role and that nothing is paired with.
@Sendable func uncoveredFindings(_ audit: Audit) -> [Finding] {
  let uncovered = audit.uncovered
  guard let first = uncovered.first else { return [] }
  let names = uncovered.prefix(3).map { audit.name($0) }.joined(separator: ", ")
  let more = uncovered.count > 3 ? ", …" : ""
  let count =
    uncovered.count == 1
    ? "1 colour has a role and no partner" : "\(uncovered.count) colours have a role and no partner"
  return [
    Finding(
      "uncovered", .note,
      "\(count) (\(names)\(more)): they were not judged. Declare their pairs; `contrastctl tokens --uncovered` lists them.",
      at: audit.palette.colors[first].range)
  ]
}
