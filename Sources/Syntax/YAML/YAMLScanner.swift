import CYAML

/// Reads YAML 1.2 into the nodes of a JSON document: mappings are objects, sequences arrays, keys strings.
///
/// Without quotes the core schema decides: `null`, `~` and nothing are null, `true` and `false` are booleans, decimal
/// numbers are numbers, and everything else is a string. An alias stands for a copy of what its anchor holds, with the
/// places of that; `<<` takes the members that a mapping has not itself. Only the first document of a stream is read.
struct YAMLScanner {
  /// A problem that ends the reading has been recorded.
  struct Stop: Error {}

  struct Anchor {
    let index: Int
    /// Levels of containers in it; nil while it is open.
    var height: Int?
  }

  /// Aliases may bring this many nodes in all: copies of copies multiply.
  static let maximumCopies = 1 << 18
  /// So many problems of one file are told; more say nothing new.
  private static let reportedCount = 100

  var nodes: [JSONNode] = []
  var texts: [UInt32: String] = [:]
  private(set) var problems: [JSONProblem] = []

  let bytes: [UInt8]
  var anchors: [String: Anchor] = [:]
  /// Every anchor, in order of its node.
  var anchorOrder: [(name: String, index: Int)] = []
  var depth = 0
  var copies = 0
  /// Where the last scalar, alias or bracket ended.
  var lastEnd = 0
  private var offsets: CharacterOffsets

  /// - Parameter isDamaged: it is not all UTF-8; what is not is read as question marks.
  init(_ text: SourceText, isDamaged: Bool) {
    bytes = isDamaged ? YAMLScanner.repaired(text.bytes) : text.bytes
    offsets = CharacterOffsets(start: text.contentStart, isASCII: text.isASCII)
  }

  mutating func scan() {
    let bytes = bytes
    bytes.withUnsafeBufferPointer { buffer in
      let events = YAMLEvents(UnsafeBufferPointer(rebasing: buffer[offsets.start...]))
      do throws(Stop) {
        try document(events)
      } catch {
        // The problem is recorded, and every open container was closed on the way here.
      }
    }
    problems.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
  }

  private mutating func document(_ events: YAMLEvents) throws(Stop) {
    try advance(events)
    try advance(events)
    guard events.kind == YAML_DOCUMENT_START_EVENT else {
      throw stop("the file is empty; expected a mapping", at: range(of: events))
    }
    try advance(events)
    _ = try value(events)
    try advance(events)
    try advance(events)
    if events.kind == YAML_DOCUMENT_START_EVENT {
      report(
        .error, "yaml/documents", "a second document begins here; only the first is read: split the file",
        range(of: events))
    }
  }

  /// Moves on. The only place where the stream itself can be wrong.
  mutating func advance(_ events: YAMLEvents) throws(Stop) {
    do throws(YAMLEvents.Failure) {
      try events.advance()
    } catch {
      let at =
        switch error.place {
        case .character(let place): offsets.byte(of: place, in: bytes)
        case .byte(let place): min(offsets.start + place, bytes.count)
        }
      throw stop("this is no YAML: \(error.message)", at: at..<min(at + 1, bytes.count))
    }
  }

  /// The bytes of the event at hand.
  mutating func range(of events: YAMLEvents) -> Range<Int> {
    let characters = events.characters
    let start = offsets.byte(of: characters.lowerBound, in: bytes)
    return start..<max(start, offsets.byte(of: characters.upperBound, in: bytes))
  }

  /// The same without the anchor and the tag before a value.
  mutating func valueRange(of events: YAMLEvents) -> Range<Int> {
    let place = range(of: events)
    if events.kind == YAML_ALIAS_EVENT || (events.anchor == nil && events.tag == nil) { return place }
    var start = place.lowerBound
    while start < place.upperBound, bytes[start] == UInt8(ascii: "&") || bytes[start] == UInt8(ascii: "!") {
      while start < place.upperBound, bytes[start] > 0x20, !",[]{}".utf8.contains(bytes[start]) { start += 1 }
      while start < place.upperBound, bytes[start] <= 0x20 { start += 1 }
    }
    return start..<place.upperBound
  }

  mutating func report(_ severity: Diagnostic.Severity, _ code: String, _ message: String, _ bytes: Range<Int>) {
    guard problems.count < YAMLScanner.reportedCount else { return }
    problems.append(JSONProblem(severity: severity, code: code, message: message, bytes: bytes))
  }

  mutating func stop(_ message: String, code: String = "syntax/yaml", at bytes: Range<Int>) -> Stop {
    problems.append(JSONProblem(severity: .error, code: code, message: message, bytes: bytes))
    return Stop()
  }

  /// The same bytes, those that are not UTF-8 replaced one by one, so that every place stays.
  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var at = 0
    while at < bytes.count {
      do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: bytes.span.extracting(at..<bytes.count))
        return bytes
      } catch {
        let wrong = error.byteOffsets
        for index in wrong { bytes[at + index] = UInt8(ascii: "?") }
        at += wrong.upperBound
      }
    }
    return bytes
  }
}

/// Finds the byte of a character. The parser counts characters, mostly forwards.
struct CharacterOffsets {
  let start: Int
  private let isASCII: Bool
  private var character = 0
  private var byte: Int

  init(start: Int, isASCII: Bool) {
    self.start = start
    self.isASCII = isASCII
    byte = start
  }

  mutating func byte(of place: Int, in bytes: [UInt8]) -> Int {
    if isASCII { return min(start + place, bytes.count) }
    while character < place, byte < bytes.count {
      byte += 1
      while byte < bytes.count, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
      character += 1
    }
    while character > place, byte > start {
      byte -= 1
      while byte > start, bytes[byte] & 0xC0 == 0x80 { byte -= 1 }
      character -= 1
    }
    return byte
  }
}
