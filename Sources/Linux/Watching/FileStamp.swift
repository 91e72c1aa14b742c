import Glibc

/// Which file it is, whatever its name.
struct FileIdentity: Hashable {
  let device: dev_t
  let inode: ino_t

  init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
  }
}

/// By what a change of a file is noticed without reading it.
struct FileStamp: Equatable {
  let identity: FileIdentity
  let size: off_t
  let modified: timespec
  let changed: timespec

  init(_ status: stat) {
    identity = FileIdentity(status)
    size = status.st_size
    modified = status.st_mtim
    changed = status.st_ctim
  }

  static func == (left: FileStamp, right: FileStamp) -> Bool {
    left.identity == right.identity && left.size == right.size && left.modified.isSame(as: right.modified)
      && left.changed.isSame(as: right.changed)
  }
}

/// What is known of a file that somebody wants.
struct FileRecord {
  var stamp: FileStamp
  /// Written to, and not closed since.
  var isUnfinished = false
  /// The file changed so shortly before it was looked at that another change may have the same stamp: the kernel's
  /// clock for files ticks every 1 to 10 ms.
  let isRecent: Bool

  init(_ stamp: FileStamp, isUnfinished: Bool = false) {
    self.stamp = stamp
    self.isUnfinished = isUnfinished
    let changed = Duration.seconds(stamp.changed.tv_sec) + .nanoseconds(stamp.changed.tv_nsec)
    isRecent = Clock.sinceEpoch() - changed < .milliseconds(20)
  }
}

/// A name or a path by its bytes: `String.==` joins names that differ only in normalisation.
struct Name: Hashable, Comparable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: Name, right: Name) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  static func < (left: Name, right: Name) -> Bool {
    left.text.precedesBytewise(right.text)
  }

  func hash(into hasher: inout Hasher) {
    var copy = text
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension timespec {
  fileprivate func isSame(as other: timespec) -> Bool {
    tv_sec == other.tv_sec && tv_nsec == other.tv_nsec
  }
}
