/// Which commit a work tree stands at, read from the files that git keeps: no program is run (gitrepository-layout(5)).
package enum GitHead {
  private static let limit = 16 << 20

  /// The commit of the work tree in which a directory stands: 40 or 64 hexadecimal digits. Nil outside a work tree, before
  /// the first commit, and where the references are kept in another form than files.
  package static func commit(of directory: String) -> String? {
    guard let tree = gitDirectory(above: directory) else { return nil }
    // A second work tree has a HEAD of its own and shares everything else.
    let common = line(Files.join(tree, "commondir")).map { absolute($0, in: tree) } ?? tree
    var value = line(Files.join(tree, "HEAD"))
    // A reference may name another one.
    for _ in 0..<5 {
      guard let text = value else { return nil }
      guard text.hasPrefix("ref:") else { return isObjectName(text) ? text : nil }
      let name = String(text.dropFirst(4).drop { $0 == " " })
      guard name.hasPrefix("refs/"), !name.split(separator: "/").contains("..") else { return nil }
      value = line(Files.join(tree, name)) ?? line(Files.join(common, name)) ?? packed(name, in: common)
    }
    return nil
  }

  /// What `.git` is or names, in the directory or the nearest above it.
  private static func gitDirectory(above directory: String) -> String? {
    guard var place = try? Files.realPath(directory) else { return nil }
    while true {
      let git = Files.join(place, ".git")
      switch Files.kind(git) {
      case .directory: return git
      case .regular:
        guard let text = line(git), text.hasPrefix("gitdir:") else { return nil }
        return absolute(String(text.dropFirst(7).drop { $0 == " " }), in: place)
      default: break
      }
      guard place != "/", let slash = place.lastIndex(of: "/") else { return nil }
      place = slash == place.startIndex ? "/" : String(place[..<slash])
    }
  }

  /// `OBJECT NAME` in packed-refs; lines that begin otherwise say other things.
  private static func packed(_ name: String, in directory: String) -> String? {
    guard let bytes = try? Files.read(Files.join(directory, "packed-refs"), limit: limit) else { return nil }
    let ending = Array(" \(name)".utf8)
    return bytes.split(separator: 0x0A).first {
      $0.count > ending.count && $0.suffix(ending.count).elementsEqual(ending)
    }
    .map { String(decoding: $0.dropLast(ending.count), as: UTF8.self) }
  }

  /// A file's first line.
  private static func line(_ path: String) -> String? {
    guard let bytes = try? Files.read(path, limit: 4096), let line = bytes.split(separator: 0x0A).first else {
      return nil
    }
    return String(decoding: line, as: UTF8.self)
  }

  private static func absolute(_ path: String, in directory: String) -> String {
    path.hasPrefix("/") ? path : Files.join(directory, path)
  }

  private static func isObjectName(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
