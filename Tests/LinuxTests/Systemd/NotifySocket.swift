import CLinux
import Glibc
import Testing

@testable import Linux

/// The manager's end of NOTIFY_SOCKET.
final class NotifySocket {
  let path: String
  private let descriptor: Descriptor

  init(_ path: String) throws {
    self.path = path
    let raw = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    try #require(raw >= 0)
    descriptor = Descriptor(owning: raw)
    let code = try UnixSocket.withAddress(path, for: .listen) { bind(raw, $0, $1) == 0 ? 0 : errno }
    try #require(code == 0)
  }

  var raw: CInt { descriptor.raw }

  /// The next message; nil where none waits.
  func receive() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(raw, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
