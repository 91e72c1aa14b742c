import Contrast
import Linux
import Syntax

/// Policy, baseline or waiver files that cannot be used: nothing is judged by half of what somebody wants.
struct BrokenCompanion: Error {
  let problems: [Diagnostic]

  static func refuse(_ workspace: Workspace) throws(BrokenCompanion) {
    let problems = workspace.companions.diagnostics.filter { $0.severity == .error }
    if !problems.isEmpty { throw BrokenCompanion(problems: problems) }
  }
}

extension Operand {
  /// The policies, baselines and waivers of the directories above it, up to one that is a root or holds `.git`; none where
  /// there is neither. Of a file, its own directory counts among them.
  func companionsAbove() throws(UsageError) -> [Change] {
    var found: [Change] = []
    var place = Place(real)
    if Files.kind(real) == .directory {
      if try place.isRoot() { return [] }
    } else if !place.ascend() {
      return []
    }
    // A directory's own policy is among its files.
    if place.way.isEmpty, !place.ascend() { return [] }
    while true {
      for name in Companions.names {
        guard let bytes = try place.read(name) else { continue }
        let scope = CompanionScope(path: place.shown(name), directory: shown, prefix: place.way)
        found.append(.above(scope, bytes: bytes))
      }
      if try place.isRoot() { return found }
      if !place.ascend() { return [] }
    }
  }
}

/// A directory on the way up, and the way down from it.
private struct Place {
  private var directory: String
  /// From the directory to where the ascent began.
  private(set) var way = ""

  init(_ path: String) { directory = path }

  /// False at the top.
  mutating func ascend() -> Bool {
    guard directory != "/", let slash = directory.lastIndex(of: "/") else { return false }
    let name = directory[directory.index(after: slash)...]
    way = way.isEmpty ? String(name) : name + "/" + way
    directory = slash == directory.startIndex ? "/" : String(directory[..<slash])
    return true
  }

  /// As answers write it: below the working directory, from there.
  func shown(_ name: String) -> String {
    let path = Files.join(directory, name)
    guard let here = try? Files.currentDirectory(), directory == here || directory.hasPrefix(here + "/") else {
      return path
    }
    return String(path.dropFirst(here == "/" ? 1 : here.count + 1))
  }

  /// Nil where there is no such file.
  func read(_ name: String) throws(UsageError) -> [UInt8]? {
    let path = Files.join(directory, name)
    guard Files.exists(path) else { return nil }
    do throws(SystemError) { return try Files.read(path) } catch { throw UsageError(error.description) }
  }

  /// Whether the search ends here.
  func isRoot() throws(UsageError) -> Bool {
    if Files.exists(Files.join(directory, ".git")) { return true }
    guard let bytes = try read(PolicyFile.name) else { return false }
    return PolicyFile(SourceText(path: PolicyFile.name, bytes: bytes)).isRoot
  }
}
