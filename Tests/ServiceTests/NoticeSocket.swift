import Glibc
import Linux

/// The service manager's end of NOTIFY_SOCKET (sd_notify(3)).
final class NoticeSocket {
  let path: String
  private(set) var raw: CInt
  /// What came and nobody took, line by line, oldest first.
  private(set) var lines: [String] = []

  init(_ path: String) throws {
    self.path = path
    raw = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let raw = raw
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(raw, .init(__sockaddr__: $0), socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw Problem("cannot bind \(path): error \(errno)") }
  }

  deinit { close() }

  /// Takes nothing any more: the daemon is told that nobody is there, and goes on.
  func close() {
    if raw >= 0 { Glibc.close(raw) }
    raw = -1
  }

  /// The first line that begins so, and everything before it is forgotten; nil where none has come yet.
  func take(_ prefix: String) -> String? {
    receive()
    guard let index = lines.firstIndex(where: { $0.hasPrefix(prefix) }) else { return nil }
    let line = lines[index]
    lines.removeFirst(index + 1)
    return line
  }

  /// Everything that has come and was not taken.
  func takeAll() -> [String] {
    receive()
    defer { lines = [] }
    return lines
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 8192)
    while true {
      let count = recv(raw, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      guard count > 0 else { return }
      lines += String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }
}
