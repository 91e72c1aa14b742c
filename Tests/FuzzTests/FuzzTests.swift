import Foundation
import FuzzDriver
import Testing

@Suite("Damaged files")
struct FuzzTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let folders = ["PalettesTests/Fixtures", "CommandTests/Fixtures", "Fuzz/Cases", "../etc/contrastd"].map
  {
    tests.appendingPathComponent($0).path
  }

  @Test("Each reader ends, and soon, whatever was done to its files", arguments: FuzzReader.all.map(\.name))
  func readers(name: String) throws {
    let reader = try #require(FuzzReader.all.first { $0.name == name })
    let summary = Fuzzer(reader, folders: Self.folders, seed: 7).run(seconds: 3, cases: 400)
    #expect(summary.seeds > 0)
    #expect(summary.cases > 20, "\(summary.line)")
    #expect(summary.longest < 5, "\(summary.line)")
  }

  @Test("A case is the same each time, and another for another number")
  func sameCases() throws {
    let reader = try #require(FuzzReader.all.first { $0.name == "tokens" })
    let one = Fuzzer(reader, folders: Self.folders, seed: 7)
    let other = Fuzzer(reader, folders: Self.folders, seed: 8)
    #expect(one.made(3).bytes == one.made(3).bytes)
    #expect(one.made(3).bytes != one.made(4).bytes)
    #expect(one.made(3).bytes != other.made(3).bytes)
  }

  /// What once ended or held up a reader stands in `Fuzz/Cases`, under the path that it was read by.
  @Test("What once broke a reader breaks none")
  func cases() throws {
    let folder = Self.tests.appendingPathComponent("Fuzz/Cases").path
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted() {
      guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(path)") else { continue }
      for reader in FuzzReader.all { reader.tryOnce(Array(bytes), path) }
    }
  }
}
