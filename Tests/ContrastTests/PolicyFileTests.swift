import Palettes
import Syntax
import Testing

@testable import Contrast

@Suite("Policy files")
struct PolicyFileTests {
  private static func read(_ text: String, path: String = "contrast.policy.json") -> PolicyFile {
    PolicyFile(SourceText(path: path, bytes: Array(text.utf8)))
  }

  static let mistakes: [(text: String, problem: String)] = [
    ("", "1:1 syntax/json"), ("[]", "1:1 policy/shape"), ("{\"rot\": true}", "1:2 policy/unknown-key"),
    ("{\"root\": 1}", "1:10 policy/shape"), ("{\"conformance\": \"A\"}", "1:17 policy/unknown-value"),
    ("{\"pairs\": {}}", "1:11 policy/shape"), ("{\"pairs\": [{\"fg\": \"a\"}]}", "1:12 policy/pair"),
    ("{\"pairs\": [{\"fg\": \"a{\", \"bg\": \"b\"}]}", "1:19 policy/pattern"),
    ("{\"pairs\": [{\"fg\": \"a\", \"bg\": \"{x}\"}]}", "1:12 policy/pattern"),
    ("{\"pairs\": [{\"fg\": \"a\", \"bg\": \"b.{x,y}\"}]}", "1:30 policy/pattern"),
    ("{\"pairs\": [{\"fg\": \"a\", \"bg\": \"b\", \"min\": 22}]}", "1:42 policy/range"),
    ("{\"pairs\": [{\"fg\": \"a\", \"bg\": \"b\", \"usage\": \"texts\"}]}", "1:44 policy/unknown-value"),
    ("{\"pairs\": [{\"fg\": \"a\", \"bg\": \"b\", \"usage\": \"text\", \"floor\": 2}]}", "1:61 policy/pair"),
    ("{\"overrides\": [{\"min\": 3}]}", "1:16 policy/shape"),
    ("{\"overrides\": [{\"when\": {\"style\": \"drak\"}, \"min\": 3}]}", "1:35 policy/unknown-trait"),
    ("{\"overrides\": [{\"when\": {}, \"min\": 3, \"conformance\": \"AA\"}]}", "1:16 policy/shape"),
    ("{\"severity\": {\"x\": \"loud\"}}", "1:20 policy/unknown-value"),
    ("{\"ios\": [\"ios26\", \"ios26\"]}", "1:19 policy/ios"), ("{\"ios\": []}", "1:9 policy/ios"),
    ("{\"root\": true", "1:14 syntax/json"),
    ("{\"traits\": {\"exclude\": [{}]}}", "1:25 policy/shape"), ("{\"maxCombinations\": 0}", "1:21 policy/range"),
    ("{\"strict\": \"yes\"}", "1:12 policy/shape"), ("{\"waivers\": {\"maxDay\": 3}}", "1:14 policy/unknown-key"),
    ("{\"waivers\": {\"maxDays\": 0}}", "1:25 policy/range"), ("{\"sources\": \"../x\"}", "1:13 policy/outside-root"),
  ]

  @Test("say what is wrong with them and where", arguments: mistakes.indices)
  func mistake(_ index: Int) throws {
    let file = Self.read(Self.mistakes[index].text)
    let first = try #require(file.diagnostics.first, "\(Self.mistakes[index].text)")
    #expect("\(first.range.start.line):\(first.range.start.column) \(first.code)" == Self.mistakes[index].problem)
    #expect(file.isBroken)
  }

  @Test("may hold comments and trailing commas, and every key")
  func everyKey() {
    let file = Self.read(
      """
      { // all of it
        "$schema": "x", "root": true, "standard": "WCAG 2.2", "conformance": "AAA", "sources": ["*.json"],
        "ignore": "old/", "traits": {"exclude": [{"style": "dark"}]}, "pairs": [{"fg": "a", "bg": ["b", "c"]},],
        "overrides": [{"when": {"contrast": ["high", "more"]}, "min": 5}], "severity": {"x": "off"}, "failOn": "never",
        "alertOn": "note", "ios": "ios15-18", "maxCombinations": 12, "strict": true, "sets": {"a": "x/"},
        "waivers": {"maxDays": 90},
      }
      """)
    #expect(file.diagnostics == [])
    #expect(Set(file.origins.keys) == Set(PolicyKey.allCases))
    #expect(file.conformance == .tripleA && file.isRoot && file.failOn == .never && file.maxCombinations == 12)
  }

  @Test("of a directory cover what is in it, the nearest after the others, none above a root")
  func chains() {
    let files = [
      Self.read("{}"), Self.read("{}", path: "a/contrast.policy.json"),
      Self.read("{\"root\": true}", path: "a/b/contrast.policy.json"),
      Self.read("{}", path: "a/bc/contrast.policy.json"),
      PolicyFile(
        SourceText(path: "/above/contrast.policy.json", bytes: Array("{}".utf8)),
        CompanionScope(path: "/above/contrast.policy.json", directory: "", prefix: "here")),
    ]
    func chain(_ path: String) -> [String] { PolicyFile.chain(files, for: path).map(\.path) }
    let top = ["/above/contrast.policy.json", "contrast.policy.json"]
    #expect(chain("x.palette.json") == top)
    #expect(chain("a/x.palette.json") == top + ["a/contrast.policy.json"])
    #expect(chain("a/bc/x") == top + ["a/contrast.policy.json", "a/bc/contrast.policy.json"])
    #expect(chain("a/b/c/x") == ["a/b/contrast.policy.json"])
    #expect(chain("ab/x") == top)
  }

  @Test("win key by key where they are nearest; pairs of all of them count; what was asked for stays")
  func merging() {
    let outer = Self.read(
      "{\"conformance\": \"AAA\", \"failOn\": \"note\", \"pairs\": [{\"fg\": \"a\", \"bg\": \"b\"}]}")
    let inner = Self.read(
      "{\"failOn\": \"never\", \"pairs\": [{\"fg\": \"c\", \"bg\": \"d\"}]}", path: "x/contrast.policy.json")
    let policy = Policy().applying([outer, inner])
    #expect(policy.conformance == .tripleA && policy.failOn == .never)
    #expect(policy.origins[.failOn]?.file == "x/contrast.policy.json")
    #expect(policy.pairs.map { $0.foregrounds[0].text } == ["c", "a"])
    var asked = Policy()
    asked.given = [.conformance]
    #expect(asked.applying([outer]).conformance == .doubleA)
  }
}

@Suite("A workspace under policies")
struct PolicyWorkspaceTests {
  private static let palette = """
    { "colors": { "text.a": [{"value": "#767676"}, {"traits": "style=dark", "value": "#808080"}], "text.b": "#949494",
      "surface.a": [{"value": "#FFFFFF"}, {"traits": "style=dark", "value": "#000000"}], "surface.b": "#EEEEEE",
      "text.off.disabled": "#CCCCCC", "plain": "#123456" } }
    """

  private func workspace(_ policy: String, palette: String = "p/a.palette.json") -> Workspace {
    var workspace = Workspace()
    workspace.apply([
      .source(path: palette, bytes: Array(Self.palette.utf8)),
      .source(path: "p/contrast.policy.json", bytes: Array(policy.utf8)),
    ])
    return workspace
  }

  private func verdicts(_ workspace: Workspace) -> [String] {
    workspace.audits.flatMap { audit in
      audit.pairings.indices.map { index in
        let key = audit.key(of: audit.pairings[index])
        let words = audit.verdicts(of: index).map { String(describing: $0) }.joined(separator: " ")
        return "\(key.foreground) on \(key.background) \(audit.pairings[index].rule.rawValue): \(words)"
      }
    }
  }

  @Test("judges the pairs that patterns declare, and no pair twice")
  func patterns() throws {
    let audit = try #require(
      workspace(
        "{\"pairs\": [{\"fg\": \"text.{x}\", \"bg\": \"surface.{x}\"}, {\"fg\": \"text.a\", \"bg\": \"surface.*\", \"min\": 3}]}"
      )
      .audits.first)
    #expect(
      audit.pairPhrases.filter { $0.contains("declared") } == [
        "text.a on surface.a (declared)", "text.b on surface.b (declared)", "text.a on surface.b (declared)",
      ])
    #expect(audit.pairings.map(\.required).prefix(3) == [4.5, 4.5, 3])
    #expect(audit.pairings[0].declaration?.file == "p/contrast.policy.json")
    #expect(audit.pairings[0].severity == .error)
  }

  @Test("asks more under some traits where an override says so, but not of a pair with a ratio of its own")
  func overrides() throws {
    let text = """
      {"pairs": [{"fg": "text.a", "bg": "surface.a"}, {"fg": "text.a", "bg": "surface.b", "min": 2}],
       "overrides": [{"when": {"style": "dark"}, "conformance": "AAA"}]}
      """
    let audit = try #require(workspace(text).audits.first)
    #expect(audit.required(audit.pairings[0], in: 0) == 4.5 && audit.required(audit.pairings[0], in: 1) == 7)
    #expect(Array(audit.verdicts(of: 0)) == [.pass, .fail])
    #expect(audit.required(audit.pairings[1], in: 1) == 2)
    let message = try #require(Review(audit).findings.first { $0.code == "contrast/text" }).message
    #expect(message.contains("needs 7:1") && message.contains("(text, AAA)"))
  }

  @Test("judges none of more pairs than anybody declares on purpose, and says so")
  func tooMany() throws {
    let names = (0..<1100).flatMap { ["\"f\($0)\": \"#000\"", "\"b\($0)\": \"#fff\""] }
    var workspace = Workspace()
    workspace.apply([
      .source(path: "a.palette.json", bytes: Array("{ \"colors\": { \(names.joined(separator: ",")) } }".utf8)),
      .source(path: "contrast.policy.json", bytes: Array("{\"pairs\": [{\"fg\": \"f*\", \"bg\": \"b*\"}]}".utf8)),
    ])
    let audit = try #require(workspace.audits.first)
    #expect(audit.pairings.isEmpty)
    #expect(Review(audit).findings.first?.code == "policy/too-many-pairs")
  }

  @Test("holds an exempt usage to its floor alone")
  func floor() throws {
    let text = """
      {"pairs": [{"fg": "text.off.disabled", "bg": "surface.b", "min": 3}, {"fg": "text.off.disabled", "bg": "surface.a", "floor": 2}]}
      """
    let audit = try #require(workspace(text).audits.first)
    #expect(audit.pairings.prefix(2).map(\.required) == [nil, 2])
  }

  @Test("takes what stands on a disabled background for disabled, unless that is named or the usage is said")
  func disabledBackgrounds() throws {
    func usages(_ pair: String) throws -> [String: Usage] {
      var workspace = Workspace()
      let colors = "\"text\": \"#000\", \"button.rest\": \"#fff\", \"button.disabled\": \"#444\""
      workspace.apply([
        .source(path: "a.palette.json", bytes: Array("{\"colors\": {\(colors)}}".utf8)),
        .source(path: "contrast.policy.json", bytes: Array("{\"pairs\": [{\"fg\": \"text\", \(pair)}]}".utf8)),
      ])
      let audit = try #require(workspace.audits.first)
      return Dictionary(uniqueKeysWithValues: audit.pairings.map { (audit.key(of: $0).background, $0.usage) })
    }
    #expect(try usages("\"bg\": \"button.*\"") == ["button.rest": .text, "button.disabled": .disabled])
    #expect(try usages("\"bg\": \"button.disabled\"") == ["button.disabled": .text])
    #expect(
      try usages("\"bg\": \"button.*\", \"usage\": \"text\"") == ["button.rest": .text, "button.disabled": .text])
  }

  @Test("changes severities and switches findings off")
  func severities() throws {
    let pair = "\"pairs\": [{\"fg\": \"text.b\", \"bg\": \"surface.b\"}]"
    func severity(_ text: String) throws -> Diagnostic.Severity? {
      let audit = try #require(workspace("{\(pair), \"severity\": {\(text)}}").audits.first)
      return Review(audit).findings.first { $0.code == "contrast/text" && $0.pairing == 0 }?.severity
    }
    #expect(try severity("") == .error)
    #expect(try severity("\"contrast/*\": \"note\"") == .note)
    #expect(try severity("\"declared\": \"warning\"") == .warning)
    #expect(try severity("\"*\": \"off\", \"contrast/text\": \"error\"") == .error)
    #expect(try severity("\"*\": \"off\"") == nil)
  }

  @Test("leaves out files that are ignored, and takes them up again")
  func ignoring() {
    var workspace = workspace("{\"ignore\": [\"a.*\"]}")
    #expect(workspace.palettes.keys.sorted() == [])
    workspace.apply([.source(path: "p/contrast.policy.json", bytes: Array("{\"sources\": [\"/a.palette.json\"]}".utf8))]
    )
    #expect(workspace.palettes.count == 1)
    workspace.apply([.source(path: "p/contrast.policy.json", bytes: Array("{\"sources\": [\"b*\"]}".utf8))])
    #expect(workspace.palettes.keys.sorted() == [])
    workspace.apply([.removed(path: "p/contrast.policy.json")])
    #expect(workspace.palettes.count == 1)
  }

  @Test("keeps the last whole policy while a file is broken, and says what is wrong")
  func broken() {
    var workspace = workspace("{\"conformance\": \"AAA\"}")
    workspace.apply([.source(path: "p/contrast.policy.json", bytes: Array("{\"conformance\": ".utf8))])
    #expect(workspace.audits.first?.policy.conformance == .tripleA)
    #expect(workspace.companions.diagnostics.map(\.code) == ["syntax/json"])
    #expect(workspace.companions.stale == ["p/contrast.policy.json"])
    workspace.apply([.source(path: "p/contrast.policy.json", bytes: Array("{}".utf8))])
    #expect(workspace.audits.first?.policy.conformance == .doubleA)
    #expect(workspace.companions.diagnostics.isEmpty && workspace.companions.stale.isEmpty)
  }

  @Test("after every one of 300 random changes equals one that is made at once")
  func random() {
    var draw = SystemRandomNumberGenerator()
    let policies = [
      "{}", "{\"conformance\": \"AAA\"}", "{\"pairs\": [{\"fg\": \"text.*\", \"bg\": \"surface.*\"}]}",
      "{\"root\": true}",
      "{\"pairs\": [{\"fg\": \"plain\", \"bg\": \"**.b\", \"min\": 9}], \"overrides\": [{\"when\": {\"style\": \"dark\"}, \"min\": 2}]}",
      "{\"ignore\": [\"b.palette.json\"]}", "{\"conformance\":", "{\"traits\": {\"exclude\": [{\"style\": \"dark\"}]}}",
    ]
    let colors = ["#767676", "#949494", "#565656", "#123456"]
    var warm = Workspace()
    var files: [String: String] = [:]
    for round in 0..<300 {
      let path =
        ["contrast.policy.json", "q/contrast.policy.json", "q/b.palette.json", "a.palette.json"].randomElement(
          using: &draw) ?? ""
      let isPolicy = PolicyFile.isOne(path)
      let text =
        isPolicy
        ? policies.randomElement(using: &draw) ?? ""
        : Self.palette.replacing("#949494", with: colors.randomElement(using: &draw) ?? "")
      // What is broken leaves a warm workspace with the last good one, which a cold one cannot know.
      if isPolicy, text.hasSuffix(":") {
        warm.apply([.source(path: path, bytes: Array(text.utf8))])
      } else if Int.random(in: 0..<5, using: &draw) == 0 {
        files[path] = nil
        warm.apply([.removed(path: path)])
      } else {
        files[path] = text
        warm.apply([.source(path: path, bytes: Array(text.utf8))])
      }
      var cold = Workspace()
      cold.apply(files.sorted { $0.key < $1.key }.map { .source(path: $0.key, bytes: Array($0.value.utf8)) })
      guard verdicts(warm) == verdicts(cold), warm.palettes.keys.sorted() == cold.palettes.keys.sorted() else {
        Issue.record("round \(round): \(path) became \(files[path] ?? "nothing")\n\(verdicts(warm))\n\(verdicts(cold))")
        return
      }
    }
  }
}
