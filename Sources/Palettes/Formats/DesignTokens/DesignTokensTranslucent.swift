import Colorimetry
import Syntax

// `rgba({name}, alpha)`: a colour of another token's, worked out for every combination that either varies on.

extension TokenAssembly {
  mutating func translucentRegistrations(_ name: Int, _ entries: [TokenFlattening.Contribution]) -> [Registration]? {
    let touched = touchedAxes(from: name)
    guard let combinations = variants.combinations(of: touched) else { return nil }
    var result: [Registration] = []
    for choices in combinations {
      guard let winner = TokenVariants.winner(conditions(entries), under: choices) else { continue }
      let value: ColorValue
      switch outcome(name, choices) {
      case .color(let color): value = .color(color)
      case .none(let reason): value = .unreadable(reason)
      }
      let range = flat.value(of: entries[winner]).range
      result.append(Registration(traits: variants.traits(choices), value: value, range: range))
    }
    // What is the same everywhere does not vary.
    guard let first = result.first, result.count == combinations.count, result.allSatisfy({ $0.value == first.value })
    else { return result }
    return [Registration(traits: TraitCollection(), value: first.value, range: first.range)]
  }

  enum Outcome {
    case color(Color)
    case none(String)
  }

  private func conditions(_ entries: [TokenFlattening.Contribution]) -> [TokenCondition] {
    entries.map { flat.conditions[Int($0.condition)] }
  }

  /// The colour of a name under choices of every axis that it and what it refers to vary on.
  func outcome(_ start: Int, _ choices: [TokenChoice]) -> Outcome {
    var path: [Int] = []
    var alpha: Double?
    var name = start
    while true {
      if path.contains(name) {
        let chain = (path.drop { $0 != name } + [name]).map { flat.names[$0] }.joined(separator: " → ")
        return .none("alias cycle: \(chain)")
      }
      path.append(name)
      let entries = flat.contributions[name]
      guard let winner = TokenVariants.winner(conditions(entries), under: choices) else {
        return .none("\(flat.names[name]) has no value for \(variants.traits(choices).label)")
      }
      let target: String
      switch flat.value(of: entries[winner]).value {
      case .color(let color), .untyped(let color):
        guard let alpha else { return .color(color) }
        let missing = color.missing.subtracting(.alpha)
        return Color(color.space, color.components, alpha: alpha, missing: missing).map { .color($0) }
          ?? .none("it is not finite")
      case .alias(let other): target = other
      case .translucent(let other, let own):
        alpha = alpha ?? own
        target = other
      case .unreadable(let reason), .noColor(let reason): return .none(reason)
      case .deferred, .other: return .none("\(flat.names[name]) is no colour here")
      }
      guard let next = flat.index(of: target) else { return .none("there is no token \"\(target)\"") }
      name = next
    }
  }

  /// The axes that a name and everything it may refer to vary on.
  func touchedAxes(from start: Int) -> [Int] {
    var seen: Set<Int> = [start]
    var open = [start]
    var found: Set<Int> = []
    while let name = open.popLast() {
      found.formUnion(TokenVariants.axes(of: conditions(flat.contributions[name])))
      for target in targets(of: name) where seen.insert(target).inserted { open.append(target) }
    }
    return found.sorted()
  }

  /// The names that a name refers to.
  func targets(of name: Int) -> [Int] {
    flat.contributions[name].compactMap { entry in
      switch flat.value(of: entry).value {
      case .alias(let target), .translucent(let target, _): flat.index(of: target)
      default: nil
      }
    }
  }
}
