import Reports

extension Command {
  static let explain = Command(
    name: "explain", operands: "FG BG [--in=PATH]", summary: "how one pair came to its verdict",
    details: """
      Without --traits, the combination in which the pair stands worst. FG and BG are names of one palette.
      """,
    options: [.path, .traits, .override, .with, .conformance, .ios] + Command.asking
  ) { arguments in
    let names = arguments.positional
    guard names.count == 2 else {
      throw UsageError("explain takes two names: contrastctl explain text.muted surface.raised --in=PATH")
    }
    return try await Asking.ask(
      .explain(foreground: names[0], background: names[1]), arguments, under: arguments.all("in"))
  }

  static let resolve = Command(
    name: "resolve", operands: "NAME [--in=PATH]", summary: "what a name is under traits, and why",
    details: "Without --traits, under every combination of its palette; equal answers stand together.",
    options: [.path, .traits, .override, .with, .ios] + Command.asking
  ) { arguments in
    guard arguments.positional.count == 1 else {
      throw UsageError("resolve takes one name: contrastctl resolve label --traits=style=dark --in=PATH")
    }
    return try await Asking.ask(.resolve(name: arguments.positional[0]), arguments, under: arguments.all("in"))
  }
}
