/// Finds keys that one object gives twice. One value serves a whole scan and keeps its memory.
struct DuplicateKeys {
  /// Objects up to this size are compared pair by pair.
  private static let smallCount = 8
  /// So many are reported in one file; more say nothing new.
  private static let reportedCount = 100

  private var keys: [Int] = []
  private var hashes: [(hash: UInt64, order: Int)] = []

  /// Marks the earlier of equal keys as superseded and warns at the later ones.
  mutating func mark(
    in nodes: inout [JSONNode], object: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ problems: inout [JSONProblem]
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
          supersede(keys[earlier], by: keys[later], &nodes, bytes, &problems)
        }
      }
    } else {
      markByHash(&nodes, bytes, &problems)
    }
  }

  private mutating func markByHash(
    _ nodes: inout [JSONNode], _ bytes: UnsafeBufferPointer<UInt8>, _ problems: inout [JSONProblem]
  ) {
    hashes.removeAll(keepingCapacity: true)
    for (order, key) in keys.enumerated() { hashes.append((hash(nodes[key], bytes), order)) }
    hashes.sort { ($0.hash, $0.order) < ($1.hash, $1.order) }
    for next in hashes.indices.dropFirst() {
      var earlier = next - 1
      while earlier >= 0, hashes[earlier].hash == hashes[next].hash {
        let pair = (keys[hashes[earlier].order], keys[hashes[next].order])
        if equal(pair.0, pair.1, nodes, bytes) {
          supersede(pair.0, by: pair.1, &nodes, bytes, &problems)
          break
        }
        earlier -= 1
      }
    }
  }

  private func supersede(
    _ earlier: Int, by later: Int, _ nodes: inout [JSONNode], _ bytes: UnsafeBufferPointer<UInt8>,
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

  private func equal(_ a: Int, _ b: Int, _ nodes: [JSONNode], _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
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

  /// FNV-1a over the text of a key, so that an escape and the character it stands for agree.
  private func hash(_ node: JSONNode, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    if node.hasEscapes {
      for byte in text(node, bytes).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    } else {
      for at in Int(node.start) + 1..<Int(node.end) - 1 { hash = (hash ^ UInt64(bytes[at])) &* 0x100_0000_01B3 }
    }
    return hash
  }
}
