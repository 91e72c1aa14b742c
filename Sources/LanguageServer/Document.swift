/// In what a position on a line is counted.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// How far a character's first byte advances; its further bytes count in UTF-8 alone.
  fileprivate func units(of byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    }
  }
}

/// A place in a text as editors name it, both from 0.
struct Position: Hashable, Sendable, Comparable {
  let line: Int
  let character: Int

  static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// A text that is open in an editor, as UTF-8, with the edits made so far.
///
/// Lines end at LF, CRLF or a lone CR. A byte-order mark that the editor sends is a character like any other.
struct Document: Sendable {
  let uri: String
  /// Nil for what is no file.
  let path: String?
  var version: Int
  private(set) var bytes: [UInt8]
  /// Where each line begins.
  private var starts: [Int32]

  init(uri: String, path: String?, version: Int, text: [UInt8]) {
    self.uri = uri
    self.path = path
    self.version = version
    bytes = text
    starts = [0]
    Self.collectStarts(text, 0..<text.count, into: &starts)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func replaceAll(with text: [UInt8]) {
    self = Document(uri: uri, path: path, version: version, text: text)
  }

  /// Puts `text` in the place of what stands between two positions. A position behind the end of its line counts as that
  /// end, one behind the last line as the end of the text.
  mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    bytes.replaceSubrange(range, with: text)
    // The line before as well: its carriage return may get or lose a line feed.
    let first = max(0, line(at: range.lowerBound) - 1)
    let kept = starts.partitioningIndex { Int($0) > range.upperBound }
    var fresh: [Int32] = []
    Self.collectStarts(bytes, Int(starts[first])..<(range.lowerBound + text.count), into: &fresh)
    let shift = Int32(clamping: text.count - range.count)
    if shift != 0 { for index in kept..<starts.count { starts[index] += shift } }
    starts.replaceSubrange((first + 1)..<kept, with: fresh)
  }

  /// The byte at a position; one inside a character is that character's first byte.
  func offset(of position: Position, _ encoding: PositionEncoding) -> Int {
    guard position.line < starts.count else { return bytes.count }
    guard position.line >= 0 else { return 0 }
    var at = Int(starts[position.line])
    let end = contentEnd(of: position.line)
    var left = position.character
    while at < end {
      var next = at + 1
      var units = encoding.units(of: bytes[at])
      while next < end, bytes[next] & 0xC0 == 0x80 {
        units += encoding.units(of: bytes[next])
        next += 1
      }
      if units > left { break }
      left -= units
      at = next
    }
    return at
  }

  func position(of offset: Int, _ encoding: PositionEncoding) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(at: offset)
    if encoding == .utf8 { return Position(line: line, character: offset - Int(starts[line])) }
    var units = 0
    for at in Int(starts[line])..<offset { units += encoding.units(of: bytes[at]) }
    return Position(line: line, character: units)
  }

  /// The last line that begins at or before an offset.
  private func line(at offset: Int) -> Int { starts.partitioningIndex { Int($0) > offset } - 1 }

  /// Where the characters of a line end, before what ends the line.
  private func contentEnd(of line: Int) -> Int {
    guard line + 1 < starts.count else { return bytes.count }
    var end = Int(starts[line + 1]) - 1
    if bytes[end] == 0x0A, end > Int(starts[line]), bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// Appends where lines begin behind the line ends whose last byte is in `range`.
  private static func collectStarts(_ bytes: [UInt8], _ range: Range<Int>, into starts: inout [Int32]) {
    bytes.withUnsafeBufferPointer { bytes in
      for at in range {
        let byte = bytes[at]
        guard byte == 0x0A || byte == 0x0D else { continue }
        if byte == 0x0D, at + 1 < bytes.count, bytes[at + 1] == 0x0A { continue }
        starts.append(Int32(clamping: at + 1))
      }
    }
  }
}

extension Array {
  /// The index of the first element that is one of the second part; all before it are of the first.
  fileprivate func partitioningIndex(where isSecond: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
