/// The symbolic links of a tree, and which file each leads to: a change behind a link is told nowhere near the link.
struct LinkTable {
  struct Link {
    let directory: WatchedDirectory
    let name: Name
    let target: FileIdentity?
  }

  private var links: [Name: Link] = [:]
  private var pathsByTarget: [FileIdentity: Set<Name>] = [:]

  var isEmpty: Bool { links.isEmpty }

  /// Every link, those of directories that are gone taken out.
  mutating func all() -> [Link] {
    for (path, link) in links where link.directory.isGone { remove(path) }
    return Array(links.values)
  }

  mutating func set(_ path: Name, _ link: Link) {
    remove(path)
    links[path] = link
    if let target = link.target { pathsByTarget[target, default: []].insert(path) }
  }

  mutating func remove(_ path: Name) {
    guard let link = links.removeValue(forKey: path), let target = link.target else { return }
    pathsByTarget[target]?.remove(path)
    if pathsByTarget[target]?.isEmpty == true { pathsByTarget[target] = nil }
  }

  /// The links that lead to this file or directory.
  func links(to target: FileIdentity) -> [Link] {
    pathsByTarget[target].map { $0.compactMap { links[$0] }.filter { !$0.directory.isGone } } ?? []
  }
}
