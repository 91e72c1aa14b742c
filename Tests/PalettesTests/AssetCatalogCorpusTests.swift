import Foundation
import Syntax
import Testing

@testable import Palettes

/// Real catalogs, where the corpus is present (Tests/Corpus/README.md).
@Suite("AssetCatalog over the corpus")
struct AssetCatalogCorpusTests {
  private static let folder: URL = {
    let checkout = Fixture.folder.appendingPathComponent("../../..").standardizedFileURL
    let named = ProcessInfo.processInfo.environment["CONTRASTD_CORPUS"]
    return named.map { URL(fileURLWithPath: $0) }
      ?? checkout.appendingPathComponent("../shared/corpus").standardizedFileURL
  }()

  private func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: Self.folder.appendingPathComponent("xcassets").path)
    return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix("/Contents.json") }.sorted()
  }

  @Test("Every value that is there is read, and each file that is not is said")
  func reads() throws {
    var codes: [String: Int] = [:]
    var (sets, values, unreadable) = (0, 0, 0)
    var wrong: [String] = []
    let files = files()
    for file in files {
      let url = Self.folder.appendingPathComponent("xcassets").appendingPathComponent(file)
      let bytes = Array(try Data(contentsOf: url))
      let fragment = AssetCatalog.read(SourceText(path: file, bytes: bytes))
      let read = fragment.colors.flatMap(\.registrations)
      for diagnostic in fragment.diagnostics { codes[diagnostic.code, default: 0] += 1 }
      guard file.hasSuffix(".colorset/Contents.json") else { continue }
      let entries =
        (try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])?["colors"] as? [[String: Any]]
      let expected = entries?.count { $0["color"] != nil } ?? 0
      sets += 1
      values += read.count
      unreadable += read.count { if case .unreadable = $0.value { true } else { false } }
      let told =
        fragment.skipped.count + (fragment.diagnostics.contains { $0.code == "catalog/duplicate-slot" } ? 1 : 0)
      if read.count != expected, told == 0 { wrong.append("\(file): \(read.count) of \(expected)") }
    }
    print("corpus: \(files.count) files, \(sets) colour sets, \(values) values, \(unreadable) unreadable, \(codes)")
    #expect(wrong.isEmpty, "\(wrong)")
  }
}
