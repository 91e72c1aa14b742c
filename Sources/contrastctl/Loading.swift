import Contrast
import Linux
import Palettes
import Syntax

/// Reads palettes from the file system into a workspace.
enum Loading {
  /// The palettes under `paths`. A path that cannot be read itself is a usage error; a bad file inside one is a finding.
  ///
  /// Large trees are read and parsed in two halves at a time.
  ///
  /// - Parameter revision: what failed in it stands in the place of every baseline, and what it judged stays judged.
  static func workspace(_ paths: [String], against revision: String? = nil) async throws(UsageError) -> Workspace {
    let operands = try operands(paths)
    var past: Against.Past?
    if let revision { past = try Against.past(revision, operands) }
    var workspace = past?.workspace ?? Workspace()
    workspace.apply([.day(Day(Clock.today()))])
    var files: [(operand: Operand, file: String)] = []
    for operand in operands {
      workspace.apply(try operand.companionsAbove())
      let walk = try walk(operand)
      files += walk.files.map { (operand, $0) }
      workspace.apply(
        walk.problems.map { problem in
          let path = problem.path.hasPrefix("./") ? String(problem.path.dropFirst(2)) : problem.path
          return .unreadable(path: path, reason: problem.description)
        })
    }
    if files.count < 512 {
      workspace.apply(files.lazy.map { change($0.operand, $0.file) })
    } else {
      let halves = (Array(files[..<(files.count / 2)]), Array(files[(files.count / 2)...]))
      async let first = halves.0.map { change($0.operand, $0.file) }
      let second = halves.1.map { change($0.operand, $0.file) }
      workspace.apply([await first, second].joined())
    }
    // What is broken today is not served as the revision had it.
    let broken = files.filter { workspace.stale[$0.operand.shown($0.file)] != nil }
    workspace.apply(broken.flatMap { [.removed(path: $0.operand.shown($0.file)), change($0.operand, $0.file)] })
    if let past { workspace.apply(past.changes(to: workspace, files.map { $0.operand.shown($0.file) })) }
    return workspace
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

  private static func walk(_ operand: Operand) throws(UsageError) -> Walk.Result {
    do throws(SystemError) {
      let found = try Walk.files(under: operand.path) { Workspace.wants(operand.shown($0)) }
      guard found.files == [""] else { return found }
      _ = try Files.readBeneath(root: operand.path, path: "")
      if PaletteFormat.claiming(operand.path) != nil { return found }
    } catch {
      throw UsageError(error.description)
    }
    throw UsageError(
      "\(operand.path) is no palette that is known here: *.xcassets or Contents.json in one, *.palette.json, design tokens (*.json, *.yaml)"
    )
  }

  private static func change(_ operand: Operand, _ file: String) -> Change {
    let path = operand.shown(file)
    do throws(SystemError) {
      let bytes = try Files.readBeneath(root: operand.path, path: file)
      if Companions.isOne(path) { return .source(path: path, bytes: bytes) }
      guard let (format, _) = PaletteFormat.claiming(path) else { return .removed(path: path) }
      return .read(format.read(SourceText(path: path, bytes: bytes)))
    } catch {
      // What is claimed by its ending alone may be anything.
      if Workspace.isGuess(path) { return .removed(path: path) }
      return .unreadable(path: path, reason: error.description)
    }
  }
}
