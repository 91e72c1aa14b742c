import Testing

/// Where the corpus is absent (Tests/Corpus/README.md) the script says so and takes only the catalogs it makes itself.
@Suite("contrastctl over the corpus")
struct CorpusTests {
  @Test("Every colour of every project is accounted for, and every number is what the raw files give")
  func agrees() throws {
    let (status, lines) = try CorpusScript.run("run")
    let wrong = lines.filter { $0.hasPrefix("WRONG") }
    #expect(status == 0, "\(wrong.isEmpty ? lines : wrong)")
  }
}
