import CLinux
import Glibc

/// The mounts that this process sees (proc_pid_mountinfo(5)).
package struct Mounts: Sendable {
  package struct Mount: Equatable, Sendable {
    package let id: Int
    /// Where it is mounted.
    package let path: String
    /// "ext4", "nfs4", "fuse.sshfs"
    package let type: String
    let device: dev_t
  }

  /// In the order of mounting: of two at one place, the later one is seen.
  package let all: [Mount]

  /// The table of now; empty where it cannot be read.
  package init() {
    let bytes = (try? Files.read(Self.path)) ?? []
    all = bytes.split(separator: UInt8(ascii: "\n")).compactMap { Self.mount($0) }
  }

  init(_ all: [Mount]) {
    self.all = all
  }

  static let path = "/proc/self/mountinfo"

  /// What path and device say together; nil where the table does not know it.
  ///
  /// Some file systems show devices in stat(2) that no mount has (btrfs subvolumes): the path decides then.
  func mount(at path: String, on device: dev_t) -> Mount? {
    let above = all.filter { $0.contains(path) }
    return above.last { $0.device == device }
      ?? above.enumerated().max { ($0.element.path.utf8.count, $0.offset) < ($1.element.path.utf8.count, $1.offset) }?
      .element
  }

  /// The mounts under this absolute path, and the one it is on: what must be looked at again when they change.
  func near(_ path: String) -> [Mount] {
    all.filter { $0.path.isAtOrUnder(path) || $0.contains(path) }
  }

  /// `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue`
  private static func mount(_ line: ArraySlice<UInt8>) -> Mount? {
    let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard fields.count > 6, let id = Int(text(fields[0])),
      let dash = fields[6...].firstIndex(where: { $0.elementsEqual([UInt8(ascii: "-")]) }), dash + 1 < fields.count
    else { return nil }
    let numbers = fields[2].split(separator: UInt8(ascii: ":"))
    guard numbers.count == 2, let major = UInt32(text(numbers[0])), let minor = UInt32(text(numbers[1])) else {
      return nil
    }
    return Mount(
      id: id, path: unescaped(fields[4]), type: unescaped(fields[dash + 1]), device: clinux_device(major, minor))
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Space, tab, line feed and backslash stand as `\040`, three octal digits.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let code = UInt8(text(rest.prefix(3)), radix: 8) {
        plain.append(code)
        rest = rest.dropFirst(3)
      } else {
        plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}

extension Mounts.Mount {
  /// Whether the kernel may stay silent about changes here: others than this machine, or other layers, can make them.
  package var isSilent: Bool {
    Self.silentTypes.contains { type == $0 || type.utf8.starts(with: "\($0).".utf8) }
  }

  /// Network file systems, user-space ones, those that share with a host, and layered ones.
  private static let silentTypes = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "glusterfs", "lustre", "gfs2", "ocfs2", "gpfs",
    "fuse", "fuseblk", "9p", "virtiofs", "vboxsf", "vmhgfs", "prl_fs", "overlay", "aufs", "ecryptfs",
  ]

  fileprivate func contains(_ path: String) -> Bool {
    path.isAtOrUnder(self.path)
  }
}

extension String {
  /// Whether this absolute path is `directory` or below it.
  func isAtOrUnder(_ directory: String) -> Bool {
    guard utf8.starts(with: directory.utf8) else { return false }
    let rest = utf8.dropFirst(directory.utf8.count)
    return rest.isEmpty || directory.utf8.last == UInt8(ascii: "/") || rest.first == UInt8(ascii: "/")
  }
}
