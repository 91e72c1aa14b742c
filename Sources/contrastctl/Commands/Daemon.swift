import Linux
import Reports
import Syntax
import Varlink

extension Command {
  static let status = Command(
    name: "status", operands: "", summary: "how the daemon is, and what it watches", details: "",
    options: Command.daemon
  ) { arguments in
    try arguments.expectNoOperands()
    let client = try DaemonClient(arguments["socket"])
    var reply = try client.call("GetStatus")
    let output = try Output(arguments)
    if try output.writeJSON(of: reply) { return ExitStatus.clean }
    let state = try reply.take("state", as: .string)
    let version = try reply.take("version", as: .string)
    let clock = try reply.take("clock", as: .string)
    var lines = ["contrastd \(version) at \(client.path): \(state)"]
    for root in try reply.take("roots", as: .array(.structure)) {
      var root = root
      lines += try rootLines(&root)
    }
    if let trouble = try reply.takeIfPresent("store", as: .string), !trouble.isEmpty {
      lines.append("not kept: \(trouble.printable)")
    }
    let connections = try reply.take("connections", as: .int)
    let watches = try reply.take("watches", as: .int)
    lines.append("\(grouped(watches)) watches · \(counted(connections, "connection")) · clock \(clock)")
    try output.write(lines.joined(separator: "\n") + "\n")
    return ExitStatus.clean
  }

  private static func rootLines(_ root: inout Parameters) throws(MethodError) -> [String] {
    func number(_ key: StaticString, _ noun: String) throws(MethodError) -> String {
      let value = try root.take(key, as: .int)
      return noun.isEmpty ? grouped(value) : counted(value, noun)
    }
    var lines = ["\(try root.take("name", as: .string).printable)   \(try root.take("path", as: .string).printable)"]
    lines.append(
      "  \(try number("palettes", "palette")) · \(try number("colors", "colour")) · \(try number("pairs", "pair")) · "
        + "\(try number("checks", "check")): \(try number("pass", "")) pass, \(try number("fail", "")) fail, "
        + "\(try number("indeterminate", "")) indeterminate, \(try number("exempt", "")) exempt, "
        + "\(try number("notEvaluated", "")) not evaluated; \(try number("failingPairs", "failing pair"))")
    if try !root.take("scanned", as: .bool) { lines.append("  not looked through yet") }
    for (key, word) in [("lost", "lost: "), ("degraded", "")] as [(StaticString, String)] {
      let text = try root.take(key, as: .string)
      if !text.isEmpty { lines.append("  \(word)\(text.printable)") }
    }
    let unreadable = try root.take("unreadable", as: .int)
    if unreadable > 0 { lines.append("  \(counted(unreadable, "file")) cannot be read; contrastctl check says why") }
    for path in try root.take("stale", as: .strings) {
      lines.append("  \(path.printable) is incomplete; its last whole state is served")
    }
    let overflows = try root.take("overflows", as: .int)
    if overflows > 0 { lines.append("  looked through again after lost events: \(counted(overflows, "time"))") }
    return lines
  }

  static let list = Command(
    name: "list", operands: "", summary: "the palettes that the daemon watches", details: "", options: Command.daemon
  ) { arguments in
    try arguments.expectNoOperands()
    let client = try DaemonClient(arguments["socket"])
    var reply = try client.call("ListPalettes")
    let output = try Output(arguments)
    if try output.writeJSON(of: reply) { return ExitStatus.clean }
    var lines: [String] = []
    for palette in try reply.take("palettes", as: .array(.structure)) {
      var palette = palette
      let path = try palette.take("path", as: .string).printable
      let colors = counted(try palette.take("colors", as: .int), "colour")
      guard try palette.take("evaluated", as: .bool) else {
        lines.append("\(path)   \(colors), not evaluated")
        continue
      }
      let pairs = counted(try palette.take("pairs", as: .int), "pair")
      let combinations = counted(try palette.take("combinations", as: .int), "trait combination")
      let failing = counted(try palette.take("failingPairs", as: .int), "failing pair")
      lines.append("\(path)   \(colors) · \(pairs) × \(combinations) · \(failing)")
    }
    if lines.isEmpty { lines = ["the daemon watches no palette; contrastctl status says where it looks"] }
    try output.write(lines.joined(separator: "\n") + "\n")
    return ExitStatus.clean
  }

  static let watch = Command(
    name: "watch", operands: "", summary: "events as the daemon tells them",
    details: "Ends with Ctrl-C, or with --until=pass when no pair fails any more.",
    options: [
      Option("since", .required("CLOCK"), "first what was told since then; status shows the clock"),
      Option("until", .required("pass"), "end with status 0 as soon as no pair fails, notes aside"),
    ] + Command.daemon
  ) { arguments in
    try arguments.expectNoOperands()
    let until = try arguments.choice("until", ["pass"])
    if arguments.has("output") { throw UsageError("watch writes to standard output alone: contrastctl watch >FILE") }
    let client = try DaemonClient(arguments["socket"])
    if until != nil, try failing(arguments) == 0 { return ExitStatus.clean }
    let output = try Output(arguments)
    var status = ExitStatus.clean
    try client.stream("Subscribe", { $0.field("since", arguments["since"]) }) { reply in
      var reply = reply
      if let event = try reply.takeIfPresent("event", as: .object) {
        if case .json = output.form {
          try Terminal.write(event.source + "\n", to: .standardOutput)
        } else {
          let kind = (event["kind"]?.string ?? "").split(separator: "-").joined(separator: " ")
          let message = event["message"]?.string ?? ""
          let place = event["file"]?.string.map { "\($0):\(Int(event["line"]?.number ?? 1)): " } ?? ""
          try Terminal.write("\(place.printable)\(kind): \(message.printable)\n", to: .standardOutput)
        }
      } else if try reply.takeIfPresent("fresh", as: .bool) ?? false {
        try Terminal.write(
          "contrastctl: events since \(arguments["since"] ?? "") are no longer kept; showing new ones\n",
          to: .standardError)
      }
      if until != nil, try failing(arguments) == 0 { return false }
      status = ExitStatus.clean
      return true
    }
    return status
  }

  /// Failing pairs of all roots.
  private static func failing(_ arguments: Arguments) throws -> Int {
    var reply = try DaemonClient(arguments["socket"]).call("GetStatus")
    var count = 0
    for root in try reply.take("roots", as: .array(.structure)) {
      var root = root
      count += try root.take("failingPairs", as: .int)
    }
    return count
  }

  static let sync = simple("sync", "wait until everything written so far is reflected", "Sync")
  static let verify = simple("verify", "look through everything for changes that no event told", "Verify")
  static let reload = simple("reload", "make the daemon read its configuration again, and wait for it", "Reload")

  /// A command that only has to have happened.
  private static func simple(_ name: String, _ summary: String, _ method: String) -> Command {
    Command(name: name, operands: "", summary: summary, details: "", options: Command.daemon) { arguments in
      try arguments.expectNoOperands()
      let reply = try DaemonClient(arguments["socket"]).call(method)
      _ = try Output(arguments).writeJSON(of: reply)
      return ExitStatus.clean
    }
  }

  static let catConfig = Command(
    name: "cat-config", operands: "", summary: "the configuration in force", details: "", options: Command.daemon
  ) { arguments in
    try arguments.expectNoOperands()
    var reply = try DaemonClient(arguments["socket"]).call("GetConfiguration")
    try Output(arguments).write(try reply.take("text", as: .string))
    return ExitStatus.clean
  }
}
