import Contrast
import Linux
import Palettes
import Syntax

/// Reads palettes from the file system into a workspace.
enum Loading {
  /// The palettes under `paths`. A path that cannot be read itself is a usage error; a bad file inside one is a finding.
  ///
  /// Files are read and parsed on all processors.
  ///
  /// - Parameter revision: what failed in it stands in the place of every baseline, and what it judged stays judged.
  static func workspace(_ paths: [String], against revision: String? = nil) async throws(UsageError) -> Workspace {
    let operands = try operands(paths)
    var past: Against.Past?
    if let revision { past = try Against.past(revision, operands) }
    var workspace = past?.workspace ?? Workspace()
    workspace.apply([.day(Day(Clock.today()))])
    let list = WorkList<Source>()
    async let changes = changes(list)
    let (files, others) = try find(operands, list)
    workspace.apply(others)
    workspace.apply(await changes)
    // What is broken today is not served as the revision had it.
    let broken = workspace.stale.isEmpty ? [] : files.filter { workspace.stale[$0.path] != nil }
    workspace.apply(broken.flatMap { [.removed(path: $0.path), $0.change] })
    if let past { workspace.apply(past.changes(to: workspace, files.map(\.path))) }
    return workspace
  }

  /// Puts the files under the operands on the list as they are found.
  ///
  /// - Returns: the files, and what is to be said besides them.
  private static func find(
    _ operands: [Operand], _ list: WorkList<Source>
  ) throws(UsageError) -> (files: [Source], others: [Change]) {
    defer { list.close() }
    var files: [Source] = []
    var others: [Change] = []
    for operand in operands {
      others += try operand.companionsAbove()
      let root = try? Files.Root(operand.path)
      let walk = try walk(operand) { list.add(Source(operand: operand, root: root, file: $0)) }
      files += walk.files.map { Source(operand: operand, root: root, file: $0) }
      others += walk.problems.map { problem in
        let path = problem.path.hasPrefix("./") ? String(problem.path.dropFirst(2)) : problem.path
        return .unreadable(path: path, reason: problem.description)
      }
    }
    return (files, others)
  }

  /// What the files say, in any order: each processor takes the next one that none has, while more are looked for.
  private static func changes(_ list: WorkList<Source>) async -> FlattenSequence<[[Change]]> {
    let parts = await withTaskGroup { group in
      for _ in 0..<Processors.count {
        group.addTask {
          var changes: [Change] = []
          while true {
            switch list.take() {
            case .item(let source): changes.append(source.change)
            // The walk is slower than reading: nothing is to be had by asking all the time.
            case .later: try? await Task.sleep(for: .milliseconds(1))
            case .none: return changes
            }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    return parts.joined()
  }

  /// A file that was found.
  private struct Source: Sendable {
    let operand: Operand
    /// The directory that it is read beneath; nil where the operand is no directory.
    let root: Files.Root?
    let file: String

    var path: String { operand.shown(file) }

    var change: Change {
      let path = path
      do throws(SystemError) {
        let bytes: [UInt8]
        if let root { bytes = try root.read(file, isFound: true) } else { bytes = try Files.read(operand.path) }
        if Companions.isOne(path) { return .source(path: path, bytes: bytes) }
        guard let (format, _) = PaletteFormat.claiming(path) else { return .removed(path: path) }
        return .read(format.read(SourceText(path: path, bytes: bytes)))
      } catch {
        // What is claimed by its ending alone may be anything.
        return Workspace.isGuess(path) ? .removed(path: path) : .unreadable(path: path, reason: error.description)
      }
    }
  }

  /// Each place once, and none that stands in another.
  private static func operands(_ paths: [String]) throws(UsageError) -> [Operand] {
    var operands: [Operand] = []
    for path in paths { operands.append(try Operand(path)) }
    return operands.enumerated().filter { index, operand in
      !operands.enumerated().contains { other, outer in
        outer.real == operand.real ? other < index : operand.real.hasPrefix(outer.real + "/")
      }
    }.map(\.element)
  }

  private static func walk(_ operand: Operand, found: (String) -> Void) throws(UsageError) -> Walk.Result {
    do throws(SystemError) {
      let walk = try Walk.files(under: operand.path, found: found) { Workspace.wants(operand.shown($0)) }
      guard walk.files == [""] else { return walk }
      _ = try Files.readBeneath(root: operand.path, path: "")
      if PaletteFormat.claiming(operand.path) != nil { return walk }
    } catch {
      throw UsageError(error.description)
    }
    throw UsageError(
      "\(operand.path) is no palette that is known here: *.xcassets or Contents.json in one, *.palette.json, design tokens (*.json, *.yaml)"
    )
  }
}
