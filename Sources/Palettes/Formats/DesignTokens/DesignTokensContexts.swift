import Syntax

/// The axes that a modifier, a group of themes or the modes of tokens are, and what each of its contexts chooses on them.
struct TokenContexts {
  let axes: [TokenAxis]
  /// For each context.
  let choices: [[TokenChoice]]

  /// - Parameters:
  ///   - taken: the axes that there are before.
  ///   - rules: what policies say; without a word of them it is one axis, by its name and values.
  init(
    named name: String, _ contexts: [String], after taken: [TokenAxis], _ rules: [ModifierRule],
    _ problems: inout [Diagnostic]
  ) {
    let own = rules.filter { $0.covers(name) }
    let dimensions = taken.map(\.dimension)
    let problem = Self.problem(own, name, contexts, dimensions)
    if let problem { problems.append(problem) }
    if own.isEmpty || problem != nil {
      axes = [TokenAxis(named: name, values: contexts, taken: dimensions + own.map(\.dimension))]
      choices = contexts.indices.map { [TokenChoice(axis: taken.count, value: $0)] }
      return
    }
    let values = contexts.map { context in own.map { $0.value(of: context) ?? "" } }
    axes = own.indices.map { rule in
      var distinct: [String] = []
      for row in values where !distinct.contains(row[rule]) { distinct.append(row[rule]) }
      return TokenAxis(dimension: own[rule].dimension, values: distinct)
    }
    let made = axes
    choices = values.map { row in
      own.indices.filter { !Self.servesOthers(row, $0, own[$0].dimension, values) }.map { rule in
        TokenChoice(axis: taken.count + rule, value: made[rule].values.firstIndex(of: row[rule]) ?? 0)
      }
    }
  }

  /// Whether a context's value on one dimension is what stands for all where nothing is said, and no other context differs
  /// from it there alone: `Dark` counts in increased contrast too, where there is no `Dark-HC`.
  private static func servesOthers(
    _ row: [String], _ rule: Int, _ dimension: TraitDimension, _ values: [[String]]
  ) -> Bool {
    guard row.count > 1, row[rule] == dimension.absent else { return false }
    return !values.contains { other in
      other[rule] != row[rule] && other.indices.allSatisfy { $0 == rule || other[$0] == row[$0] }
    }
  }

  private static func problem(
    _ rules: [ModifierRule], _ name: String, _ contexts: [String], _ taken: [TraitDimension]
  ) -> Diagnostic? {
    func problem(_ code: String, _ message: String, _ rule: ModifierRule) -> Diagnostic {
      Diagnostic(.error, "policy/\(code)", message, at: rule.range)
    }
    for rule in rules {
      let dimension = rule.dimension.name
      if taken.contains(rule.dimension) {
        return problem(
          "modifier", "\"\(name)\" cannot be \(dimension): another modifier of the same palette is", rule)
      }
      guard let unknown = contexts.first(where: { rule.value(of: $0) == nil }) else { continue }
      let example = "{\"\(name)\": {\"\(unknown)\": \"\(rule.values.last ?? "")\"}}"
      return problem(
        "unknown-trait",
        "\"\(unknown)\" of the modifier \"\(name)\" is no \(dimension)\(Nearest.remedy(for: unknown, among: rule.values)). "
          + "Say which it is: \(example)", rule)
    }
    let values = contexts.map { context in rules.map { $0.value(of: context) } }
    guard let rule = rules.first, let twice = values.indices.first(where: { values[..<$0].contains(values[$0]) }) else {
      return nil
    }
    let other = contexts[values.firstIndex(of: values[twice]) ?? 0]
    let both = values[twice].compactMap(\.self).joined(separator: ", ")
    return problem(
      "modifier",
      "\"\(other)\" and \"\(contexts[twice])\" of the modifier \"\(name)\" are both \(both); map one of them otherwise, or a "
        + "second dimension", rule)
  }

  /// The condition that one of some contexts is chosen: each is several choices that all have to hold.
  static func anyOf(_ contexts: [[TokenChoice]], _ axes: [TokenAxis]) -> TokenCondition {
    guard let first = contexts.first else { return [] }
    var clauses = Set(first.map { Set([$0]) })
    for context in contexts.dropFirst() {
      let wider = clauses.flatMap { clause in context.map { clause.union([$0]) } }
      // A clause that has every value of an axis always holds, and one that another is part of says nothing more.
      let open = Set(wider).filter { clause in
        !axes.indices.contains { axis in
          axes[axis].values.indices.allSatisfy { clause.contains(TokenChoice(axis: axis, value: $0)) }
        }
      }
      clauses = open.filter { clause in !open.contains { $0.isStrictSubset(of: clause) } }
    }
    let sorted = clauses.map { $0.sorted { ($0.axis, $0.value) < ($1.axis, $1.value) } }
    return sorted.sorted { left, right in
      left.lexicographicallyPrecedes(right) { ($0.axis, $0.value) < ($1.axis, $1.value) }
    }
  }
}
