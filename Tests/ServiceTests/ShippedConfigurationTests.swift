import Foundation
import Testing

@testable import Service

/// `etc/contrastd/contrastd.conf` and the man page, against what the daemon reads.
@Suite("Shipped configuration")
struct ShippedConfigurationTests {
  private static let keys = Configuration().text.split(separator: "\n").filter { $0.contains("=") }

  @Test("as shipped it sets nothing")
  func setsNothing() throws {
    #expect(try Configuration([("contrastd.conf", try shipped("etc/contrastd/contrastd.conf"))]) == Configuration())
  }

  @Test("what it shows commented out are all the keys, with their defaults")
  func defaults() throws {
    let shown = try shipped("etc/contrastd/contrastd.conf").split(separator: "\n")
      .map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
    var configuration = try Configuration([("contrastd.conf", shown.joined(separator: "\n"))])
    #expect(configuration.roots.map(\.name) == ["NAME"])
    #expect(configuration.roots.first?.override.isEmpty == true)
    configuration.roots = []
    #expect(configuration == Configuration())
  }

  @Test("every key stands in it and in the man page")
  func names() throws {
    let conf = try shipped("etc/contrastd/contrastd.conf")
    let page = try shipped("etc/man/contrastd.conf.5")
    for name in Self.keys.map({ $0.prefix { $0 != "=" } }) + ["Path", "Override"] {
      #expect(conf.contains("\n#\(name)="), "\(name)= in contrastd.conf")
      #expect(page.contains("\n.It Cm \(name) Ns =\n"), "\(name)= in contrastd.conf.5")
    }
  }

  private func shipped(_ path: String) throws -> String {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: tests.deletingLastPathComponent().appending(path: path), encoding: .utf8)
  }
}
