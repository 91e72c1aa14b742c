import Linux
import Reports
import Varlink

@main
enum Contrastctl {
  static func main() async {
    Terminal.ignoreBrokenPipes()
    Environment.exit(await status(of: Environment.arguments))
  }

  /// Runs a command line; whatever goes wrong is said on standard error.
  private static func status(of arguments: [String]) async -> Int32 {
    do {
      return try await run(arguments)
    } catch let error as UsageError {
      complain(error.message)
      return ExitStatus.usage
    } catch let error as BrokenCompanion {
      for problem in error.problems { complain(problem.line) }
      return ExitStatus.usage
    } catch let error as QuestionError {
      complain(error.description)
      return error.status
    } catch let error as DaemonUnreachable {
      complain(error.message)
      return ExitStatus.unreachable
    } catch let error as MethodError {
      complain(error.words)
      return error.isPassing ? ExitStatus.unreachable : ExitStatus.usage
    } catch let error as SystemError where error.isBrokenPipe {
      return ExitStatus.clean
    } catch {
      complain(String(describing: error))
      return ExitStatus.usage
    }
  }

  private static func run(_ arguments: [String]) async throws -> Int32 {
    guard let first = arguments.first else {
      throw UsageError("say what to do: contrastctl check [PATH…], or contrastctl --help")
    }
    switch first {
    case "-h", "--help", "help":
      let topic = arguments.dropFirst().first { !$0.hasPrefix("-") }
      try Terminal.write(try topic.map { try Command.named($0).help } ?? help, to: .standardOutput)
      return ExitStatus.clean
    case "--version":
      try Terminal.write("contrastctl \(Version.text)\n", to: .standardOutput)
      return ExitStatus.clean
    default: break
    }
    // Options in front of the command are the command's: contrastctl --socket=PATH status.
    if first.hasPrefix("--"), let place = arguments.firstIndex(where: { !$0.hasPrefix("-") }) {
      return try await run([arguments[place]] + arguments[..<place] + arguments[(place + 1)...])
    }
    if first.hasPrefix("-") {
      throw UsageError("the command comes first: contrastctl COMMAND \(first). See contrastctl --help")
    }
    let command = try Command.named(first)
    let parsed = try Arguments(
      arguments.dropFirst(), options: command.options + Command.common, command: command.name)
    if parsed.has("help") {
      try Terminal.write(command.help, to: .standardOutput)
      return ExitStatus.clean
    }
    return try await command.run(parsed)
  }

  private static func complain(_ message: String) {
    try? Terminal.write("contrastctl: \(message.printable)\n", to: .standardError)
  }

  private static var help: String {
    let width = (Command.all.map(\.name.count).max() ?? 0) + 2
    let commands = Command.all.map { command in
      "  \(command.name)\(String(repeating: " ", count: width - command.name.count))\(command.summary)"
    }
    return """
      contrastctl COMMAND [OPTION…] [OPERAND…]

      Checks the contrast of every semantic colour under every trait combination.

      \(commands.joined(separator: "\n"))

      contrastctl COMMAND --help says more of each.
      Exit status: 0 nothing found, 1 findings, 2 usage or an operand that cannot be read,
      3 the daemon cannot be reached or cannot answer now, 4 something could not be evaluated or nothing was judged.

      """
  }
}
