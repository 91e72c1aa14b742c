import Syntax

/// What the path of a `Contents.json` says about it, by its bytes.
struct CatalogPath {
  enum Kind: Hashable {
    case colorSet, imageSet
    /// The catalog itself or a folder in it.
    case group
    /// A set of another kind (icons, data, symbols), or no part of a catalog.
    case other
  }

  let kind: Kind
  private let path: String
  /// Where the folder's name stands, in bytes.
  private let name: Range<Int>
  /// Where its extension begins, or it ends.
  private let dot: Int

  init(_ path: String) {
    self.path = path
    let bytes = path.utf8.span
    let end = bytes.last(slash, in: 0..<bytes.count) ?? 0
    let start = bytes.last(slash, in: 0..<end).map { $0 + 1 } ?? 0
    name = start..<end
    dot = bytes.last(UInt8(ascii: "."), in: name) ?? end
    kind = path.endsInBytes(of: CatalogPath.file) ? CatalogPath.kind(path.part(dot..<end)) : .other
  }

  /// The name of the folder, for a set without its extension.
  var leaf: String { path.part(kind == .group ? name : name.lowerBound..<dot) }

  /// The same for a path that may be of anything.
  static func unit(of path: String) -> String? { path.endsInBytes(of: file) ? CatalogPath(path).unit : nil }

  private static let file = "/Contents.json"

  /// The path of the palette that the file belongs to: the outermost catalog, or the folder around a loose colour set.
  /// Nil for what is no part of one.
  var unit: String? {
    if kind == .other { return nil }
    let bytes = path.utf8.span
    var start = 0
    for end in 0..<bytes.count where bytes[end] == slash {
      // Most folders are told by one byte.
      if end - start >= 9, bytes[end - 1] == UInt8(ascii: "s"), path.part(start..<end).endsInBytes(of: ".xcassets") {
        return path.part(0..<end)
      }
      start = end + 1
    }
    if kind != .colorSet { return nil }
    return name.lowerBound == 0 ? "." : path.part(0..<max(1, name.lowerBound - 1))
  }

  /// - Parameter suffix: the extension of the folder with its point; empty without one.
  private static func kind(_ suffix: String) -> Kind {
    switch suffix {
    case ".colorset": .colorSet
    case ".imageset": .imageSet
    default: suffix.endsInBytes(of: "set") || suffix.utf8.starts(with: ".imagestack".utf8) ? .other : .group
    }
  }

  /// A path without its last component.
  static func folder(of path: Substring) -> Substring {
    path[..<(path.utf8.lastIndex(of: slash) ?? path.startIndex)]
  }

  /// `Outer/Inner/` for a folder and those around it that provide a namespace.
  static func prefix(of folder: Substring, in unit: String, _ namespaces: Set<Substring>) -> String {
    var prefix = ""
    var around = folder
    while around.utf8.count > unit.utf8.count {
      let outer = self.folder(of: around)
      if namespaces.contains(around) {
        prefix = around[outer.endIndex...].drop { $0 == "/" } + "/" + prefix
      }
      around = outer
    }
    return prefix
  }
}

private let slash = UInt8(ascii: "/")
