import CYAML

// Mappings, merge keys and aliases.

extension YAMLScanner {
  /// The members of the mapping that the last node begins.
  mutating func members(of object: Int, _ events: YAMLEvents) throws(Stop) -> Int {
    var keys: [String: Int] = [:]
    var merged: [ArraySlice<JSONNode>] = []
    var height = 0
    while true {
      try advance(events)
      if events.kind == YAML_MAPPING_END_EVENT { break }
      let isMerge = events.kind == YAML_SCALAR_EVENT && events.isPlain && events.text.elementsEqual("<<".utf8)
      let key = nodes.count
      let isKey = try member(events, key, &height)
      if isMerge {
        take(key, &merged)
      } else if isKey {
        note(key, &keys)
      } else {
        drop(from: key)
      }
    }
    for members in merged { add(members, &keys) }
    return height
  }

  /// Reads a key and its value; false where the key is none. Where reading stops, a key without a value goes.
  private mutating func member(_ events: YAMLEvents, _ key: Int, _ height: inout Int) throws(Stop) -> Bool {
    var isKey = false
    do throws(Stop) {
      isKey = try self.key(events)
      try advance(events)
      height = max(height, try value(events))
      return isKey
    } catch {
      if !isKey || nodes.count == key + 1 { drop(from: key) }
      throw error
    }
  }

  /// Reads a key; false where it is no text, which is told.
  private mutating func key(_ events: YAMLEvents) throws(Stop) -> Bool {
    let place = range(of: events)
    let index = nodes.count
    _ = try value(events)
    switch nodes[index].kind {
    case .object, .array:
      report(.error, "yaml/key", "a key is a text; this member is not read", place)
      return false
    case .string: break
    case .null, .true, .false, .number: nodes[index].kind = .string
    }
    return true
  }

  /// The last of equal keys counts, as in JSON.
  private mutating func note(_ key: Int, _ keys: inout [String: Int]) {
    let text = text(of: nodes[key])
    if let earlier = keys.updateValue(key, forKey: text) {
      nodes[earlier].isSuperseded = true
      let message = "the key \"\(text)\" stands twice in this mapping and the last one counts; remove the other"
      report(.warning, "syntax/duplicate-key", message, Int(nodes[key].start)..<Int(nodes[key].end))
    }
  }

  private func text(of key: JSONNode) -> String {
    key.form == .kept ? texts[key.start] ?? "" : String(decoding: bytes[key.innerRange], as: UTF8.self)
  }

  /// Takes the mappings that a merge key names out of the nodes.
  private mutating func take(_ key: Int, _ merged: inout [ArraySlice<JSONNode>]) {
    let value = key + 1
    var sources: [Int] = []
    if nodes[value].kind == .array {
      var at = value + 1
      while at < nodes.count {
        sources.append(at)
        at = Int(nodes[at].next)
      }
    } else {
      sources = [value]
    }
    for source in sources {
      guard nodes[source].kind == .object else {
        let place = Int(nodes[source].start)..<Int(nodes[source].end)
        report(
          .error, "yaml/merge", "\"<<\" takes mappings, and this is \(nodes[source].kind.phrase); it adds nothing",
          place)
        continue
      }
      let end = Int(nodes[source].next)
      merged.append(shifted(source + 1..<end, by: 0)[...])
    }
    drop(from: key)
  }

  /// Adds the members of a merged mapping that are not there yet. Nodes in a slice count from its first one.
  private mutating func add(_ members: ArraySlice<JSONNode>, _ keys: inout [String: Int]) {
    var at = members.startIndex
    while at < members.endIndex {
      let end = Int(members[at + 1].next)
      let text = text(of: members[at])
      if !members[at].isSuperseded, keys[text] == nil {
        keys[text] = nodes.count
        let offset = nodes.count - at
        for var node in members[at..<end] {
          node.next = UInt32(Int(node.next) + offset)
          nodes.append(node)
        }
      }
      at = end
    }
  }

  /// Copies of nodes whose `next` counts from the first of them.
  private func shifted(_ range: Range<Int>, by offset: Int) -> [JSONNode] {
    nodes[range].map { node in
      var node = node
      node.next = UInt32(Int(node.next) - range.lowerBound + offset)
      return node
    }
  }

  /// Takes nodes away, and the anchors in them.
  private mutating func drop(from index: Int) {
    guard index < nodes.count else { return }
    nodes.removeSubrange(index...)
    while let last = anchorOrder.last, last.index >= index {
      anchorOrder.removeLast()
      if anchors[last.name]?.index == last.index { anchors[last.name] = nil }
    }
  }

  /// Copies what an anchor holds.
  mutating func alias(_ name: String, at place: Range<Int>) throws(Stop) -> Int {
    lastEnd = place.upperBound
    guard let anchor = anchors[name] else {
      report(.error, "yaml/alias", "nothing above is called \"&\(name)\"; the value is empty", place)
      append(.null, place)
      return 0
    }
    guard let height = anchor.height else {
      report(.error, "yaml/alias", "\"*\(name)\" stands in \"&\(name)\" itself; the value is empty", place)
      append(.null, place)
      return 0
    }
    try checkDepth(depth + height, place)
    let range = anchor.index..<Int(nodes[anchor.index].next)
    copies += range.count
    guard copies <= YAMLScanner.maximumCopies else {
      nodes.removeAll()
      let message = "aliases of aliases make more than \(YAMLScanner.maximumCopies) values; the file is not read"
      throw stop(message, code: "yaml/aliases", at: place)
    }
    nodes += shifted(range, by: nodes.count)
    return height
  }
}
