import Foundation
import Syntax
import Testing

@testable import Palettes

/// Real token files, where the corpus is present (Tests/Corpus/README.md).
@Suite("DesignTokens over the corpus")
struct DesignTokensCorpusTests {
  private static let checkout = Fixture.folder.appendingPathComponent("../../..").standardizedFileURL

  private static let folder: URL = {
    let named = ProcessInfo.processInfo.environment["CONTRASTD_CORPUS"].map { URL(fileURLWithPath: $0) }
    return (named ?? checkout.appendingPathComponent("../shared/corpus").standardizedFileURL)
      .appendingPathComponent("dtcg")
  }()

  /// What `count-tokens` found: tokens by file, by project.
  private func counted() throws -> [String: [String: Int]] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", Self.checkout.appendingPathComponent("Tests/Corpus/count-tokens").path, Self.folder.path,
    ]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let projects = try JSONSerialization.jsonObject(with: data) as? [String: [String: [String: Int]]]
    return (projects ?? [:]).mapValues { $0.compactMapValues { $0["tokens"] } }
  }

  private func fragments(_ project: String) throws -> [Fragment] {
    let all = FileManager.default.enumerator(atPath: Self.folder.appendingPathComponent(project).path)
    return try (all?.compactMap { $0 as? String } ?? []).sorted().compactMap { file in
      let path = "\(project)/\(file)"
      guard PaletteFormat.claiming(path)?.format.name == "design-tokens" else { return nil }
      let bytes = Array(try Data(contentsOf: Self.folder.appendingPathComponent(path)))
      return DesignTokens.read(SourceText(path: path, bytes: bytes))
    }
  }

  @Test("Every token of a file is a colour of a palette, or skipped with a reason")
  func reads() throws {
    guard FileManager.default.fileExists(atPath: Self.folder.path) else { return }
    var wrong: [String] = []
    for (project, expected) in try counted().sorted(by: { $0.key < $1.key }) {
      let fragments = try fragments(project)
      var found: [String: Set<SourceRange>] = [:]
      var skipped: [String: Set<Skipped>] = [:]
      var colors = 0
      let units = DesignTokens.divide(fragments)
      let palettes = units.map { DesignTokens.assemble($0.path, $0.fragments) }
      for (palette, unit) in zip(palettes, units.map(\.fragments)) {
        colors += palette.colors.count
        for skip in palette.skipped { skipped[skip.range.file, default: []].insert(skip) }
        for tree in unit.flatMap({ $0.tokens?.trees ?? [] }) {
          for token in tree.tokens where palette[token.name] != nil {
            if case .other = token.value { continue }
            if case .noColor = token.value { continue }
            found[token.range.file, default: []].insert(token.range)
          }
        }
      }
      for (file, count) in expected {
        let ranges = found[file] ?? []
        let others = (skipped[file] ?? []).filter { !ranges.contains($0.range) }.reduce(0) { $0 + $1.count }
        if ranges.count + others != count {
          wrong.append("\(file): \(ranges.count) colours and \(others) others, \(count) counted")
        }
      }
      let tokens = expected.values.reduce(0, +)
      print(
        "corpus: \(project): \(expected.count) files, \(tokens) tokens, \(palettes.count) palettes, \(colors) colours")
    }
    for line in wrong.sorted() { print("WRONG \(line)") }
    #expect(wrong.count == 0)
  }
}
