/// A file that stands beside palettes and says something of them: where it is, and what it covers.
package struct CompanionScope: Hashable, Sendable {
  package let path: String
  /// The part of a workspace that it covers: a directory as the workspace spells it, "" for everything.
  package let directory: String
  /// The way from the file's own directory to that part, for a file that stands above it; else "".
  package let prefix: String

  /// - Parameters:
  ///   - directory: nil for the file's own.
  ///   - prefix: see the property.
  package init(path: String, directory: String? = nil, prefix: String = "") {
    self.path = path
    self.directory = directory ?? Self.directory(of: path)
    self.prefix = prefix
  }

  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
  }

  /// Whether something of the workspace stands in its part.
  package func covers(_ path: String) -> Bool { relative(path) != nil }

  /// A path as seen from the file's own directory; nil where it is not covered.
  package func relative(_ path: String) -> String? {
    let inside: String
    if directory.isEmpty {
      inside = path
    } else if path == directory {
      inside = ""
    } else if directory == "/" {
      inside = String(path.dropFirst())
    } else if path.hasPrefix(directory + "/") {
      inside = String(path.dropFirst(directory.count + 1))
    } else {
      return nil
    }
    return prefix.isEmpty ? inside : inside.isEmpty ? prefix : prefix + "/" + inside
  }

  /// The order from the outermost to the nearest of what covers one place.
  package static func isOuter(_ left: CompanionScope, _ right: CompanionScope) -> Bool { left.depth < right.depth }

  private var depth: (Int, Int) {
    (directory.utf8.count, -prefix.utf8.count { $0 == UInt8(ascii: "/") } - (prefix.isEmpty ? 0 : 1))
  }
}
