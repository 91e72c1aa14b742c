import Colorimetry
import Contrast
import Palettes
import Reports

extension Command {
  static let ratio = Command(
    name: "ratio", operands: "FG BG [--on=COLOR]", summary: "the contrast of two colours, no palette needed",
    details: """
      Colours in any notation of CSS Color 4, quoted for the shell: '#777', 'rgb(0 0 0 / 60%)', 'oklch(60% 0.1 250)'.
      A translucent background is composited over --on; without it the answer is a range.
      """,
    options: [
      Option("on", .required("COLOR"), "what a translucent background stands on; may be repeated, nearest first"),
      Option("p3", "measure on a P3 display (outside WCAG's definition)"),
    ]
  ) { arguments in
    guard arguments.positional.count == 2 else {
      throw UsageError("ratio takes two colours: contrastctl ratio '#777' '#fff'")
    }
    let foreground = try ColorArgument.parse(arguments.positional[0])
    let background = try ColorArgument.parse(arguments.positional[1])
    var backdrops: [Color] = []
    for text in arguments.all("on") { backdrops.append(try ColorArgument.parse(text)) }
    let answer = RatioReport(
      foreground: foreground.rendered, background: background.rendered, backdrops: backdrops.map(\.rendered),
      gamut: arguments.has("p3") ? .p3 : .srgb)
    try Output(arguments).write(text: { answer.text($0) }, json: { answer.json(pretty: $0) })
    return ExitStatus.clean
  }

  static let suggest = Command(
    name: "suggest", operands: "FG BG [--keep=fg|bg]", summary: "the nearest colour that passes",
    details: "FG and BG are colours, or names of one palette (see --in).",
    options: [
      Option("keep", .required("fg|bg"), "which of the two stays (bg)"),
      Option("needs", .required("RATIO"), "the ratio to reach (4.5)"),
      Option("all-traits", "for names: one value for every trait combination at once"),
      .path, .traits, .override, .with, .conformance, .ios,
    ] + Command.asking
  ) { arguments in
    guard arguments.positional.count == 2 else {
      throw UsageError("suggest takes two colours, or two names of a palette: contrastctl suggest '#777' '#fff'")
    }
    let changesForeground = try arguments.choice("keep", ["fg", "bg"]) != "fg"
    let required = try needed(arguments)
    let (front, back) = (arguments.positional[0], arguments.positional[1])
    if let foreground = try? ColorArgument.parse(front), let background = try? ColorArgument.parse(back) {
      let report = SuggestionReport(
        foreground: foreground.rendered, background: background.rendered, required: required ?? 4.5,
        changesForeground: changesForeground)
      try Output(arguments).write(text: { report.text($0) }, json: { report.json(pretty: $0) })
      return report.nearest == nil ? ExitStatus.findings : ExitStatus.clean
    }
    var suggest = Question.SuggestQuestion(foreground: front, background: back)
    suggest.required = required
    suggest.changesForeground = changesForeground
    suggest.allTraits = arguments.has("all-traits")
    return try await Asking.ask(.suggest(suggest), arguments, under: arguments.all("in"))
  }

  private static func needed(_ arguments: Arguments) throws(UsageError) -> Double? {
    guard let text = arguments["needs"] else { return nil }
    guard let value = Double(text), value >= 1, value <= 21 else {
      throw UsageError("--needs is a ratio from 1 to 21, not \"\(text)\"")
    }
    return value
  }
}
