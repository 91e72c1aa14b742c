import Foundation
import Testing

/// A script of `Tests/Corpus`, run with the contrastctl that was built beside this test.
enum CorpusScript {
  /// The checkout, from the place of this file.
  static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// contrastctl beside the test bundle; where the bundle is run from elsewhere, the checkout's own.
  static var program: URL {
    let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let beside = bundle.appendingPathComponent("contrastctl")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    return checkout.appendingPathComponent(".build/debug/contrastctl")
  }

  /// Runs the script to its end, prints what it said, and returns its exit status and its lines.
  static func run(_ name: String, _ arguments: [String] = []) throws -> (status: Int32, lines: [String]) {
    let process = Process()
    let output = Pipe()
    let script = checkout.appendingPathComponent("Tests/Corpus").appendingPathComponent(name)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script.path, program.path] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    print(said)
    return (process.terminationStatus, said.split(separator: "\n").map(String.init))
  }
}
