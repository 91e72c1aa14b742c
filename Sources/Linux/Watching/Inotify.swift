import CLinux
import Glibc

/// One inotify(7) instance: a descriptor that tells what happens in directories.
///
/// A watch belongs to an inode, not to a path: watching the same directory by two paths gives one number, and a
/// directory keeps its number when it is renamed.
package final class Inotify {
  package struct Mask: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }
  }

  package struct Event: Equatable, Sendable {
    /// -1 for an overflow.
    package let watch: CInt
    package let mask: Mask
    /// The same for the two halves of a rename.
    package let cookie: UInt32
    /// Of the entry in the watched directory; empty for the directory itself.
    package let name: String
    /// Where false, `name` shows U+FFFD for what is not.
    package let isUTF8: Bool
  }

  private let descriptor: Descriptor
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 8)

  /// Throws where `fs.inotify.max_user_instances` or the limit of descriptors is reached (EMFILE).
  package init() throws(SystemError) {
    let raw = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard raw >= 0 else { throw SystemError(.watch, "with inotify", errno: errno) }
    descriptor = Descriptor(owning: raw)
  }

  deinit {
    buffer.deallocate()
  }

  /// Readable while events wait.
  package var raw: CInt { descriptor.raw }

  /// Watches what `path` names, or adds to what is watched of it already. Returns the watch's number.
  package func add(_ path: String, _ mask: Mask) throws(SystemError) -> CInt {
    let watch = inotify_add_watch(raw, path, mask.union(.addToExisting).rawValue)
    if watch >= 0 { return watch }
    if errno == ENOSPC { throw SystemError(.watch, path, .watchLimit(Self.watchLimit)) }
    throw SystemError(.watch, path, errno: errno)
  }

  /// Events queued before this still come, and one with ``Mask/ignored``. A number that is gone already does no harm.
  package func remove(_ watch: CInt) {
    inotify_rm_watch(raw, watch)
  }

  /// Takes every event that is queued now. Those that come meanwhile may be among them; the loop ends all the same.
  package func drain(_ body: (Event) -> Void) throws(SystemError) {
    var waiting: CInt = 0
    _ = ioctl(raw, UInt(FIONREAD), &waiting)
    var taken = 0
    repeat {
      let count = retrying { read(raw, buffer.baseAddress, buffer.count) }
      if count < 0 {
        guard errno == EAGAIN else { throw SystemError(.watch, "with inotify", errno: errno) }
        return
      }
      parse(UnsafeRawBufferPointer(buffer)[..<count], body)
      taken += count
    } while taken < waiting
  }

  private func parse(_ bytes: Slice<UnsafeRawBufferPointer>, _ body: (Event) -> Void) {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    let header = MemoryLayout<inotify_event>.size
    var position = 0
    while position + header <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
      let end = position + header + Int(event.len)
      let name = bytes[(position + header)..<end].prefix { $0 != 0 }
      let text = String(validating: name, as: UTF8.self)
      body(
        Event(
          watch: event.wd, mask: Mask(rawValue: event.mask), cookie: event.cookie,
          name: text ?? String(decoding: name, as: UTF8.self), isUTF8: text != nil))
      position = end
    }
  }
}

extension Inotify.Mask {
  package static let modified = Self(rawValue: 0x2)
  package static let attributes = Self(rawValue: 0x4)
  package static let closedAfterWriting = Self(rawValue: 0x8)
  package static let movedFrom = Self(rawValue: 0x40)
  package static let movedTo = Self(rawValue: 0x80)
  package static let created = Self(rawValue: 0x100)
  package static let deleted = Self(rawValue: 0x200)
  package static let selfDeleted = Self(rawValue: 0x400)
  package static let selfMoved = Self(rawValue: 0x800)
  /// What was watched is unmounted.
  package static let unmounted = Self(rawValue: 0x2000)
  /// Events are lost: the queue was full (`fs.inotify.max_queued_events`).
  package static let overflow = Self(rawValue: 0x4000)
  /// The watch is gone.
  package static let ignored = Self(rawValue: 0x8000)
  /// The entry is a directory.
  package static let isDirectory = Self(rawValue: 0x4000_0000)

  /// Only where the path is a directory.
  static let onlyDirectory = Self(rawValue: 0x0100_0000)
  /// The link itself where the path is one.
  static let dontFollow = Self(rawValue: 0x0200_0000)
  /// Nothing about files that have lost their name.
  static let excludeUnlinked = Self(rawValue: 0x0400_0000)
  static let addToExisting = Self(rawValue: 0x2000_0000)

  /// What changes the entries of a directory or what is in them, and the directory's own fate.
  static let contents: Self = [
    .modified, .attributes, .closedAfterWriting, .movedFrom, .movedTo, .created, .deleted, .selfDeleted, .selfMoved,
    .onlyDirectory, .excludeUnlinked,
  ]
  static let ownFate: Self = [.selfDeleted, .selfMoved]
}

extension Inotify {
  /// How many watches this user may have; nil where /proc/sys cannot be read.
  package static var watchLimit: Int? {
    limit("max_user_watches", "max_inotify_watches")
  }

  /// How many instances this user may have; nil where /proc/sys cannot be read.
  package static var instanceLimit: Int? {
    limit("max_user_instances", "max_inotify_instances")
  }

  /// How many events wait before they are lost; nil where /proc/sys cannot be read.
  package static var queueLimit: Int? {
    number("/proc/sys/fs/inotify/max_queued_events")
  }

  /// The lower one of the machine's limit and that of the user namespace.
  private static func limit(_ machine: String, _ namespace: String) -> Int? {
    let limits = [number("/proc/sys/fs/inotify/\(machine)"), number("/proc/sys/user/\(namespace)")]
    return limits.compactMap { $0 }.min()
  }

  private static func number(_ path: String) -> Int? {
    guard let bytes = try? Files.read(path, limit: 64) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
