import Syntax
import Testing

@testable import Palettes

@Suite("Strict token files")
struct DesignTokensStrictTests {
  private static func palette(_ files: [String: String], _ rules: SourceRules) throws -> Palette {
    let fragments = files.map { path, text in
      var fragment = DesignTokens.read(SourceText(text, path: path))
      fragment.rules = rules
      return fragment
    }.sorted { $0.path < $1.path }
    let units = DesignTokens.divide(fragments)
    let unit = try #require(units.count == 1 ? units.first : nil, "\(units.map(\.path))")
    return DesignTokens.assemble(unit.path, unit.fragments)
  }

  private static var strict: SourceRules {
    var rules = SourceRules()
    rules.isStrict = true
    return rules
  }

  private static let plain =
    "\"b\": {\"$type\": \"color\", \"$value\": {\"colorSpace\": \"srgb\", \"components\": [0, 0, 0]}}"

  /// Each with what is said of it: line and column, code, and words of the message.
  static let dialects: [(path: String, text: String, place: String, code: String, words: [String])] = [
    (
      "x.tokens.json", "{\"a\": {\"$type\": \"color\", \"$value\": \"#ff0000\"}, \(plain)}", "1:36",
      "dtcg/legacy-color",
      ["a is the string \"#ff0000\"", "{\"colorSpace\": \"srgb\", \"components\": [1, 0, 0]}"]
    ),
    (
      "x.tokens.json", "{\"a\": {\"$type\": \"color\", \"$value\": \"#00f8\"}, \(plain)}", "1:36", "dtcg/legacy-color",
      ["[0, 0, 1], \"alpha\": 0.5333"]
    ),
    (
      "x.tokens.json", "{\"a\": {\"$type\": \"color\", \"$value\": \"rgba({b}, 0.5)\"}, \(plain)}", "1:36",
      "dtcg/legacy-function", ["a has an alias in a function", "$ref"]
    ),
    (
      "x.tokens.json", "{\"a\": \"#ff0000\"}", "1:7", "dtcg/legacy-value",
      ["a is a string alone", "write {\"$type\": \"color\"", "\"components\": [1, 0, 0]"]
    ),
    (
      "x.tokens.json", "{\"a\": {\"$type\": \"color\", \"$value\": \"{b.$value}\"}, \(plain)}", "1:36",
      "dtcg/legacy-alias", ["a has an alias with \".$value\" at its end"]
    ),
    (
      "x.tokens.json", "{\"g\": {\"a\": {\"value\": \"#fff\", \"type\": \"color\"}}, \(plain)}", "1:23",
      "dtcg/legacy-value",
      ["g.a is written with \"value\"", "write \"$value\""]
    ),
    (
      "x.tokens.json",
      "{\"a\": {\"$type\": \"color\", \"$value\": {\"colorSpace\": \"srgb\", \"components\": [1, 1, 1]}, \"$extensions\": {\"mode\": {\"dark\": \"#000\"}}}, \(plain)}",
      "1:109", "dtcg/legacy-mode", ["a has values by mode", "modifier"]
    ),
    (
      "x.tokens.json", "{\"a\": {\"light\": \"#111\", \"dark\": \"#222\"}, \(plain)}", "1:7", "dtcg/legacy-mode",
      ["a has a light and a dark value", "modifier"]
    ),
    ("x.yaml", "a:\n  $type: color\n  $value: \"#fff\"\n", "1:1", "dtcg/legacy-yaml", ["*.tokens.json"]),
    ("x.tokens.json", "{// why\n\(plain)}", "1:2", "dtcg/legacy-comments", ["no comments; remove it"]),
    ("x.tokens.json", "{\(plain),}", "1:85", "dtcg/legacy-comments", ["plain JSON"]),
    (
      "x.json", "{\"$themes\": [], \"$metadata\": {\"tokenSetOrder\": [\"s\"]}, \"s\": {\(plain)}}", "1:1",
      "dtcg/legacy-studio", ["resolver document"]
    ),
  ]

  @Test(
    "refuse each older dialect with its token, place and remedy, and take no value from it", arguments: dialects.indices
  )
  func dialect(_ index: Int) throws {
    let item = Self.dialects[index]
    let strict = try Self.palette([item.path: item.text], Self.strict)
    let errors = strict.diagnostics.filter { $0.severity == .error }
    let first = try #require(errors.first, "\(strict.diagnostics)")
    #expect(errors.count == 1, "\(errors.map(\.message))")
    #expect("\(first.range.start.line):\(first.range.start.column)" == item.place && first.code == item.code)
    for words in item.words { #expect(first.message.contains(words), "\(first.message)") }
    #expect(!strict.diagnostics.contains { $0.severity == .note })
    // The same is read where nobody is strict.
    let lenient = try Self.palette([item.path: item.text], SourceRules())
    #expect(!lenient.diagnostics.contains { $0.severity == .error })
    let name = item.words[0].hasPrefix("g.a") ? "g.a" : lenient["a"] == nil ? "b" : "a"
    let notes = lenient.diagnostics.filter { $0.severity == .note }.map(\.code)
    let isWhole = ["dtcg/legacy-yaml", "dtcg/legacy-comments", "dtcg/legacy-studio"].contains(item.code)
    #expect(notes.filter { $0 == (isWhole ? item.code : "dtcg/legacy-color") }.count == 1, "\(notes)")
    let dark: KeyValuePairs<TraitDimension, String> = item.code == "dtcg/legacy-mode" ? [.style: "dark"] : [:]
    #expect(lenient.hex(name, dark).hasPrefix("#"), "\(lenient.hex(name, dark))")
    #expect(strict.hex(name, dark) == "refused by a strict policy (\(item.code))")
  }

  @Test("refuse a dialect beside values that are taken")
  func beside() throws {
    let strict = try Self.palette(
      ["x.tokens.json": "{\"a\": {\"$type\": \"color\", \"$value\": \"#fff\"}, \(Self.plain)}"], Self.strict)
    #expect(strict.hex("b") == "#000000")
  }

  @Test("refuse files that are a dimension for their names alone, and not those that a policy gives traits")
  func sides() throws {
    let files = ["c-light.tokens.json": "{\(Self.plain)}", "c-dark.tokens.json": "{\(Self.plain)}"]
    let strict = try Self.palette(files, Self.strict)
    #expect(strict.diagnostics.map(\.code) == ["dtcg/legacy-files", "dtcg/legacy-files"])
    #expect(strict.hex("b") == "refused by a strict policy (dtcg/legacy-files)")
  }
}
