/// A partial set of traits: what a variant says of itself, or what a question asks.
///
/// At most one value a dimension. What platforms know is packed into one word, so that the thousands of variants of a
/// palette cost no allocation and compare and hash as a number.
package struct TraitCollection: Hashable, Sendable {
  package struct Trait: Hashable, Sendable {
    package let dimension: TraitDimension
    package let value: String
  }

  /// Four bits a standard dimension, by its place: 0 nothing is said, 1 unspecified, n + 2 its value n, 15 in `others`.
  private var packed: UInt32 = 0
  /// Of a palette's own dimensions, and values that no platform knows; in order of dimension.
  private var others: [Trait] = []

  package init() {}

  package init(_ values: KeyValuePairs<TraitDimension, String>) {
    for (dimension, value) in values { self[dimension] = value }
  }

  package var isEmpty: Bool { packed == 0 && others.isEmpty }

  /// Whether all of it is said in the platforms' own words.
  package var isStandard: Bool { others.isEmpty }

  /// In order of dimension.
  package var traits: [Trait] {
    var traits: [Trait] = []
    for dimension in TraitDimension.standard {
      if let value = self[dimension] { traits.append(Trait(dimension: dimension, value: value)) }
    }
    return traits + others.filter { !$0.dimension.isStandard }
  }

  /// The value of one dimension, nil where nothing is said of it. Setting canonicalises the spelling.
  package subscript(dimension: TraitDimension) -> String? {
    get {
      switch code(of: dimension) {
      case 0: nil
      case 1: TraitDimension.unspecified
      case Self.elsewhere: others.first { $0.dimension == dimension }?.value
      case let code: dimension.knownValues[Int(code) - 2]
      }
    }
    set {
      if code(of: dimension) == Self.elsewhere { others.removeAll { $0.dimension == dimension } }
      guard let newValue else { return setCode(0, of: dimension) }
      let value = dimension.canonicalValue(newValue)
      if dimension.isStandard, value == TraitDimension.unspecified {
        setCode(1, of: dimension)
      } else if let index = dimension.knownValues.firstIndex(of: value) {
        setCode(UInt32(index) + 2, of: dimension)
      } else {
        setCode(Self.elsewhere, of: dimension)
        let place = others.firstIndex { dimension < $0.dimension } ?? others.endIndex
        others.insert(Trait(dimension: dimension, value: value), at: place)
      }
    }
  }

  /// Both collections in one; where both name a dimension, `later` wins it (UIKit: the traits of collections combine).
  package func merging(_ later: TraitCollection) -> TraitCollection {
    var merged = self
    for trait in later.traits { merged[trait.dimension] = trait.value }
    return merged
  }

  /// The same variant slot, spelled once: what equals saying nothing (any style, normal contrast, base, …) is dropped,
  /// so that two registrations "for equal traits" compare equal.
  package var asVariant: TraitCollection {
    var slot = self
    for shift in stride(from: UInt32(0), to: UInt32(TraitDimension.standard.count) * 4, by: 4)
    where packed >> shift & 15 == Self.absent >> shift & 15 {
      slot.packed &= ~(15 << shift)
    }
    if !others.isEmpty { slot.others.removeAll { $0.value == TraitDimension.unspecified } }
    return slot
  }
}

extension TraitCollection {
  private static let elsewhere: UInt32 = 15

  /// For each standard dimension the code of the value that equals saying nothing.
  private static let absent = TraitDimension.standard.reduce(UInt32(0)) { packed, dimension in
    let code = dimension.knownValues.firstIndex(of: dimension.absent).map { UInt32($0) + 2 } ?? 1
    return packed | code << (UInt32(dimension.standardIndex) * 4)
  }

  private func code(of dimension: TraitDimension) -> UInt32 {
    guard dimension.isStandard else {
      return others.contains { $0.dimension == dimension } ? Self.elsewhere : 0
    }
    return packed >> (UInt32(dimension.standardIndex) * 4) & 15
  }

  private mutating func setCode(_ code: UInt32, of dimension: TraitDimension) {
    guard dimension.isStandard else { return }
    let shift = UInt32(dimension.standardIndex) * 4
    packed = packed & ~(15 << shift) | code << shift
  }
}

extension TraitCollection: CustomStringConvertible {
  /// `style=dark,contrast=high`; empty for no traits.
  package var description: String {
    traits.map { "\($0.dimension.name)=\($0.value)" }.joined(separator: ",")
  }

  /// For people: `dark · elevated`. A palette's own dimension keeps its name; `any` when nothing is said.
  package var label: String {
    let words = traits.filter { $0.value != $0.dimension.absent }.map { trait in
      switch trait.dimension {
      case .style, .level, .idiom: trait.value
      case .contrast: "\(trait.value) contrast"
      case .gamut: trait.value == "p3" ? "P3" : trait.value
      case .ios: trait.value
      default: "\(trait.dimension.name) \(trait.value)"
      }
    }
    return words.isEmpty ? "any" : words.joined(separator: " · ")
  }
}
