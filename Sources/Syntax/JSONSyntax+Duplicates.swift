/// Finds keys that one object gives twice. One value serves a whole scan and keeps its memory.
struct DuplicateKeys {
  /// Objects up to this size are compared pair by pair.
  private static let smallCount = 8
  /// So many are reported in one file; more say nothing new.
  private static let reportedCount = 100
  /// So that no file can be made to fill one slot.
  private static let seed = UInt64.random(in: .min ... .max)

  private var keys: [Int] = []
  /// Open addressing over places in `keys`; −1 for free. At least half of it is free.
  private var slots: [Int32] = []

  /// Tells cheaply that keys differ: already in length, first and last character, as in most small objects.
  struct Filter {
    /// Two of the keys may be equal.
    private(set) var mayHoldEqual = false
    private var seen: UInt64 = 0

    /// - Parameter key: the bytes of the key with its quotes.
    @inline(__always)
    mutating func insert(_ key: Range<Int>, hasEscapes: Bool, _ bytes: UnsafeBufferPointer<UInt8>) {
      let trait =
        key.count &* 7 &+ Int(bytes[key.lowerBound &+ 1]) &* 5 &+ Int(bytes[key.upperBound &- 2])
      let bit = UInt64(1) << UInt64(truncatingIfNeeded: trait & 63)
      if hasEscapes || seen & bit != 0 { mayHoldEqual = true }
      seen |= bit
    }
  }

  /// Marks the earlier of equal keys as superseded and warns at the later ones.
  mutating func mark(
    in nodes: UnsafeMutableBufferPointer<JSONNode>, object: Int, _ bytes: UnsafeBufferPointer<UInt8>,
    _ problems: inout [JSONProblem]
  ) {
    keys.removeAll(keepingCapacity: true)
    var at = object + 1
    let end = Int(nodes[object].next)
    while at < end {
      keys.append(at)
      at = Int(nodes[at + 1].next)
    }
    if keys.count <= DuplicateKeys.smallCount {
      for later in keys.indices.dropFirst() {
        for earlier in 0..<later where equal(keys[earlier], keys[later], nodes, bytes) {
          supersede(keys[earlier], by: keys[later], nodes, bytes, &problems)
        }
      }
    } else {
      markByHash(nodes, bytes, &problems)
    }
  }

  private mutating func markByHash(
    _ nodes: UnsafeMutableBufferPointer<JSONNode>, _ bytes: UnsafeBufferPointer<UInt8>, _ problems: inout [JSONProblem]
  ) {
    var size = 16
    while size < keys.count * 2 { size *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(-1, count: size))
    for order in keys.indices {
      var slot = Int(truncatingIfNeeded: hash(nodes[keys[order]], bytes)) & (size - 1)
      while slots[slot] >= 0, !equal(keys[Int(slots[slot])], keys[order], nodes, bytes) {
        slot = (slot + 1) & (size - 1)
      }
      if slots[slot] >= 0 { supersede(keys[Int(slots[slot])], by: keys[order], nodes, bytes, &problems) }
      slots[slot] = Int32(truncatingIfNeeded: order)
    }
  }

  private func supersede(
    _ earlier: Int, by later: Int, _ nodes: UnsafeMutableBufferPointer<JSONNode>, _ bytes: UnsafeBufferPointer<UInt8>,
    _ problems: inout [JSONProblem]
  ) {
    guard !nodes[earlier].isSuperseded else { return }
    nodes[earlier].isSuperseded = true
    guard problems.count < DuplicateKeys.reportedCount else { return }
    let range = Int(nodes[later].start)..<Int(nodes[later].end)
    let name = String(decoding: bytes[range], as: UTF8.self)
    let message = "the key \(name) stands twice in this object and the last one counts; remove the other"
    problems.append(
      JSONProblem(severity: .warning, code: "syntax/duplicate-key", message: message, bytes: range))
  }

  private func equal(
    _ a: Int, _ b: Int, _ nodes: UnsafeMutableBufferPointer<JSONNode>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let (a, b) = (nodes[a], nodes[b])
    if a.hasEscapes || b.hasEscapes { return text(a, bytes) == text(b, bytes) }
    let count = Int(a.end - a.start)
    guard count == Int(b.end - b.start) else { return false }
    for at in 0..<count where bytes[Int(a.start) + at] != bytes[Int(b.start) + at] { return false }
    return true
  }

  private func text(_ node: JSONNode, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
    JSONEscapes.decode(Array(bytes[Int(node.start) + 1..<Int(node.end) - 1])[...])
  }

  /// Over the text of a key, so that an escape and the character it stands for agree.
  private func hash(_ node: JSONNode, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    if node.hasEscapes { return Array(text(node, bytes).utf8).withUnsafeBytes(DuplicateKeys.hash) }
    return DuplicateKeys.hash(
      UnsafeRawBufferPointer(
        rebasing: UnsafeRawBufferPointer(bytes)[
          Int(node.start) + 1..<Int(node.end) - 1]))
  }

  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed ^ UInt64(text.count)
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    var at = 0
    while at + 8 <= text.count {
      mix(text.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at += 8
    }
    var rest: UInt64 = 0
    while at < text.count {
      rest = rest << 8 | UInt64(text[at])
      at += 1
    }
    mix(rest)
    return hash
  }
}
