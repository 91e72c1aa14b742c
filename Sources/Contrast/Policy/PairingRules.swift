package import Palettes
import Syntax

/// Finds the pairs of a palette that are judged: declared, or certain enough from the names.
///
/// Rules in order, the first that pairs two colours gives the reason: declared; `onX`; component; status; general;
/// borders of controls. Values never add a pair; they keep one out only while it has no earlier verdict.
package struct PairingRules {
  let palette: Palette
  let policy: Policy
  let readings: [NameReading]
  /// Ratios of two opaque colours, for the tests that look at values.
  let values: PairValues
  /// Pairs that were judged before: no value takes them out.
  let earlier: Set<PairKey>

  private(set) var pairings: [Pairing] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// General colours, the palette's plain ones first.
  let sets: [SurfaceSet]
  private var taken: Set<SIMD2<Int>> = []
  /// Declared pairs with their usages.
  private var declared: Set<SIMD3<Int>> = []
  private var suspects: Set<Int> = []
  /// Backgrounds that a name says it stands on.
  private var hasOwnText: Set<Int> = []
  /// Texts called after a fill: they stand on nothing else.
  private var hasOwnFill: Set<Int> = []

  init(palette: Palette, policy: Policy, values: PairValues, earlier: Set<PairKey>) {
    self.palette = palette
    self.policy = policy
    self.values = values
    self.earlier = earlier
    readings = palette.colors.enumerated().map { index, color in
      guard palette.isSet else {
        return NameReading(color.name, declared: palette.roles.last { $0.matches(color.name) }?.role)
      }
      return NameReading(palette.origins[index].name, declared: palette.origins[index].role)
    }
    sets = SurfaceSet.all(of: palette, readings)
    for rule in policy.pairs { pairDeclared(by: rule) }
    pairDeclared()
    pairOnNames()
    pairFills()
    pairComponents()
    for set in sets {
      pairStatus(in: set)
      pairGeneral(in: set)
      pairControls(in: set)
    }
  }

  /// The canvas of the palette: what most things stand on.
  var canvas: Int? { sets.first.flatMap { $0.family.isEmpty ? $0.canvas : nil } }

  /// Plain general opaque backgrounds by their values today: what a translucent background may stand on.
  var generalBackgrounds: [Int] {
    sets.first { $0.family.isEmpty }.map { set in set.backgrounds.filter { set.isGeneral($0, values) } } ?? []
  }

  /// Colours whose values have a say in what is paired: backgrounds that may be general, tints, and what is suspect.
  var valueBound: Set<Int> {
    var bound = suspects
    for set in sets { bound.formUnion(set.backgrounds) }
    for (index, reading) in readings.enumerated() where reading.isBackground && !reading.statuses.isEmpty {
      bound.insert(index)
    }
    return bound
  }

  private mutating func pairDeclared() {
    for pair in palette.pairs {
      guard let foreground = palette.index(of: pair.foreground), let background = palette.index(of: pair.background)
      else { continue }
      let backdrops = pair.backdrops.compactMap { palette.index(of: $0) }
      let usage = pair.usage ?? readings[foreground].usage ?? .text
      add(
        Pairing(
          foreground: foreground, background: background, backdrops: backdrops, usage: usage,
          required: pair.minimum ?? Requirement.ratio(for: usage, at: policy.conformance),
          hasOwnMinimum: pair.minimum != nil, rule: .declared, reason: "declared as a pair", declaration: pair.range))
    }
  }

  /// `onPrimary` stands on `primary`; where there is none, on the background, fill or surface called primary. A
  /// `primaryContainer` is something else.
  private mutating func pairOnNames() {
    for (foreground, reading) in readings.enumerated() {
      guard let onto = reading.onto, reading.isForeground else { continue }
      let others = readings.indices.filter { index in
        let other = readings[index]
        return index != foreground && other.onto == nil && !other.isForeground && other.kind != .border
      }
      let exact = others.filter { readings[$0].words == onto }
      let named = others.filter { index in
        let other = readings[index]
        return other.isBackground && other.rest == onto && !onto.isEmpty && !other.words.has(["container", "page"])
      }
      for background in exact.isEmpty ? named : exact {
        hasOwnText.insert(background)
        add(foreground, background, .onName, "\(name(foreground)) says that it stands on \(name(background))")
      }
    }
  }

  /// `primary-foreground` stands on `primary`, `tooltip-text` on `tooltip`: what is called as it is but for that word.
  private mutating func pairFills() {
    var fills: [[String]: [Int]] = [:]
    for (index, reading) in readings.enumerated()
    where !reading.isForeground && reading.kind != .border && reading.onto == nil {
      fills[reading.words, default: []].append(index)
    }
    for (foreground, reading) in readings.enumerated() {
      guard let fill = reading.fill, let found = fills[Array(fill)] else { continue }
      hasOwnFill.insert(foreground)
      for background in found {
        hasOwnText.insert(background)
        add(foreground, background, .component, "\(name(foreground)) is called after \(name(background))")
      }
    }
  }

  private mutating func pairComponents() {
    var backgrounds: [[String]: [Int]] = [:]
    for (index, reading) in readings.enumerated() where reading.isBackground && reading.onto == nil {
      backgrounds[reading.rest, default: []].append(index)
    }
    for (foreground, reading) in readings.enumerated()
    where reading.isForeground && reading.onto == nil && reading.restLists.contains(.component) {
      let unranked = reading.rest.filter { !WordLists(of: $0).contains(.rank) }
      for background in backgrounds[reading.rest] ?? backgrounds[unranked] ?? [] {
        let component = readings[background].rest.joined(separator: " ")
        add(foreground, background, .component, "both are of \"\(component)\"")
      }
    }
  }

  /// Status text on the canvas of its set, and on the tint of its own status, unless that names a text for itself:
  /// `on-danger` stands on `danger`, so `text.danger` does not.
  private mutating func pairStatus(in set: SurfaceSet) {
    let families = Set(sets.map(\.family))
    for (foreground, reading) in readings.enumerated()
    where reading.isForeground && reading.onto == nil && !reading.statuses.isEmpty && !hasOwnFill.contains(foreground) {
      guard let family = reading.family else { continue }
      // A family without a canvas, as in "feedback.danger.text", has its tints on the palette's own.
      let isOutside = set.family.isEmpty && !families.contains(family)
      guard family == set.family || isOutside else { continue }
      if !isOutside { addUnlessSuspect(foreground, set.canvas, .status, "status \(reading.kindWord) on the canvas") }
      let own = readings.indices.filter {
        let other = readings[$0]
        return other.isBackground && other.family == family && other.statuses == reading.statuses
      }
      // Of several only the palest are tints; those between them and the solid are for other text.
      let bound = own.count > 1 ? 1.5 : 3
      for background in own where !hasOwnText.contains(background) {
        guard values.isUnder(bound, background, set.canvas) || earlier.contains(key(foreground, background)) else {
          continue
        }
        addUnlessSuspect(foreground, background, .status, "status \(reading.kindWord) on its own tint")
      }
    }
  }

  /// General text, links and icons on the general backgrounds of their set.
  private mutating func pairGeneral(in set: SurfaceSet) {
    let general = Set(set.backgrounds.filter { set.isGeneral($0, values) })
    let hasField = readings.contains { $0.isBackground && $0.rest.has(["field", "input", "search", "textfield"]) }
    for (foreground, reading) in readings.enumerated()
    where reading.isForeground && reading.onto == nil && reading.statuses.isEmpty && reading.family == set.family {
      if reading.usage == .placeholder && hasField || hasOwnFill.contains(foreground) && reading.rest.last != "muted" {
        continue
      }
      for background in set.backgrounds
      where general.contains(background) || earlier.contains(key(foreground, background)) {
        if set.family.isEmpty {
          addUnlessSuspect(foreground, background, .general, "general \(reading.kindWord) on a general background")
        } else {
          let family = set.family.joined(separator: " ")
          addUnlessSuspect(foreground, background, .component, "general colours of \"\(family)\"")
        }
      }
    }
  }

  private mutating func pairControls(in set: SurfaceSet) {
    for (foreground, reading) in readings.enumerated() where reading.kind == .border && reading.onto == nil {
      guard let usage = reading.usage, !usage.isExempt, reading.isOfControl,
        set.family.isEmpty || reading.words.starts(with: set.family)
      else { continue }
      addUnlessSuspect(foreground, set.canvas, .control, "the border of a control on the canvas")
    }
  }

  private func name(_ index: Int) -> String { palette.colors[index].name }
}

extension PairingRules {
  private func key(_ foreground: Int, _ background: Int) -> PairKey {
    PairKey(
      foreground: name(foreground), background: name(background), usage: readings[foreground].usage ?? .text)
  }

  /// Adds a pair that only the names suggest, unless it is illegible everywhere: then it is probably none.
  private mutating func addUnlessSuspect(_ foreground: Int, _ background: Int, _ rule: PairingRule, _ reason: String) {
    guard foreground != background, palette.mayPair(foreground, background),
      !taken.contains(SIMD2(foreground, background))
    else { return }
    let usage = readings[foreground].usage ?? .text
    if !usage.isExempt, values.isAlwaysUnder(1.25, foreground, background),
      !earlier.contains(key(foreground, background))
    {
      taken.insert(SIMD2(foreground, background))
      suspects.formUnion([foreground, background])
      diagnostics.append(
        Diagnostic(
          .warning, "pairing/suspect",
          "\(name(foreground)) on \(name(background)) stays under 1.25:1 in every trait combination, so the two "
            + "are probably not used together. Declare the pair to judge it.",
          at: palette.colors[foreground].range))
      return
    }
    add(foreground, background, rule, reason)
  }

  private mutating func add(_ foreground: Int, _ background: Int, _ rule: PairingRule, _ reason: String) {
    let usage = readings[foreground].usage ?? .text
    let bothPlatform = SystemColors.isName(name(foreground)) && SystemColors.isName(name(background))
    add(
      Pairing(
        foreground: foreground, background: background, usage: usage,
        required: Requirement.ratio(for: usage, at: policy.conformance), rule: rule, reason: reason,
        severity: bothPlatform ? .note : nil))
  }

  /// One pair of names is judged once; a person may declare it for several usages.
  private mutating func add(_ pairing: Pairing) {
    guard palette.mayPair(pairing.foreground, pairing.background) else { return }
    var isNew = taken.insert(SIMD2(pairing.foreground, pairing.background)).inserted
    if pairing.rule == .declared {
      let usage = Usage.allCases.firstIndex(of: pairing.usage) ?? 0
      isNew = declared.insert(SIMD3(pairing.foreground, pairing.background, usage)).inserted
    }
    if isNew { pairings.append(pairing) }
  }
}

// What a policy declares: names and patterns.
extension PairingRules {
  fileprivate mutating func pairDeclared(by rule: PairRule) {
    // What does not depend on captures is looked for once.
    let fixed = rule.backgrounds.map { $0.captures.isEmpty ? colors(covered: $0, with: [:]) : [] }
    let fronts = rule.foregrounds.map { colors(covered: $0.opened, with: [:]) }
    let pairs = fronts.reduce(0) { $0 + $1.count } * fixed.reduce(0) { $0 + $1.count }
    if pairs > Self.pairLimit {
      diagnostics.append(
        Diagnostic(
          .error, "policy/too-many-pairs",
          "this covers \(pairs) pairs of \(palette.path), more than \(Self.pairLimit): none of them is judged. Narrow its "
            + "patterns; contrastctl check --all-pairs counts every pair.",
          at: rule.range))
      return
    }
    for (pattern, fronts) in zip(rule.foregrounds, fronts) {
      for foreground in fronts {
        pattern.match(plainName(foreground)) { captures in
          for (background, pattern) in rule.backgrounds.enumerated() {
            let found = pattern.captures.isEmpty ? fixed[background] : colors(covered: pattern, with: captures)
            let backdrops = rule.backdrops.flatMap { colors(covered: $0, with: captures) }
            for other in found where other != foreground {
              add(rule, foreground, other, backdrops, isNamed: pattern.name(with: [:]) != nil)
            }
          }
          return !pattern.captures.isEmpty
        }
      }
    }
  }

  /// More pairs of one palette than anybody declares on purpose.
  private static let pairLimit = 1 << 20

  private func colors(covered pattern: NamePattern, with captures: NamePattern.Captures) -> [Int] {
    if !palette.isSet, let name = pattern.name(with: captures) { return palette.index(of: name).map { [$0] } ?? [] }
    return palette.colors.indices.filter { pattern.matches(plainName($0), with: captures) }
  }

  /// What a colour is called where it is declared.
  private func plainName(_ index: Int) -> String { palette.isSet ? palette.origins[index].name : name(index) }

  private mutating func add(
    _ rule: PairRule, _ foreground: Int, _ background: Int, _ backdrops: [Int], isNamed: Bool
  ) {
    // `button.*` covers `button.disabled` too, and what is on that is disabled.
    let isDisabled = !isNamed && readings[background].words.has(WordList.disabled)
    let usage = rule.usage ?? (isDisabled ? .disabled : readings[foreground].usage ?? .text)
    let own = usage.isExempt ? rule.floor : rule.minimum
    add(
      Pairing(
        foreground: foreground, background: background, backdrops: backdrops, usage: usage,
        required: own ?? Requirement.ratio(for: usage, at: policy.conformance), hasOwnMinimum: own != nil,
        rule: .declared, reason: "declared as a pair", declaration: rule.range))
  }
}

extension NameReading {
  fileprivate var kindWord: String { usage == .icon ? "icon" : "text" }
}

extension DeclaredRole {
  /// Whether the pattern covers a name; `*` stands for any run of characters.
  package func matches(_ name: String) -> Bool { Glob.matches(pattern, name) }
}
