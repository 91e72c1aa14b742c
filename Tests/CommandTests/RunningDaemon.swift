import Foundation
import Testing

/// contrastd at work on a directory of the test's own, with a socket of its own. It ends with the test.
final class RunningDaemon {
  /// Holds the watched directory `palettes`, the socket, and what else the test puts there.
  let scratch = try? Scratch()
  let directory: URL
  let palettes: URL
  let socket: String
  private let process = Process()
  private let lifeline = Pipe()

  /// Watches a copy of the examples, or of one file of them, or what a configuration says, in which SCRATCH stands for
  /// `directory`. Returns once it has looked through that.
  init(watching example: String? = nil, configuration: String? = nil) throws {
    directory = try #require(scratch).url.resolvingSymlinksInPath()
    palettes = directory.appendingPathComponent("palettes")
    socket = directory.appendingPathComponent("c.sock").path
    let examples = Program.checkout.appendingPathComponent(Program.examples)
    if let example {
      try FileManager.default.createDirectory(at: palettes, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: examples.appendingPathComponent(example), to: palettes.appendingPathComponent(example))
    } else {
      try FileManager.default.copyItem(at: examples, to: palettes)
    }
    if let configuration {
      let file = directory.appendingPathComponent("contrastd.conf")
      try Data(configuration.replacing("SCRATCH", with: directory.path).utf8).write(to: file)
      try start("--config=\(file.path)")
    } else {
      try start(palettes.path)
    }
  }

  /// A shell stops it when its standard input ends: when the test does, or this whole program. `timeout` passes the
  /// signal on, and kills a daemon that does not heed it. `env` undoes that Foundation starts programs with most signals
  /// blocked.
  private func start(_ word: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "--default-signal", "sh", "-c",
      #"timeout --kill-after=30 900 contrastd --foreground --socket="$0" --state-directory="$0.state" "$1" & read -r line; kill $!; wait $!"#,
      socket, word,
    ]
    process.environment = Program.environment
    process.standardInput = lifeline
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try #require(scratch).handle("log")
    try process.run()
    try until("it is ready") { try self.contrastctl("sync").status == 0 }
    // That it watches is told once it is in the store, which may be a moment later.
    try until("its start is told") { try !clock().hasSuffix(":0") }
  }

  /// Ends it as a service manager does, and returns its exit status.
  @discardableResult
  func stop() -> Int32 {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  deinit { stop() }

  /// contrastctl, asking this daemon.
  func contrastctl(_ arguments: String..., in directory: URL? = nil) throws -> Program.Run {
    try Program.contrastctl(arguments + ["--socket=\(socket)"], in: directory ?? palettes)
  }

  /// Rewrites a palette in place, as a plain editor does.
  func edit(_ file: String, _ old: String, _ new: String) throws {
    let url = palettes.appendingPathComponent(file)
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    try #require(text.contains(old))
    try Data(text.replacing(old, with: new).utf8).write(to: url)
  }

  /// Its clock as of now.
  func clock() throws -> String {
    let answer = try contrastctl("sync", "--json").output
    let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
    return try #require(object?["clock"] as? String)
  }

  /// Asks again until the answer is yes, half a minute at most.
  func until(_ wish: String, _ isTrue: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(30)
    repeat {
      if try isTrue() { return }
      // Takes as long as a program's run.
      _ = try contrastctl("sync")
    } while .now < end
    Issue.record("waited in vain: \(wish). \((try? scratch?.text("log")) ?? "")")
    throw CancellationError()
  }
}

/// A program that goes on by itself; what it writes can be read meanwhile.
final class Running {
  private let scratch: Scratch
  private let process = Process()
  private let end = DispatchSemaphore(value: 0)

  /// contrastctl, with a connection of its own.
  init(_ arguments: [String]) throws {
    scratch = try Scratch()
    process.executableURL = Program.folder.appendingPathComponent("contrastctl")
    process.arguments = arguments
    process.environment = Program.environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try scratch.handle("output")
    process.standardError = try scratch.handle("errors")
    process.terminationHandler = { [end] _ in end.signal() }
    try process.run()
  }

  var output: String { (try? scratch.text("output")) ?? "" }
  var errors: String { (try? scratch.text("errors")) ?? "" }
  var isRunning: Bool { process.isRunning }

  /// Of the end; nil as long as it runs.
  var status: Int32? { process.isRunning ? nil : process.terminationStatus }

  /// Waits for the end, half a minute at most; nil where it does not come.
  func waited() -> Int32? {
    end.wait(timeout: .now() + 30) == .success ? process.terminationStatus : nil
  }

  /// Foundation starts programs with most signals blocked: a plain termination would never arrive.
  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
