package import Palettes
package import Syntax

/// Palettes, policy and verdicts as one value. Changes go in, a delta comes out; daemon, command line and editor are
/// three hosts of that verb.
package struct Workspace: Sendable {
  /// What whoever asks wants; files have a say in what it leaves open.
  package private(set) var policy = Policy()
  /// The files beside palettes that say how they are judged.
  package private(set) var companions = Companions()
  /// The day it is, where it matters: waivers expire.
  package private(set) var day: Day?
  package internal(set) var revision = 0
  /// By the palette's path, in order.
  package internal(set) var palettes: [String: Evaluation] = [:]
  /// Files that could not be read at all, by path.
  package private(set) var unreadable: [String: Diagnostic] = [:]

  /// Files whose last whole state is served because the present one breaks off, with what is wrong with that.
  package private(set) var stale: [String: [Diagnostic]] = [:]
  /// Files that break off and said nothing before: written for the first time, or in the middle of it when they were
  /// first looked at.
  package private(set) var incomplete: Set<String> = []

  /// By what `PaletteFormat.unit` says of its files.
  var units: [String: Unit] = [:]
  /// The files of each palette, in order, and the unit they are of.
  private(set) var members: [String: (unit: String, files: [String])] = [:]
  /// The palettes that policies put together, by their paths.
  var sets: [String: SetMembers] = [:]
  /// Pairs that are to stay judged, by palette; until the end of a batch of changes, then its evaluation has them.
  var recalled: [String: Set<PairKey>] = [:]
  private(set) var overlay: [Overlaid] = []

  struct Unit {
    let format: PaletteFormat
    /// What its files declare, by path.
    var fragments: [String: Fragment] = [:]
  }

  enum Overlaid {
    case register(name: String, registration: Registration)
    case unregister(name: String, traits: TraitCollection)
  }

  /// A palette's last evaluation.
  package enum Evaluation: Sendable {
    case evaluated(Audit)
    /// Its combinations pass the bound: refused whole.
    case refused(Palette, TooManyCombinations)

    package var palette: Palette {
      switch self {
      case .evaluated(let audit): audit.palette
      case .refused(let palette, _): palette
      }
    }

    package var audit: Audit? {
      if case .evaluated(let audit) = self { audit } else { nil }
    }
  }

  package init() {}

  /// Takes the changes in order and evaluates what they touch. A lazy sequence is read as it is taken: no more than one
  /// file need be held at a time.
  @discardableResult
  package mutating func apply(_ changes: some Sequence<Change>) -> Delta {
    var touched = Touched()
    for change in changes { take(change, &touched) }
    let changed = divide(touched)
    var evaluated: [(path: String, before: Audit?, after: Audit?)] = []
    for (path, difference) in changed {
      let before = palettes[path]?.audit
      let updated: Audit? = if case .edit(let edit) = difference { update(path, by: edit) } else { nil }
      palettes[path] = updated.map { .evaluated($0) } ?? evaluate(path, difference, earlier: before)
      evaluated.append((path, before, palettes[path]?.audit))
    }
    if companions.hasSets || !sets.isEmpty {
      evaluated += judgeSets(after: Set(evaluated.map(\.path)), all: touched.isEverything)
    }
    if !recalled.isEmpty { recalled = [:] }
    revision += 1
    return Delta(revision: revision, evaluated: evaluated)
  }

  /// What became of a palette.
  private enum Difference {
    case gone
    case files([Fragment])
    case edit(Edit)
  }

  /// The palettes of what is touched, in order of path. A palette whose files are the same and as they were is none.
  private mutating func divide(_ touched: Touched) -> [(path: String, difference: Difference)] {
    var changed: [String: Difference] = [:]
    // Of palettes that are read for the first time none is as it was.
    let touchedFiles = members.isEmpty ? [] : Set(touched.files)
    for name in touched.units {
      let old = members.filter { $0.value.unit == name }
      if let edit = touched.edits[name], let paths = Self.palettes(of: edit, among: old.mapValues(\.files)) {
        for path in paths { changed[path] = .edit(edit) }
        continue
      }
      for path in old.keys {
        members[path] = nil
        changed[path] = .gone
      }
      guard let unit = units[name] else { continue }
      for (path, parts) in division(of: name, unit) {
        let files = parts.map(\.path)
        members[path] = (name, files)
        let isSame = !touched.isEverything && old[path]?.files == files && touchedFiles.isDisjoint(with: files)
        changed[path] = isSame ? nil : .files(parts)
      }
    }
    return changed.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func division(of name: String, _ unit: Unit) -> [(path: String, fragments: [Fragment])] {
    // Paths are moved about, and not what stands under them.
    let fragments = unit.fragments.keys.sorted().compactMap { unit.fragments[$0] }
    guard companions.choosesSources || companions.readsDifferently else {
      return unit.format.divide(name, fragments)
    }
    if !companions.choosesSources, !companions.givesTraits, let rules = companions.rules(forAll: fragments) {
      return unit.format.divide(
        name,
        fragments.map { fragment in
          var fragment = fragment
          fragment.rules = rules
          return fragment
        })
    }
    let taken = fragments.compactMap { fragment -> Fragment? in
      let chain = companions.policyChain(for: fragment.path)
      if PolicyFile.excludes(fragment.path, chain) { return nil }
      var fragment = fragment
      fragment.rules = PolicyFile.rules(for: fragment.path, chain)
      return fragment
    }
    return taken.isEmpty ? [] : unit.format.divide(name, taken)
  }

  /// The evaluations in order of path.
  package var evaluations: [Evaluation] { palettes.sorted { $0.key < $1.key }.map(\.value) }

  package var audits: [Audit] { evaluations.compactMap(\.audit) }

  private mutating func take(_ change: Change, _ touched: inout Touched) {
    let givesTraits = companions.givesTraits
    switch change {
    case .source(let path, let bytes) where Companions.isOne(path):
      note(
        companions.take(SourceText(path: path, bytes: bytes), CompanionScope(path: path)), movedFiles: givesTraits,
        &touched)
      recallAccepted(by: path, &touched)
    case .above(let scope, let bytes):
      note(companions.take(SourceText(path: scope.path, bytes: bytes), scope), movedFiles: givesTraits, &touched)
    case .unreadable(let path, let reason) where Companions.isOne(path):
      note(companions.takeUnreadable(path, reason), movedFiles: givesTraits, &touched)
    case .removed(let path) where Companions.isOne(path):
      note(companions.remove(path), movedFiles: givesTraits, &touched)
    case .day(let new): day = new
    case .judged(let palette, let pairs): recall(pairs, of: palette, &touched)
    case .source(let path, let bytes):
      guard let (format, unit) = home(of: path) else { return }
      let text = SourceText(path: path, bytes: bytes)
      // What a policy has read in another way is read whole.
      let before = companions.readsValues ? nil : units[unit]?.fragments[path]
      if let before, let edit = format.reread?(text, before) {
        units[unit]?.fragments[path] = edit.fragment
        stale[path] = nil
        touched.note(unit, path, .colors(Set(edit.edited), of: edit.fragment))
      } else if let before, let edit = format.compare?(text, before) {
        units[unit]?.fragments[path] = edit.fragment
        stale[path] = nil
        touched.note(unit, path, .files([edit.edit]))
      } else {
        take(format.read(text), format, unit, &touched)
      }
    case .read(let fragment):
      guard let (format, unit) = home(of: fragment.path) else { return }
      take(fragment, format, unit, &touched)
    case .unreadable(let path, let reason):
      forget(path, &touched)
      unreadable[path] = Diagnostic(
        .error, "source/unreadable",
        reason, at: SourceRange(startOf: path))
    case .broken(let path):
      guard let problems = stale[path], let (_, unit) = home(of: path) else { return }
      units[unit]?.fragments[path]?.diagnostics = problems
      touched.note(unit, path)
    case .removed(let path):
      incomplete.remove(path)
      forget(path, &touched)
    case .policy(let new):
      policy = new
      touched.noteEverything(of: units.keys)
    case .register(let name, let registration):
      overlay.append(.register(name: name, registration: registration))
      touched.noteEverything(of: units.keys)
    case .unregister(let name, let traits):
      overlay.append(.unregister(name: name, traits: traits))
      touched.noteEverything(of: units.keys)
    }
  }

  private mutating func take(
    _ fragment: Fragment, _ format: PaletteFormat, _ unit: String, _ touched: inout Touched
  ) {
    let path = fragment.path
    if !fragment.isBroken {
      if !incomplete.isEmpty { incomplete.remove(path) }
    } else if units[unit]?.fragments[path]?.isBroken ?? true {
      incomplete.insert(path)
    }
    // A file that was one and breaks off is being written: what follows keeps what it said before.
    if fragment.isForeign, !fragment.isBroken || units[unit]?.fragments[path] == nil {
      forget(path, &touched)
      return
    }
    if !unreadable.isEmpty { unreadable[path] = nil }
    let before = units[unit]?.fragments[path]
    // What gives traits by place may have put several values together.
    touched.note(
      unit, path,
      companions.givesTraits ? nil : before.flatMap { fragment.valueAlone(instead: $0) }.map { .values([$0]) })
    if fragment.isBroken, let before, !before.isBroken || stale[path] != nil {
      stale[path] = fragment.diagnostics
      return
    }
    if !stale.isEmpty { stale[path] = nil }
    units[unit, default: Unit(format: format)].fragments[path] = fragment
  }

  private mutating func forget(_ path: String, _ touched: inout Touched) {
    unreadable[path] = nil
    stale[path] = nil
    guard let (_, unit) = home(of: path), units[unit]?.fragments.removeValue(forKey: path) != nil
    else { return }
    if units[unit]?.fragments.isEmpty == true { units[unit] = nil }
    touched.note(unit, path)
  }

  private mutating func note(_ effect: Companions.Effect, movedFiles: Bool, _ touched: inout Touched) {
    guard case .judge(let scope) = effect else { return }
    if movedFiles || companions.givesTraits {
      touched.noteEverything(of: units.keys)
      regroup()
      touched.noteEverything(of: units.keys)
      return
    }
    touched.noteEverything(of: units.filter { $0.value.fragments.keys.contains(where: scope.covers) }.keys)
  }

  private func evaluate(_ path: String, _ difference: Difference, earlier: Audit?) -> Evaluation? {
    guard let member = members[path], let unit = units[member.unit] else { return nil }
    let policy = policy(for: path)
    let parts: [Fragment]
    switch difference {
    case .gone: return nil
    case .files(let files): parts = files
    case .edit:
      parts = division(of: member.unit, unit).first { $0.path == path }?.fragments ?? []
    }
    let palette = overlaid(policy.shaped(unit.format.assemble(path, parts)))
    if recalled[path] == nil, let earlier, earlier.policy == policy, let updated = earlier.updated(to: palette) {
      return .evaluated(updated)
    }
    do throws(TooManyCombinations) {
      return .evaluated(try Audit(palette, policy: policy, earlier: judged(path, earlier, under: policy)))
    } catch {
      return .refused(palette, error)
    }
  }

  private func overlaid(_ palette: Palette) -> Palette {
    if overlay.isEmpty { return palette }
    var colors = palette.colors
    for change in overlay {
      switch change {
      case .register(let name, let registration):
        if let index = palette.index(of: name) { colors[index].register(registration) }
      case .unregister(let name, let traits):
        if let index = palette.index(of: name) { colors[index].unregister(traits) }
      }
    }
    return palette.replacing(colors: colors)
  }
}

extension Workspace {
  /// The same as if nothing were accepted.
  package var withoutBaselines: Workspace {
    var copy = self
    copy.companions.forgetBaselines()
    return copy
  }

  /// The part of it whose palettes stand at or under a path.
  package func within(_ path: String) -> Workspace {
    func isInside(_ other: String) -> Bool { other == path || other.hasPrefix(path.hasSuffix("/") ? path : path + "/") }
    if palettes.keys.allSatisfy(isInside), unreadable.keys.allSatisfy(isInside) { return self }
    var part = self
    part.palettes = palettes.filter { isInside($0.key) }
    part.unreadable = unreadable.filter { isInside($0.key) }
    part.stale = stale.filter { isInside($0.key) }
    part.members = members.filter { isInside($0.key) }
    part.sets = sets.filter { isInside($0.key) }
    part.units = units.compactMapValues { unit in
      let files = Set(part.members.values.flatMap(\.files))
      let fragments = unit.fragments.filter { files.contains($0.key) }
      return fragments.isEmpty ? nil : Unit(format: unit.format, fragments: fragments)
    }
    return part
  }
}
