import Glibc

/// What a path names: the type field of `st_mode` (inode(7)).
package enum FileKind: Sendable, Equatable {
  case regular, directory, symbolicLink, fifo, socket, characterDevice, blockDevice, unknown

  /// From the mode of stat(2).
  init(mode: mode_t) {
    switch mode & S_IFMT {
    case Glibc.S_IFREG: self = .regular
    case Glibc.S_IFDIR: self = .directory
    case Glibc.S_IFLNK: self = .symbolicLink
    case Glibc.S_IFIFO: self = .fifo
    case Glibc.S_IFSOCK: self = .socket
    case Glibc.S_IFCHR: self = .characterDevice
    case Glibc.S_IFBLK: self = .blockDevice
    default: self = .unknown
    }
  }

  /// From `d_type` of a directory entry (readdir(3)); `unknown` where the file system does not tell.
  init(entryType: UInt8) {
    self.init(mode: mode_t(entryType) << 12)
  }
}

extension FileKind: CustomStringConvertible {
  /// With its article, to stand in a sentence: "a FIFO".
  package var description: String {
    switch self {
    case .regular: "a regular file"
    case .directory: "a directory"
    case .symbolicLink: "a symbolic link"
    case .fifo: "a FIFO"
    case .socket: "a socket"
    case .characterDevice, .blockDevice: "a device"
    case .unknown: "of an unknown kind"
    }
  }
}
