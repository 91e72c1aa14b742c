import Palettes

/// The ramps of a palette: primitives that differ in a number at their end, three or more together.
struct Ramps {
  private var byStem: [Substring: [Int]] = [:]
  private let stems: [Substring?]

  init(_ audit: Audit) {
    stems = audit.palette.colors.indices.map { index in
      guard audit.readings[index].kind == .none else { return nil }
      return Self.stem(of: audit.name(index))
    }
    for (index, stem) in stems.enumerated() {
      if let stem { byStem[stem, default: []].append(index) }
    }
    byStem = byStem.filter { $0.value.count > 2 }
  }

  /// The steps that may stand in for a colour: of its own ramp; for a value that is no step, of all ramps.
  func steps(beside color: Int, isAlias: Bool) -> [Int] {
    if let stem = stems[color], let own = byStem[stem] { return isAlias ? own : [] }
    return isAlias ? [] : byStem.values.flatMap(\.self)
  }

  /// A name without the number at its end; nil where it ends in none or is nothing else.
  private static func stem(of name: String) -> Substring? {
    let stem = name[
      ..<(name.lastIndex { !($0.isASCII && $0.isNumber) }.map { name.index(after: $0) } ?? name.startIndex)]
    return stem.isEmpty || stem.endIndex == name.endIndex ? nil : stem
  }
}
