import Contrast
import Palettes
import Reports

extension Command {
  static let check = Command(
    name: "check", operands: "[PATH…]", summary: "evaluate palettes and list what fails",
    details: """
      Every pair that is declared, or certain from the names, is judged under every trait combination.
      Without PATH, the palettes under the current directory.
      """,
    options: [
      .traits, .override, .with,
      Option("pair", .required("GLOB"), "only pairs of this foreground, background, or 'FG on BG'"),
      Option("rule", .required("GLOB"), "only findings of this code, or pairs of this rule"),
      Option("all-pairs", "also count every foreground on every background (never a failure)"),
      Option("notes", "show notes one by one"),
      Option("new-only", "only failures that the baseline does not know, and known ones that got worse"),
      Option(
        "against", .required("GITREV"),
        "new is what did not fail in this revision; it is read through git, and baselines are left out"),
      Option("no-baseline", "as if there were no contrast.baseline.json"),
      Option(
        "fail-on", .required("error|warning|note|never"),
        "the least severity that fails the check (the policy's; error)"),
      .conformance, .ios,
      Option("format", .required("human|json"), "the form of the answer"),
      Option("quiet", short: "q", "no answer, only the exit status"),
    ] + Command.asking
  ) { arguments in
    var check = Question.CheckQuestion()
    check.filter = CheckReport.Filter(pair: arguments["pair"], rule: arguments["rule"])
    check.allPairs = arguments.has("all-pairs")
    check.showsNotes = arguments.has("notes")
    check.newOnly = arguments.has("new-only")
    check.ignoresBaseline = arguments.has("no-baseline")
    check.failOn = try severity(arguments)
    if arguments.has("against"), check.ignoresBaseline {
      throw UsageError("--against takes the place of baselines: leave --no-baseline out")
    }
    return try await Asking.ask(.check(check), arguments, under: arguments.positional)
  }

  private static func severity(_ arguments: Arguments) throws(UsageError) -> Threshold? {
    switch try arguments.choice("fail-on", ["error", "warning", "note", "never"]) {
    case "error": .from(.error)
    case "warning": .from(.warning)
    case "note": .from(.note)
    case "never": .never
    default: nil
    }
  }
}
