// Paths and names by their bytes: there are thousands, and walking characters would cost more than reading files.

extension String {
  /// Whether its last bytes are those of another text.
  package func endsInBytes(of end: String) -> Bool {
    let (mine, other) = (utf8.span, end.utf8.span)
    let start = mine.count - other.count
    guard start >= 0 else { return false }
    for at in 0..<other.count where mine[start + at] != other[at] { return false }
    return true
  }

  /// The part between two offsets in bytes, at which characters begin.
  package func part(_ bytes: Range<Int>) -> String {
    let start = utf8.index(startIndex, offsetBy: bytes.lowerBound)
    return String(self[start..<utf8.index(start, offsetBy: bytes.count)])
  }
}

extension Span<UInt8> {
  /// The last place of a byte in a range.
  package func last(_ byte: UInt8, in range: Range<Int>) -> Int? {
    var at = range.upperBound
    while at > range.lowerBound {
      at -= 1
      if self[at] == byte { return at }
    }
    return nil
  }
}
