package import Colorimetry

/// How a name came to its colour under one combination.
package struct Resolution: Sendable {
  /// One look-up on the way: the name asked, and which of its variants answered.
  package struct Step: Sendable {
    package let name: String
    package let source: DynamicColor.Source
    /// The traits really asked, after overrides.
    package let asked: TraitCombination
    /// Nil where no variant may serve.
    package let registration: Registration?
    /// Why this variant, for people: `dark (exact)`, `any (no dark value)`.
    package let reason: String
  }

  package enum Outcome: Sendable, Hashable {
    case color(Color)
    /// Never a pass: the reason stands where the colour would.
    case notEvaluated(String)
  }

  package let steps: [Step]
  package let outcome: Outcome

  package var color: Color? {
    if case .color(let color) = outcome { color } else { nil }
  }
}

/// Resolves the names of one palette as the platforms do: closest match, then aliases and system colours under the
/// same traits.
package struct Resolver: Sendable {
  package let palette: Palette
  package let override: Override
  /// Whose tables answer for system colours; several are a dimension.
  package let releases: [SystemColors.Release]
  /// The standard dimensions and then the palette's own: the order in which they decide.
  package let dimensions: [TraitDimension]

  package init(
    _ palette: Palette, override: Override = Override(), releases: [SystemColors.Release] = [.newest]
  ) {
    self.palette = palette
    self.override = override
    self.releases = releases
    dimensions = TraitDimension.standard + palette.dimensionsOfItsOwn
  }

  /// The same for a palette that has the same variants with other values.
  package init(_ resolver: Resolver, over palette: Palette) {
    self.palette = palette
    override = resolver.override
    releases = resolver.releases
    dimensions = resolver.dimensions
  }

  /// The whole story of a name under a combination; nil when the palette has no such name.
  package func resolve(_ name: String, under combination: TraitCombination) -> Resolution? {
    palette[name].map { resolve($0, under: combination) }
  }

  /// The same for a colour at hand.
  package func resolve(_ color: DynamicColor, under combination: TraitCombination) -> Resolution {
    var steps: [Resolution.Step] = []
    var current = color
    while true {
      let step = look(up: current, under: combination)
      steps.append(step)
      guard let registration = step.registration else {
        return Resolution(steps: steps, outcome: .notEvaluated("\(current.name) has no value for \(step.asked.label)"))
      }
      switch next(after: registration.value, steps: steps, release(under: combination)) {
      case .done(let outcome): return Resolution(steps: steps, outcome: outcome)
      case .follow(let target): current = target
      }
    }
  }

  /// The one that a combination asks about, else the first.
  private func release(under combination: TraitCombination) -> SystemColors.Release {
    guard releases.count > 1 else { return releases.first ?? .newest }
    let asked = combination[.ios]
    return releases.first { $0.rawValue == asked } ?? releases[0]
  }

  private enum Next {
    case done(Resolution.Outcome)
    case follow(DynamicColor)
  }

  private func next(
    after value: ColorValue, steps: [Resolution.Step], _ release: SystemColors.Release
  ) -> Next {
    switch value {
    case .color(let color): return .done(.color(color))
    case .unreadable(let reason): return .done(.notEvaluated(reason))
    case .alias(let name):
      if steps.contains(where: { $0.name == name && $0.source == .app }) {
        let chain = (steps.map(\.name) + [name]).joined(separator: " → ")
        return .done(.notEvaluated("alias cycle: \(chain)"))
      }
      guard let target = palette[name] else {
        let hint = Nearest.hint(for: name, in: palette.colors.lazy.map(\.name))
        return .done(.notEvaluated("there is no colour \"\(name)\"\(hint)"))
      }
      return .follow(target)
    case .systemColor(let platform, let name):
      guard platform == "ios" || platform == "universal" else {
        return .done(.notEvaluated("\(name) is a system colour with no table for platform \"\(platform)\""))
      }
      guard let target = SystemColors.color(named: name, release: release) else {
        return .done(.notEvaluated("\(name) is no system colour of \(release.rawValue)"))
      }
      return .follow(target)
    }
  }

  private func look(up color: DynamicColor, under combination: TraitCombination) -> Resolution.Step {
    let asked = override.effective(combination, for: color.source)
    let taken = color.closestMatch(for: asked, dimensions: dimensions).map { color.registrations[$0] }
    return Resolution.Step(
      name: color.name, source: color.source, asked: asked, registration: taken,
      reason: taken.map { reason(for: $0.traits, asked: asked) } ?? "no variant serves \(asked.label)")
  }

  private func reason(for variant: TraitCollection, asked: TraitCombination) -> String {
    let slot = variant.asVariant
    var missing: [String] = []
    for dimension in dimensions {
      let value = asked[dimension]
      let steps = dimension.steps(from: value, to: slot[dimension] ?? dimension.absent) ?? 0
      if steps > 0, dimension != .style || value != "light" {
        missing.append(TraitCollection([dimension: value]).label)
      }
    }
    if missing.isEmpty {
      return slot[.style] == nil ? "\(slot.label) (serves \(asked[.style]))" : "\(slot.label) (exact)"
    }
    return "\(slot.label) (no value for \(missing.joined(separator: ", ")))"
  }
}

extension Palette {
  /// Every dimension that is no platform's, in order of declaration and then of appearance in a variant.
  package var dimensionsOfItsOwn: [TraitDimension] {
    var own = ownDimensions.map(\.dimension)
    var last: [Registration] = []
    for index in colors.indices where !colors[index].registrations.haveTraits(of: last) {
      last = colors[index].registrations
      for registration in last where !registration.traits.isStandard {
        for trait in registration.traits.traits
        where !trait.dimension.isStandard && !own.contains(trait.dimension) {
          own.append(trait.dimension)
        }
      }
    }
    return own
  }
}
