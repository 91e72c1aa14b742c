package import Linux

/// Which configuration files are read, in which order.
package enum ConfigurationSearch {
  package static let vendor = "/usr/lib/contrastd/contrastd.conf"
  package static let local = "/etc/contrastd/contrastd.conf"
  package static let dropIns = "/etc/contrastd/contrastd.conf.d"

  /// The files that exist, in the order in which they are read: vendor, local, drop-ins by name. With `file`, only that
  /// one and its own `FILE.d/*.conf`.
  package static func files(_ file: String?) throws(SystemError) -> [(path: String, text: String)] {
    var files: [(path: String, text: String)] = []
    let directory = file.map { $0 + ".d" } ?? dropIns
    for path in file.map({ [$0] }) ?? [vendor, local] {
      if file == nil, !Files.exists(path) { continue }
      files.append((path, try text(of: path)))
    }
    guard Files.exists(directory) else { return files }
    for name in try Files.names(in: directory) where name.hasSuffix(".conf") {
      let path = Files.join(directory, name)
      files.append((path, try text(of: path)))
    }
    return files
  }

  private static func text(of path: String) throws(SystemError) -> String {
    String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
  }
}
