/// What an SQLite database wrote ahead (its `-wal`), looked at before SQLite does: that reads up to the first frame that
/// is not whole and takes the rest for never written, also where it was durable.
///
/// The file formats are those of sqlite.org/fileformat2.html, section 4, and sqlite.org/walformat.html.
package struct AheadLog: Sendable {
  package enum Loss: Hashable, Sendable {
    case none
    /// The end is not whole, as after a loss of power. Whether it ever was cannot be known.
    case possible
    /// Some of it is damaged, and all of it is in the database.
    case unneeded
    /// Transactions that were durable are damaged: SQLite goes on from before them.
    case transactions
    /// Transactions that were durable are damaged, and some of their pages are in the database, or may be.
    case mixed
  }

  /// As it is in the file.
  package let bytes: [UInt8]
  package let loss: Loss

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// Of the database at this path.
  package init(of path: String) {
    func read(_ end: String) -> [UInt8]? { try? Files.read(path + end, limit: 1 << 32) }
    guard let bytes = read("-wal") else {
      self.init(bytes: [], loss: .none)
      return
    }
    self.init(bytes, index: SharedIndex(read("-shm") ?? []))
  }

  private init(bytes: [UInt8], loss: Loss) {
    self.bytes = bytes
    self.loss = loss
  }

  private init(_ bytes: [UInt8], index: SharedIndex?) {
    guard let header = Header(bytes) else {
      let hasFrames = bytes.count > Self.headerSize
      self.init(bytes: bytes, loss: index.map { $0.loss(of: 0) } ?? (hasFrames ? .mixed : .none))
      return
    }
    let (committed, isWhole) = Self.frames(bytes, header)
    if let index, index.salts == header.salts {
      self.init(bytes: bytes, loss: index.loss(of: committed))
    } else {
      self.init(bytes: bytes, loss: isWhole ? .none : .possible)
    }
  }

  /// How many frames SQLite finds up to the last commit, and whether none was begun behind those that are whole.
  private static func frames(_ bytes: [UInt8], _ header: Header) -> (committed: Int, isWhole: Bool) {
    let size = frameHeaderSize + header.pageSize
    var sum = header.sum
    var committed = 0
    var position = headerSize
    while position + size <= bytes.count {
      let page = position + frameHeaderSize
      var next = sum
      next.add(bytes, position..<(position + 8))
      next.add(bytes, page..<(position + size))
      let isOwn = Array(bytes[(position + 8)..<(position + 16)]) == header.salts
      guard isOwn, next == FrameSum(bytes.bigEndian(position + 16), bytes.bigEndian(position + 20)) else { break }
      sum = next
      position += size
      if bytes.bigEndian(position - size + 4) > 0 { committed = (position - headerSize) / size }
    }
    // Frames of an earlier round stay behind those of this one; one flipped bit leaves one of the two salts.
    let begun = stride(from: position, to: bytes.count, by: size).contains { start in
      start + 16 <= bytes.count
        && (bytes[(start + 8)..<(start + 12)].elementsEqual(header.salts[..<4])
          || bytes[(start + 12)..<(start + 16)].elementsEqual(header.salts[4...]))
    }
    return (committed, !begun)
  }

  /// The beginning of the file, where it is whole.
  private struct Header {
    let pageSize: Int
    let salts: [UInt8]
    let sum: FrameSum

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= AheadLog.headerSize, bytes.bigEndian(0) & ~1 == 0x377f_0682 else { return nil }
      var sum = FrameSum(isBigEndian: bytes.bigEndian(0) & 1 == 1)
      sum.add(bytes, 0..<24)
      pageSize = Int(bytes.bigEndian(8))
      guard sum == FrameSum(bytes.bigEndian(24), bytes.bigEndian(28)), pageSize >= 512, pageSize & (pageSize - 1) == 0
      else { return nil }
      salts = Array(bytes[16..<24])
      self.sum = sum
    }
  }
}

/// SQLite's sum over the frames so far.
private struct FrameSum: Equatable {
  private var first: UInt32 = 0
  private var second: UInt32 = 0
  private var isBigEndian = false

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  init(_ first: UInt32, _ second: UInt32) {
    self.first = first
    self.second = second
  }

  static func == (left: FrameSum, right: FrameSum) -> Bool { left.first == right.first && left.second == right.second }

  /// - Parameter range: of a multiple of eight bytes.
  mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
    bytes.withUnsafeBytes { raw in
      for position in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
        first &+= word(raw, position) &+ second
        second &+= word(raw, position + 4) &+ first
      }
    }
  }

  private func word(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> UInt32 {
    let native = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: native) : UInt32(littleEndian: native)
  }
}

/// The `-shm` that a process left which was killed: how much was committed, and how much of that is in the database.
private struct SharedIndex {
  let salts: [UInt8]
  private let committed: Int
  /// Frames that are in the database and durable there.
  private let moved: Int
  /// Frames that may be in it.
  private let begun: Int

  /// Nil where it is none, or was just being written.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 136, bytes[..<48].elementsEqual(bytes[48..<96]), bytes.native(0) == 3_007_000, bytes[12] == 1
    else { return nil }
    var sum = FrameSum(isBigEndian: UInt32(1).bigEndian == 1)
    sum.add(bytes, 0..<40)
    guard sum == FrameSum(bytes.native(40), bytes.native(44)) else { return nil }
    committed = Int(bytes.native(16))
    salts = Array(bytes[32..<40])
    moved = Int(bytes.native(96))
    begun = max(moved, Int(bytes.native(128)))
  }

  /// What is lost where no more than so many frames are found.
  func loss(of found: Int) -> AheadLog.Loss {
    if found >= committed { return .none }
    if moved >= committed { return .unneeded }
    return begun <= found ? .transactions : .mixed
  }
}

extension [UInt8] {
  fileprivate func native(_ position: Int) -> UInt32 {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt32.self) }
  }

  fileprivate func bigEndian(_ position: Int) -> UInt32 { UInt32(bigEndian: native(position)) }
}
