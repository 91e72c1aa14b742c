import Colorimetry
import Contrast
import Linux
import Palettes
import Reports
import Syntax

extension Command {
  static let waiver = Command(
    name: "waiver", operands: "add|list|check [PAIR]",
    summary: "answer for a failure for a time (contrast.waivers.json)",
    details: """
      add PAIR  writes a waiver for the failures of PAIR, a name or a pattern such as 'icon.* on surface'
      list      the waivers that cover the directory, and how they stand
      check     ends with 1 where one has expired, runs too long or covers nothing
      """,
    options: [
      Option("in", .required("DIR"), "the directory that is covered (the current directory)"),
      Option("owner", .required("WHO"), "add: who answers for it"),
      Option("reason", .required("TEXT"), "add: why it is so"),
      Option("expires", .required("DATE"), "add: the day that ends it, such as 2027-01-31"),
      Option("traits", .required("K=V[,V]"), "add: only under these traits"),
      Option("rule", .required("GLOB"), "add: only findings of this code, or pairs of this rule"),
      Option("ticket", .required("TEXT"), "add: where it is followed up"),
    ]
  ) { arguments in
    let verbs = ["add", "list", "check"]
    guard let verb = arguments.positional.first else {
      throw UsageError("say what to do: contrastctl waiver add, list or check")
    }
    let place = try Beside(arguments.all("in"), "waiver \(verb) --in")
    switch verb {
    case "add": return try await WaiverCommand.add(place, arguments)
    case "list", "check": return try await WaiverCommand.list(place, arguments, checks: verb == "check")
    default: throw UsageError("waiver cannot \"\(verb)\"\(Nearest.remedy(for: verb, among: verbs))")
    }
  }
}

private enum WaiverCommand {
  static func add(_ place: Beside, _ arguments: Arguments) async throws -> Int32 {
    let file = place.file(WaiverFile.name)
    var waiver = try waiver(arguments, file)
    let workspace = try await place.workspace()
    guard let least = workspace.audits.compactMap({ $0.granted(by: waiver) }).min() else {
      throw UsageError("nothing that \"\(waiver.pair)\" covers fails here; contrastctl check lists what does")
    }
    let own = WaiverFile(SourceText(path: file, bytes: []))
    if let excess = workspace.companions.excess(of: waiver, in: own, on: workspace.day) {
      throw UsageError("the waiver \(excess)")
    }
    waiver.granted = (least * 1e4).rounded(.down) / 1e4
    guard let bytes = WaiverFile.adding(waiver, to: try place.text(WaiverFile.name)) else {
      throw UsageError("\(file) has no list \"waivers\"")
    }
    try Files.write(file, bytes)
    try Output(arguments).write(
      text: { _ in
        "wrote \(file): \(waiver.pair.printable), down to \(ContrastRatio(value: least).formatted()):1, until \(arguments["expires"] ?? "")\n"
      },
      json: { json([(waiver, "active")], pretty: $0) })
    return ExitStatus.clean
  }

  private static func waiver(_ arguments: Arguments, _ file: String) throws(UsageError) -> Waiver {
    guard arguments.positional.count == 2 else {
      throw UsageError("waiver add takes one pair or pattern: contrastctl waiver add 'icon.brand on surface' --owner=…")
    }
    var waiver = Waiver(range: SourceRange(startOf: file))
    waiver.pair = arguments.positional[1]
    for key in ["owner", "reason", "expires"] where arguments[key]?.trimmed.isEmpty ?? true {
      throw UsageError("a waiver needs --\(key)")
    }
    waiver.owner = arguments["owner"] ?? ""
    waiver.reason = arguments["reason"] ?? ""
    waiver.rule = arguments["rule"]
    waiver.ticket = arguments["ticket"]
    guard let day = Day(arguments["expires"] ?? "") else {
      throw UsageError("--expires is a date such as 2027-01-31, not \"\(arguments["expires"] ?? "")\"")
    }
    if day <= Day(Clock.today()) { throw UsageError("--expires=\(day) is over: nothing would be waived") }
    waiver.expires = day
    do throws(TraitSyntaxError) {
      waiver.traits =
        try arguments["traits"].map { text throws(TraitSyntaxError) in
          try TraitSyntax.parse(text).map { .init(dimension: $0.dimension, values: $0.values) }
        } ?? []
    } catch {
      throw UsageError("--traits: \(error.description)")
    }
    return waiver
  }

  static func list(_ place: Beside, _ arguments: Arguments, checks: Bool) async throws -> Int32 {
    let workspace = try await place.workspace()
    let problems = CheckReport(workspace).waivers
    let all = workspace.companions.waivers.values.sorted { $0.scope.path < $1.scope.path }.flatMap(\.waivers)
    let rows = all.map { waiver in
      let problem = problems.first { $0.range == waiver.range }
      let states = ["waiver/expired": "expired", "waiver/too-long": "refused"]
      return (waiver, problem.map { states[$0.code] ?? "unused" } ?? "active")
    }.filter { !checks || $0.1 != "active" }
    try Output(arguments).write(
      text: { _ in
        if rows.isEmpty {
          return checks ? "every waiver is in force and covers a failure\n" : "there are no waivers here\n"
        }
        return columns(
          rows.map { waiver, state in
            [
              state, waiver.pair.printable, waiver.expires?.description ?? "no date", waiver.owner.printable,
              waiver.reason.printable, "\(waiver.range.file):\(waiver.range.start.line)".printable,
            ]
          }
        ).joined(separator: "\n") + "\n"
      }, json: { json(rows, pretty: $0) })
    return checks && !rows.isEmpty ? ExitStatus.findings : ExitStatus.clean
  }

  private static func json(_ rows: [(waiver: Waiver, state: String)], pretty: Bool) -> String {
    JSONWriter.document(pretty: pretty) { writer in
      writer.field("waivers") { writer in
        writer.array(rows) { writer, row in
          writer.object { writer in
            writer.field("state", row.state)
            writer.field("pair", row.waiver.pair)
            writer.field("rule", row.waiver.rule)
            writer.field("owner", row.waiver.owner)
            writer.field("reason", row.waiver.reason)
            writer.field("expires", row.waiver.expires?.description)
            writer.field("ticket", row.waiver.ticket)
            writer.field("granted", row.waiver.granted)
            writer.field("place") { $0.place(row.waiver.range) }
          }
        }
      }
    }
  }
}
