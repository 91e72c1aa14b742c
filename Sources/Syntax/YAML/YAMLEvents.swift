import CYAML

/// The events of a YAML stream, one at a time. Owns the parser of libyaml and the event at hand.
final class YAMLEvents {
  /// Why there are no more events.
  struct Failure: Error {
    /// In characters from the start, or in bytes where it is one that cannot be read.
    enum Place {
      case character(Int)
      case byte(Int)
    }

    let message: String
    let place: Place
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private(set) var event = yaml_event_t()

  /// - Parameter bytes: UTF-8, which has to stay where it is as long as this lives.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_event_delete(&event)
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// Moves to the next event.
  func advance() throws(Failure) {
    yaml_event_delete(&event)
    event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 0 else { return }
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read"
    let context = parser.pointee.context.map { ", " + String(cString: $0) } ?? ""
    let place: Failure.Place =
      parser.pointee.error == YAML_READER_ERROR
      ? .byte(parser.pointee.problem_offset) : .character(parser.pointee.problem_mark.index)
    throw Failure(message: problem + context, place: place)
  }

  var kind: yaml_event_type_t { event.type }

  /// Where the event begins and ends, in characters from the start.
  var characters: Range<Int> { event.start_mark.index..<max(event.start_mark.index, event.end_mark.index) }

  /// The text of a scalar.
  var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: event.data.scalar.value, count: event.data.scalar.length)
  }

  /// Whether a scalar has no quotes and is no block.
  var isPlain: Bool { event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE }

  /// Whether a scalar has quotes.
  var isQuoted: Bool {
    event.data.scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE
      || event.data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
  }

  /// The name that an alias refers to, or that a node can be referred to by.
  var anchor: String? {
    switch kind {
    case YAML_ALIAS_EVENT: YAMLEvents.text(event.data.alias.anchor)
    case YAML_SCALAR_EVENT: YAMLEvents.text(event.data.scalar.anchor)
    case YAML_MAPPING_START_EVENT: YAMLEvents.text(event.data.mapping_start.anchor)
    case YAML_SEQUENCE_START_EVENT: YAMLEvents.text(event.data.sequence_start.anchor)
    default: nil
    }
  }

  /// The tag of a node, resolved.
  var tag: String? {
    switch kind {
    case YAML_SCALAR_EVENT: YAMLEvents.text(event.data.scalar.tag)
    case YAML_MAPPING_START_EVENT: YAMLEvents.text(event.data.mapping_start.tag)
    case YAML_SEQUENCE_START_EVENT: YAMLEvents.text(event.data.sequence_start.tag)
    default: nil
    }
  }

  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
  }
}
