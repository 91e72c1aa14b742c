/// Cuts a byte stream into messages: each one ends at a NUL byte, which is not part of it.
///
/// Every byte is looked at a fixed number of times, however the stream is split. What is kept is at most what was
/// appended and not yet taken, and of a frame without an end at most `limit` bytes.
package struct FrameReader: Sendable {
  /// The largest frame a daemon takes: 1 MiB.
  package static let standardLimit = 1 << 20

  /// The longest frame in bytes, its NUL not counted.
  package let limit: Int
  /// How many whole frames wait to be taken.
  package private(set) var waiting = 0

  private var buffer: [UInt8] = []
  /// Where the next frame begins in the buffer.
  private var start = 0
  /// How many bytes the frame without an end has so far.
  private var partial = 0
  private var isOverlong = false

  package init(limit: Int = FrameReader.standardLimit) {
    self.limit = limit
  }

  /// How many bytes are kept.
  package var buffered: Int { buffer.count - start }

  /// True when bytes have come whose NUL has not: the peer owes the rest within its time.
  package var hasPartialFrame: Bool { partial > 0 || isOverlong }

  /// Takes what was read from the stream. After a frame that is too long, nothing is kept any more.
  package mutating func append(_ bytes: Span<UInt8>) {
    guard !isOverlong, !bytes.isEmpty else { return }
    bytes.withUnsafeBufferPointer { bytes in
      let ends = FrameReader.countNULs(bytes)
      if ends > 0 || partial + bytes.count <= limit { buffer.append(contentsOf: bytes) }
      waiting += ends
      let behind = ends == 0 ? partial + bytes.count : bytes.count - 1 - (bytes.lastIndex(of: 0) ?? 0)
      if behind > limit {
        buffer.removeLast(ends == 0 ? partial : behind)
        partial = 0
        isOverlong = true
      } else {
        partial = behind
      }
    }
  }

  /// The next whole frame without its NUL; nil until more bytes have come. The error comes behind all frames before it,
  /// and again on every later call.
  package mutating func next() throws(FrameError) -> [UInt8]? {
    guard waiting > 0 else {
      if isOverlong { throw FrameError.tooLong(limit: limit) }
      return nil
    }
    let frame = buffer.withUnsafeBufferPointer { bytes in
      let rest = UnsafeBufferPointer(rebasing: bytes[start...])
      let end = FrameReader.firstNUL(rest)
      return end <= limit ? Array(rest[..<end]) : nil
    }
    guard let frame else {
      self = FrameReader(limit: limit)
      isOverlong = true
      throw FrameError.tooLong(limit: limit)
    }
    waiting -= 1
    start += frame.count + 1
    compact()
    return frame
  }

  /// Drops what was taken when it is at least half of the buffer, and gives a large buffer back once it is empty.
  private mutating func compact() {
    if start == buffer.count {
      if buffer.capacity > 1 << 16 { buffer = [] } else { buffer.removeAll(keepingCapacity: true) }
      start = 0
    } else if start >= buffer.count - start {
      buffer.removeSubrange(..<start)
      start = 0
    }
  }

  private static func countNULs(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    for byte in bytes { count &+= byte == 0 ? 1 : 0 }
    return count
  }

  /// The offset of the first NUL, which must be there. Eight bytes are looked at together.
  private static func firstNUL(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var at = 0
    while at + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { break }
      at += 8
    }
    while at < raw.count, raw[at] != 0 { at += 1 }
    return at
  }
}

/// The stream cannot be read on: the connection is to be closed.
package enum FrameError: Error, Hashable, Sendable {
  /// A frame has more bytes than the limit.
  case tooLong(limit: Int)
}

extension FrameError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooLong(let limit): "a frame has more than \(limit) bytes"
    }
  }
}
