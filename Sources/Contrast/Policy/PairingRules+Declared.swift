import Palettes
import Syntax

// What somebody says is used together.

extension PairingRules {
  /// On the tokens themselves.
  mutating func pairDeclared() {
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

  /// By names and patterns of a policy.
  mutating func pairDeclared(by rule: PairRule) {
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
