import Linux
import Palettes
import Reports

/// One thing contrastctl does.
struct Command: Sendable {
  let name: String
  /// What stands behind the name: `[PATH…]`.
  let operands: String
  /// One line for the list of commands.
  let summary: String
  /// Further lines for its own help.
  let details: String
  let options: [Option]
  /// The exit status.
  let run: @Sendable (Arguments) async throws -> Int32

  /// The list. A new command is one file that defines a `Command` and one line here.
  static let all: [Command] = [
    .check, .ratio, .suggest, .fix, .explain, .resolve, .tokens, .pairs, .traits, .matrix, .policy, .baseline, .waiver,
    .status, .list, .watch, .history, .sync, .verify, .reload, .catConfig, .lsp,
  ]

  /// What every command that answers takes.
  static let common: [Option] = [
    .json, Option("output", short: "o", .required("FILE"), "write the answer there instead"),
    Option("no-pager", "accepted; nothing is paged"),
    Option("help", short: "h", "this help"),
  ]

  /// What every command that asks the daemon takes.
  static let daemon: [Option] = [
    Option("socket", .required("PATH"), "the daemon's socket (/run/contrastd/contrastd.sock, CONTRASTD_SOCKET)")
  ]

  /// What every command takes that reads the files where no daemon watches them.
  static let asking: [Option] =
    daemon + [.noDaemon]

  static func named(_ name: String) throws(UsageError) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    let hint = Nearest.name(to: name, in: all.map(\.name)).map { "; did you mean \($0)?" } ?? "."
    throw UsageError("contrastctl has no command \"\(name)\"\(hint) See contrastctl --help")
  }

  var help: String {
    var lines = ["contrastctl \(name) \(operands)", "", summary.capitalizedFirst + "."]
    if !details.isEmpty { lines += ["", details] }
    let all = options + Command.common
    let width = (all.map(\.synopsis.count).max() ?? 0) + 2
    lines += [""] + all.map { "  \($0.synopsis)\(String(repeating: " ", count: width - $0.synopsis.count))\($0.help)" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Exit statuses of contrastctl.
enum ExitStatus {
  static let clean: Int32 = 0
  static let findings: Int32 = 1
  static let usage: Int32 = 2
  static let unreachable: Int32 = 3
  static let notEvaluated: Int32 = 4
}
