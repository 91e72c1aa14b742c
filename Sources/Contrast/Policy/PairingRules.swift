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
  var diagnostics: [Diagnostic] = []
  /// General colours, the palette's plain ones first.
  let sets: [SurfaceSet]
  private var taken: Set<SIMD2<Int>> = []
  /// Declared pairs with their usages.
  private var declared: Set<SIMD3<Int>> = []
  private var suspects: Set<Int> = []
  /// Backgrounds that a name says it stands on.
  var hasOwnText: Set<Int> = []
  /// Texts called after a fill: they stand on nothing else.
  var hasOwnFill: Set<Int> = []

  init(palette: Palette, policy: Policy, values: PairValues, earlier: Set<PairKey>) {
    self.palette = palette
    self.policy = policy
    self.values = values
    self.earlier = earlier
    let roles = DeclaredRoles(palette.roles)
    readings = palette.colors.indices.map { index in
      guard palette.isSet else {
        let name = palette.colors[index].name
        return NameReading(name, declared: roles.role(of: name))
      }
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

  func name(_ index: Int) -> String { palette.colors[index].name }

  /// What a colour is called where it is declared.
  func plainName(_ index: Int) -> String { palette.isSet ? palette.origins[index].name : name(index) }

  /// Dark text where the main text is light stands on another background, as text for what is inverse does.
  mutating func isOpposite(_ foreground: Int, to main: Int?, on background: Int) -> Bool {
    guard let main, main != foreground, values.isOpposite(foreground, to: main, on: background),
      !earlier.contains(key(foreground, background))
    else { return false }
    suspects.formUnion([foreground, main, background])
    return true
  }
}

extension PairingRules {
  func key(_ foreground: Int, _ background: Int) -> PairKey {
    PairKey(
      foreground: name(foreground), background: name(background), usage: readings[foreground].usage ?? .text)
  }

  /// Adds a pair that only the names suggest, unless it is illegible everywhere: then it is probably none.
  mutating func addUnlessSuspect(_ foreground: Int, _ background: Int, _ rule: PairingRule, _ reason: String) {
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

  mutating func add(_ foreground: Int, _ background: Int, _ rule: PairingRule, _ reason: String) {
    let usage = readings[foreground].usage ?? .text
    let bothPlatform = SystemColors.isName(name(foreground)) && SystemColors.isName(name(background))
    add(
      Pairing(
        foreground: foreground, background: background, usage: usage,
        required: Requirement.ratio(for: usage, at: policy.conformance), rule: rule, reason: reason,
        severity: bothPlatform ? .note : nil))
  }

  /// One pair of names is judged once; a person may declare it for several usages.
  mutating func add(_ pairing: Pairing) {
    guard palette.mayPair(pairing.foreground, pairing.background) else { return }
    var isNew = taken.insert(SIMD2(pairing.foreground, pairing.background)).inserted
    if pairing.rule == .declared {
      let usage = Usage.allCases.firstIndex(of: pairing.usage) ?? 0
      isNew = declared.insert(SIMD3(pairing.foreground, pairing.background, usage)).inserted
    }
    if isNew { pairings.append(pairing) }
  }
}

extension DeclaredRole {
  /// Whether the pattern covers a name; `*` stands for any run of characters.
  package func matches(_ name: String) -> Bool { Glob.matches(pattern, name) }
}
