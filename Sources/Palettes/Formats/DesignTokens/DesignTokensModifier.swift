import Colorimetry
import Syntax

// `$extensions["studio.tokens"].modify`: a token's colour is another than its value says. Where the modifier cannot be
// worked out there is no colour: the unmodified one would be wrong.

extension TokenReader {
  /// The value with the modifier of its extensions applied.
  mutating func modified(_ value: TokenValue, by extensions: JSONValue) -> TokenValue {
    guard let modifier = extensions["studio.tokens"]?["modify"], modifier.kind != .null else { return value }
    let base: TokenDerivation.Base
    switch value {
    case .alias(let name): base = .token(name)
    case .color(let color), .untyped(let color): base = .color(color)
    case .derived, .deferred: return notEvaluated("it modifies a value that is worked out itself", modifier)
    case .noColor, .other, .unreadable: return value
    }
    let change: ColorChange
    do throws(ModifierProblem) {
      change = try ColorChange(modifier)
    } catch {
      return notEvaluated(error.reason, error.place)
    }
    let derivation = TokenDerivation(base: base, change: change)
    guard derivation.targets.isEmpty, case .color(let color) = base else { return .derived(derivation) }
    var other: Color?
    if case .mix(_, _, with: .color(let color)) = change { other = color }
    guard let result = change.applied(to: color, other: other) else {
      return notEvaluated("its numbers are too large", modifier)
    }
    if case .untyped = value { return .untyped(result) }
    return .color(result)
  }

  private mutating func notEvaluated(_ reason: String, _ place: JSONValue) -> TokenValue {
    let message = "the colour is modified and not evaluated: \(reason)"
    report(.warning, "modifier", message, place)
    return .unreadable(message)
  }
}

/// Why a modifier cannot be worked out.
struct ModifierProblem: Error {
  let reason: String
  let place: JSONValue
}

extension ColorChange {
  /// `{"type": "lighten", "value": "0.2", "space": "lch"}`; `mix` has a `color` besides, and `alpha` needs no space.
  init(_ modifier: JSONValue) throws(ModifierProblem) {
    guard modifier.kind == .object, let type = modifier["type"] else {
      throw ModifierProblem(reason: "the modifier has no \"type\"", place: modifier)
    }
    switch type.string {
    case "alpha": self = .alpha(min(max(try ColorChange.amount(modifier), 0), 1))
    case "lighten": self = .lighten(try ColorChange.amount(modifier), try ColorChange.space(modifier))
    case "darken": self = .darken(try ColorChange.amount(modifier), try ColorChange.space(modifier))
    case "mix":
      let amount = min(max(try ColorChange.amount(modifier), 0), 1)
      self = .mix(amount, try ColorChange.space(modifier), with: try ColorChange.other(modifier))
    default:
      let remedy = Nearest.remedy(for: type.string ?? "", among: ["lighten", "darken", "mix", "alpha"])
      throw ModifierProblem(reason: "no modifier is called \(type.shortSource)\(remedy)", place: type)
    }
  }

  private static func amount(_ modifier: JSONValue) throws(ModifierProblem) -> Double {
    guard let value = modifier["value"] else { throw ModifierProblem(reason: "it has no \"value\"", place: modifier) }
    let number = value.number ?? value.string.flatMap { Double(String($0.trimmed)) }
    guard let number, number.isFinite else {
      throw ModifierProblem(reason: "its amount \(value.shortSource) is no number; write one of 0 to 1", place: value)
    }
    return number
  }

  private static func space(_ modifier: JSONValue) throws(ModifierProblem) -> ModifierSpace {
    guard let space = modifier["space"] else { throw ModifierProblem(reason: "it has no \"space\"", place: modifier) }
    guard let known = space.string.flatMap({ ModifierSpace(rawValue: $0) }) else {
      let remedy = Nearest.remedy(for: space.string ?? "", among: ModifierSpace.allCases.map(\.rawValue))
      throw ModifierProblem(reason: "no space of modifiers is called \(space.shortSource)\(remedy)", place: space)
    }
    return known
  }

  private static func other(_ modifier: JSONValue) throws(ModifierProblem) -> TokenDerivation.Base {
    guard let color = modifier["color"], let text = color.string else {
      throw ModifierProblem(reason: "a mix has no \"color\" to mix in", place: modifier)
    }
    if let name = TokenAlias.name(in: text) { return .token(name) }
    guard let parsed = try? ColorNotation.parse(text) else {
      throw ModifierProblem(reason: "\(color.shortSource) is no colour to mix in", place: color)
    }
    return .color(parsed)
  }
}
