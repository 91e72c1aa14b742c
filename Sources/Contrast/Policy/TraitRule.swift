package import Palettes
package import Syntax

/// What a policy says of a dimension: which values there are, and where they come from.
package struct TraitRule: Hashable, Sendable {
  package let dimension: TraitDimension
  /// The values that there are, in order; empty where the policy does not say.
  package var values: [String] = []
  /// Directories that give a value to all that is in them.
  package var directories: [DirectoryRule] = []
  /// Ends of names, of files as of colours.
  package var suffixes: [SuffixRule] = []
  package var modifiers: [ModifierRule] = []
  package let range: SourceRange

  package init(dimension: TraitDimension, range: SourceRange) {
    self.dimension = dimension
    self.range = range
  }

  package struct DirectoryRule: Hashable, Sendable {
    package let pattern: DirectoryPattern
    package let value: String
    package let range: SourceRange
  }
}

/// A pattern of directories as gitignore(5) writes them: `Elevated` anywhere, `themes/*/dark` from where the policy stands.
package struct DirectoryPattern: Hashable, Sendable {
  package let text: String
  private let parts: [[UInt8]]

  /// Nil where it names nothing.
  package init?(_ text: String) {
    guard let parts = IgnoreRules.parts(of: text) else { return nil }
    self.text = text
    self.parts = parts
  }

  /// How many directories it names outright at its end: those that a path can do without.
  var named: Int {
    let wild: Set<UInt8> = [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "[")]
    return max(1, parts.reversed().prefix { !$0.contains(where: wild.contains) }.count)
  }

  /// The place among the components of a path of the innermost directory that it covers.
  func place(in components: [[UInt8]]) -> Int? {
    (0..<max(0, components.count - 1)).last { IgnoreRules.matches(parts[...], components[...$0]) }
  }
}

extension TraitRule {
  /// The value that a path gives, and the path without what gave it; nil where it gives none.
  ///
  /// - Parameter relative: as seen from the policy. The path itself may begin below or above that.
  func placed(_ path: String, relative: String) -> (value: String, path: String)? {
    let components = relative.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    let found = directories.compactMap { rule in rule.pattern.place(in: components).map { (rule: rule, place: $0) } }
    if let (rule, place) = found.max(by: { $0.place < $1.place }) {
      let shorter = Self.removing(rule.pattern.named, endingAt: components.count - place, from: path)
      return (rule.value, shorter)
    }
    for rule in suffixes {
      if let shorter = Self.removing(suffix: rule.suffix, from: path) { return (rule.value, shorter) }
    }
    return nil
  }

  /// A path without so many of its components, the last of which is counted from the end.
  private static func removing(_ count: Int, endingAt fromEnd: Int, from path: String) -> String {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let last = parts.count - fromEnd
    // What stands above where the path begins is no part of it.
    if last >= 0 { parts.removeSubrange(max(0, last - count + 1)...last) }
    return parts.joined(separator: "/")
  }

  /// A path whose file, or whose catalog, is called without the suffix; nil where neither has it.
  private static func removing(suffix: String, from path: String) -> String? {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices.reversed() where index == parts.indices.last || parts[index].hasSuffix(".xcassets") {
      let name = parts[index]
      var stem = name[...]
      // The suffix ends the name, or what stands before one of its points.
      while !stem.hasSuffix(suffix) || stem.count == suffix.count {
        guard let point = stem.lastIndex(of: ".") else { break }
        stem = stem[..<point]
      }
      guard stem.hasSuffix(suffix), stem.count > suffix.count else { continue }
      parts[index] = String(stem.dropLast(suffix.count) + name[stem.endIndex...])
      return parts.joined(separator: "/")
    }
    return nil
  }
}

extension Policy {
  /// A palette as its files make it, with the names that say a trait as variants, and the values in the order said.
  func shaped(_ palette: Palette) -> Palette {
    if traits.isEmpty { return palette }
    var palette = palette.folding(traits.flatMap(\.suffixes))
    for rule in traits { palette = palette.declaring(rule.dimension, rule.values) }
    return palette
  }

  /// Whether a combination is one that there is, among those of a palette that varies on some dimensions.
  func occurs(_ combination: TraitCombination, varying dimensions: [TraitDimension]) -> Bool {
    traits.allSatisfy { rule in
      rule.values.isEmpty || !dimensions.contains(rule.dimension) || rule.values.contains(combination[rule.dimension])
    }
  }

  /// Values that a palette has and the policy does not: nothing is judged under them.
  func strangers(in space: TraitSpace, of palette: Palette) -> [Diagnostic] {
    traits.flatMap { rule -> [Diagnostic] in
      guard !rule.values.isEmpty, let axis = space.axes.first(where: { $0.dimension == rule.dimension }) else {
        return []
      }
      // That there is a light style goes without saying; a palette need not have written it.
      let said = axis.values.filter { !rule.values.contains($0) && $0 != rule.dimension.defaultValue }
      return said.map { value in
        let remedy = Nearest.remedy(for: value, among: rule.values)
        let message = "\"\(value)\" of \(palette.path) is no \(rule.dimension.name) of this policy\(remedy)"
        return Diagnostic(.warning, "policy/unknown-trait", message, at: rule.range)
      }
    }
  }
}
