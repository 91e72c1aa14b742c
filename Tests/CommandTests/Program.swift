import Foundation
import Testing

/// The built contrastctl, run as a user runs it: in the checkout, with a plain environment.
enum Program {
  /// How a run ended and what it said.
  struct Run {
    let status: Int32
    let output: String
    let errors: String

    var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }
  }

  static let checkout = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let fixtures = checkout.appendingPathComponent("Tests/CommandTests/Fixtures")

  /// The palettes that the repository brings, as a user in the checkout writes them.
  static let examples = "etc/contrastd/examples"

  /// Where this very test program was built, and contrastctl beside it.
  static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

  /// A plain environment, in which no daemon of this machine is asked: the socket is nowhere.
  static let environment = [
    "PATH": "\(folder.path):/usr/bin:/bin", "LC_ALL": "C.UTF-8", "CONTRASTD_SOCKET": "/nonexistent/contrastd.sock",
  ]

  static func contrastctl(
    _ arguments: String..., in directory: URL = checkout, environment: [String: String] = [:]
  ) throws -> Run {
    try run(folder.appendingPathComponent("contrastctl"), arguments, in: directory, environment)
  }

  static func contrastctl(
    _ arguments: [String], in directory: URL = checkout, environment: [String: String] = [:]
  ) throws -> Run {
    try run(folder.appendingPathComponent("contrastctl"), arguments, in: directory, environment)
  }

  /// A command line as it is typed.
  static func shell(
    _ line: String, in directory: URL = checkout, environment: [String: String] = [:]
  ) throws -> Run {
    try run(URL(fileURLWithPath: "/bin/sh"), ["-c", line], in: directory, environment)
  }

  private static func run(
    _ program: URL, _ arguments: [String], in directory: URL, _ environment: [String: String]
  ) throws -> Run {
    let scratch = try Scratch()
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = Self.environment.merging(environment) { _, new in new }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try scratch.handle("output")
    process.standardError = try scratch.handle("errors")
    try process.run()
    process.waitUntilExit()
    return Run(
      status: process.terminationStatus, output: try scratch.text("output"), errors: try scratch.text("errors"))
  }

  /// The program's exit status when nobody reads what it writes.
  static func statusWithoutReader(_ arguments: String...) throws -> Int32 {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let process = Process()
    process.executableURL = folder.appendingPathComponent("contrastctl")
    process.arguments = arguments
    process.currentDirectoryURL = checkout
    process.environment = environment
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }
}

/// A directory of the test's own, removed when the test lets go of it.
final class Scratch {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("contrast-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }

  func handle(_ name: String) throws -> FileHandle {
    try file(name, "")
    return try FileHandle(forWritingTo: url.appendingPathComponent(name))
  }
}
