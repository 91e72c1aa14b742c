/// The colours of a palette, in order.
///
/// An evaluation keeps the palette that it is of, so that a palette in which one colour changed stands beside the one
/// before it: both share all but the few hundred colours around the changed one.
package struct ColorList: Hashable, Sendable {
  /// All but the last are full.
  @usableFromInline var chunks: [[DynamicColor]] = []
  package private(set) var count = 0

  @usableFromInline static let shift = 7
  @usableFromInline static let mask = 1 << shift - 1

  package init(_ colors: some Collection<DynamicColor>) {
    if let colors = colors as? ColorList {
      self = colors
      return
    }
    chunks.reserveCapacity(colors.count >> Self.shift + 1)
    var rest = colors[...]
    while !rest.isEmpty {
      chunks.append(Array(rest.prefix(Self.mask + 1)))
      rest = rest.dropFirst(Self.mask + 1)
    }
    count = colors.count
  }
}

extension ColorList: RandomAccessCollection, MutableCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  @inlinable package subscript(index: Int) -> DynamicColor {
    get { chunks[index >> Self.shift][index & Self.mask] }
    _modify { yield &chunks[index >> Self.shift][index & Self.mask] }
  }
}
