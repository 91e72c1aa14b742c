/// One axis on which a colour may vary: `style`, `contrast`, … or any name that a palette brings.
///
/// Dimensions are open. The five that platforms share are listed in `standard`, in the order in which they decide a
/// closest match (semantics: style, contrast, level, idiom, gamut); a palette's own follow in order of declaration.
package struct TraitDimension: Hashable, Sendable {
  /// The place in `standard`, −1 for a palette's own.
  let standardIndex: Int8
  /// Empty for a standard one.
  private let ownName: String

  package init(_ name: String) {
    standardIndex = Int8(Self.definitions.firstIndex { $0.name == name } ?? -1)
    ownName = standardIndex < 0 ? name : ""
  }

  private init(standard index: Int8) {
    standardIndex = index
    ownName = ""
  }

  package static let style = TraitDimension(standard: 0)
  package static let contrast = TraitDimension(standard: 1)
  package static let level = TraitDimension(standard: 2)
  package static let idiom = TraitDimension(standard: 3)
  package static let gamut = TraitDimension(standard: 4)

  /// The release of iOS, where a policy names several.
  package static let ios = TraitDimension("ios")

  /// The shared dimensions, in the order in which they decide a closest match.
  package static let standard = definitions.indices.map { TraitDimension(standard: Int8($0)) }

  package var name: String { definition?.name ?? ownName }

  package var isStandard: Bool { standardIndex >= 0 }

  /// What a value that says nothing of this dimension stands for among variants: any style, normal contrast, …
  package var absent: String { definition?.absent ?? Self.unspecified }

  /// What a question that leaves this dimension out means.
  package var defaultValue: String { definition?.values[0] ?? Self.unspecified }

  /// The values that platforms know, the default first; empty for a palette's own dimension.
  package var knownValues: [String] { definition?.values ?? [] }

  /// Every presentation has a style, a contrast, a level and a gamut; an idiom or a palette's own dimension may have no
  /// presentation that leaves it open.
  package var isAlwaysPresent: Bool { isStandard && self != .idiom }

  /// The next best value a question for `value` takes, nil when there is none: high → medium → normal, dark → any.
  package func fallback(after value: String) -> String? {
    if value == absent { return nil }
    return definition?.steps[value] ?? absent
  }

  /// The one spelling of a value, whether written in UIKit's, CSS's or the asset catalog's words.
  package func canonicalValue(_ text: String) -> String {
    guard let definition else { return text }
    if definition.values.contains(text) { return text }
    let value = text.lowercased()
    return definition.synonyms[value] ?? value
  }

  package static let unspecified = "unspecified"
}

extension TraitDimension {
  /// A platform dimension. One entry here is one more dimension known by name.
  private struct Definition {
    let name: String
    /// Default first; at most thirteen.
    let values: [String]
    let absent: String
    var steps: [String: String] = [:]
    var synonyms: [String: String] = [:]
  }

  private static let definitions: [Definition] = [
    Definition(
      name: "style", values: ["light", "dark"], absent: unspecified,
      synonyms: ["any": unspecified, "night": "dark", "notnight": "light", "": unspecified]),
    Definition(
      name: "contrast", values: ["normal", "high", "medium", "low", "custom"], absent: "normal",
      steps: ["high": "medium", "medium": "normal"],
      synonyms: [
        "more": "high", "less": "low", "increased": "high", "no-preference": "normal", unspecified: "normal",
      ]),
    Definition(name: "level", values: ["base", "elevated"], absent: "base", synonyms: [unspecified: "base"]),
    Definition(
      name: "idiom",
      values: ["universal", "iphone", "ipad", "tv", "watch", "mac", "car", "vision"], absent: "universal",
      synonyms: ["phone": "iphone", "pad": "ipad", "reality": "vision", "carplay": "car", unspecified: "universal"]),
    Definition(
      name: "gamut", values: ["srgb", "p3"], absent: "srgb",
      synonyms: ["display-p3": "p3", unspecified: "srgb"]),
  ]

  private var definition: Definition? { isStandard ? Self.definitions[Int(standardIndex)] : nil }
}

extension TraitDimension: Comparable {
  /// Standard dimensions first, in their order; then by name.
  package static func < (left: TraitDimension, right: TraitDimension) -> Bool {
    (left.precedence, left.ownName) < (right.precedence, right.ownName)
  }

  private var precedence: Int8 { isStandard ? standardIndex : .max }
}
