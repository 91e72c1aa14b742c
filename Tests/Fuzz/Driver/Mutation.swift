/// A generator of numbers that gives the same ones for the same seed (SplitMix64).
struct FuzzGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func below(_ bound: Int) -> Int { bound < 2 ? 0 : Int(next() % UInt64(bound)) }
}

/// Ways to damage a text.
enum Mutation: CaseIterable {
  case flip, replace, delete, double, insertWord, cut, splice, number, repeated

  /// - Parameter other: another text of the same format.
  func apply(to bytes: inout [UInt8], _ other: [UInt8], _ words: [String], _ random: inout FuzzGenerator) {
    let at = random.below(bytes.count + 1)
    let length = min(bytes.count - at, random.below(random.below(4) == 0 ? 200 : 8) + 1)
    switch self {
    case .flip: if at < bytes.count { bytes[at] ^= 1 << UInt8(random.below(8)) }
    case .replace: if at < bytes.count { bytes[at] = UInt8(random.below(256)) }
    case .delete: bytes.removeSubrange(at..<at + length)
    case .double: bytes.insert(contentsOf: Array(bytes[at..<at + length]), at: at)
    case .insertWord: if let word = words.randomElement(using: &random) { bytes.insert(contentsOf: word.utf8, at: at) }
    case .cut: if random.below(4) == 0 { bytes.removeSubrange(at...) }
    case .splice:
      guard !other.isEmpty else { return }
      let start = random.below(other.count)
      let part = other[start..<min(other.count, start + random.below(300) + 1)]
      bytes.replaceSubrange(at..<at + length, with: part)
    case .number:
      let numbers = ["-1", "0", "1e308", "-1e-320", "99999999999999999999", "0.1", "255", "256", "2147483648"]
      bytes.replaceSubrange(at..<at + length, with: numbers[random.below(numbers.count)].utf8)
    case .repeated:
      let piece = Array(bytes[at..<at + length])
      for _ in 0..<random.below(100) { bytes.insert(contentsOf: piece, at: at) }
    }
  }
}
