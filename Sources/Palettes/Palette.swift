package import Syntax

/// The smallest unit that pairs: one asset catalog, one document of our own, …
package struct Palette: Sendable {
  /// The unit's path: what tells it from every other.
  package let path: String
  package let format: String
  /// By name; unique.
  package private(set) var colors: ColorList
  package let images: [ImageSet]
  package let pairs: [DeclaredPair]
  package let roles: [DeclaredRole]
  /// The name of the colour that everything stands on, where the palette says.
  package let canvas: String?
  /// The palette's own dimensions in order of declaration, with their values.
  package let ownDimensions: [(dimension: TraitDimension, values: [String])]
  package let diagnostics: [Diagnostic]
  /// What was found and not taken, each with its reason.
  package let skipped: [Skipped]
  /// For each colour of a set where it comes from; empty for a palette of its own.
  package private(set) var origins: [Origin] = []
  private let indices: [String: Int]

  /// Where a colour of a set comes from.
  package struct Origin: Hashable, Sendable {
    /// The place of its palette among those of the set.
    package let member: Int
    /// What it is called there, and what that palette says it is for.
    package let name: String
    package let role: DeclaredRole.Role?
    /// False for one that only gives its value to others.
    package let isCounted: Bool

    package init(member: Int, name: String, role: DeclaredRole.Role?, isCounted: Bool) {
      self.member = member
      self.name = name
      self.role = role
      self.isCounted = isCounted
    }
  }

  /// Several palettes as one.
  package init(
    set path: String, colors: some Collection<DynamicColor>, origins: [Origin], canvas: String?,
    ownDimensions: [(dimension: TraitDimension, values: [String])]
  ) {
    self.init(path, "set", ColorList(colors), [], [], [], canvas, ownDimensions, [], [], indices: nil)
    self.origins = origins
  }

  /// Whether it is several palettes put together by a policy.
  package var isSet: Bool { !origins.isEmpty }

  /// Whether two colours may be judged together here: in a set only those of different palettes.
  package func mayPair(_ left: Int, _ right: Int) -> Bool {
    origins.isEmpty
      || origins[left].member != origins[right].member && origins[left].isCounted && origins[right].isCounted
  }

  /// - Parameter indices: where each name stands in `colors`, where that is known.
  package init(
    path: String, format: String, colors: some Collection<DynamicColor>, images: [ImageSet] = [],
    pairs: [DeclaredPair] = [],
    roles: [DeclaredRole] = [], canvas: String? = nil,
    ownDimensions: [(dimension: TraitDimension, values: [String])] = [], diagnostics: [Diagnostic] = [],
    skipped: [Skipped] = [], indices: [String: Int]? = nil
  ) {
    self.init(
      path, format, ColorList(colors), images, pairs, roles, canvas, ownDimensions, diagnostics, skipped,
      indices: indices)
  }

  private init(
    _ path: String, _ format: String, _ colors: ColorList, _ images: [ImageSet], _ pairs: [DeclaredPair],
    _ roles: [DeclaredRole], _ canvas: String?, _ ownDimensions: [(dimension: TraitDimension, values: [String])],
    _ diagnostics: [Diagnostic], _ skipped: [Skipped], indices: [String: Int]?
  ) {
    self.path = path
    self.format = format
    self.colors = colors
    self.images = images
    self.pairs = pairs
    self.roles = roles
    self.canvas = canvas
    self.ownDimensions = ownDimensions
    self.diagnostics = diagnostics
    self.skipped = skipped
    self.indices =
      indices ?? Dictionary(colors.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// The place of a colour in `colors`.
  package func index(of name: String) -> Int? { indices[name] }

  /// The same palette with other values: names and their order stay.
  package func replacing(colors: ColorList) -> Palette { replacing(colors: colors, pairs: pairs, roles: roles) }

  /// The same palette as another version of its one file has it: names and their order stay.
  package func replacing(valuesOf fragment: Fragment) -> Palette {
    replacing(colors: ColorList(fragment.colors), pairs: fragment.pairs, roles: fragment.roles)
  }

  private func replacing(colors: ColorList, pairs: [DeclaredPair], roles: [DeclaredRole]) -> Palette {
    replacing(colors: colors, pairs: pairs, roles: roles, diagnostics, skipped)
  }

  func replacing(
    colors: ColorList, pairs: [DeclaredPair], roles: [DeclaredRole], _ diagnostics: [Diagnostic],
    _ skipped: [Skipped]
  ) -> Palette {
    var copy = Palette(
      path, format, colors, images, pairs, roles, canvas, ownDimensions, diagnostics, skipped, indices: indices)
    copy.origins = origins
    return copy
  }

  /// The same palette with other values for the colours of some files, each of which declares one, and the places of
  /// those colours; nil where a file declares none here.
  package func replacing(_ values: [DynamicColor]) -> (palette: Palette, edited: [Int])? {
    var copy = self
    var edited: [Int] = []
    for var value in values {
      // Most are called there as the file calls them.
      let named = indices[value.name].flatMap { colors[$0].range.file == value.range.file ? $0 : nil }
      guard let index = named ?? colors.firstIndex(where: { $0.range.file == value.range.file }) else { return nil }
      value.name = colors[index].name
      copy.colors[index] = value
      edited.append(index)
    }
    return (copy, edited)
  }

  package subscript(name: String) -> DynamicColor? { indices[name].map { colors[$0] } }
}

/// An image and its slots, read as a colour's variants are; the pixels are not looked at.
package struct ImageSet: Hashable, Sendable {
  package struct Slot: Hashable, Sendable {
    /// With `scale` as a dimension ("1x", "2x", "3x").
    package let traits: TraitCollection
    /// Nil for a slot that is there and empty.
    package let filename: String?

    package init(traits: TraitCollection, filename: String?) {
      self.traits = traits
      self.filename = filename
    }
  }

  package var name: String
  package let slots: [Slot]
  package let range: SourceRange

  package init(name: String, slots: [Slot], range: SourceRange) {
    self.name = name
    self.slots = slots
    self.range = range
  }
}

/// A pair that a palette itself names.
package struct DeclaredPair: Hashable, Sendable {
  package let foreground: String
  package let background: String
  /// What a translucent background stands on, nearest first.
  package let backdrops: [String]
  package let usage: Usage?
  /// A required ratio of its own, 1 to 21.
  package let minimum: Double?
  package let range: SourceRange

  package init(
    foreground: String, background: String, backdrops: [String] = [], usage: Usage? = nil, minimum: Double? = nil,
    range: SourceRange
  ) {
    self.foreground = foreground
    self.background = background
    self.backdrops = backdrops
    self.usage = usage
    self.minimum = minimum
    self.range = range
  }
}

/// What a palette says a name is for, over what its words say.
package struct DeclaredRole: Hashable, Sendable {
  /// "background", "none" or a usage.
  package enum Role: Hashable, Sendable {
    case background
    case foreground(Usage)
    /// Never paired.
    case none
  }

  /// A name, with `*` for any run of characters.
  package let pattern: String
  package let role: Role
  package let range: SourceRange

  package init(pattern: String, role: Role, range: SourceRange) {
    self.pattern = pattern
    self.role = role
    self.range = range
  }
}

/// Something that was found and is no colour here, and why.
package struct Skipped: Hashable, Sendable {
  package let name: String
  package let reason: String
  package let range: SourceRange
  /// How many declarations it stands for: tokens of one type in one file are told together.
  package let count: Int

  package init(name: String, reason: String, range: SourceRange, count: Int = 1) {
    self.name = name
    self.reason = reason
    self.range = range
    self.count = count
  }
}

extension SourceRange {
  /// A file as a whole: its first place.
  package init(startOf file: String) {
    let start = SourcePosition(line: 1, column: 1)
    self.init(file: file, start: start, end: start, bytes: 0..<0)
  }
}
