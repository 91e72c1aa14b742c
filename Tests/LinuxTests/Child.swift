import Foundation
import Glibc

/// Another program, run to its end.
enum Child {
  /// Both outputs together, and the exit status (the signal's number, negative, where one ended it).
  static func run(
    _ program: String, _ arguments: [String], in directory: String? = nil, environment: [String: String] = [:]
  ) throws -> (status: CInt, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let status = process.terminationStatus
    return (process.terminationReason == .exit ? status : -status, output)
  }

  /// This test program again, with only the suite named, started by `wrapper`: a program and its arguments.
  static func runSuite(_ suite: String, by wrapper: [String], environment: [String: String]) throws -> (
    status: CInt, output: String
  ) {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let command = wrapper + [program, "--testing-library", "swift-testing", "--filter", suite]
    return try run("/usr/bin/env", command, environment: environment)
  }
}
