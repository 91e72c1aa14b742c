import Syntax

/// The layers of a palette laid over each other: for each name what is said of it, in order, and when.
struct TokenFlattening {
  /// One value for one name: what comes later wins where both count.
  struct Contribution {
    /// The place of its condition in `conditions`.
    var condition: Int32
    let layer: Int32
    let token: Int32
    /// The place among the token's modes; −1 for its own value.
    let mode: Int32
  }

  private(set) var layers: [TokenLayer]
  private(set) var axes: [TokenAxis]
  private(set) var conditions: [TokenCondition] = [[]]
  private(set) var names: [String] = []
  private(set) var contributions: [[Contribution]] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// What groups say of the type of their tokens, the last one said.
  private(set) var groupTypes: [String: TokenType] = [:]
  private let modifiers: [ModifierRule]
  private var indices: [String: Int] = [:]
  private var conditionIndices: [TokenCondition: Int32] = [[]: 0]

  /// - Parameter documents: the files that `$extends` may name, by path.
  init(_ plan: TokenPlan, documents: [String: JSONDocument]) {
    layers = plan.layers
    axes = plan.axes
    modifiers = plan.modifiers
    let modes = modeAxis()
    var extensions: [Extension] = []
    for layer in layers.indices { take(layer, modes, &extensions) }
    if !extensions.isEmpty { extend(extensions, documents) }
  }

  func index(of name: String) -> Int? { indices[name] }

  /// The token and the value that a contribution brings.
  func token(of contribution: Contribution) -> Token {
    layers[Int(contribution.layer)].tree.tokens[Int(contribution.token)]
  }

  func value(of contribution: Contribution) -> (value: TokenValue, range: SourceRange) {
    // In its place: a token is not copied to be looked at.
    let (layer, place) = (Int(contribution.layer), Int(contribution.token))
    if contribution.mode < 0 {
      return (layers[layer].tree.tokens[place].value, layers[layer].tree.tokens[place].range)
    }
    let mode = layers[layer].tree.tokens[place].modes[Int(contribution.mode)]
    return (mode.value, mode.range)
  }

  /// What the token that brings a contribution says of its own type, and the nearest group around it.
  func types(of contribution: Contribution) -> (own: TokenType?, group: TokenType?) {
    let (layer, place) = (Int(contribution.layer), Int(contribution.token))
    return (layers[layer].tree.tokens[place].ownType, layers[layer].tree.tokens[place].groupType)
  }

  /// The names that the values of a name are made of.
  func targets(of name: Int) -> [Int] {
    var targets: [Int] = []
    for entry in contributions[name] {
      let names = value(of: entry).value.targets
      if !names.isEmpty { targets += names.compactMap { index(of: $0) } }
    }
    return targets
  }

  /// Every group that a token stands in, and those that say something without having one.
  var groups: Set<String> {
    var groups: Set<String> = []
    for name in names {
      var rest = name[...]
      while let point = rest.lastIndex(of: ".") {
        rest = rest[..<point]
        if !groups.insert(String(rest)).inserted { break }
      }
    }
    return groups.union(groupTypes.keys)
  }

  /// The type that the nearest group of any file around a name states.
  func groupType(around name: String) -> TokenType? {
    if groupTypes.isEmpty { return nil }
    var rest = name[...]
    while let point = rest.lastIndex(of: ".") {
      rest = rest[..<point]
      if let type = groupTypes[String(rest)] { return type }
    }
    return groupTypes[""]
  }

  private mutating func take(
    _ index: Int, _ modes: [String: [TokenChoice]], _ extensions: inout [Extension]
  ) {
    let layer = layers[index]
    let condition = intern(layer.condition)
    for (name, group) in layer.tree.groups {
      if let type = group.type { groupTypes[name] = type }
      if let other = group.extends { extensions.append(Extension(group: name, other: other, condition: condition)) }
    }
    for (place, token) in layer.tree.tokens.enumerated() {
      let name = self.index(adding: token.name)
      contributions[name].append(
        Contribution(condition: condition, layer: Int32(index), token: Int32(place), mode: -1))
      if token.modes.isEmpty { continue }
      for (mode, value) in token.modes.enumerated() {
        guard let choices = modes[value.name] else { continue }
        let condition = intern(layer.condition + choices.map { [$0] })
        contributions[name].append(
          Contribution(condition: condition, layer: Int32(index), token: Int32(place), mode: Int32(mode)))
      }
    }
  }

  /// The modes that tokens name make an axis, in order of appearance.
  private mutating func modeAxis() -> [String: [TokenChoice]] {
    var names: [String] = []
    var places: [String: Int] = [:]
    for layer in layers {
      for token in layer.tree.tokens where !token.modes.isEmpty {
        for mode in token.modes where mode.name != "." && places[mode.name] == nil {
          places[mode.name] = names.count
          names.append(mode.name)
        }
      }
    }
    if names.isEmpty { return [:] }
    let contexts = TokenContexts(named: "mode", names, after: axes, modifiers, &diagnostics)
    axes += contexts.axes
    return places.mapValues { contexts.choices[$0] }
  }

  private mutating func index(adding name: String) -> Int {
    if let index = indices[name] { return index }
    indices[name] = names.count
    names.append(name)
    contributions.append([])
    return names.count - 1
  }

  private mutating func intern(_ condition: TokenCondition) -> Int32 {
    if let known = conditionIndices[condition] { return known }
    let index = Int32(conditions.count)
    conditions.append(condition)
    conditionIndices[condition] = index
    return index
  }
}

// `$extends`: what a group inherits stands below what it says itself, whole token by whole token.
extension TokenFlattening {
  private struct Extension {
    let group: String
    let other: TokenExtension
    let condition: Int32
  }

  private enum State {
    case open, done
  }

  private mutating func extend(_ extensions: [Extension], _ documents: [String: JSONDocument]) {
    var states: [Int: State] = [:]
    for index in extensions.indices {
      var path: [Int] = []
      extend(index, extensions, documents, &states, &path)
    }
  }

  /// Extends one group, after those that what it inherits depends on.
  private mutating func extend(
    _ index: Int, _ all: [Extension], _ documents: [String: JSONDocument], _ states: inout [Int: State],
    _ path: inout [Int]
  ) {
    if states[index] == .done { return }
    if states[index] == .open {
      let members = path.drop { $0 != index }.map { all[$0].group } + [all[index].group]
      let chain = members.joined(separator: " → ")
      report(
        "cycle", "groups extend each other in a circle: \(chain). None of them inherits anything", all[index].other)
      return
    }
    states[index] = .open
    path.append(index)
    switch all[index].other.target {
    case .group(let target):
      if isWithin(all[index].group, target) {
        let chain = [all[index].group, target, all[index].group].joined(separator: " → ")
        report("cycle", "the group extends one that it stands in: \(chain). It inherits nothing", all[index].other)
      } else {
        for next in all.indices
        where next != index && (isWithin(all[next].group, target) || isWithin(target, all[next].group)) {
          extend(next, all, documents, &states, &path)
        }
        inherit(target, all[index])
      }
    case .file(let file, let steps): inherit(file, steps, all[index], documents)
    }
    path.removeLast()
    states[index] = .done
  }

  private func isWithin(_ name: String, _ group: String) -> Bool {
    group.isEmpty || name == group || name.hasPrefix(group + ".")
  }

  private mutating func inherit(_ target: String, _ own: Extension) {
    if indices[target] != nil {
      report("extends", "\"\(target)\" is a token; a group extends a group, a token has an alias", own.other)
      return
    }
    let prefix = target + "."
    let inherited = names.filter { $0.hasPrefix(prefix) }
    if inherited.isEmpty, groupTypes[target] == nil {
      let hint = Nearest.hint(for: target, in: Set(names.compactMap { TokenFlattening.parent(of: $0) }).sorted())
      report("extends", "there is no group \"\(target)\"\(hint)", own.other)
      return
    }
    if groupTypes[own.group] == nil { groupTypes[own.group] = groupTypes[target] ?? groupType(around: target) }
    for name in inherited {
      guard let source = indices[name] else { continue }
      let entries = contributions[source].map { entry in
        var entry = entry
        entry.condition = both(entry.condition, own.condition)
        return entry
      }
      put(entries, under: own.group, String(name.dropFirst(prefix.count)))
    }
  }

  private mutating func inherit(
    _ file: String, _ steps: [String], _ own: Extension, _ documents: [String: JSONDocument]
  ) {
    guard let document = documents[file], let root = TokenPointer.value(at: steps, from: document.root),
      root.kind == .object
    else {
      report("extends", "there are no tokens of \"\(file)\" among those that are checked; correct the path", own.other)
      return
    }
    var reader = TokenReader(document)
    let tree = reader.read(root)
    let layer = Int32(layers.count)
    layers.append(TokenLayer(condition: conditions[Int(own.condition)], tree: tree, file: file))
    for (place, token) in tree.tokens.enumerated() {
      let entry = Contribution(condition: own.condition, layer: layer, token: Int32(place), mode: -1)
      put([entry], under: own.group, token.name)
    }
  }

  private mutating func put(_ entries: [Contribution], under group: String, _ rest: String) {
    let index = index(adding: group.isEmpty ? rest : "\(group).\(rest)")
    contributions[index].insert(contentsOf: entries, at: 0)
  }

  private mutating func both(_ one: Int32, _ other: Int32) -> Int32 {
    if one == other || other == 0 { return one }
    var condition = conditions[Int(one)]
    for clause in conditions[Int(other)] where !condition.contains(clause) { condition.append(clause) }
    return intern(condition)
  }

  private static func parent(of name: String) -> String? {
    name.lastIndex(of: ".").map { String(name[..<$0]) }
  }

  private mutating func report(_ kind: String, _ message: String, _ place: TokenExtension) {
    diagnostics.append(Diagnostic(.error, "dtcg/\(kind)", message, at: place.range))
  }
}
