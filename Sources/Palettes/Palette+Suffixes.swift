extension Palette {
  /// The same with the colours whose names end so as variants of the colour without: `text`, `text-dark`. A name that
  /// ends so and stands alone stays a name.
  package func folding(_ rules: [SuffixRule]) -> Palette {
    if rules.isEmpty { return self }
    let parts = colors.map { Self.split($0.name, rules) }
    let groups = Dictionary(grouping: colors.indices, by: { parts[$0].base }).filter { $0.value.count > 1 }
    if groups.isEmpty { return self }
    var folded: [String: (base: String, value: ColorValue?)] = [:]
    for (base, members) in groups {
      for member in members where !parts[member].traits.isEmpty {
        let registrations = colors[member].registrations
        folded[colors[member].name] = (base, registrations.count == 1 ? registrations[0].value : nil)
      }
    }
    var result: [DynamicColor] = []
    for index in colors.indices {
      guard let members = groups[parts[index].base] else {
        result.append(colors[index].following(folded))
        continue
      }
      guard members.first == index else { continue }
      result.append(
        merged(members.sorted { parts[$0].traits.traits.count < parts[$1].traits.traits.count }, parts, folded))
    }
    let pairs = pairs.map { pair in
      func base(_ name: String) -> String { folded[name]?.base ?? name }
      return DeclaredPair(
        foreground: base(pair.foreground), background: base(pair.background), backdrops: pair.backdrops.map(base),
        usage: pair.usage, minimum: pair.minimum, range: pair.range)
    }
    return Palette(
      path: path, format: format, colors: result, images: images, pairs: pairs, roles: roles, canvas: canvas,
      ownDimensions: ownDimensions, diagnostics: diagnostics, skipped: skipped)
  }

  /// The same where a dimension of the palette's own has these values, and those it has beside them.
  package func declaring(_ dimension: TraitDimension, _ values: [String]) -> Palette {
    if dimension.isStandard || values.isEmpty || !dimensionsOfItsOwn.contains(dimension) { return self }
    var own = ownDimensions
    let index = own.firstIndex { $0.dimension == dimension } ?? own.endIndex
    if index == own.endIndex { own.append((dimension, [])) }
    own[index].values = values + own[index].values.filter { !values.contains($0) }
    return Palette(
      path: path, format: format, colors: colors, images: images, pairs: pairs, roles: roles, canvas: canvas,
      ownDimensions: own, diagnostics: diagnostics, skipped: skipped)
  }

  private func merged(
    _ members: [Int], _ parts: [(base: String, traits: TraitCollection)],
    _ folded: [String: (base: String, value: ColorValue?)]
  ) -> DynamicColor {
    let first = colors[members[0]]
    var color = DynamicColor(name: parts[members[0]].base, source: first.source, range: first.range)
    for member in members {
      for registration in colors[member].following(folded).under(parts[member].traits).registrations {
        color.register(registration)
      }
    }
    return color
  }

  private static func split(_ name: String, _ rules: [SuffixRule]) -> (base: String, traits: TraitCollection) {
    var base = name
    var traits = TraitCollection()
    while let rule = rules.first(where: {
      traits[$0.dimension] == nil && base.hasSuffix($0.suffix) && base != $0.suffix
    }) {
      base = String(base.dropLast(rule.suffix.count))
      traits[rule.dimension] = rule.value
    }
    return (base, traits)
  }
}

extension DynamicColor {
  /// The same where a name that became a variant of another stands for that variant's value.
  fileprivate func following(_ folded: [String: (base: String, value: ColorValue?)]) -> DynamicColor {
    guard registrations.contains(where: { $0.value.alias.map { folded[$0] != nil } ?? false }) else { return self }
    var color = DynamicColor(name: name, source: source, range: range)
    for registration in registrations {
      var value = registration.value
      var hops = 0
      while let target = value.alias, let (base, meant) = folded[target] {
        hops += 1
        value = meant ?? .unreadable("\(target) is a variant of \(base) and has several itself; refer to \(base)")
        if hops > 32 { value = .unreadable("alias cycle: \(name) → \(target)") }
      }
      color.register(Registration(traits: registration.traits, value: value, range: registration.range))
    }
    return color
  }
}

extension ColorValue {
  /// The name of another colour, where it is one.
  fileprivate var alias: String? { if case .alias(let name) = self { name } else { nil } }
}
