/// Token files that no document orders, by folder: each folder is a palette, and folders whose aliases lead into each other
/// are one, under the folder around them.
struct TokenFolders {
  /// The files of each palette, by its path.
  private(set) var groups: [String: Set<String>] = [:]

  init(_ fragments: [String: Fragment]) {
    let files = fragments.mapValues(\.tokens)
    var folders: [String: [String]] = [:]
    for (path, fragment) in fragments { folders[DesignTokens.folder(of: fragment.standing), default: []].append(path) }
    var parents = Dictionary(folders.keys.map { ($0, $0) }, uniquingKeysWith: { $1 })
    if files.values.contains(where: { $0?.openTargets.isEmpty == false }) {
      TokenFolders.join(folders, files, &parents)
    }
    var joined: [String: Set<String>] = [:]
    for folder in folders.keys { joined[TokenFolders.root(of: folder, parents), default: []].insert(folder) }
    for members in joined.values {
      let path = TokenFolders.common(members)
      for folder in members { groups[path, default: []].formUnion(folders[folder] ?? []) }
    }
  }

  /// Joins each folder with the nearest that has the tokens its aliases do not find in it.
  private static func join(
    _ folders: [String: [String]], _ files: [String: TokenFile?], _ parents: inout [String: String]
  ) {
    var places: [String: Set<String>] = [:]
    for (folder, paths) in folders {
      for path in paths { for name in files[path]??.names ?? [] { places[name, default: []].insert(folder) } }
    }
    for (folder, paths) in folders.sorted(by: { $0.key < $1.key }) {
      for target in Set(paths.flatMap { files[$0]??.openTargets ?? [] }).sorted() {
        guard let found = places[target], !found.contains(folder) else { continue }
        let nearest = found.sorted().max { depth(common([$0, folder])) < depth(common([$1, folder])) }
        guard let nearest else { continue }
        parents[root(of: folder, parents)] = root(of: nearest, parents)
      }
    }
  }

  private static func root(of folder: String, _ parents: [String: String]) -> String {
    var folder = folder
    while let parent = parents[folder], parent != folder { folder = parent }
    return folder
  }

  private static func depth(_ folder: String) -> Int {
    folder == "./" ? 0 : folder.utf8.count { $0 == UInt8(ascii: "/") }
  }

  /// The folder around all of some folders.
  private static func common(_ folders: Set<String>) -> String {
    guard folders.count > 1 else { return folders.first ?? "./" }
    let parts = folders.map { $0.split(separator: "/", omittingEmptySubsequences: false).dropLast() }
    guard var shared = parts.first else { return "./" }
    for other in parts.dropFirst() {
      let count = zip(shared, other).prefix { $0.0 == $0.1 }.count
      shared = shared.prefix(count)
    }
    return shared.isEmpty ? "./" : shared.joined(separator: "/") + "/"
  }
}

extension TokenFile {
  /// The names that aliases in a tree ask for and that are not in it.
  static func openTargets(of content: Content) -> [String] {
    guard case .tree(let tree) = content else { return [] }
    var targets: Set<String> = []
    for token in tree.tokens {
      for value in [token.value] + token.modes.map(\.value) {
        targets.formUnion(value.targets)
      }
    }
    if targets.isEmpty { return [] }
    for token in tree.tokens { targets.remove(token.name) }
    return Array(targets)
  }

  var names: [String] {
    if case .tree(let tree) = content { tree.tokens.map(\.name) } else { [] }
  }
}
