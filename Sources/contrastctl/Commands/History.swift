import Contrast
import Linux
import Palettes
import Reports
import Syntax
import Varlink

extension Command {
  static let history = Command(
    name: "history", operands: "FG BG",
    summary: "what the daemon told of a pair: when, from what to what, in which commit",
    details: "The daemon keeps it for as long as KeepDays= says.",
    options: [
      Option("traits", .required("K=V[,V]"), "only combinations with these traits"),
      Option("since", .required("DATE"), "only what was told from this day on: 2026-11-30"),
      Option("palette", .required("PATH"), "only the pair of this palette"),
    ] + Command.daemon
  ) { arguments in
    guard arguments.positional.count == 2 else {
      throw UsageError("history takes two names: contrastctl history FG BG")
    }
    var since: Int?
    if let text = arguments["since"] {
      guard let day = Day(text) else { throw UsageError("--since=\(text) is no date: write it as 2026-11-30") }
      since = Clock.beginning(ofYear: day.year, month: day.month, day: day.day)
    }
    // What is on another machine alone is named as it is there.
    let palette = try arguments["palette"].map { path throws(UsageError) in
      path.hasPrefix("/") && !Files.exists(path) ? path : try Operand(path).real
    }
    var reply = try DaemonClient(arguments["socket"]).call("History") { writer in
      writer.field("foreground", arguments.positional[0])
      writer.field("background", arguments.positional[1])
      writer.field("palette", palette)
      writer.field("since", since)
      writer.field("traits", arguments["traits"])
    }
    let output = try Output(arguments)
    if try output.writeJSON(of: reply) { return ExitStatus.clean }
    let events = try reply.take("events", as: .array(.structure))
    if events.isEmpty {
      try output.write(
        "nothing was told of \(arguments.positional[0].printable) on \(arguments.positional[1].printable); "
          + "contrastctl explain says how it is now\n")
      return ExitStatus.clean
    }
    var rows: [[String]] = []
    for event in events {
      var event = event
      rows.append(try historyRow(&event))
    }
    try output.write(columns(rows).joined(separator: "\n") + "\n")
    return ExitStatus.clean
  }

  /// When, what, from what to what, where it holds, with which colours, in which commit, and where it is written.
  private static func historyRow(_ event: inout Parameters) throws(MethodError) -> [String] {
    let time = Clock.timestamp(try event.take("time", as: .int))
    let kind = try event.take("kind", as: .string).split(separator: "-").joined(separator: " ")
    let before = try event.takeIfPresent("ratioBefore", as: .string)
    let after = try event.takeIfPresent("ratio", as: .string).map { "\($0):1" }
    let needs = try event.takeIfPresent("required", as: .float).map { "needs \(formatted($0))" } ?? ""
    let combinations = try event.takeIfPresent("combinations", as: .strings) ?? []
    let foreground = try event.takeIfPresent("foregroundColor", as: .string) ?? ""
    let background = try event.takeIfPresent("backgroundColor", as: .string) ?? ""
    let commit = try event.takeIfPresent("commit", as: .string).map { String($0.prefix(12)) } ?? ""
    let file = try event.takeIfPresent("file", as: .string) ?? ""
    let line = try event.takeIfPresent("line", as: .int).map { ":\($0)" } ?? ""
    return [
      time, kind, [before.map { "\($0):1" }, after].compactMap(\.self).joined(separator: " → "), needs,
      combinations.joined(separator: "; "), "\(foreground) on \(background)", commit, "\(file.printable)\(line)",
    ]
  }
}
