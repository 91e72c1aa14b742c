import Contrast
import Linux
import Palettes
import Reports
import Syntax

extension Command {
  static let policy = Command(
    name: "policy", operands: "init|show|check|schema [PATH…]",
    summary: "begin, show and check what has to hold (contrast.policy.json)",
    details: """
      init    writes a commented policy into the directory PATH, from what was found there; never over one that is there
      show    what is in force for each palette; --origin adds file and line
      check   what is wrong with the policies that cover PATH, and what in them fits nothing
      schema  the JSON Schema of the file
      """,
    options: [
      Option("accept", "init: also accept what fails today, in a baseline"),
      Option("origin", "show: the file and line of every value in force"),
    ]
  ) { arguments in
    let verbs = ["init", "show", "check", "schema"]
    guard let verb = arguments.positional.first else {
      throw UsageError("say what to do: contrastctl policy init, show, check or schema")
    }
    let paths = Array(arguments.positional.dropFirst())
    switch verb {
    case "init": return try await PolicyCommand.begin(paths, arguments)
    case "show": return try await PolicyCommand.show(paths, arguments)
    case "check": return try await PolicyCommand.check(paths, arguments)
    case "schema":
      try Output(arguments).write(PolicySchema.text)
      return ExitStatus.clean
    default:
      throw UsageError("policy cannot \"\(verb)\"\(Nearest.remedy(for: verb, among: verbs))")
    }
  }
}

private enum PolicyCommand {
  static func begin(_ paths: [String], _ arguments: Arguments) async throws -> Int32 {
    let place = try Beside(paths, "policy init")
    let directory = place.directory
    let file = place.file(PolicyFile.name)
    if Files.exists(file) { throw UsageError("\(file) is there already; contrastctl policy check says what it lacks") }
    let workspace = try await Loading.workspace([directory])
    try BrokenCompanion.refuse(workspace)
    let audits = workspace.audits
    if audits.isEmpty {
      throw UsageError("there is no palette under \(directory): *.xcassets, *.palette.json or design tokens")
    }
    try Files.write(file, Array(PolicyStarter.text(for: audits).utf8))
    let pairs = audits.reduce(0) { $0 + $1.pairings.count { $0.rule != .declared } }
    let lone = audits.reduce(0) { $0 + $1.uncovered.count }
    try Output(arguments).write(
      text: { _ in
        "wrote \(file): \(counted(audits.count, "palette")), \(counted(pairs, "pair")) judged for their names, "
          + "\(counted(lone, "colour")) with a role and no partner\n"
      },
      json: { pretty in
        JSONWriter.document(pretty: pretty) { writer in
          writer.field("written", file)
          writer.field("pairs", pairs)
          writer.field("uncovered", lone)
        }
      })
    guard arguments.has("accept") else { return ExitStatus.clean }
    return try await BaselineCommand.create(place, arguments)
  }

  static func show(_ paths: [String], _ arguments: Arguments) async throws -> Int32 {
    let workspace = try await Loading.workspace(paths.isEmpty ? ["."] : paths)
    try BrokenCompanion.refuse(workspace)
    let reports = workspace.palettes.keys.sorted().map {
      PolicyReport(workspace.policy(for: $0), for: $0, files: workspace.policyFiles(for: $0))
    }
    if reports.isEmpty { throw UsageError("there is no palette here: *.xcassets, *.palette.json or design tokens") }
    try Output(arguments).write(
      text: { PolicyReport.text(reports, withOrigin: arguments.has("origin"), $0) },
      json: { PolicyReport.json(reports, pretty: $0) })
    return ExitStatus.clean
  }

  static func check(_ paths: [String], _ arguments: Arguments) async throws -> Int32 {
    let workspace = try await Loading.workspace(paths.isEmpty ? ["."] : paths)
    let problems = workspace.companions.diagnostics + workspace.idlePatterns
    let files = workspace.companions.policies.values.sorted { $0.path < $1.path }
    try Output(arguments).write(
      text: { PolicyCheck.text(files, problems, $0) }, json: { PolicyCheck.json(files, problems, pretty: $0) })
    if problems.contains(where: { $0.severity == .error }) { return ExitStatus.usage }
    return problems.allSatisfy { $0.severity == .note } ? ExitStatus.clean : ExitStatus.findings
  }
}
