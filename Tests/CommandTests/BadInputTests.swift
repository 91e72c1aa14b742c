import Testing

@Suite("Bad input")
struct BadInputTests {
  @Test("Whatever is wrong with a catalog is said with its place and a remedy, and the rest is still judged")
  func answers() throws {
    let (status, lines) = try CorpusScript.run("bad-input")
    let wrong = lines.filter { $0.hasPrefix("WRONG") }
    #expect(status == 0, "\(wrong.isEmpty ? lines : wrong)")
  }
}
