import CYAML

// Values, each appended to the nodes.

extension YAMLScanner {
  /// Reads the value that the event at hand begins, and stays at the event that ends it. The levels of containers in it.
  mutating func value(_ events: YAMLEvents) throws(Stop) -> Int {
    let place = valueRange(of: events)
    if events.kind == YAML_ALIAS_EVENT { return try alias(events.anchor ?? "", at: place) }
    let index = nodes.count
    let anchor = events.anchor
    if let anchor {
      anchors[anchor] = Anchor(index: index, height: nil)
      anchorOrder.append((anchor, index))
    }
    let height: Int
    switch events.kind {
    case YAML_SCALAR_EVENT:
      scalar(events, place)
      height = 0
    case YAML_MAPPING_START_EVENT:
      checkTag(events, ["tag:yaml.org,2002:map"])
      height = try container(.object, place, events)
    case YAML_SEQUENCE_START_EVENT:
      checkTag(events, ["tag:yaml.org,2002:seq"])
      height = try container(.array, place, events)
    default: throw stop("expected a value", at: place)
    }
    if let anchor, anchors[anchor]?.index == index { anchors[anchor]?.height = height }
    return height
  }

  private mutating func scalar(_ events: YAMLEvents, _ place: Range<Int>) {
    let tag = events.tag
    let isText = tag == "tag:yaml.org,2002:str" || tag == "!"
    let plain = ["int", "float", "bool", "null"].map { "tag:yaml.org,2002:\($0)" }
    if !isText { checkTag(events, plain) }
    let text = events.text
    let kind = events.isPlain && !isText ? PlainScalar.kind(of: text) : .string
    if kind == .null, place.isEmpty { warnOfComment(behind: place.lowerBound) }
    append(kind, place)
    lastEnd = place.upperBound
    guard kind == .string else { return }
    let isWhole = events.isQuoted ? same(text, place.dropFirst().dropLast()) : same(text, place)
    nodes[nodes.count - 1].form = !isWhole ? .kept : events.isQuoted ? .quoted : .plain
    if !isWhole { texts[UInt32(place.lowerBound)] = String(decoding: text, as: UTF8.self) }
  }

  private func same(_ text: UnsafeBufferPointer<UInt8>, _ place: Range<Int>) -> Bool {
    text.count == place.count && place.upperBound <= bytes.count && text.elementsEqual(bytes[place])
  }

  /// `key: #fff`: what is meant as a colour is a comment.
  private mutating func warnOfComment(behind at: Int) {
    var start = at
    while start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
    guard start < bytes.count, bytes[start] == UInt8(ascii: "#") else { return }
    var end = start + 1
    while end < bytes.count, JSONEscapes.digit(bytes[end]) != nil { end += 1 }
    guard [4, 5, 7, 9].contains(end - start), end == bytes.count || bytes[end] <= 0x20 else { return }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    report(
      .error, "yaml/comment",
      "\(text) is a comment without quotes, and the value is empty; write \"\(text)\" with them", start..<end)
  }

  private mutating func checkTag(_ events: YAMLEvents, _ known: [String]) {
    guard let tag = events.tag, tag != "!", !known.contains(tag) else { return }
    report(
      .warning, "yaml/tag", "the tag \"\(tag)\" means nothing here, and the value is read without it; remove it",
      range(of: events))
  }

  mutating func append(_ kind: JSONKind, _ place: Range<Int>) {
    nodes.append(
      JSONNode(
        kind: kind, form: .plain, start: UInt32(place.lowerBound), end: UInt32(place.upperBound),
        next: UInt32(nodes.count + 1)))
  }
}

extension YAMLScanner {
  /// Reads what is in a container, and closes it even where reading stopped.
  private mutating func container(_ kind: JSONKind, _ place: Range<Int>, _ events: YAMLEvents) throws(Stop) -> Int {
    let isFlow =
      kind == .object
      ? events.event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      : events.event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    let index = nodes.count
    try checkDepth(depth + 1, place)
    append(kind, place)
    depth += 1
    defer { depth -= 1 }
    do throws(Stop) {
      let height = kind == .object ? try members(of: index, events) : try elements(events)
      close(index, isFlow ? range(of: events).upperBound : nil)
      return height + 1
    } catch {
      if index < nodes.count {
        close(index, nil)
        nodes[index].isCut = true
      }
      throw error
    }
  }

  /// - Parameter end: where its bracket is; a block ends with what is last in it.
  private mutating func close(_ index: Int, _ end: Int?) {
    if let end { lastEnd = end }
    nodes[index].next = UInt32(nodes.count)
    nodes[index].end = max(nodes[index].start, UInt32(lastEnd))
  }

  mutating func checkDepth(_ depth: Int, _ place: Range<Int>) throws(Stop) {
    guard depth > JSONDocument.maximumDepth else { return }
    nodes.removeAll()
    let message = "nested deeper than \(JSONDocument.maximumDepth) levels; the file is not read"
    throw stop(message, code: "syntax/depth", at: place)
  }

  private mutating func elements(_ events: YAMLEvents) throws(Stop) -> Int {
    var height = 0
    while true {
      try advance(events)
      if events.kind == YAML_SEQUENCE_END_EVENT { return height }
      height = max(height, try value(events))
    }
  }
}
