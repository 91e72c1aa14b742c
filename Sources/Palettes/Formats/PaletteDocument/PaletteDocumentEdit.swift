import Syntax

/// A document as it was read, with some values written anew.
///
/// A person changes a value or two and saves. All that is not one of them is compared as bytes and never read again; what
/// comes out is what reading the whole text gives.
struct PaletteDocumentEdit {
  /// A document with more changes is read whole.
  private static let limit = 64

  private(set) var fragment: Fragment
  /// Places in `colors`, in order.
  private(set) var edited: [Int] = []
  /// Where those values end, before and now, in order.
  private var shifts: [SourceShift] = []

  /// Nil where something else changed than the values of colours, or where one of them or anything before is not in
  /// order: then all is to be read.
  init?(of before: Fragment, to text: SourceText) {
    guard let old = before.text, old.path == text.path, text.bytes.count <= SourceText.maximumSize,
      before.diagnostics.isEmpty, before.skipped.isEmpty
    else { return nil }
    fragment = before
    fragment.text = text
    // Up to here both texts are accounted for.
    var (oldAt, newAt) = (0, 0)
    while true {
      let place = oldAt + SourceText.commonCount(old, from: oldAt, text, from: newAt)
      if place == old.bytes.count, newAt + place - oldAt == text.bytes.count { break }
      guard edited.count < Self.limit, let index = before.indexOfColor(at: place) else { return nil }
      let range = before.colors[index].range
      guard range.bytes.lowerBound >= oldAt,
        let new = readColor(index, at: newAt + range.bytes.lowerBound - oldAt, of: text)
      else { return nil }
      edited.append(index)
      shifts.append(SourceShift(from: range, to: new))
      (oldAt, newAt) = (range.bytes.upperBound, new.bytes.upperBound)
    }
    move()
  }

  /// Reads the value of one colour; its place.
  private mutating func readColor(_ index: Int, at offset: Int, of text: SourceText) -> SourceRange? {
    // The document and `colors` are around it.
    guard let document = JSONDocument(valueAt: offset, of: text, depth: 2, dialect: .jsonc), let value = document.root
    else { return nil }
    var reader = PaletteDocumentReader(document)
    for (dimension, values) in fragment.ownDimensions { reader.dimensions[dimension] = values }
    let registrations = reader.registrations(of: value)
    guard !registrations.isEmpty, reader.fragment.diagnostics.isEmpty, reader.fragment.skipped.isEmpty,
      reader.catalogColors.finish().isEmpty,
      reader.aliases.allSatisfy({ alias in fragment.colors.contains { $0.name == alias.target } })
    else { return nil }
    let range = value.range
    fragment.colors[index] = DynamicColor(
      name: fragment.colors[index].name, registrations: registrations, range: range)
    return range
  }

  /// What is behind a value that became longer or shorter stands elsewhere.
  private mutating func move() {
    guard shifts.contains(where: { !$0.isNone }) else { return }
    func moved(_ range: SourceRange) -> SourceRange {
      shifts.last { $0.concerns(range) }.map { $0.moved(range) } ?? range
    }
    var next = 0
    for index in edited[0]..<fragment.colors.count {
      if next < edited.count, edited[next] == index {
        next += 1
      } else if next > 0, !shifts[next - 1].isNone {
        fragment.colors[index] = fragment.colors[index].moved(shifts[next - 1])
      }
    }
    fragment.pairs = fragment.pairs.map { $0.moved(to: moved($0.range)) }
    fragment.roles = fragment.roles.map {
      DeclaredRole(pattern: $0.pattern, role: $0.role, range: moved($0.range))
    }
  }
}

extension Fragment {
  /// The colour in whose value a byte lies. The colours stand in reading order.
  fileprivate func indexOfColor(at offset: Int) -> Int? {
    var (low, high) = (0, colors.count)
    while low < high {
      let middle = (low + high) / 2
      if colors[middle].range.bytes.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < colors.count && colors[low].range.bytes.contains(offset) ? low : nil
  }
}

extension DynamicColor {
  fileprivate func moved(_ shift: SourceShift) -> DynamicColor {
    DynamicColor(
      name: name, source: source,
      registrations: registrations.map {
        Registration(traits: $0.traits, value: $0.value, range: shift.moved($0.range))
      }, range: shift.moved(range))
  }
}

extension DeclaredPair {
  func moved(to range: SourceRange) -> DeclaredPair {
    DeclaredPair(
      foreground: foreground, background: background, backdrops: backdrops, usage: usage, minimum: minimum,
      range: range)
  }
}
