/// `file:` URIs (RFC 8089) and the paths they name, with another machine's names for them.
package struct PathMap: Hashable, Sendable {
  /// What the editor's machine calls a directory, and what it is called here.
  package struct Entry: Hashable, Sendable {
    package let local: String
    package let remote: String

    /// Both absolute.
    package init(local: String, remote: String) {
      self.local = local
      self.remote = remote
    }
  }

  package let entries: [Entry]

  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// The absolute path here that a URI names; nil where it names no file, or climbs with `..`.
  package func path(of uri: String) -> String? {
    guard var path = Self.decoded(uri) else { return nil }
    for entry in entries {
      if let mapped = Self.replacing(entry.local, entry.remote, in: path) {
        path = mapped
        break
      }
    }
    return path
  }

  package func uri(of path: String) -> String {
    for entry in entries {
      if let mapped = Self.replacing(entry.remote, entry.local, in: path) { return Self.encoded(mapped) }
    }
    return Self.encoded(path)
  }

  private static func replacing(_ prefix: String, _ other: String, in path: String) -> String? {
    if path == prefix { return other }
    let start = prefix.hasSuffix("/") ? prefix : prefix + "/"
    guard path.hasPrefix(start) else { return nil }
    return (other.hasSuffix("/") ? other : other + "/") + path.dropFirst(start.count)
  }

  private static func decoded(_ uri: String) -> String? {
    guard uri.lowercased().hasPrefix("file:") else { return nil }
    var rest = Array(uri.utf8.dropFirst(5))[...]
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || String(decoding: host, as: UTF8.self).lowercased() == "localhost" else { return nil }
      rest = rest.dropFirst(host.count)
    }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hex), let low = rest.popFirst().flatMap(hex) else { return nil }
      bytes.append(high << 4 | low)
    }
    guard !bytes.contains(0), bytes.count < 4096, let path = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) { return nil }
    let plain = parts.filter { !$0.elementsEqual(".".utf8) }.compactMap { String($0) }
    return "/" + plain.joined(separator: "/")
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  private static func encoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array("file://".utf8)
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
