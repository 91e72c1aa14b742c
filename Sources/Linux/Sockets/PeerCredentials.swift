import CLinux
import Glibc

/// Who is at the other end of a Unix socket, as the kernel noted when the connection was made (unix(7), SO_PEERCRED).
///
/// Judge by `user`: a process number may belong to somebody else by now, and is 0 for a peer in another PID namespace.
/// A user that has no number in our user namespace shows as 65534, which is nobody and never an owner.
package struct PeerCredentials: Equatable, Sendable {
  package let process: CInt
  package let user: UInt32
  package let group: UInt32

  package init(process: CInt, user: UInt32, group: UInt32) {
    self.process = process
    self.user = user
    self.group = group
  }

  /// Of a connected socket.
  init(of raw: CInt) throws(SystemError) {
    var credentials = ucred()
    var size = socklen_t(MemoryLayout<ucred>.size)
    guard getsockopt(raw, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
      throw SystemError(.accept, "a socket", errno: errno)
    }
    self.init(process: credentials.pid, user: credentials.uid, group: credentials.gid)
  }
}

extension PeerCredentials {
  /// The effective user of this process (geteuid(2)).
  package static var ownUser: UInt32 { geteuid() }

  /// What the kernel shows for a user that has no number here.
  package static let overflowUser: UInt32 = 65534
}
