import Colorimetry
package import Palettes
import Syntax

// A value of its own for traits that have none yet.
extension FixFinder {
  /// Where one value serves several combinations and fails in some: variants for what those have in common.
  func variants(_ site: FixSite, _ half: Fix.Half, _ cell: Fix.Gain) -> [Attempt] {
    for traits in missingTraits(site, cell) {
      let attempt = variant(traits, of: site.link, half, cell)
      if case .success(nil) = attempt { continue }
      return [attempt]
    }
    return []
  }

  /// The slots that failing combinations of the pair have in common and the variant does not name, least first.
  private func missingTraits(_ site: FixSite, _ cell: Fix.Gain) -> [TraitCollection] {
    let own = origins.registration(site.link).traits
    let failing = site.cells.filter { $0.pairing == cell.pairing && $0.verdict == .fail }.map(\.combination)
    let all = Set(site.cells.map(\.combination))
    var result: [TraitCollection] = []
    var together = own
    for dimension in audit.grid.space.dimensions where own[dimension] == nil && dimension != .gamut {
      let value = audit.combinations[cell.combination][dimension]
      guard all.contains(where: { audit.combinations[$0][dimension] != value }) else { continue }
      guard failing.allSatisfy({ audit.combinations[$0][dimension] == value }) else { continue }
      if value == dimension.absent { continue }
      let single = own.merging(TraitCollection([dimension: value]))
      result.append(single)
      together = together.merging(single)
    }
    if result.count > 1 { result.append(together) }
    return result
  }

  /// A further variant of a colour, its value solved over all cells that it will have.
  func variant(_ traits: TraitCollection, of link: ColorOrigins.Link, _ half: Fix.Half, _ cell: Fix.Gain) -> Attempt {
    guard let site = siteOfNew(traits, of: link) else { return .success(nil) }
    return variant(traits, of: link, half, cell, site) { site.solve(.all, written: $0) }
  }

  private func variant(
    _ traits: TraitCollection, of link: ColorOrigins.Link, _ half: Fix.Half, _ cell: Fix.Gain, _ site: FixSite,
    solving: ((RGBA) -> RGBA?) -> (color: RGBA, written: RGBA)?
  ) -> Attempt {
    let declared = audit.palette.colors[link.color]
    let like = declared.registrations[link.registration].range
    var refusal: EditRefusal?
    let solved = solving { color in
      switch write(.variant(color, traits, of: declared, like: like)) {
      case .success(let written): return written.color
      case .failure(let failure):
        refusal = failure
        return nil
      }
    }
    guard let solved else { return refusal.map { .failure($0) } ?? .success(nil) }
    return write(.variant(solved.color, traits, of: declared, like: like)).map { written in
      site.fix(.variant(traits), half, to: { _ in solved.written }, written.edits, at: cell)
    }
  }

  /// The cells that a variant would have if it were there, with the value that they have now. Nil where it would have none,
  /// or is there already.
  private func siteOfNew(_ traits: TraitCollection, of link: ColorOrigins.Link) -> FixSite? {
    var colors = audit.palette.colors
    let old = colors[link.color].registrations[link.registration]
    let slot = traits.asVariant
    guard !colors[link.color].registrations.contains(where: { $0.traits.asVariant == slot }) else { return nil }
    let nowhere = SourceRange(file: old.range.file, start: old.range.start, end: old.range.start, bytes: -1 ..< -1)
    colors[link.color].register(Registration(traits: traits, value: old.value, range: nowhere))
    let earlier = Set(audit.pairings.map { audit.key(of: $0) })
    guard let new = try? Audit(audit.palette.replacing(colors: colors), policy: audit.policy, earlier: earlier),
      new.combinations == audit.combinations, new.pairings.count == audit.pairings.count
    else { return nil }
    let added = ColorOrigins.Link(color: link.color, registration: colors[link.color].registrations.count - 1)
    return FixSite(added, in: new, ColorOrigins(new), pairings)
  }
}

extension FixFinder {
  /// A variant that is missing, such as the dark or the high-contrast one, as a new entry of the file: the nearest value
  /// with which all pairs of the colour pass under those traits; with increased contrast 7:1 where it can be had. Nil where
  /// there is nothing to add or no value passes.
  ///
  /// - Parameter color: a place in the palette's colours; for an alias the variant is added where its value stands.
  package func addingVariant(_ traits: TraitCollection, to color: Int) -> Result<Fix?, EditRefusal> {
    let asked = audit.combinations.indices.first { index in
      traits.traits.allSatisfy { audit.combinations[index][$0.dimension] == $0.value }
    }
    guard let asked, let link = origins.chain(of: color, in: asked).last else { return .success(nil) }
    let slot = origins.registration(link).traits.merging(traits)
    guard let site = siteOfNew(slot, of: link), let first = site.cells.first(where: { $0.combination == asked })
    else { return .success(nil) }
    let cell = Fix.Gain(pairing: first.pairing, combination: asked)
    let half: Fix.Half = audit.pairings[first.pairing].foreground == color ? .foreground : .background
    return variant(slot, of: link, half, cell, site) { written in
      let judged = site.cells.filter { !$0.conditions.isEmpty }
      for required in traits[.contrast] == "high" ? [7.0, 4.5, 0] : [0] {
        var search = FixSearch(
          from: site.value, judged.flatMap { $0.conditions.map { $0.raised(to: required) } }, keepsPolarity: true)
        if let found = search.nearest(written: written) { return found }
      }
      return nil
    }
  }
}

extension FixCondition {
  /// The same with at least this ratio asked of it.
  func raised(to ratio: Double) -> FixCondition {
    FixCondition(
      foreground: foreground, background: background, backdrops: backdrops, required: max(required, ratio),
      gamut: gamut, isLighter: isLighter)
  }
}
