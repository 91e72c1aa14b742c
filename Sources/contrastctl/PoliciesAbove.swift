import Contrast
import Linux
import Syntax

/// Policy files that cannot be used: nothing is judged by half of what somebody wants.
struct BrokenPolicy: Error {
  let problems: [Diagnostic]

  static func refuse(_ workspace: Workspace) throws(BrokenPolicy) {
    let problems = workspace.policyDiagnostics.filter { $0.severity == .error }
    if !problems.isEmpty { throw BrokenPolicy(problems: problems) }
  }
}

extension Operand {
  /// The policies of the directories above it, up to one that is a root or holds `.git`; none where there is neither. Of a
  /// file, its own directory counts among them.
  func policiesAbove() throws(UsageError) -> [Change] {
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
      if let bytes = try place.policy() {
        found.append(.policyAbove(path: place.shownPolicy, bytes: bytes, scope: shown, prefix: place.way))
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

  private var policyPath: String { Files.join(directory, PolicyFile.name) }

  /// As answers write it: below the working directory, from there.
  var shownPolicy: String {
    guard let here = try? Files.currentDirectory(), directory == here || directory.hasPrefix(here + "/") else {
      return policyPath
    }
    return String(policyPath.dropFirst(here == "/" ? 1 : here.count + 1))
  }

  func policy() throws(UsageError) -> [UInt8]? {
    guard Files.exists(policyPath) else { return nil }
    do throws(SystemError) { return try Files.read(policyPath) } catch { throw UsageError(error.description) }
  }

  /// Whether the search for policies ends here.
  func isRoot() throws(UsageError) -> Bool {
    if Files.exists(Files.join(directory, ".git")) { return true }
    guard let bytes = try policy() else { return false }
    return PolicyFile(SourceText(path: policyPath, bytes: bytes)).isRoot
  }
}
