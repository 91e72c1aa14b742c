/// What is wrong with somebody's file, and where. Reading goes on: a diagnostic is a result, not a failure of ours.
package struct Diagnostic: Hashable, Sendable {
  /// How much it matters. An `error` means that something declared could not be read.
  package enum Severity: Int, Comparable, CaseIterable, Hashable, Sendable {
    case note, warning, error

    package static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
  }

  package let severity: Severity
  /// What kind of thing it is, as `area/kind`: `catalog/unknown-color-space`.
  package let code: String
  /// One sentence that names the value at the place and the remedy.
  package let message: String
  package let range: SourceRange

  /// As compilers write it: `file:line:column: message (code)`.
  package var line: String {
    "\(range.file):\(range.start.line):\(range.start.column): \(message) (\(code))"
  }

  package init(_ severity: Severity, _ code: String, _ message: String, at range: SourceRange) {
    self.severity = severity
    self.code = code
    self.message = message
    self.range = range
  }
}
