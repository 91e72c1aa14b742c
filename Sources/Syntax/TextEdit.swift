/// Other bytes for a stretch of a file; an empty stretch is a place where something is put in.
package struct TextEdit: Hashable, Sendable {
  package let range: SourceRange
  package let replacement: String

  package init(_ range: SourceRange, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}

extension SourceText {
  /// The bytes with all edits done; every range is of this text. Edits that overlap an earlier one are left out.
  package func applying(_ edits: some Sequence<TextEdit>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    for edit in edits.sorted(by: { $0.range.bytes.lowerBound < $1.range.bytes.lowerBound }) {
      let stretch = edit.range.bytes
      guard stretch.lowerBound >= at, stretch.upperBound <= bytes.count else { continue }
      result += bytes[at..<stretch.lowerBound]
      result += edit.replacement.utf8
      at = stretch.upperBound
    }
    return result + bytes[at...]
  }
}
