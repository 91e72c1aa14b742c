extension JSONDocument {
  /// The values around a stretch of bytes, the outermost first and the one that is exactly the stretch last; empty where
  /// no value is.
  package func path(to bytes: Range<Int>) -> [JSONValue] {
    var path: [JSONValue] = []
    var next = root
    while let value = next {
      path.append(value)
      if value.byteRange == bytes { return path }
      func holds(_ inner: JSONValue) -> Bool {
        inner.byteRange.lowerBound <= bytes.lowerBound && bytes.upperBound <= inner.byteRange.upperBound
      }
      next = value.members.first { holds($0.value) }?.value ?? value.elements.first(where: holds)
    }
    return []
  }
}
