extension JSONValue {
  /// The edits that take elements out of this list; comments and everything else stay as they are.
  package func edits(removing removed: some Collection<JSONValue>) -> [TextEdit] {
    let gone = Set(removed.map(\.byteRange))
    var edits = gone.map { TextEdit(document.text.range(line($0)), "") }
    // The last that stays needs no comma.
    let all = Array(elements)
    if let last = all.last(where: { !gone.contains($0.byteRange) }), let end = all.last, gone.contains(end.byteRange),
      let comma = comma(after: last.byteRange.upperBound)
    {
      edits.append(TextEdit(document.text.range(comma..<(comma + 1)), ""))
    }
    return edits
  }

  /// The edit that puts an element at the end of this list, on a line of its own.
  package func edit(appending text: String) -> TextEdit {
    guard let last = Array(elements).last else {
      let open = byteRange.lowerBound + 1
      return TextEdit(document.text.range(open..<open), "\n    \(text)\n  ")
    }
    let end = last.byteRange.upperBound
    let at = comma(after: end).map { $0 + 1 } ?? end
    return TextEdit(document.text.range(at..<at), (at == end ? "," : "") + "\n    \(text)")
  }

  /// An element with its comma, and the line where nothing else is on it.
  private func line(_ element: Range<Int>) -> Range<Int> {
    let bytes = document.text.bytes
    func isBlank(_ at: Int) -> Bool { bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\t") }
    var start = element.lowerBound
    while start > 0, isBlank(start - 1) { start -= 1 }
    let isFirstOfLine = start == 0 || bytes[start - 1] == UInt8(ascii: "\n")
    var end = comma(after: element.upperBound).map { $0 + 1 } ?? element.upperBound
    var behind = end
    while behind < bytes.count, isBlank(behind) || bytes[behind] == UInt8(ascii: "\r") { behind += 1 }
    if isFirstOfLine, behind < bytes.count, bytes[behind] == UInt8(ascii: "\n") {
      end = behind + 1
    } else if !isFirstOfLine {
      start = element.lowerBound
    }
    return start..<end
  }

  private func comma(after end: Int) -> Int? {
    let bytes = document.text.bytes
    let next = bytes[end...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return next.flatMap { bytes[$0] == UInt8(ascii: ",") ? $0 : nil }
  }
}
