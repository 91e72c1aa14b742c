/// What the path of a `Contents.json` says about it.
///
/// Paths are compared by bytes: a catalog has thousands of them, and walking characters would cost more than reading.
struct CatalogPath {
  enum Kind: Hashable {
    case colorSet, imageSet
    /// The catalog itself or a folder in it.
    case group
    /// A set of another kind (icons, data, symbols), or no part of a catalog.
    case other
  }

  let kind: Kind
  /// The name of the folder, for a set without its extension.
  let leaf: String
  private let path: String
  private let folderStart: String.Index

  init(_ path: String) {
    self.path = path
    let folder = CatalogPath.folder(of: path)
    folderStart =
      path.utf8[..<folder.endIndex].lastIndex(of: slash).map { path.utf8.index(after: $0) } ?? path.startIndex
    let name = path.utf8[folderStart..<folder.endIndex]
    let dot = name.lastIndex(of: UInt8(ascii: "."))
    kind =
      folder.endIndex < path.endIndex && path.utf8[folder.endIndex...].dropFirst().elementsEqual(CatalogPath.file.utf8)
      ? CatalogPath.kind(name[(dot ?? name.endIndex)...]) : .other
    leaf =
      kind == .group ? String(path[folderStart..<folder.endIndex]) : String(path[folderStart..<(dot ?? name.endIndex)])
  }

  /// The same for a path that may be of anything.
  static func unit(of path: String) -> String? {
    path.utf8.suffix(file.utf8.count).elementsEqual(file.utf8) ? CatalogPath(path).unit : nil
  }

  private static let file = "Contents.json"

  /// The path of the palette that the file belongs to: the outermost catalog, or the folder around a loose colour set.
  /// Nil for what is no part of one.
  var unit: String? {
    if kind == .other { return nil }
    var at = path.startIndex
    while let end = path.utf8[at...].firstIndex(of: slash) {
      if path.utf8[at..<end].reversed().starts(with: ".xcassets".utf8.reversed()) { return String(path[..<end]) }
      at = path.utf8.index(after: end)
    }
    if kind != .colorSet { return nil }
    let parent = path[..<folderStart]
    return parent.isEmpty ? "." : parent == "/" ? "/" : String(parent.dropLast())
  }

  /// - Parameter suffix: the extension of the folder with its point; empty without one.
  private static func kind(_ suffix: Substring.UTF8View) -> Kind {
    if suffix.elementsEqual(".colorset".utf8) { return .colorSet }
    if suffix.elementsEqual(".imageset".utf8) { return .imageSet }
    let isOtherSet = suffix.reversed().starts(with: "tes".utf8) || suffix.starts(with: ".imagestack".utf8)
    return isOtherSet ? .other : .group
  }

  /// A path without its last component.
  static func folder(of path: String) -> Substring {
    path[..<(path.utf8.lastIndex(of: slash) ?? path.startIndex)]
  }

  /// `Outer/Inner/` for the folders around a set that provide a namespace.
  static func prefix(of path: String, in unit: String, _ namespaces: Set<Substring>) -> String {
    var prefix = ""
    var around = folder(of: String(folder(of: path)))
    while around.utf8.count > unit.utf8.count {
      let outer = around[..<(around.utf8.lastIndex(of: slash) ?? around.startIndex)]
      if namespaces.contains(around) {
        prefix = around[outer.endIndex...].drop { $0 == "/" } + "/" + prefix
      }
      around = outer
    }
    return prefix
  }
}

private let slash = UInt8(ascii: "/")
