import Contrast
import Linux
import Palettes
import Syntax

/// Palettes as another revision of them was, to tell what is new since then.
enum Against {
  /// What a check of today is held against: the workspace as it was, and its failures as baselines.
  struct Past {
    var workspace = Workspace()
    /// One for each operand, by the path that covers it.
    var baselines: [(path: String, bytes: [UInt8])] = []
    /// The files that it read.
    var files: Set<String> = []

    /// What is left to do to a workspace that began as this one and took the files of today: those that are gone, and
    /// the baselines.
    func changes(to workspace: Workspace, _ present: [String]) -> [Change] {
      files.subtracting(present).sorted().map { .removed(path: $0) }
        + workspace.companions.baselines.keys.sorted().map { .removed(path: $0) }
        + baselines.map { .source(path: $0.path, bytes: $0.bytes) }
    }
  }

  static func past(_ revision: String, _ operands: [Operand]) throws(UsageError) -> Past {
    var past = Past()
    var changes: [Change] = [.day(Day(Clock.today()))]
    for operand in operands {
      changes += try operand.companionsAbove()
      for (path, bytes) in try files(revision, operand) {
        past.files.insert(path)
        changes.append(.source(path: path, bytes: bytes))
      }
    }
    past.workspace.apply(changes)
    for operand in operands {
      let path = Files.kind(operand.real) == .directory ? operand.shown(Baseline.name) : besides(operand)
      let scope = CompanionScope(path: path)
      let entries = past.workspace.audits.flatMap { audit in
        scope.relative(audit.palette.path).map { audit.baselineEntries(as: $0, under: .none) } ?? []
      }
      past.baselines.append((path, Array(Baseline.text(entries).utf8)))
    }
    return past
  }

  /// A baseline beside a file.
  private static func besides(_ operand: Operand) -> String {
    let path = operand.path
    return path.lastIndex(of: "/").map { Files.join(String(path[..<$0]), Baseline.name) } ?? Baseline.name
  }

  private static func files(_ revision: String, _ operand: Operand) throws(UsageError) -> [(
    path: String, bytes: [UInt8]
  )] {
    let isDirectory = Files.kind(operand.real) == .directory
    let slash = operand.real.lastIndex(of: "/") ?? operand.real.startIndex
    let directory = isDirectory ? operand.real : operand.real[..<slash].isEmpty ? "/" : String(operand.real[..<slash])
    let name = operand.real[operand.real.index(after: slash)...]
    do throws(GitRevision.Refusal) {
      let found = try GitRevision(revision, in: directory).files { path in
        isDirectory
          ? Walk.defaultSkipping.isDisjoint(with: path.split(separator: "/").dropLast().map(String.init))
            && Workspace.wants(operand.shown(path))
          : path == name
      }
      return found.map { (isDirectory ? operand.shown($0.path) : operand.path, $0.bytes) }
    } catch {
      throw UsageError(error.message)
    }
  }
}
