import Glibc

/// The directories and links on the way to a root, as path resolution goes through them (path_resolution(7)).
struct RootChain: Equatable {
  struct Step: Equatable {
    /// Without links before the last component.
    let path: String
    let identity: FileIdentity
    let kind: FileKind
  }

  private(set) var steps: [Step] = []
  /// The directory in which the last component was looked for, or the one that is missing.
  private(set) var container = "/"
  /// That component.
  private(set) var lastName = ""
  /// Every component is there.
  private(set) var isComplete = false

  /// Links that one path may go through, as the kernel has it.
  private static let linkLimit = 40

  /// Resolves an absolute path as far as it goes.
  init(to path: String) {
    var pending = Self.components(path)
    var links = 0
    var current = ""
    while let component = pending.popLast() {
      if component == ".." {
        current = Self.parent(of: current)
        continue
      }
      let next = "\(current)/\(component)"
      (container, lastName) = (current.isEmpty ? "/" : current, component)
      var status = stat()
      guard lstat(next, &status) == 0 else { return }
      let kind = FileKind(mode: status.st_mode)
      steps.append(Step(path: next, identity: FileIdentity(status), kind: kind))
      guard kind == .symbolicLink else {
        current = next
        continue
      }
      links += 1
      guard links <= Self.linkLimit, let target = Self.target(of: next) else { return }
      if target.utf8.first == UInt8(ascii: "/") { current = "" }
      pending += Self.components(target)
    }
    isComplete = true
  }

  /// The last one first; without empty ones and `.`.
  private static func components(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(decoding: $0, as: UTF8.self) }
      .filter { $0 != "." }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<slash])
  }

  private static func target(of link: String) -> String? {
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { max(0, readlink(link, $0, text.count)) } ?? 0
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
