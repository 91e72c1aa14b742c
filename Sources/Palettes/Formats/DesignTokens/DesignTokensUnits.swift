import Syntax

// Which files make a palette together: only what is in them tells.

extension DesignTokens {
  /// The palettes that files make: each resolver document with the files it names, the sets of Tokens Studio around their
  /// themes, and what is left by folder. Files that references lead to come along to be read, and stay where they are.
  static func divide(_ fragments: [Fragment]) -> [(path: String, fragments: [Fragment])] {
    let files = Dictionary(fragments.lazy.filter { !$0.isForeign }.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    let references = references(among: files)
    var named: Set<String> = []
    var units: [String: Set<String>] = [:]
    for fragment in files.values {
      guard let (unit, members) = head(fragment, files) else { continue }
      units[unit, default: []].formUnion([fragment.path] + members)
      named.formUnion([fragment.path] + members)
    }
    let rest = files.filter { !named.contains($0.key) }
    for (unit, members) in TokenFolders(rest).groups { units[unit, default: []].formUnion(members) }
    return units.sorted { $0.key < $1.key }.map { unit, members in
      let all = closure(of: members, references)
      return (unit, all.sorted().compactMap { files[$0] })
    }
  }

  /// The palette that a file is the head of, and the files it names that are there.
  private static func head(_ fragment: Fragment, _ files: [String: Fragment]) -> (unit: String, members: [String])? {
    switch fragment.tokens?.content {
    case .resolver(let resolver):
      return (fragment.path, resolver.files.filter { files[$0] != nil && fragment.rules.permits($0) })
    case .studio(let studio):
      if !studio.sets.isEmpty { return (fragment.path, []) }
      let folder = folder(of: fragment.path)
      return (folder + "$themes.json", studio.allSets.map { setPath($0, folder) }.filter { files[$0] != nil })
    case .tree, nil: return nil
    }
  }

  /// The file of a set whose themes stand in a folder.
  static func setPath(_ set: String, _ folder: String) -> String {
    (folder == "./" ? "" : folder) + set + ".json"
  }

  /// A path without its last component, with the slash: what a palette of a folder is called.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "./"
  }

  /// The files each file's references lead to.
  private static func references(among files: [String: Fragment]) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for (path, fragment) in files {
      let paths = fragment.tokens?.references ?? []
      if !paths.isEmpty { result[path] = paths.filter { files[$0] != nil && fragment.rules.permits($0) } }
    }
    return result
  }

  private static func closure(of members: Set<String>, _ references: [String: [String]]) -> Set<String> {
    if references.isEmpty { return members }
    var result = members
    var open = Array(members)
    while let path = open.popLast() {
      for next in references[path] ?? [] where result.insert(next).inserted { open.append(next) }
    }
    return result
  }
}

extension TokenFile {
  /// The other files that its tokens and groups refer to.
  var references: [String] {
    var paths: Set<String> = []
    visitReferences { path, _ in paths.insert(path) }
    return paths.sorted()
  }

  /// References out of the root that a policy sets: they are not followed.
  func outerReferences(_ rules: SourceRules) -> [Diagnostic] {
    if rules.root == nil { return [] }
    var found: [Diagnostic] = []
    visitReferences { path, place in
      if !rules.permits(path) { found.append(rules.outsideRoot(path, place())) }
    }
    return found
  }

  private func visitReferences(_ body: (String, _ place: () -> SourceRange) -> Void) {
    for tree in trees {
      for group in tree.groups.values {
        if let other = group.extends, case .file(let path, _) = other.target { body(path) { other.range } }
      }
      for token in tree.tokens {
        visit(token.value, body)
        for mode in token.modes { visit(mode.value, body) }
      }
    }
  }

  private func visit(_ value: TokenValue, _ body: (String, () -> SourceRange) -> Void) {
    if case .deferred(let value) = value { visit(value, body) }
  }

  private func visit(_ value: JSONValue, _ body: (String, () -> SourceRange) -> Void) {
    if let text = value.string, let file = TokenPointer(text).file,
      let path = TokenPointer.path(of: file, from: document.text.path)
    {
      body(path) { value.range }
    }
    for member in value.members { visit(member.value, body) }
    for element in value.elements { visit(element, body) }
  }

  /// Every tree in it.
  var trees: [TokenTree] { TokenFile.trees(of: content) }

  static func trees(of content: Content) -> [TokenTree] {
    switch content {
    case .tree(let tree): return [tree]
    case .studio(let studio): return studio.sets.map(\.tree)
    case .resolver(let resolver):
      var trees: [TokenTree] = []
      for step in resolver.steps {
        let sources: [TokenResolver.Source]
        switch step {
        case .set(let set): sources = set
        case .modifier(let modifier): sources = modifier.contexts.flatMap(\.sources)
        }
        for case .inline(let tree) in sources.map(\.kind) { trees.append(tree) }
      }
      return trees
    }
  }
}
