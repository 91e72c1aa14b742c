import Contrast
import Linux
import Palettes
import Reports
import Syntax

extension Command {
  static let baseline = Command(
    name: "baseline", operands: "create|prune|show [PATH]",
    summary: "accept the failures that are there, and no others (contrast.baseline.json)",
    details: """
      create  writes every failure of today below the directory PATH into a new contrast.baseline.json
      prune   takes out what passes now, and holds what is better to its better ratio; never adds
      show    what is accepted, and how it stands
      """, options: []
  ) { arguments in
    let verbs = ["create", "prune", "show"]
    guard let verb = arguments.positional.first else {
      throw UsageError("say what to do: contrastctl baseline create, prune or show")
    }
    let directory = try Beside(Array(arguments.positional.dropFirst()), "baseline \(verb)")
    switch verb {
    case "create": return try await BaselineCommand.create(directory, arguments)
    case "prune": return try await BaselineCommand.prune(directory, arguments)
    case "show": return try await BaselineCommand.show(directory, arguments)
    default: throw UsageError("baseline cannot \"\(verb)\"\(Nearest.remedy(for: verb, among: verbs))")
    }
  }
}

/// A directory whose companion files are read and written.
struct Beside {
  let directory: String
  private let operand: Operand

  init(_ operands: [String], _ command: String) throws(UsageError) {
    directory = operands.first ?? "."
    guard operands.count <= 1, Files.kind(directory) == .directory else {
      throw UsageError("\(command) takes one directory: contrastctl \(command) design/")
    }
    operand = try Operand(directory)
  }

  /// The path of a companion file, spelled as those of what is beside it.
  func file(_ name: String) -> String { operand.shown(name) }

  /// The text of a companion file; nil where there is none.
  func text(_ name: String) throws -> SourceText? {
    let path = file(name)
    return Files.exists(path) ? SourceText(path: path, bytes: try Files.read(path)) : nil
  }

  /// What stands below it, today; broken companions are refused.
  func workspace() async throws -> Workspace {
    let workspace = try await Loading.workspace([directory])
    try BrokenCompanion.refuse(workspace)
    return workspace
  }
}

enum BaselineCommand {
  /// The failures of all palettes below, as seen from the file.
  static func failures(_ workspace: Workspace, _ file: String) -> [Baseline.Entry] {
    let scope = CompanionScope(path: file)
    return workspace.audits.flatMap { audit in
      scope.relative(audit.palette.path).map {
        audit.baselineEntries(as: $0, under: workspace.excuses(for: audit.palette.path))
      } ?? []
    }
  }

  static func create(_ place: Beside, _ arguments: Arguments) async throws -> Int32 {
    let file = place.file(Baseline.name)
    if Files.exists(file) {
      throw UsageError(
        "\(file) is there already: contrastctl baseline prune; to accept anew what fails, remove it first")
    }
    let workspace = try await place.workspace()
    let entries = failures(workspace, file)
    try Files.write(file, Array(Baseline.text(entries).utf8))
    try Output(arguments).write(
      text: { _ in summary(entries, file) }, json: { json(entries, file, pretty: $0) })
    return ExitStatus.clean
  }

  /// What was accepted, with the five worst.
  static func summary(_ entries: [Baseline.Entry], _ file: String) -> String {
    let cells = entries.reduce(0) { $0 + $1.ratios.count }
    var lines = ["wrote \(file): \(counted(entries.count, "failing pair")), \(counted(cells, "check")) accepted"]
    let worst = entries.compactMap { entry in
      entry.ratios.min { ($0.value, $0.key) < ($1.value, $1.key) }.map { (entry, $0) }
    }.sorted { $0.1.value < $1.1.value }.prefix(5)
    if !worst.isEmpty { lines.append("the worst:") }
    lines += columns(
      worst.map { entry, ratio in
        [
          "  \(ratio.value)", "\(entry.foreground) on \(entry.background)".printable, ratio.key,
          entry.palette.printable,
        ]
      })
    return lines.joined(separator: "\n") + "\n"
  }

  private static func json(_ entries: [Baseline.Entry], _ file: String, pretty: Bool) -> String {
    JSONWriter.document(pretty: pretty) { writer in
      writer.field("file", file)
      writer.field("accepted") { writer in
        writer.array(entries) { writer, entry in
          writer.object { writer in
            writer.field("palette", entry.palette)
            writer.field("foreground", entry.foreground)
            writer.field("background", entry.background)
            writer.field("rule", entry.rule)
            writer.field("ratios") { writer in
              writer.object { writer in
                for (traits, ratio) in entry.ratios.sorted(by: { $0.key < $1.key }) {
                  writer.field(named: traits) { $0.number(ratio) }
                }
              }
            }
          }
        }
      }
    }
  }

  static func prune(_ place: Beside, _ arguments: Arguments) async throws -> Int32 {
    let file = place.file(Baseline.name)
    guard let text = try place.text(Baseline.name) else {
      throw UsageError("there is no \(file); contrastctl baseline create writes one")
    }
    let workspace = try await place.workspace()
    let scope = CompanionScope(path: file)
    let palettes = Dictionary(
      workspace.audits.compactMap { audit in scope.relative(audit.palette.path).map { ($0, audit) } },
      uniquingKeysWith: { first, _ in first })
    let result = Baseline.pruned(text) { palette in
      palettes[palette].map { $0.baselineEntries(as: palette, under: .none) }
    }
    if result.bytes != text.bytes { try Files.write(file, result.bytes) }
    try Output(arguments).write(
      text: { _ in
        result.bytes == text.bytes
          ? "\(file): nothing to prune\n"
          : "\(file): \(counted(result.removed, "check")) taken out, \(grouped(result.tightened)) held to a better ratio\n"
      },
      json: { pretty in
        JSONWriter.document(pretty: pretty) { writer in
          writer.field("file", file)
          writer.field("removed", result.removed)
          writer.field("tightened", result.tightened)
        }
      })
    return ExitStatus.clean
  }

  static func show(_ place: Beside, _ arguments: Arguments) async throws -> Int32 {
    let file = place.file(Baseline.name)
    let workspace = try await place.workspace()
    guard let baseline = workspace.companions.baselines[file] else {
      throw UsageError("there is no \(file); contrastctl baseline create writes one")
    }
    let now = Dictionary(
      failures(workspace, file).map { (["\($0.palette)", $0.foreground, $0.background, $0.rule], $0.ratios) },
      uniquingKeysWith: { first, _ in first })
    let entries = baseline.entries.map(\.entry)
    try Output(arguments).write(
      text: { _ in
        if entries.isEmpty { return "\(file) accepts nothing\n" }
        let rows = entries.flatMap { entry in
          entry.ratios.sorted { $0.key < $1.key }.map { traits, ratio in
            let present = now[[entry.palette, entry.foreground, entry.background, entry.rule]]?[traits]
            let state =
              present.map { $0 < ratio - Baseline.slack ? "worse: \($0)" : $0 > ratio ? "better: \($0)" : "as it was" }
              ?? "passes now, or is gone: prune it"
            return ["\(entry.foreground) on \(entry.background)".printable, traits, "\(ratio)", state]
          }
        }
        return columns(rows).joined(separator: "\n") + "\n"
      }, json: { json(entries, file, pretty: $0) })
    return ExitStatus.clean
  }
}
