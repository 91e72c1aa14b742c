/// How many colours a terminal shows.
package enum ColorDepth: Comparable, Sendable {
  /// No escape sequences at all.
  case none
  /// The 16 of ECMA-48 and its bright half.
  case sixteen
  /// The palette of xterm.
  case indexed
  /// 24 bits, written directly.
  case direct

  /// From the environment: NO_COLOR (no-color.org) beats CLICOLOR_FORCE beats the stream not being a terminal, CLICOLOR=0
  /// and TERM=dumb; then COLORTERM and TERM say how many.
  package init(isTerminal: Bool, variable: (String) -> String?) {
    let isForced = !["", "0"].contains(variable("CLICOLOR_FORCE") ?? "")
    let term = variable("TERM") ?? ""
    if variable("NO_COLOR") ?? "" != "" {
      self = .none
    } else if !isForced && (!isTerminal || variable("CLICOLOR") == "0" || term.isEmpty || term == "dumb") {
      self = .none
    } else if ["truecolor", "24bit"].contains(variable("COLORTERM")) || term.hasSuffix("-direct") {
      self = .direct
    } else {
      self = term.hasSuffix("-256color") ? .indexed : .sixteen
    }
  }
}
