package import Colorimetry
import Palettes
package import Syntax

/// Something a person is to look at: a failing pair, a rule broken, a source that could not be read.
///
/// One a pair and rule, with the combinations it holds in; not one a combination.
package struct Finding: Sendable {
  /// "contrast/text", "half-adapted", "catalog/unknown-color-space", …
  package let code: String
  package private(set) var severity: Diagnostic.Severity
  /// Reads alone: ratio first, then what it needs, both names with values, traits, usage and level.
  package let message: String
  /// The place to look at: the foreground's value where there is one.
  package let range: SourceRange
  /// The other half's place.
  package let related: SourceRange?
  /// The pair it speaks of, in the audit's `pairings`.
  package let pairing: Int?
  /// The combinations it holds in, places in the audit's `combinations`.
  package let combinations: [Int]
  /// The one with the least contrast, and what was measured there.
  package let worst: Worst?
  /// Further sentences: a knife edge, P3, what increased contrast does.
  package let notes: [String]
  /// A failure that the baseline does not know.
  package private(set) var isNew = false

  package struct Worst: Sendable {
    package let combination: Int
    package let measurement: Measurement
    /// The foreground and the background as declared there, before compositing.
    package let foreground: RGBA
    package let background: RGBA
  }

  init(
    _ code: String, _ severity: Diagnostic.Severity, _ message: String, at range: SourceRange,
    related: SourceRange? = nil, pairing: Int? = nil, combinations: [Int] = [], worst: Worst? = nil,
    notes: [String] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.range = range
    self.related = related
    self.pairing = pairing
    self.combinations = combinations
    self.worst = worst
    self.notes = notes
  }

  /// The same with another severity.
  func with(_ severity: Diagnostic.Severity) -> Finding {
    var finding = self
    finding.severity = severity
    return finding
  }

  var markedNew: Finding {
    var finding = self
    finding.isNew = true
    return finding
  }

  /// A diagnostic of a reader or of pairing.
  package init(_ diagnostic: Diagnostic) {
    self.init(diagnostic.code, diagnostic.severity, diagnostic.message, at: diagnostic.range)
  }
}
