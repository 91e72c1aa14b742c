import Contrast
import Linux
import Palettes
import Reports
import Syntax
import Varlink

/// Puts a command's question to the palettes under its operands and writes the answer.
enum Asking {
  /// The exit status.
  static func ask(_ subject: Question.Subject, _ arguments: Arguments, under paths: [String]) async throws -> Int32 {
    let output = try Output(arguments)
    let question = try question(subject, arguments, output)
    let paths = paths.isEmpty ? ["."] : paths
    let answer: Answer
    if let theirs = try daemonsAnswer(question, arguments, paths) {
      answer = theirs
    } else {
      answer = try await ownAnswer(question, paths, against: arguments["against"])
    }
    if !arguments.has("quiet") { try output.write(answer.output) }
    return answer.status
  }

  private static func ownAnswer(
    _ question: Question, _ paths: [String], against revision: String?
  ) async throws -> Answer {
    let start = Clock.monotonic()
    let workspace = try await Loading.workspace(paths, against: revision)
    try BrokenCompanion.refuse(workspace)
    let counted = question.countsAllPairs ? await AllPairs.all(in: workspace, tasks: Processors.count) : nil
    var places: [String] = []
    for path in paths { places.append(try Operand(path).path) }
    let elapsed = (Clock.monotonic() - start).components
    // The program ends with its answer: to give back what it holds piece by piece would be work for nobody.
    _ = Unmanaged.passRetained(Kept(workspace))
    return try question.answer(
      from: workspace, at: places.joined(separator: " "),
      seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18, counted: counted)
  }

  /// A workspace until the end of the program.
  private final class Kept {
    private let workspace: Workspace

    init(_ workspace: Workspace) { self.workspace = workspace }
  }

  /// The daemon's answer where it watches the path; nil where there is no daemon, or it does not. With `--socket` it has
  /// to be there.
  private static func daemonsAnswer(
    _ question: Question, _ arguments: Arguments, _ paths: [String]
  ) throws -> Answer? {
    if arguments.has(Option.noDaemon.name) || arguments.has("against") || paths.count != 1 { return nil }
    let client: DaemonClient
    do throws(DaemonUnreachable) { client = try DaemonClient(arguments["socket"]) } catch {
      if arguments.has("socket") { throw error }
      return nil
    }
    let operand = try operand(paths[0], arguments)
    if operand.isPartOfPalette || !operand.canBeRespelled { return nil }
    do {
      _ = try client.call("Sync")
      var reply = try client.call("Ask") { writer in
        writer.field("path", operand.real)
        writer.field("question") { question.write(to: &$0) }
      }
      let text = try reply.take("output", as: .string)
      let status = try reply.take("status", as: .int)
      return Answer(output: operand.respelled(text), status: Int32(status))
    } catch let error as MethodError where error.name.hasSuffix(".InvalidQuestion") {
      throw QuestionError(operand.respelled(error.words), status: error.exitStatus)
    } catch let error as MethodError {
      if operand.isElsewhere { throw UsageError(error.words) }
      return nil
    }
  }

  /// A path that is not here may be one of the machine that a socket is forwarded from.
  private static func operand(_ path: String, _ arguments: Arguments) throws(UsageError) -> Operand {
    let isNamed = arguments.has("socket") || !(Environment.variable("CONTRASTD_SOCKET") ?? "").isEmpty
    return isNamed && path.hasPrefix("/") && !Files.exists(path) ? Operand(elsewhere: path) : try Operand(path)
  }

  /// The question with the options that many commands share.
  private static func question(
    _ subject: Question.Subject, _ arguments: Arguments, _ output: Output
  ) throws(UsageError) -> Question {
    var question = Question(subject)
    question.traits = arguments["traits"]
    question.overrides = arguments.all("override")
    question.whatIf = arguments.all("with")
    let level = try arguments.choice("conformance", Conformance.allCases.map(\.rawValue))
    question.conformance = level.flatMap { Conformance(rawValue: $0) }
    let release = try arguments.choice("ios", SystemColors.releases.map(\.rawValue))
    question.release = release.flatMap { SystemColors.Release(rawValue: $0) }
    question.form = output.form
    return question
  }
}
