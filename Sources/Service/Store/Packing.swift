/// Values as bytes, one after the other: numbers in eight, texts with their length in front.
struct Packer {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func put(_ data: [UInt8]) {
    put(data.count)
    bytes += data
  }

  mutating func put(_ text: String) { put(Array(text.utf8)) }
}

/// Reads what ``Packer`` wrote. Nil where the bytes end too soon.
struct Unpacker {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func number() -> Int? {
    guard bytes.count - position >= 8 else { return nil }
    var number: UInt64 = 0
    for shift in 0..<8 { number |= UInt64(bytes[position + shift]) << (8 * UInt64(shift)) }
    position += 8
    return Int(truncatingIfNeeded: number)
  }

  mutating func data() -> [UInt8]? {
    guard let count = number(), count >= 0, count <= bytes.count - position else { return nil }
    defer { position += count }
    return Array(bytes[position..<(position + count)])
  }

  mutating func text() -> String? { data().map { String(decoding: $0, as: UTF8.self) } }

  /// A count of things that take at least eight bytes each.
  mutating func count() -> Int? {
    guard let count = number(), count >= 0, count <= (bytes.count - position) / 8 else { return nil }
    return count
  }
}
