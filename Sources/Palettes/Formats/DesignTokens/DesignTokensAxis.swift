import Syntax

/// A dimension on which the tokens of a palette vary: a modifier, a group of themes, the modes of tokens.
struct TokenAxis: Sendable {
  let dimension: TraitDimension
  /// The default first.
  let values: [String]

  /// A dimension under a name of its own, or the platforms' where every value is one they know: `theme` with `light` and
  /// `dark` is `style`.
  ///
  /// - Parameter taken: the dimensions that others have already.
  init(named name: String, values: [String], taken: [TraitDimension]) {
    if let standard = TokenAxis.standard(name, values), !taken.contains(standard.dimension) {
      self = standard
      return
    }
    var own = TokenAxis.spelled(name)
    if TraitDimension(own).isStandard { own += "-modifier" }
    while taken.contains(TraitDimension(own)) { own += "-2" }
    dimension = TraitDimension(own)
    var spelled: [String] = []
    for value in values {
      var text = TokenAxis.spelled(value)
      while spelled.contains(text) { text += "-2" }
      spelled.append(text)
    }
    self.values = spelled
  }

  init(dimension: TraitDimension, values: [String]) {
    self.dimension = dimension
    self.values = values
  }

  private static func standard(_ name: String, _ values: [String]) -> TokenAxis? {
    let plain = name.lowercased().filter { $0.isLetter }
    guard let dimension = names.first(where: { $0.words.contains(plain) })?.dimension else { return nil }
    let canonical = values.map { dimension.canonicalValue($0.lowercased()) }
    guard canonical.allSatisfy({ dimension.knownValues.contains($0) }), Set(canonical).count == values.count else {
      return nil
    }
    return TokenAxis(dimension: dimension, values: canonical)
  }

  /// What modifiers of a platform's dimension are called. One word here is one more name.
  private static let names: [(dimension: TraitDimension, words: Set<String>)] = [
    (
      .style,
      ["style", "theme", "themes", "mode", "modes", "scheme", "colorscheme", "colormode", "colortheme", "appearance"]
    ),
    (.contrast, ["contrast", "contrasts", "contrastmode", "contrastlevel"]),
    (.level, ["level", "elevation"]),
    (.gamut, ["gamut", "colorgamut"]),
    (.idiom, ["idiom", "device"]),
  ]

  /// A name as traits are written: without white space, commas and equals signs.
  static func spelled(_ name: String) -> String {
    let text = String(name.trimmed.map { $0.isWhitespace || $0 == "," || $0 == "=" ? "-" : $0 })
    return text.isEmpty ? "unnamed" : text
  }
}

/// One value of one axis.
struct TokenChoice: Hashable, Sendable {
  let axis: Int
  let value: Int
}

/// When a layer counts: each clause has to have one of its choices. None: always.
typealias TokenCondition = [[TokenChoice]]

/// Tokens that are laid over those of the layers before it, under a condition.
struct TokenLayer: Sendable {
  let condition: TokenCondition
  let tree: TokenTree
  let file: String
}

/// What belongs to a palette and in which order.
struct TokenPlan: Sendable {
  var axes: [TokenAxis] = []
  /// What comes later wins.
  var layers: [TokenLayer] = []
  var diagnostics: [Diagnostic] = []
  var skipped: [Skipped] = []
  /// Two files that declare the same token are a mistake, where no document says which one counts.
  var isUnordered = false
  /// The files that the palette is made of.
  var files: Set<String> = []
  /// Those that are a dimension for their names alone.
  var sides: Set<String> = []
  /// What policies say of modifiers.
  var modifiers: [ModifierRule] = []
}
