/// What a JSON document may hold beyond RFC 8259.
package struct JSONDialect: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `// to the end of the line` and `/* … */`.
  package static let comments = JSONDialect(rawValue: 1)
  /// A comma behind the last member or element.
  package static let trailingCommas = JSONDialect(rawValue: 2)
  /// What editors call JSON with comments.
  package static let jsonc: JSONDialect = [.comments, .trailingCommas]
}

/// A JSON file as a flat list of nodes in reading order, each with its place.
///
/// Reading never fails. At the first syntax error it stops: that error is the last diagnostic, and what was read before
/// stays available, its open containers closed there. Keys given twice are warned about; the last one counts and the
/// earlier ones are not shown.
///
/// A class, so that a `JSONValue` holds one reference and costs no more to pass on.
package final class JSONDocument: Sendable {
  /// Containers may stand in each other this deep.
  package static let maximumDepth = 64

  package let text: SourceText
  /// `syntax/json`, `syntax/utf8`, `syntax/depth` and `syntax/size` (errors), `syntax/duplicate-key` and
  /// `syntax/surrogate` (warnings).
  package let diagnostics: [Diagnostic]

  /// Whether it was read at once as RFC 8259 has it. What is not may still be right.
  package let isPlain: Bool

  let nodes: [JSONNode]
  /// The texts of strings whose bytes are not theirs, by the offset of the first byte.
  let texts: [UInt32: String]

  /// - Parameter limit: more bytes are refused.
  package init(_ text: SourceText, dialect: JSONDialect = [], limit: Int = SourceText.maximumSize) {
    self.text = text
    texts = [:]
    if let refusal = JSONDocument.refusal(of: text, limit: limit) {
      isPlain = false
      nodes = []
      diagnostics = [refusal]
      return
    }
    let damage = JSONDocument.badUTF8(in: text)
    let scan = text.bytes.withUnsafeBufferPointer { bytes in
      if let strict = JSONStrictScanner.scan(bytes, from: text.contentStart) {
        return (nodes: strict.nodes, problems: strict.problems, isPlain: true)
      }
      var scanner = JSONScanner(bytes, from: text.contentStart, dialect: dialect)
      scanner.scan()
      return (nodes: scanner.nodes, problems: scanner.problems, isPlain: false)
    }
    isPlain = scan.isPlain
    nodes = scan.nodes
    diagnostics = damage + scan.problems.map { $0.diagnostic(in: text) }
  }

  /// One value in the middle of a text, which stands in `depth` containers; what is behind it is not looked at. Nil where
  /// anything is wrong with the value.
  package init?(valueAt offset: Int, of text: SourceText, depth: Int, dialect: JSONDialect = []) {
    let scan = text.bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes, from: offset, dialect: dialect, depth: depth)
      scanner.scanOne()
      return (nodes: scanner.nodes, isClean: scanner.problems.isEmpty)
    }
    guard scan.isClean, let root = scan.nodes.first else { return nil }
    let value = text.bytes.span.extracting(Int(root.start)..<Int(root.end))
    guard text.isASCII || (try? UTF8Span(validating: value)) != nil else { return nil }
    self.text = text
    isPlain = true
    nodes = scan.nodes
    texts = [:]
    diagnostics = []
  }

  /// A YAML document, as the values that JSON knows: its mappings are objects, its sequences arrays. See `YAMLScanner`.
  package init(yaml text: SourceText) {
    self.text = text
    isPlain = false
    if let refusal = JSONDocument.refusal(of: text, limit: SourceText.maximumSize) {
      nodes = []
      texts = [:]
      diagnostics = [refusal]
      return
    }
    let damage = JSONDocument.badUTF8(in: text)
    var scanner = YAMLScanner(text, isDamaged: !damage.isEmpty)
    scanner.scan()
    nodes = scanner.nodes
    texts = scanner.texts
    diagnostics = damage + scanner.problems.map { $0.diagnostic(in: text) }
  }

  /// The outermost value; none when the file was refused or has no value before its first error.
  package var root: JSONValue? { nodes.isEmpty ? nil : JSONValue(document: self, index: 0) }

  /// True when the whole file was read.
  package var isComplete: Bool { !diagnostics.contains { $0.severity == .error } }

  /// Why a file is not looked into at all.
  private static func refusal(of text: SourceText, limit: Int) -> Diagnostic? {
    let bytes = text.bytes
    let start = text.range(0..<0)
    if bytes.count > limit {
      let message = "the file has \(bytes.count) bytes; files over \(limit >> 20) MiB are not read: split it"
      return Diagnostic(.error, "syntax/size", message, at: start)
    }
    guard bytes.count >= 2 else { return nil }
    let isUTF16 =
      switch (bytes[0], bytes[1]) {
      case (0xFF, 0xFE), (0xFE, 0xFF), (0, _), (_, 0): true
      default: false
      }
    guard isUTF16 else { return nil }
    return Diagnostic(.error, "syntax/utf8", "the file is UTF-16 or UTF-32; save it as UTF-8", at: start)
  }

  /// The first bytes that are not UTF-8. Strings that hold them are read with U+FFFD in their place.
  private static func badUTF8(in text: SourceText) -> [Diagnostic] {
    guard !text.isASCII else { return [] }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: text.bytes.span)
      return []
    } catch {
      let offsets = error.byteOffsets
      let byte = String(text.bytes[offsets.lowerBound], radix: 16, uppercase: true)
      let message = "the byte 0x\(byte) is not UTF-8 here; save the file as UTF-8"
      return [Diagnostic(.error, "syntax/utf8", message, at: text.range(offsets))]
    }
  }
}

/// One value or key of a document: where it stands, and where its subtree ends.
struct JSONNode {
  /// How the bytes of a string give its text.
  enum Form: UInt8 {
    /// Between quotes, as it stands.
    case quoted
    /// Between quotes, with the escapes of JSON.
    case escaped
    /// All of them, as they stand: YAML without quotes.
    case plain
    /// They do not: `JSONDocument.texts` has it.
    case kept
  }

  var kind: JSONKind
  var form = Form.quoted
  /// For a key: the same object gives it again later.
  var isSuperseded = false
  /// For a container: a syntax error ended it before its bracket.
  var isCut = false
  var start: UInt32
  var end: UInt32
  /// The index of the first node behind this one's subtree.
  var next: UInt32

  var hasEscapes: Bool { form == .escaped }

  /// The bytes of a string without its quotes.
  var innerRange: Range<Int> {
    form == .quoted || form == .escaped ? Int(start) + 1..<Int(end) - 1 : Int(start)..<Int(end)
  }
}

/// The kinds of JSON values.
package enum JSONKind: UInt8, Hashable, Sendable {
  case null, `true`, `false`, number, string, array, object

  /// The kind as a message names it: "a string".
  package var phrase: String {
    switch self {
    case .null: "null"
    case .true: "true"
    case .false: "false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// What a scanner found wrong, before it has a line and a column.
struct JSONProblem {
  var severity: Diagnostic.Severity
  var code: String
  var message: String
  var bytes: Range<Int>

  func diagnostic(in text: SourceText) -> Diagnostic {
    Diagnostic(severity, code, message, at: text.range(bytes))
  }
}
