import Colorimetry
import Palettes
package import Syntax

/// Finds what makes failing pairs of one palette pass, each change checked against all pairs in all combinations that it
/// has a say in.
package struct FixFinder {
  let audit: Audit
  let origins: ColorOrigins
  let pairings: PairingIndex
  let ramps: Ramps
  /// A source as it stands now, by the path that the palette's places have.
  let source: ((String) -> SourceText?)?

  /// - Parameter source: nil to look for colours alone: what is found has no edits then, and is of 8 bits a channel.
  package init(_ audit: Audit, source: ((String) -> SourceText?)?) {
    self.audit = audit
    self.source = source
    origins = ColorOrigins(audit)
    pairings = PairingIndex(audit)
    ramps = Ramps(audit)
  }

  /// What can be done about a pair that fails under a combination.
  ///
  /// - Parameter pairing: a place in the audit's `pairings`.
  package func options(for pairing: Int, in combination: Int) -> FixOptions {
    var options = FixOptions()
    let cell = Fix.Gain(pairing: pairing, combination: combination)
    for half in [Fix.Half.foreground, .background] {
      let color = color(half, of: pairing)
      let chain = origins.chain(of: color, in: combination)
      guard let last = chain.last, let site = site(last) else {
        options.refusals.append("\(audit.name(color)) has no value of its own that could be changed")
        continue
      }
      for attempt in [steps(chain, half, cell), [value(site, half, cell)], variants(site, half, cell)] {
        for result in attempt {
          switch result {
          case .success(let fix?): options.fixes.append(fix)
          case .success(nil): break
          case .failure(let refusal):
            let sentence = "\(site.name) cannot be changed: \(refusal.reason)"
            if !options.refusals.contains(sentence) { options.refusals.append(sentence) }
          }
        }
      }
    }
    // A stable order: what is whole and breaks nothing comes first.
    func rank(_ fix: Fix) -> Int { fix.isWhole ? 0 : fix.broken.isEmpty ? 1 : 2 }
    options.fixes = options.fixes.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }.map(\.element)
    return options
  }

  typealias Attempt = Result<Fix?, EditRefusal>

  func color(_ half: Fix.Half, of pairing: Int) -> Int {
    half == .foreground ? audit.pairings[pairing].foreground : audit.pairings[pairing].background
  }

  func site(_ link: ColorOrigins.Link) -> FixSite? { FixSite(link, in: audit, origins, pairings) }

  /// Writes a change; the refusal is the format's.
  func write(_ edit: PaletteEdit) -> Result<WrittenEdit, EditRefusal> {
    guard let source else { return .success(edit.unwritten) }
    guard let text = source(edit.file) else { return .failure(EditRefusal("\(edit.file) cannot be read")) }
    return Result { () throws(EditRefusal) in try edit.write(into: text) }
  }
}

// Another value at the place itself.
extension FixFinder {
  /// The nearest value that makes all pass, else most, else this pair alone whatever breaks.
  private func value(_ site: FixSite, _ half: Fix.Half, _ cell: Fix.Gain) -> Attempt {
    value(site, half, cell) { written in
      let goal = site.cells.filter {
        $0.pairing == cell.pairing && $0.verdict == .fail && audit.isAsked($0.combination)
      }
      let here = goal.filter { $0.combination == cell.combination }
      if let all = site.solve(.all, written: written) { return all }
      if let most = site.solveMost(of: goal, written: written) { return most }
      if let one = site.solve(.only(here), written: written) { return one }
      var search = FixSearch(from: site.value, here.flatMap(\.conditions), keepsPolarity: false)
      return here.isEmpty ? nil : search.nearest(written: written)
    }
  }

  func value(
    _ site: FixSite, _ half: Fix.Half, _ cell: Fix.Gain,
    solving: ((RGBA) -> RGBA?) -> (color: RGBA, written: RGBA)?
  ) -> Attempt {
    var refusal: EditRefusal?
    let solved = solving { color in
      switch write(.value(color, at: site.place)) {
      case .success(let written): return written.color
      case .failure(let failure):
        refusal = failure
        return nil
      }
    }
    guard let solved else { return refusal.map { .failure($0) } ?? .success(nil) }
    return write(.value(solved.color, at: site.place)).map { written in
      site.fix(.value, half, to: { _ in solved.written }, written.edits, at: cell)
    }
  }
}

// Another step of the ramp.
extension FixFinder {
  private func steps(_ chain: [ColorOrigins.Link], _ half: Fix.Half, _ cell: Fix.Gain) -> [Attempt] {
    guard let attempt = step(chain, half, cell, isWhole: false) else { return [] }
    return [attempt]
  }

  /// The nearest step of the palette's ramps with which all passes, or at least this pair, and nothing breaks. Nil where
  /// the palette has none.
  ///
  /// An alias to a primitive takes another step of the same ramp; a value, a step of any.
  func step(_ chain: [ColorOrigins.Link], _ half: Fix.Half, _ cell: Fix.Gain, isWhole: Bool) -> Attempt? {
    guard let last = chain.last, let changed = chain.dropLast().last ?? chain.last, let site = site(changed) else {
      return nil
    }
    let candidates = ramps.steps(beside: last.color, isAlias: chain.count > 1).filter { step in
      step != last.color && !origins.chain(of: step, in: cell.combination).contains(changed)
    }
    func distance(_ step: Int) -> Double {
      audit.grid.color(step, in: cell.combination)?.deltaEOK(to: site.value) ?? .infinity
    }
    for step in candidates.sorted(by: { (distance($0), $0) < (distance($1), $1) }) {
      let edit = PaletteEdit.alias(audit.name(step), at: site.place)
      var values: (Int) -> RGBA? = { audit.grid.color(step, in: $0) }
      var written = write(edit)
      if case .failure = written, let value = values(cell.combination), value.alpha == site.value.alpha {
        written = write(.value(value, at: site.place))
        if case .success(let text) = written { values = { _ in text.color } }
      }
      guard site.keepsPolarity(with: values) else { continue }
      let attempt = written.map { site.fix(.step(audit.name(step)), half, to: values, $0.edits, at: cell) }
      guard case .success(let fix?) = attempt else {
        if case .failure = attempt { return attempt }
        continue
      }
      let isEnough = isWhole ? fix.isWhole : fix.broken.isEmpty && fix.gained.contains(cell)
      if isEnough { return attempt }
    }
    return .success(nil)
  }
}

extension FixSite {
  /// Whether no pair turns from light on dark to dark on light, or back.
  func keepsPolarity(with value: (Int) -> RGBA?) -> Bool {
    cells.allSatisfy { cell in
      guard let value = value(cell.combination) else { return false }
      return cell.conditions.allSatisfy { condition in
        condition.isLighter == nil || condition.measure(value)?.isLighter == condition.isLighter
      }
    }
  }
}
