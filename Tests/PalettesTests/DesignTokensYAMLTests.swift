import Syntax
import Testing

@testable import Palettes

@Suite("DesignTokens in YAML")
struct DesignTokensYAMLTests {
  @Test("Tokens are read as from JSON, with anchors and merge keys")
  func values() throws {
    let palette = try DesignTokensSample(fixtures: ["yaml/base.tokens.yaml"]).palette
    let expected = [
      ("gray.100", "#f5f5f5"), ("gray.900", "#1a1a1f"), ("states.hover", "#0044cc"), ("states.active", "#1a1a1f"),
      ("link.hover", "#0000ff"), ("link.active", "#1a1a1f"), ("midnight", "#1a1a1f"),
    ]
    for (name, hex) in expected { #expect(palette.hex(name) == hex, "\(name)") }
    #expect(palette.colors.count == expected.count)
    #expect(palette.diagnostics.map(\.code) == ["dtcg/legacy-color", "dtcg/legacy-yaml"])
    #expect(palette["gray.900"]?.range.start == SourcePosition(line: 6, column: 13))
  }

  @Test("What YAML takes for something else is told with its place and what to write")
  func mistakes() throws {
    let palette = try DesignTokensSample(fixtures: ["yaml/mistakes.tokens.yaml"]).palette
    let told = palette.diagnostics.map { "\($0.range.start.line):\($0.range.start.column) \($0.code)" }
    #expect(
      told == [
        "4:11 yaml/comment", "8:10 yaml/alias", "10:1 syntax/duplicate-key", "11:9 yaml/tag", "12:3 yaml/key",
        "2:20 dtcg/legacy-color", "4:10 dtcg/value", "6:11 dtcg/value", "7:17 dtcg/value",
      ], "\(palette.diagnostics.map(\.line))")
    let messages = palette.diagnostics.map(\.message)
    #expect(
      messages.contains("#1e2030 is a comment without quotes, and the value is empty; write \"#1e2030\" with them"))
    #expect(messages.contains("1e2030 is a number without quotes; a colour is \"#1e2030\" with them"))
    #expect(palette.hex("twice") == "#111111")
    #expect(palette.hex("comment") == "#ffffff")
    #expect(palette.hex("tagged") == "#222222")
  }

  private static let files: [(path: String, text: String, isOne: Bool)] = [
    ("a.tokens.yaml", "", true), ("tokens.yml", "a: 1", true), ("x.resolver.yaml", "version: 1\nsets: {}", true),
    ("x.yaml", "a:\n  $value: \"#fff\"\n  $type: color\n", true), ("x.yml", "a: {'$value': '#fff'}", true),
    ("x.yaml", "a: {type: color, value: '#fff'}", true), ("x.yaml", "a: {type: object, value: {b: 1}}", false),
    ("x.yaml", "steps:\n  - type: color\n    my-value: 3\n", false), ("x.yaml", "$value", false),
    ("docker-compose.yml", "services: {web: {image: x}}", false), ("x.yaml", "a: {{ .Values.x }}\nb: c", false),
    ("x.yaml", "palette:\n  base00: '#1e2030'\n", false), ("x.yaml.txt", "a:\n  $value: \"#fff\"\n", false),
  ]

  @Test("A file is one by its name or by its words")
  func claims() {
    for (path, text, isOne) in Self.files {
      let claimed =
        PaletteFormat.designTokens.unit(path) != nil && !DesignTokens.read(SourceText(text, path: path)).isForeign
      #expect(claimed == isOne, "\(path): \(text)")
    }
  }

  @Test("A resolver in YAML names files of both kinds")
  func resolver() throws {
    let palette = try DesignTokensSample([
      "r.resolver.yaml": """
      version: 2025.10
      sets: {base: {sources: [{$ref: base.json}]}}
      modifiers:
        theme: {default: light, contexts: {light: [], dark: [{$ref: dark.yaml}]}}
      resolutionOrder: [{$ref: "#/sets/base"}, {$ref: "#/modifiers/theme"}]
      """,
      "base.json": ##"{"ink": {"$type": "color", "$value": "#111111"}}"##,
      "dark.yaml": "ink: {$type: color, $value: '#eeeeee'}",
    ]).palette
    #expect(palette.hex("ink") == "#111111")
    #expect(palette.hex("ink", [.style: "dark"]) == "#eeeeee")
    #expect(palette.diagnostics.filter { $0.severity != .note }.map(\.line) == [])
  }
}
