import Contrast
import Linux
import Palettes
import Reports
import Syntax

extension Command {
  static let fix = Command(
    name: "fix", operands: "[PATH…]", summary: "a patch that makes failing pairs pass",
    details: """
      Looks for the nearest value with which all pairs of a colour pass in every trait combination, writes it in the
      file's own notation, and leaves out what would make a pair fail that passes. The patch goes to standard output, for
      git apply; what it does and what is left, to standard error. Exit status 1 means that failing pairs are left.
      """,
    options: [
      Option("apply", "write the files, and nothing but the values in them"),
      Option("pair", .required("GLOB"), "only pairs of this foreground, background, or 'FG on BG'"),
      Option("at-definition", "for an alias change the value at its end, never the step of the ramp that it takes"),
      .traits, .conformance, .ios,
    ]
  ) { arguments in
    let output = try Output(arguments)
    let paths = arguments.positional.isEmpty ? ["."] : arguments.positional
    var question = Question(.traits)
    question.traits = arguments["traits"]
    let level = try arguments.choice("conformance", Conformance.allCases.map(\.rawValue))
    question.conformance = level.flatMap { Conformance(rawValue: $0) }
    let release = try arguments.choice("ios", SystemColors.releases.map(\.rawValue))
    question.release = release.flatMap { SystemColors.Release(rawValue: $0) }
    let read = try await Loading.workspace(paths)
    try BrokenCompanion.refuse(read)
    let workspace = question.isPlain ? read : try question.asked(of: read)
    let filter = CheckReport.Filter(pair: arguments["pair"])
    let plan = workspace.plannedFixes(
      atDefinition: arguments.has("at-definition"), wanted: filter.wants,
      read: { try? Files.read($0) })
    let isApplied = arguments.has("apply") && !plan.files.isEmpty
    if isApplied { try write(plan) }
    let report = FixReport(plan, of: workspace, filter: filter, isApplied: isApplied)
    if case .json(let pretty) = output.form {
      try output.write(report.json(pretty: pretty))
    } else if !isApplied {
      try output.write(report.patch)
    }
    try Terminal.write(report.summary(.plain), to: .standardError)
    return report.status
  }

  /// Writes all files, or none where one is no longer what was planned on.
  private static func write(_ plan: FixPlan) throws {
    for file in plan.files where try Files.read(file.path) != file.before {
      throw UsageError("\(file.path) changed meanwhile; nothing was written: run fix again")
    }
    for file in plan.files { try Files.write(file.path, file.after) }
  }
}
