import Reports

extension Command {
  static let tokens = Command(
    name: "tokens", operands: "[PATH…]", summary: "the colours that were understood, with role and values",
    details: "",
    options: [
      Option("uncovered", "only colours with a role and no partner"),
      Option("duplicates", "groups of colours that are equal in every combination"), .traits, .override, .with, .ios,
    ] + Command.asking
  ) { arguments in
    let filter: PaletteReports.TokenFilter =
      arguments.has("uncovered") ? .uncovered : arguments.has("duplicates") ? .duplicates : .all
    return try await Asking.ask(.tokens(filter), arguments, under: arguments.positional)
  }

  static let pairs = Command(
    name: "pairs", operands: "[PATH…]", summary: "the pairs that are judged",
    details: "",
    options: [Option("why", "the rule and its reason"), .traits, .override, .with, .conformance, .ios] + Command.asking
  ) { arguments in
    try await Asking.ask(.pairs(showsReasons: arguments.has("why")), arguments, under: arguments.positional)
  }

  static let traits = Command(
    name: "traits", operands: "[PATH…]", summary: "the trait dimensions and combinations of each palette",
    details: "", options: [.traits, .override, .ios] + Command.asking
  ) { arguments in
    try await Asking.ask(.traits, arguments, under: arguments.positional)
  }

  static let matrix = Command(
    name: "matrix", operands: "[PATH…]", summary: "the grid of judged pairs, each cell in its own colours",
    details: "24-bit colours on a terminal that has them.",
    options: [.traits, .override, .with, .conformance, .ios] + Command.asking
  ) { arguments in
    try await Asking.ask(.matrix, arguments, under: arguments.positional)
  }
}
