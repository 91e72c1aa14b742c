package import Colorimetry
package import Syntax

/// What a variant declares.
package enum ColorValue: Hashable, Sendable {
  case color(Color)
  /// The name of another colour of the same palette, looked up under the same traits.
  case alias(String)
  /// A colour of the platform, by the platform's name ("systemBlue").
  case systemColor(platform: String, name: String)
  /// It could not be read; the reason stands where the value would.
  case unreadable(String)
}

/// One variant of a colour: for these traits, this value, written there.
package struct Registration: Hashable, Sendable {
  /// As written; `asVariant` tells which slot it fills.
  package let traits: TraitCollection
  package let value: ColorValue
  package let range: SourceRange

  package init(traits: TraitCollection, value: ColorValue, range: SourceRange) {
    self.traits = traits
    self.value = value
    self.range = range
  }
}

extension [Registration] {
  /// Whether these are for the same traits as others, one by one: most colours of a palette have the traits of the one
  /// before.
  package func haveTraits(of others: [Registration]) -> Bool {
    count == others.count && indices.allSatisfy { self[$0].traits == others[$0].traits }
  }
}

/// A semantic colour: a name with one value a set of traits.
///
/// Registering for traits that are already there replaces the value: the last one wins (`UIImageAsset.register(_:with:)`).
package struct DynamicColor: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// The app's own; an override such as fake dark mode acts on it.
    case app
    /// The platform's.
    case system
  }

  package var name: String
  package let source: Source
  /// At most one a variant slot, in order of first registration.
  package private(set) var registrations: [Registration] = []
  /// Where the colour is declared.
  package let range: SourceRange

  /// - Parameter registrations: at most one a variant slot; `register` replaces.
  package init(name: String, source: Source = .app, registrations: [Registration] = [], range: SourceRange) {
    self.name = name
    self.source = source
    self.registrations = registrations
    self.range = range
  }

  /// Adds a variant, or replaces the one for equal traits. True if it replaced one.
  @discardableResult
  package mutating func register(_ registration: Registration) -> Bool {
    let slot = registration.traits.asVariant
    if let index = registrations.firstIndex(where: { $0.traits.asVariant == slot }) {
      registrations[index] = registration
      return true
    }
    registrations.append(registration)
    return false
  }

  /// Removes the variant for equal traits, if there is one.
  package mutating func unregister(_ traits: TraitCollection) {
    let slot = traits.asVariant
    registrations.removeAll { $0.traits.asVariant == slot }
  }

  /// The index of the variant that `combination` takes, nil when none may serve.
  package func closestMatch(for combination: TraitCombination, dimensions: [TraitDimension]) -> Int? {
    TraitRank.best(among: registrations.map(\.traits), for: combination, dimensions: dimensions)
  }
}
