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
    let roles = DeclaredRoles(palette.roles)
    readings = palette.colors.enumerated().map { index, color in
      guard palette.isSet else { return NameReading(color.name, declared: roles.role(of: color.name)) }
      return NameReading(palette.origins[index].name, declared: palette.origins[index].role)
    }
    sets = SurfaceSet.all(of: palette, readings)
    for rule in policy.pairs { pairDeclared(by: rule) }
    pairDeclared()
    pairOnNames()
    pairFills()
    pairComponents()
    pairSiblings()
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
    let fills: Set<[String]?> = [["fill"], ["solid"]]
    for (foreground, reading) in readings.enumerated() {
      guard let onto = reading.onto, reading.isForeground else { continue }
      let others = readings.indices.filter { index in
        let other = readings[index]
        return index != foreground && other.onto == nil && !other.isForeground && other.kind != .border
      }
      let grouped = reading.ontoGroup.isEmpty ? [] : others.filter { readings[$0].words == reading.ontoGroup + onto }
      let plain = grouped.isEmpty ? others.filter { readings[$0].words == onto } : grouped
      // Beside an `accent-fill` the `accent` is for text and lines.
      let filled = others.filter { index in
        plain.contains { !readings[$0].isBackground && fills.contains(readings[index].words(after: readings[$0])) }
      }
      let exact = filled.isEmpty ? plain : filled
      let named = others.filter { index in
        let other = readings[index]
        return other.isBackground && other.rest == onto && !onto.isEmpty && !other.words.has(["container", "page"])
      }
      for background in exact.isEmpty ? named : exact {
        // Beside a `fg.primary` that is read on `bg.primary`, "primary" is the first of several and no fill.
        let ranked = readings.indices.first { readings[$0].isPlainText && readings[$0].rest == onto }
        if exact.isEmpty, isOpposite(foreground, to: ranked, on: background) { continue }
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
    let texts = Set(readings.compactMap { $0.isForeground ? $0.onto : nil })
    for (foreground, reading) in readings.enumerated() {
      guard let fill = reading.fill, let found = fills[Array(fill)] else { continue }
      hasOwnFill.insert(foreground)
      // Beside a tint of the same fill it may be the text of that one, and so it is beside an `on-accent`.
      if WordList.tint.contains(where: { fills[fill + [$0]] != nil }) { continue }
      if fill.indices.contains(where: { texts.contains(Array(fill[$0...])) }) { continue }
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

  /// `action.primary.text` on `action.primary.background`, `nav.cta-text` on `nav.cta-bg`: the same name but for the role
  /// at its end. What is only a rank, a hue or a state is too little, and a status has a tint to stand on.
  private mutating func pairSiblings() {
    var backgrounds: [Substring: [Int]] = [:]
    for (index, reading) in readings.enumerated() where reading.isBackground && reading.onto == nil {
      if let stem = reading.stem(of: plainName(index)) { backgrounds[stem, default: []].append(index) }
    }
    if backgrounds.isEmpty { return }
    for (foreground, reading) in readings.enumerated() where reading.isForeground && reading.onto == nil {
      guard let stem = reading.stem(of: plainName(foreground)) else { continue }
      for background in backgrounds[stem] ?? [] {
        let reason = "\(name(foreground)) and \(name(background)) differ in their roles alone"
        addUnlessSuspect(foreground, background, .component, reason)
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
      let bound = own.count > 1 ? 1.5 : 2
      for background in own where !hasOwnText.contains(background) && !isTakenBySibling(background, from: foreground) {
        guard
          values.isUnder(bound, background, set.canvas) || earlier.contains(key(foreground, background))
            || areParts(foreground, background)
        else { continue }
        addUnlessSuspect(foreground, background, .status, "status \(reading.kindWord) on its own tint")
      }
    }
  }

  /// General text, links and icons on the general backgrounds of their set.
  private mutating func pairGeneral(in set: SurfaceSet) {
    let general = Set(set.backgrounds.filter { set.isGeneral($0, values) })
    let hasField = readings.contains { $0.isBackground && $0.rest.has(["field", "input", "search", "textfield"]) }
    let hasText = readings.indices.contains { index in
      let reading = readings[index]
      return reading.isPlainText && !reading.isWeakText && reading.family == set.family && !hasOwnFill.contains(index)
    }
    let main = readings.indices.first { index in
      let reading = readings[index]
      let own = reading.rest.filter { !set.family.contains($0) }
      return reading.isPlainText && reading.family == set.family && own.allSatisfy(SurfaceSet.neutral.contains)
    }
    let hasSurface = general.contains { !readings[$0].words.has(SurfaceSet.groundWords) }
    for (foreground, reading) in readings.enumerated()
    where reading.isForeground && reading.onto == nil && reading.statuses.isEmpty && reading.family == set.family {
      if reading.usage == .placeholder && hasField || hasOwnFill.contains(foreground) && reading.rest.last != "muted"
        || reading.isWeakText && hasText
      {
        continue
      }
      for background in set.backgrounds
      where general.contains(background) || earlier.contains(key(foreground, background)) {
        // A field is filled with a surface, where there are others than the page; a hint is beside it.
        if hasSurface, reading.words.contains("placeholder"), readings[background].words.has(SurfaceSet.groundWords) {
          continue
        }
        if isOpposite(foreground, to: main, on: background) { continue }
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

  /// `error.foreground` and `error.background`: parts of one group, each called by its role alone.
  private func areParts(_ foreground: Int, _ background: Int) -> Bool {
    guard ["foreground", "fg"].contains(readings[foreground].words.last) else { return false }
    let groups = [foreground, background].map { index -> [Substring] in
      let parts = plainName(index).split { $0 == "." || $0 == "/" }
      return parts.count > 1 && words(of: String(parts[parts.count - 1])).count == 1 ? parts.dropLast() : []
    }
    return !groups[0].isEmpty && groups[0] == groups[1]
  }

  /// `warning-fg` is the text of `warning-bg`: a `warning-text` beside it stands on something else.
  private func isTakenBySibling(_ background: Int, from foreground: Int) -> Bool {
    let ends = Set(["foreground", "fg"])
    let stem = readings[background].words.dropLast()
    guard WordList.background.contains(readings[background].words.last ?? ""),
      !ends.contains(readings[foreground].words.last ?? "")
    else { return false }
    return readings.contains { $0.isForeground && ends.contains($0.words.last ?? "") && $0.words.dropLast() == stem }
  }

  /// Dark text where the main text is light stands on another background, as text for what is inverse does.
  private mutating func isOpposite(_ foreground: Int, to main: Int?, on background: Int) -> Bool {
    guard let main, main != foreground, values.isOpposite(foreground, to: main, on: background),
      !earlier.contains(key(foreground, background))
    else { return false }
    suspects.formUnion([foreground, main, background])
    return true
  }
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
    let isKnown = usage.isExempt || earlier.contains(key(foreground, background))
    if !isKnown, rule != .control, values.isFaint(foreground) {
      suspects.insert(foreground)
      return
    }
    if !isKnown, values.isAlwaysUnder(1.25, foreground, background) {
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

extension DeclaredRole {
  /// Whether the pattern covers a name; `*` stands for any run of characters.
  package func matches(_ name: String) -> Bool { Glob.matches(pattern, name) }
}
