import Palettes

/// A change to nothing but values of colours.
enum Edit {
  /// The new colours of files that declare one each.
  case values([DynamicColor])
  /// Places in a palette of one file, and that file as it is now.
  case colors(Set<Int>, of: Fragment)
  /// Values in files that may stand with others, one edit a file.
  case files([FileEdit])

  static func + (earlier: Edit, later: Edit) -> Edit? {
    switch (earlier, later) {
    case (.values(let a), .values(let b)): .values(a + b)
    case (.colors(let a, _), .colors(let b, let file)): .colors(a.union(b), of: file)
    case (.files(let a), .files(let b)) where Set(a.map(\.path)).isDisjoint(with: b.map(\.path)): .files(a + b)
    default: nil
    }
  }
}

/// What a batch of changes concerns.
struct Touched {
  private(set) var units: Set<String> = []
  /// Some of them more than once.
  private(set) var files: [String] = []
  private(set) var isEverything = false
  /// What became of units of which nothing but values changed.
  private(set) var edits: [String: Edit] = [:]

  /// - Parameter edit: what changed in the file, where it is no more than that.
  mutating func note(_ unit: String, _ file: String, _ edit: Edit? = nil) {
    let isFirst = units.insert(unit).inserted
    files.append(file)
    edits[unit] = isFirst ? edit : edit.flatMap { new in edits[unit].flatMap { $0 + new } }
  }

  mutating func noteEverything(of all: some Sequence<String>) {
    units.formUnion(all)
    isEverything = true
    edits.removeAll()
  }
}

extension Fragment {
  /// The colour of a file that declares one and nothing else, as another version of it did.
  func valueAlone(instead of: Fragment) -> DynamicColor? {
    guard isOneColor, of.isOneColor, colors[0].name == of.colors[0].name else { return nil }
    return colors[0]
  }

  private var isOneColor: Bool {
    colors.count == 1 && images.isEmpty && pairs.isEmpty && roles.isEmpty && canvas == nil && ownDimensions.isEmpty
      && diagnostics.isEmpty && skipped.isEmpty && !providesNamespace
  }
}
