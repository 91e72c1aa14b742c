import Contrast
import Linux

/// What was told of a root's baselines and waivers, and of the failures that have got worse than they were accepted at.
/// The store keeps it: a restart tells nothing twice.
struct ToldExcuses: Hashable, Sendable {
  struct File: Hashable, Sendable {
    /// Over what it says.
    let sum: Int
    /// How many failures it accepts or waives.
    let count: Int
  }

  /// By path.
  var files: [String: File] = [:]
  /// Waivers that were told to end, or to have ended, each by what it says, with the day on which it was last there.
  var waivers: [String: String] = [:]
  /// By palette, the cells that are worse than they were accepted or waived at.
  var outgrown: [String: Set<String>] = [:]

  init() {}

  /// What is there when a root is looked at for the first time: only waivers are told of then.
  init(of workspace: Workspace) {
    _ = takeFiles(workspace, root: "")
    for audit in workspace.audits {
      let path = audit.palette.path
      _ = takeOutgrown(path, audit, workspace.excuses(for: path), root: "", besides: [])
    }
  }
}

extension ToldExcuses {
  private static let version = 1

  var packed: [UInt8] {
    var packer = Packer()
    packer.put(Self.version)
    packer.put(files.count)
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      packer.put(path)
      packer.put(file.sum)
      packer.put(file.count)
    }
    packer.put(waivers.count)
    for (waiver, day) in waivers.sorted(by: { $0.key < $1.key }) {
      packer.put(waiver)
      packer.put(day)
    }
    packer.put(outgrown.count)
    for (palette, cells) in outgrown.sorted(by: { $0.key < $1.key }) {
      packer.put(palette)
      packer.put(cells.count)
      for cell in cells.sorted() { packer.put(cell) }
    }
    return packer.bytes
  }

  /// Nil where the bytes are none of ours.
  init?(packed: [UInt8]) {
    var unpacker = Unpacker(packed)
    guard unpacker.number() == Self.version, let fileCount = unpacker.count() else { return nil }
    for _ in 0..<fileCount {
      guard let path = unpacker.text(), let sum = unpacker.number(), let count = unpacker.number() else { return nil }
      files[path] = File(sum: sum, count: count)
    }
    guard let waiverCount = unpacker.count() else { return nil }
    for _ in 0..<waiverCount {
      guard let waiver = unpacker.text(), let day = unpacker.text() else { return nil }
      waivers[waiver] = day
    }
    guard let paletteCount = unpacker.count() else { return nil }
    for _ in 0..<paletteCount {
      guard let palette = unpacker.text(), let count = unpacker.count() else { return nil }
      for _ in 0..<count {
        guard let cell = unpacker.text() else { return nil }
        outgrown[palette, default: []].insert(cell)
      }
    }
    guard unpacker.isAtEnd else { return nil }
  }
}
