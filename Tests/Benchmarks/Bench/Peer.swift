import Glibc

/// A connection to a Unix socket on which messages end with a certain byte.
final class Peer {
  private let descriptor: Int32
  private let end: UInt8
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(_ path: String, end: UInt8) throws {
    descriptor = try Self.connected(to: path)
    self.end = end
  }

  /// A descriptor connected to a Unix socket.
  static func connected(to path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in room.copyBytes(from: path.utf8.prefix(room.count - 1)) }
    // The server may still be starting.
    for attempt in 0..<4000 {
      let result = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, .init(__sockaddr__: $0), socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if result == 0 { return descriptor }
      if attempt == 3999 { break }
      pause(milliseconds: 2)
    }
    throw Child.Failure(description: "\(path): nobody listens")
  }

  deinit { close(descriptor) }

  /// Sends requests at once and waits until as many answers are there.
  func exchange(_ requests: [UInt8], answers: Int) throws {
    var sent = 0
    while sent < requests.count {
      sent += requests.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
    }
    var missing = answers
    while missing > 0 {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { throw Child.Failure(description: "the connection broke off") }
      for index in 0..<count where buffer[index] == end { missing -= 1 }
    }
  }

  /// One request, and its answer as text.
  func ask(_ request: [UInt8]) throws -> String {
    try exchange(request, answers: 1)
    return String(decoding: buffer.prefix { $0 != end }, as: UTF8.self)
  }
}
