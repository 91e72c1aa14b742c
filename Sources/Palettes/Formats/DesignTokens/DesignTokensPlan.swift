import Syntax

/// Makes the plan of a palette out of its files.
struct TokenPlanner {
  private let unit: String
  private let files: [String: Fragment]
  private var plan = TokenPlan()

  init(_ unit: String, _ fragments: [Fragment]) {
    self.unit = unit
    files = Dictionary(fragments.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
  }

  mutating func make() -> TokenPlan {
    plan.modifiers = (files[unit] ?? files.values.first)?.rules.modifiers ?? []
    if case .resolver(let resolver) = files[unit]?.tokens?.content {
      plan.files = [unit]
      layer(resolver)
    } else if case .studio(let studio) = files[unit]?.tokens?.content, !studio.sets.isEmpty {
      plan.files = [unit]
      layer(studio, folder: "")
    } else if unit.hasSuffix("/$themes.json"), let studio = heads() {
      layer(studio, folder: DesignTokens.folder(of: unit))
    } else {
      layerFolder()
    }
    return plan
  }

  private mutating func add(_ condition: TokenCondition, _ tree: TokenTree, _ file: String) {
    plan.layers.append(TokenLayer(condition: condition, tree: tree, file: file))
  }

  /// What each of some contexts chooses.
  private mutating func addAxes(_ name: String, _ values: [String]) -> [[TokenChoice]] {
    let contexts = TokenContexts(named: name, values, after: plan.axes, plan.modifiers, &plan.diagnostics)
    plan.axes += contexts.axes
    return contexts.choices
  }

  private mutating func layer(_ resolver: TokenResolver) {
    var known: [String: [[TokenChoice]]] = [:]
    for step in resolver.steps {
      switch step {
      case .set(let sources): add(sources, [])
      case .modifier(let modifier):
        // With one context there is nothing to choose.
        if modifier.contexts.count == 1 {
          add(modifier.contexts[0].sources, [])
          continue
        }
        // Named twice in the order, it is laid over again and is no second choice.
        let choices = known[modifier.name] ?? addAxes(modifier.name, modifier.contexts.map(\.name))
        known[modifier.name] = choices
        // What says less is below.
        let order = choices.indices.sorted { (choices[$0].count, $0) < (choices[$1].count, $1) }
        for index in order { add(modifier.contexts[index].sources, choices[index].map { [$0] }) }
      }
    }
  }

  private mutating func add(_ sources: [TokenResolver.Source], _ condition: TokenCondition) {
    for source in sources {
      switch source.kind {
      case .inline(let tree): add(condition, tree, unit)
      case .file(let path, let steps): addFile(path, steps, condition, source.range)
      }
    }
  }

  private mutating func addFile(_ path: String, _ steps: [String], _ condition: TokenCondition, _ range: SourceRange) {
    if let rules = files[unit]?.rules, !rules.permits(path) {
      if plan.diagnostics.contains(where: { $0.range == range }) { return }
      plan.diagnostics.append(rules.outsideRoot(path, range))
      return
    }
    guard let fragment = files[path] else {
      let message = "there is no token file \"\(path)\" among those that are checked; correct the reference"
      report("resolver-source", message, range)
      return
    }
    plan.files.insert(path)
    guard let file = fragment.tokens else { return }
    if steps.isEmpty, case .tree(let tree) = file.content {
      add(condition, tree, path)
      return
    }
    guard let root = TokenPointer.value(at: steps, from: file.document.root), root.kind == .object else {
      report("resolver-source", "no tokens stand at \"\(steps.joined(separator: "/"))\" of \"\(path)\"", range)
      return
    }
    var reader = TokenReader(file.document)
    add(condition, reader.read(root), path)
  }

  private mutating func report(_ kind: String, _ message: String, _ range: SourceRange) {
    if plan.diagnostics.contains(where: { $0.range == range }) { return }
    plan.diagnostics.append(Diagnostic(.error, "dtcg/\(kind)", message, at: range))
  }

  /// What `$themes.json` and `$metadata.json` say together.
  private mutating func heads() -> TokenStudio? {
    var result: TokenStudio?
    for (path, fragment) in files.sorted(by: { $0.key < $1.key }) {
      guard case .studio(let studio) = fragment.tokens?.content, studio.sets.isEmpty else { continue }
      plan.files.insert(path)
      if result == nil {
        result = studio
      } else {
        result?.themes += studio.themes
        result?.order += studio.order
      }
    }
    return result
  }

  private mutating func layer(_ studio: TokenStudio, folder: String) {
    var trees = Dictionary(studio.sets.map { ($0.name, (tree: $0.tree, file: unit)) }, uniquingKeysWith: { $1 })
    for name in studio.allSets where trees[name] == nil {
      let path = DesignTokens.setPath(name, folder)
      guard case .tree(let tree) = files[path]?.tokens?.content else { continue }
      trees[name] = (tree, path)
      plan.files.insert(path)
    }
    let groups = themeGroups(studio, trees.mapValues(\.tree))
    let choices = groups.map { addAxes($0.name, $0.themes.map(\.name)) }
    for name in studio.allSets {
      guard let (tree, file) = trees[name] else { continue }
      guard let condition = condition(of: name, studio, groups, choices) else {
        if tree.tokens.isEmpty { continue }
        let reason = "no theme uses the set \"\(name)\""
        let range = tree.tokens.first?.range ?? studio.range
        let count = tree.tokens.count { if case .other = $0.value { false } else { true } }
        plan.skipped.append(Skipped(name: name, reason: reason, range: range, count: count))
        continue
      }
      add(condition, tree, file)
    }
  }

  /// The groups of themes that a colour may depend on. A theme whose sets hold no colour is none to ask about.
  private func themeGroups(
    _ studio: TokenStudio, _ trees: [String: TokenTree]
  ) -> [(name: String, themes: [TokenStudio.Theme])] {
    let colored = Set(trees.filter { $0.value.mayHoldColors }.keys)
    var groups: [(name: String, themes: [TokenStudio.Theme])] = []
    for theme in studio.themes where !theme.sets.isDisjoint(with: colored) {
      let name = theme.group ?? "theme"
      if let index = groups.firstIndex(where: { $0.name == name }) {
        groups[index].themes.append(theme)
      } else {
        groups.append((name, [theme]))
      }
    }
    return groups.filter { $0.themes.count > 1 }
  }

  /// When a set counts, nil where no theme uses it.
  private func condition(
    of set: String, _ studio: TokenStudio, _ groups: [(name: String, themes: [TokenStudio.Theme])],
    _ choices: [[[TokenChoice]]]
  ) -> TokenCondition? {
    if studio.themes.isEmpty { return [] }
    let users = studio.themes.filter { $0.sets.contains(set) }
    if users.isEmpty { return nil }
    var contexts: [[TokenChoice]] = []
    for (index, group) in groups.enumerated() {
      let values = group.themes.indices.filter { group.themes[$0].sets.contains(set) }
      // In every theme of a group it is always there.
      if values.count == group.themes.count { return [] }
      contexts += values.map { choices[index][$0] }
    }
    return TokenContexts.anyOf(contexts, plan.axes)
  }

  private mutating func layerFolder() {
    plan.isUnordered = true
    var members: [(path: String, tree: TokenTree)] = []
    plan.files = TokenFolders(files).groups[unit] ?? []
    for path in plan.files.sorted() {
      if case .tree(let tree) = files[path]?.tokens?.content { members.append((path, tree)) }
    }
    let placed = TokenPlacement(members, members.map { files[$0.path]?.rules ?? SourceRules() })
    plan.axes = placed.axes
    plan.sides = Set(placed.sides.map { members[$0].path })
    for index in placed.order { add(placed.conditions[index], members[index].tree, members[index].path) }
  }
}

extension TokenTree {
  /// Whether any token may be a colour: another type is told of each that is none.
  var mayHoldColors: Bool {
    tokens.contains {
      switch $0.value {
      case .other, .noColor: false
      default: true
      }
    }
  }
}
