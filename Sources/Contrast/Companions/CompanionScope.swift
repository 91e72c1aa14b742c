/// A file that stands beside palettes and says something of them: where it is, and what it covers.
package struct CompanionScope: Hashable, Sendable {
  package let path: String
  private var parts: [Part]

  /// - Parameters:
  ///   - directory: what it covers, as the workspace spells it ("" for everything); nil for the file's own directory.
  ///   - prefix: the way from the file's own directory to that one, for a file that stands above it.
  package init(path: String, directory: String? = nil, prefix: String = "") {
    self.path = path
    parts = [Part(directory: directory ?? Self.directory(of: path), prefix: prefix)]
  }

  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
  }

  /// What it covers here and what it covers there: one file may stand above several places.
  func union(_ other: CompanionScope) -> CompanionScope {
    var both = self
    both.parts += other.parts.filter { !parts.contains($0) }
    return both
  }

  /// The same for a file whose path is spelled otherwise.
  package func renamed(_ path: String) -> CompanionScope {
    var copy = CompanionScope(path: path)
    copy.parts = parts
    return copy
  }

  /// The directory of the file where it is one of the workspace's, as that spells it; "" for everything.
  package var directory: String? { parts.first { $0.prefix.isEmpty }?.directory }

  /// Whether something of the workspace stands in its part.
  package func covers(_ path: String) -> Bool { parts.contains { $0.covers(path) } }

  /// A path as seen from the file's own directory; nil where it is not covered.
  package func relative(_ path: String) -> String? {
    for part in parts {
      if let relative = part.relative(path) { return relative }
    }
    return nil
  }

  /// Whether it is of the other file's directory, or of one around it.
  func standsAbove(_ other: CompanionScope) -> Bool {
    let (own, its) = (Self.directory(of: path), Self.directory(of: other.path))
    return own.isEmpty || own == its || its.hasPrefix(own == "/" ? own : own + "/")
  }

  /// Those of some files that cover a path, the outermost first.
  static func covering<File>(_ path: String, _ files: some Sequence<File>, _ scope: (File) -> CompanionScope) -> [File]
  {
    files.compactMap { file in scope(file).parts.first { $0.covers(path) }.map { (file: file, part: $0) } }
      .sorted { $0.part.depth < $1.part.depth }.map(\.file)
  }
}

/// A part of a workspace that a file covers.
private struct Part: Hashable {
  /// A directory as the workspace spells it, "" for everything.
  let directory: String
  /// The way from the file's own directory to that one, for a file that stands above it; else "".
  let prefix: String

  /// By bytes: paths are asked about by the thousands.
  func relative(_ path: String) -> String? {
    guard let start = start(in: path) else { return nil }
    let inside = String(path.utf8[start...]) ?? ""
    return prefix.isEmpty ? inside : inside.isEmpty ? prefix : prefix + "/" + inside
  }

  func covers(_ path: String) -> Bool { start(in: path) != nil }

  /// Where a path goes on behind the directory; nil where it does not lead there.
  private func start(in path: String) -> String.Index? {
    if directory.isEmpty { return path.startIndex }
    guard path.utf8.starts(with: directory.utf8) else { return nil }
    let end = path.utf8.index(path.startIndex, offsetBy: directory.utf8.count)
    if end == path.endIndex || directory == "/" { return end }
    return path.utf8[end] == UInt8(ascii: "/") ? path.utf8.index(after: end) : nil
  }

  var depth: (Int, Int) {
    (directory.utf8.count, -prefix.utf8.count { $0 == UInt8(ascii: "/") } - (prefix.isEmpty ? 0 : 1))
  }
}
