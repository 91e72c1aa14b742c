import Foundation
import Glibc

/// A directory of the test's own, removed with everything in it when the test lets go of it.
final class TestFolder {
  let path: String

  /// - Parameter parent: where it is made; a directory of the system's for what is temporary by default.
  init(in parent: String? = nil) throws {
    let real = parent ?? FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = "\(real)/contrastd-\(UUID().uuidString.prefix(13))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    chmod(path, 0o755)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func callAsFunction(_ name: String) -> String { name.isEmpty ? path : "\(path)/\(name)" }

  /// Makes the directory, and returns its path.
  @discardableResult
  func directory(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
    return self(name)
  }

  /// Writes the file in place, as a shell's `>` does, and makes the directories it is in.
  func file(_ name: String, _ text: String) throws {
    try directory(name.split(separator: "/").dropLast().joined(separator: "/"))
    try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
  }

  /// Writes the file as an editor does that cares: beside it, then a rename over it.
  func replace(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)), options: .atomic)
  }

  func move(_ name: String, to other: String) throws {
    guard rename(self(name), self(other)) == 0 else { throw Problem("rename \(name): error \(errno)") }
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self(name)) }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self(name), withDestinationPath: target)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: self(name))), as: UTF8.self)
  }

  /// Opens a file for writing, to be written to in parts; closed with the value.
  func open(_ name: String, truncating: Bool = true) throws -> FileHandle {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (truncating ? O_TRUNC : 0)
    let raw = Glibc.open(self(name), flags, 0o644)
    guard raw >= 0 else { throw Problem("open \(name): error \(errno)") }
    return FileHandle(fileDescriptor: raw, closeOnDealloc: true)
  }
}

/// Palettes as their files say them.
enum Sample {
  static let dark = "#222222"
  static let pale = "#999999"

  /// A palette of one judged pair, `text` on `background`, in light; 2.84:1 where the text is `pale`.
  static func palette(text: String = dark, background: String = "#ffffff") -> String {
    palette(["text": text, "background": background])
  }

  static func palette(_ colors: KeyValuePairs<String, String>) -> String {
    let lines = colors.map { "    \"\($0)\": [{ \"value\": \"\($1)\" }]" }
    return "{\n  \"colors\": {\n\(lines.joined(separator: ",\n"))\n  }\n}\n"
  }

  /// One colour of an asset catalog.
  static func colorSet(_ hex: String) -> String {
    let digits = Array(hex.dropFirst())
    let parts = [0, 2, 4].map { "0x" + String(digits[$0...$0 + 1]).uppercased() }
    return """
      { "colors": [ { "idiom": "universal", "color": { "color-space": "srgb", "components": {
        "red": "\(parts[0])", "green": "\(parts[1])", "blue": "\(parts[2])", "alpha": "1.000" } } } ],
        "info": { "author": "xcode", "version": 1 } }
      """
  }
}
