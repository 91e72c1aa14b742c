import Testing

@testable import LanguageServer

@Suite("Document")
struct DocumentTests {
  /// What editors do: a text as UTF-16 code units, lines found anew for each edit.
  private struct Reference {
    var units: [UInt16]

    func offset(_ line: Int, _ character: Int) -> Int {
      var starts = [0]
      for at in units.indices
      where units[at] == 10 || (units[at] == 13 && !(at + 1 < units.count && units[at + 1] == 10)) {
        starts.append(at + 1)
      }
      guard line < starts.count else { return units.count }
      var end = line + 1 < starts.count ? starts[line + 1] : units.count
      while end > starts[line], units[end - 1] == 10 || units[end - 1] == 13, line + 1 < starts.count { end -= 1 }
      return min(starts[line] + character, end)
    }

    func isInsidePair(_ offset: Int) -> Bool {
      offset > 0 && offset < units.count && UTF16.isTrailSurrogate(units[offset])
        && UTF16.isLeadSurrogate(units[offset - 1])
    }

    var text: String { String(decoding: units, as: UTF16.self) }
  }

  @Test("10,000 random edits at UTF-16 boundaries leave the editor's text, lines and all")
  func edits() {
    var random = SplitMix(state: 7)
    let pieces = ["a", "é", "e\u{301}", "🎨", "👩‍💻", "\r\n", "\n", "\r", "{\"x\": 1}", "", "𐐀b", "\t"]
    var reference = Reference(units: Array("{\r\n  \"a\": \"🎨\"\r\n}\n".utf16))
    var document = Document(uri: "file:///a", path: "/a", version: 1, text: Array(reference.text.utf8))
    for step in 0..<10_000 {
      var places = (0..<2).map { _ in (Int(random.next() % 12), Int(random.next() % 14)) }
      places.sort { $0 < $1 }
      var offsets = places.map { reference.offset($0.0, $0.1) }
      offsets = offsets.map { reference.isInsidePair($0) ? $0 - 1 : $0 }
      if offsets[0] > offsets[1] { continue }
      var text = pieces[Int(random.next() % UInt64(pieces.count))]
      if reference.units.count > 400 { text = "" }
      let positions = places.map { Position(line: $0.0, character: $0.1) }
      let range = document.offset(of: positions[0], .utf16)..<document.offset(of: positions[1], .utf16)
      document.replace(range, with: Array(text.utf8))
      reference.units.replaceSubrange(offsets[0]..<offsets[1], with: Array(text.utf16))
      #expect(document.bytes == Array(reference.text.utf8), "\(step)")
      if document.bytes != Array(reference.text.utf8) { return }
      let fresh = Document(uri: "", path: nil, version: 0, text: document.bytes)
      for offset in [0, document.bytes.count / 2, document.bytes.count] {
        #expect(document.position(of: offset, .utf16) == fresh.position(of: offset, .utf16), "\(step)")
      }
    }
  }

  @Test("a𐐀b: positions in both encodings")
  func encodings() {
    let document = Document(uri: "", path: nil, version: 0, text: Array("a𐐀b".utf8))
    let cases: [(PositionEncoding, Int, Int)] = [
      (.utf16, 0, 0), (.utf16, 1, 1), (.utf16, 2, 1), (.utf16, 3, 5), (.utf16, 4, 6), (.utf16, 9, 6),
      (.utf8, 1, 1), (.utf8, 2, 1), (.utf8, 4, 1), (.utf8, 5, 5), (.utf8, 6, 6), (.utf8, 99, 6),
    ]
    for (encoding, character, offset) in cases {
      #expect(
        document.offset(of: Position(line: 0, character: character), encoding) == offset, "\(encoding) \(character)")
    }
    #expect(document.position(of: 5, .utf16) == Position(line: 0, character: 3))
    #expect(document.position(of: 5, .utf8) == Position(line: 0, character: 5))
    #expect(document.offset(of: Position(line: 7, character: 0), .utf16) == 6)
  }
}

/// Random numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
