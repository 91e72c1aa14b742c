import Colorimetry
import Syntax

/// Where the values of a token file stand, in a text that was read by its differences. What the file was read into before
/// stays as it is: names, types and the kinds of all values are the same.
struct TokenPlaces: Sendable {
  let text: SourceText
  fileprivate var places: [Place]

  /// A token's value. Small, for thousands of them are moved at a keystroke.
  fileprivate struct Place: Sendable {
    var start: SourcePosition
    var end: SourcePosition
    var bytes: Range<Int>
    let token: Int

    func range(in file: String) -> SourceRange { SourceRange(file: file, start: start, end: end, bytes: bytes) }
  }

  fileprivate init(_ text: SourceText, _ places: [Place]) {
    self.text = text
    self.places = places
  }

  /// Nil where a value may be copied into another: by `$ref` within the file.
  fileprivate init?(_ text: SourceText, _ tree: TokenTree) {
    if text.bytes.contains(sequence: Array("$ref".utf8)) { return nil }
    self.text = text
    places = tree.tokens.enumerated().map { index, token in
      Place(start: token.range.start, end: token.range.end, bytes: token.range.bytes, token: index)
    }
    for (before, after) in zip(places, places.dropFirst()) where before.bytes.upperBound > after.bytes.lowerBound {
      return nil
    }
  }

  /// The place in whose value a byte lies.
  fileprivate func index(at offset: Int) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].bytes.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low].bytes.contains(offset) ? low : nil
  }
}

extension DesignTokens {
  /// A file with more changes is read whole.
  private static let limit = 64

  /// Reads a later version of a file by its differences; nil where something else changed than literal colours, or where
  /// reading the whole text may tell more.
  static func reread(_ text: SourceText, _ before: Fragment) -> (fragment: Fragment, edit: FileEdit)? {
    guard !before.isBroken, let tokens = before.tokens, tokens.isSelfContained, case .tree(let tree) = tokens.content,
      !TokenClaim.isYAML(text.path), text.bytes.count <= SourceText.maximumSize,
      let known = tokens.rewritten ?? TokenPlaces(tokens.document.text, tree)
    else { return nil }
    var edit = FileEdit(path: text.path)
    var new = known.places
    // Up to here both texts are accounted for.
    var (oldAt, newAt) = (0, 0)
    var edited: [Int] = []
    while true {
      let place = oldAt + SourceText.commonCount(known.text, from: oldAt, text, from: newAt)
      if place == known.text.bytes.count, newAt + place - oldAt == text.bytes.count { break }
      guard edit.values.count < limit, let index = known.index(at: place), index > edited.last ?? -1
      else { return nil }
      let old = known.places[index].range(in: text.path)
      let offset = newAt + old.bytes.lowerBound - oldAt
      guard case .color = tree.tokens[known.places[index].token].value, offset < text.bytes.count,
        text.bytes[offset] == known.text.bytes[old.bytes.lowerBound], let value = literal(at: offset, of: text)
      else { return nil }
      edit.append(FileEdit.Value(old: old, range: value.range, value: .color(value.color)))
      new[index].start = value.range.start
      new[index].end = value.range.end
      new[index].bytes = value.range.bytes
      edited.append(index)
      (oldAt, newAt) = (old.bytes.upperBound, value.range.bytes.upperBound)
    }
    edit.move(&new, but: edited, in: text.path)
    var fragment = before
    fragment.tokens?.rewritten = TokenPlaces(text, new)
    return (fragment, edit)
  }

  /// A colour of which there is nothing to say.
  private static func literal(at offset: Int, of text: SourceText) -> (color: Color, range: SourceRange)? {
    guard let value = JSONDocument(valueAt: offset, of: text, depth: 32, dialect: .jsonc)?.root else { return nil }
    var reader = TokenValueReader()
    guard case .color(let color) = reader.read(value, type: .color, in: value), reader.problems.isEmpty else {
      return nil
    }
    return (color, value.range)
  }
}

extension FileEdit {
  /// What is behind a value that became longer or shorter stands elsewhere.
  fileprivate func move(_ places: inout [TokenPlaces.Place], but edited: [Int], in file: String) {
    guard !movesNothing, let first = edited.first else { return }
    var next = 0
    for index in first..<places.count {
      if next < edited.count, edited[next] == index {
        next += 1
        continue
      }
      let moved = moved(places[index].range(in: file))
      places[index].start = moved.start
      places[index].end = moved.end
      places[index].bytes = moved.bytes
    }
  }
}

extension Fragment {
  /// Read whole, where it was read by its differences. What is told of a later text, which breaks off, stays.
  var refreshed: Fragment {
    guard let places = tokens?.rewritten else { return self }
    var fresh = DesignTokens.read(places.text)
    if isBroken { fresh.diagnostics = diagnostics }
    return fresh
  }
}

extension TokenFile {
  /// Whether no value in it is made of another: then one that changes is one colour that changes.
  static func isSelfContained(_ trees: [TokenTree]) -> Bool {
    trees.allSatisfy { tree in
      tree.groups.values.allSatisfy { $0.extends == nil }
        && tree.tokens.allSatisfy { token in
          switch token.value {
          case .derived, .deferred: false
          default: token.modes.isEmpty
          }
        }
    }
  }
}

extension [UInt8] {
  fileprivate func contains(sequence: [UInt8]) -> Bool {
    withUnsafeBufferPointer { bytes in
      guard let first = sequence.first, bytes.count >= sequence.count else { return false }
      for at in 0...(bytes.count - sequence.count) where bytes[at] == first {
        if sequence.indices.allSatisfy({ bytes[at + $0] == sequence[$0] }) { return true }
      }
      return false
    }
  }
}
