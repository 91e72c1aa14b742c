import Testing

@testable import Contrast

@Suite("Name patterns")
struct NamePatternTests {
  static let rows: [(pattern: String, name: String, matches: Bool)] = [
    ("text", "text", true), ("text", "text.muted", false), ("text.*", "text.muted", true),
    ("text.*", "text.a.b", false),
    ("text.**", "text.a.b", true), ("text*", "textPrimary", true), ("text*", "text", true), ("text*", "text/a", false),
    ("**", "anything at all/here.too", true), ("**", "", true), ("*", "", true), ("*", "a.b", false),
    ("**.fg", "a.b.fg", true), ("**.fg", "fg", false), ("**fg", "fg", true), ("a*b*c", "axxbyyc", true),
    ("a*b*c", "axxbyy", false), ("on{X}", "onPrimary", true), ("on{X}", "on", false), ("{x}.{x}", "a.a", true),
    ("{x}.{x}", "a.b", false), ("{x}{x}", "abab", true), ("{x}{x}", "aba", false), ("é*", "émail", true),
  ]

  @Test("cover the names they say", arguments: rows.indices)
  func matching(_ index: Int) throws {
    let row = Self.rows[index]
    #expect(try #require(NamePattern(row.pattern)).matches(row.name) == row.matches, "\(row.pattern) and \(row.name)")
  }

  @Test("that are broken are none", arguments: ["{", "}", "{}", "a{b", "a}b"])
  func broken(_ text: String) { #expect(NamePattern(text) == nil) }

  @Test("give what their captures stand for, in every way")
  func captures() throws {
    let pattern = try #require(NamePattern("{a}-{b}"))
    var found: [String] = []
    pattern.match("x-y-z") { captures in
      found.append(["a", "b"].map { String(decoding: captures[$0] ?? [], as: UTF8.self) }.joined(separator: "|"))
      return true
    }
    #expect(found == ["x|y-z", "x-y|z"])
    #expect(try #require(NamePattern("on.{a}")).name(with: ["a": [120]]) == "on.x")
    #expect(try #require(NamePattern("on.{a}*")).name(with: ["a": [120]]) == nil)
  }
}

@Suite("Ignore rules")
struct IgnoreRulesTests {
  static let rows: [(rules: [String], path: String, covers: Bool)] = [
    (["a.json"], "a.json", true), (["a.json"], "x/a.json", true), (["/a.json"], "x/a.json", false),
    (["/a.json"], "a.json", true), (["x/a.json"], "x/a.json", true), (["x/a.json"], "y/x/a.json", false),
    (["old/"], "old/a.json", true), (["old/"], "x/old/a.json", true), (["old/"], "old", false), (["old"], "old", true),
    (["*.json"], "x/y.json", true), (["*.json", "!keep.json"], "x/keep.json", false),
    (["x/*.json"], "x/y/z.json", false),
    (["x/**/z.json"], "x/z.json", true), (["x/**/z.json"], "x/a/b/z.json", true), (["**/y"], "a/b/y", true),
    (["x/**"], "x/a/b", true), (["x/**"], "x", false), (["?.json"], "a.json", true), (["?.json"], "ab.json", false),
    (["[a-c].json"], "b.json", true), (["[!a-c].json"], "b.json", false), (["[!a-c].json"], "d.json", true),
    (["# a comment"], "# a comment", false), (["\\#a"], "#a", true), (["a  "], "a", true), ([""], "a", false),
    (["old/", "!old/a.json"], "old/a.json", true),
  ]

  /// gitignore(5); the last row: what is under a directory that is covered is covered.
  @Test("cover the files they say", arguments: rows.indices)
  func covering(_ index: Int) {
    let row = Self.rows[index]
    #expect(IgnoreRules(row.rules).cover(row.path) == row.covers, "\(row.rules) and \(row.path)")
  }
}
