import Foundation
import Glibc

/// A directory of the test's own, removed with everything in it when the test lets go of it.
final class Scratch {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/contrast-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    chmod(path, 0o755)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func callAsFunction(_ name: String) -> String {
    "\(path)/\(name)"
  }

  func directory(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
  }

  /// Creates the file, and the directories it is in.
  func file(_ name: String, _ text: String = "{}") throws {
    try directory(name.split(separator: "/").dropLast().joined(separator: "/"))
    try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self(name), withDestinationPath: target)
  }

  /// A file that has `size` bytes and takes no space.
  func sparse(_ name: String, size: Int) throws {
    try file(name, "")
    truncate(self(name), size)
  }
}

@_silgen_name("setfsuid") private func setfsuid(_ user: UInt32) -> CInt

/// Runs the body without root's right to read everything: for files, this thread is nobody meanwhile (setfsuid(2)).
/// For anybody else than root the body just runs.
func withoutPrivilege<Result>(_ body: () throws -> Result) rethrows -> Result {
  guard geteuid() == 0 else { return try body() }
  _ = setfsuid(65534)
  defer { _ = setfsuid(0) }
  return try body()
}
