package import Syntax

/// What policies say of how a file is read: which traits its place gives it, and what is refused.
package struct SourceRules: Hashable, Sendable {
  /// The traits that the file's place gives to all its values.
  package var traits = TraitCollection()
  /// Where the file stands without the parts of its path that give it traits; nil where that is its path.
  package var place: String?
  /// What was written before DTCG 2025.10 is refused.
  package var isStrict = false
  /// Which dimensions the modifiers of resolvers, groups of themes and modes are.
  package var modifiers: [ModifierRule] = []
  /// The values that there are of dimensions, where a policy lists them.
  package var values: [TraitDimension: [String]] = [:]
  /// The directory that no reference may leave; nil where nothing says so.
  package var root: String?

  package init() {}

  /// Whether a reference may lead to a path.
  package func permits(_ path: String) -> Bool {
    guard let root, !root.isEmpty else { return true }
    return path.hasPrefix(root == "/" ? root : root + "/")
  }
}

extension SourceRules {
  func outsideRoot(_ path: String, _ place: SourceRange) -> Diagnostic {
    let root = root.map { $0.isEmpty ? "the directory of the policy" : $0 } ?? ""
    return Diagnostic(
      .error, "policy/outside-root",
      "\"\(path)\" is outside of the root, \(root), and not followed; take the file into it, or make a directory above both "
        + "the root", at: place)
  }
}

/// A modifier that is said to be a dimension: `"style": {"modifier": {"mode": {"night": "dark"}}}`.
package struct ModifierRule: Hashable, Sendable {
  package let name: String
  package let dimension: TraitDimension
  /// The values of contexts that are called otherwise.
  package let contexts: [String: String]
  /// All values that there are; empty for any.
  package let values: [String]
  /// Where a policy says so.
  package let range: SourceRange

  package init(
    name: String, dimension: TraitDimension, contexts: [String: String], values: [String], range: SourceRange
  ) {
    self.name = name
    self.dimension = dimension
    self.contexts = contexts
    self.values = values
    self.range = range
  }

  func covers(_ modifier: String) -> Bool { Self.plain(modifier) == Self.plain(name) }

  /// A name as traits are written, whatever its case.
  private static func plain(_ name: String) -> String { TokenAxis.spelled(name).lowercased() }

  /// The value that a context is; nil where none is known.
  func value(of context: String) -> String? {
    let said = contexts.first { Self.plain($0.key) == Self.plain(context) }?.value
    let value = said ?? dimension.canonicalValue(dimension.isStandard ? context.lowercased() : context)
    return values.isEmpty || values.contains(value) ? value : nil
  }
}

/// The end of a name that says a trait: `primary_highContrast` is `primary` under high contrast.
package struct SuffixRule: Hashable, Sendable {
  package let suffix: String
  package let dimension: TraitDimension
  package let value: String

  package init(suffix: String, dimension: TraitDimension, value: String) {
    self.suffix = suffix
    self.dimension = dimension
    self.value = value
  }
}

extension DynamicColor {
  /// The same where all variants are for some traits; what a variant says of itself counts before them.
  package func under(_ traits: TraitCollection) -> DynamicColor {
    if traits.isEmpty { return self }
    var color = DynamicColor(name: name, source: source, range: range)
    for registration in registrations {
      let traits = traits.merging(registration.traits.asVariant)
      color.register(Registration(traits: traits, value: registration.value, range: registration.range))
    }
    return color
  }
}

/// Colours of several files that say the same names under different traits.
struct ColorLayers {
  private(set) var colors: [DynamicColor] = []
  /// Where each name stands in `colors`.
  private(set) var indices: [String: Int] = [:]
  /// The traits under which each was declared first, and those under which it was again.
  private var first: [TraitCollection] = []
  private var later: [Int: [TraitCollection]] = [:]

  /// Adds a colour under the traits of its file; one that is there for other traits gets its variants.
  ///
  /// - Returns: where it was declared under the same traits before, which this replaces.
  mutating func add(_ color: DynamicColor, under traits: TraitCollection) -> SourceRange? {
    let placed = color.under(traits)
    guard let index = indices[color.name] else {
      indices[color.name] = colors.count
      colors.append(placed)
      first.append(traits)
      return nil
    }
    if first[index] != traits, later[index]?.contains(traits) != true {
      later[index, default: []].append(traits)
      for registration in placed.registrations { colors[index].register(registration) }
      return nil
    }
    let earlier = colors[index].range
    if later[index] == nil {
      colors[index] = placed
    } else {
      for registration in placed.registrations { colors[index].register(registration) }
    }
    return earlier
  }

  mutating func reserve(_ count: Int) {
    colors.reserveCapacity(count)
    indices.reserveCapacity(count)
    first.reserveCapacity(count)
  }
}
