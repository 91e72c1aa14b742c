import Colorimetry
import Syntax

// Colours made of other tokens' colours, worked out for every combination that any of them varies on.

extension TokenAssembly {
  mutating func derivedRegistrations(_ name: Int, _ entries: [TokenFlattening.Contribution]) -> [Registration]? {
    let touched = touchedAxes(from: name)
    guard let combinations = variants.combinations(of: touched) else { return nil }
    var result: [Registration] = []
    for choices in combinations {
      guard let winner = TokenVariants.winner(conditions(entries), under: choices) else { continue }
      let value: ColorValue
      switch outcome(of: name, choices) {
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
  mutating func outcome(of name: Int, _ choices: [TokenChoice]) -> Outcome {
    outcome(of: name, choices, within: [], depth: 0)
  }

  /// - Parameters:
  ///   - outer: the names whose changes need this colour.
  ///   - depth: of mixes in mixes.
  private mutating func outcome(of start: Int, _ choices: [TokenChoice], within outer: [Int], depth: Int) -> Outcome {
    if depth > 64 { return .none("too many colours are mixed into each other") }
    var path = Dictionary(outer.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
    var names = outer
    var changes: [(change: ColorChange, depth: Int)] = []
    var name = start
    while true {
      if let place = path.updateValue(names.count, forKey: name) {
        let chain = (names[place...] + [name]).map { flat.names[$0] }.joined(separator: " → ")
        return .none("alias cycle: \(chain)")
      }
      if case .color(let known) = outcomes[choices]?[name] {
        return changed(known, changes, names, choices, start, depth)
      }
      names.append(name)
      let entries = flat.contributions[name]
      guard let winner = TokenVariants.winner(conditions(entries), under: choices) else {
        return .none("\(flat.names[name]) has no value for \(variants.traits(choices).label)")
      }
      let target: String
      switch flat.value(of: entries[winner]).value {
      case .color(let color), .untyped(let color): return changed(color, changes, names, choices, start, depth)
      case .alias(let other): target = other
      case .derived(let derivation):
        changes.append((derivation.change, names.count))
        switch derivation.base {
        case .token(let other): target = other
        case .color(let color): return changed(color, changes, names, choices, start, depth)
        }
      case .unreadable(let reason), .noColor(let reason): return .none(reason)
      case .deferred, .other: return .none("\(flat.names[name]) is no colour here")
      }
      guard let next = flat.index(of: target) else { return .none("there is no token \"\(target)\"") }
      name = next
    }
  }

  /// A colour with changes, the last of them first; each is that of the name at its depth.
  private mutating func changed(
    _ color: Color, _ changes: [(change: ColorChange, depth: Int)], _ names: [Int], _ choices: [TokenChoice],
    _ start: Int, _ level: Int
  ) -> Outcome {
    var color = color
    for (change, depth) in changes.reversed() {
      var other: Color?
      switch change {
      case .mix(_, _, with: .color(let mixed)): other = mixed
      case .mix(_, _, with: .token(let name)):
        guard let index = flat.index(of: name) else { return .none("there is no token \"\(name)\" to mix in") }
        switch outcome(of: index, choices, within: Array(names[..<depth]), depth: level + 1) {
        case .color(let mixed): other = mixed
        case .none(let reason): return .none(reason)
        }
      default: break
      }
      guard let next = change.applied(to: color, other: other) else { return .none("it is not finite") }
      color = next
    }
    outcomes[choices, default: [:]][start] = .color(color)
    return .color(color)
  }

  /// The axes that a name and everything it may refer to vary on.
  func touchedAxes(from start: Int) -> [Int] {
    var seen: Set<Int> = [start]
    var open = [start]
    var found: Set<Int> = []
    while let name = open.popLast() {
      found.formUnion(TokenVariants.axes(of: conditions(flat.contributions[name])))
      for target in flat.targets(of: name) where seen.insert(target).inserted { open.append(target) }
    }
    return found.sorted()
  }
}
