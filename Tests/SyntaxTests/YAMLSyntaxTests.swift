import Testing

@testable import Syntax

@Suite("YAML")
struct YAMLSyntaxTests {
  private func document(_ text: String) -> JSONDocument {
    JSONDocument(yaml: SourceText(text, path: "test.yaml"))
  }

  /// A value as JSON, for comparison; superseded keys left out.
  private func json(_ value: JSONValue?) -> String {
    guard let value else { return "nothing" }
    switch value.kind {
    case .null: return "null"
    case .true: return "true"
    case .false: return "false"
    case .number: return "\(value.number ?? .nan)"
    case .string: return "'\(value.string ?? "")'"
    case .array: return "[" + value.elements.map { json($0) }.joined(separator: ",") + "]"
    case .object: return "{" + value.members.map { "\($0.name):\(json($0.value))" }.joined(separator: ",") + "}"
    }
  }

  private static let readings: [(text: String, json: String)] = [
    ("a: 1\nb: [x, 'y', \"z\\u00e9\"]\n", "{a:1.0,b:['x','y','zé']}"),
    ("---\na:\n  b: c\n...\n", "{a:{b:'c'}}"),
    ("a: ~\nb:\nc: null\nd: Null\n", "{a:null,b:null,c:null,d:null}"),
    ("[true, True, yes, on, no, false]", "[true,true,'yes','on','no',false]"),
    (
      "[1, -2.5e3, +1, .5, 1., 0x1F, 1_000, .inf, 1e2030x, 2026-01-01]",
      "[1.0,-2500.0,1.0,0.5,1.0,'0x1F','1_000','.inf','1e2030x','2026-01-01']"
    ),
    ("[000000, 1e3030, \"1e3030\", !!str 12, ! 13]", "[0.0,inf,'1e3030','12','13']"),
    ("50: x\ntrue: y\n~: z\n", "{50:'x',true:'y',~:'z'}"),
    ("a: |\n  one\n  two\nb: >-\n  three\n  four\n", "{a:'one\ntwo\n',b:'three four'}"),
    ("a: 'it''s'\nb: plain over\n  lines\n", "{a:'it''s',b:'plain over lines'}".replacing("''", with: "'")),
    ("a: &x {b: 1}\nc: *x\nd: *x\n", "{a:{b:1.0},c:{b:1.0},d:{b:1.0}}"),
    ("a: &x 1\nb: &x 2\nc: *x\n", "{a:1.0,b:2.0,c:2.0}"),
    ("&k key: v\nother: *k\n", "{key:'v',other:'key'}"),
    ("x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  b: 3\n", "{x:{a:1.0,b:2.0},y:{b:3.0,a:1.0}}"),
    (
      "x: &x {a: 1}\ny: &y {a: 2, c: {d: 4}}\nz:\n  <<: [*x, *y]\n  e: 5\n",
      "{x:{a:1.0},y:{a:2.0,c:{d:4.0}},z:{e:5.0,a:1.0,c:{d:4.0}}}"
    ),
    ("x: {<<: {a: {b: 1}}, a: 2}", "{x:{a:2.0}}"),
    ("\"<<\": 1", "{<<:1.0}"),
    ("\u{FEFF}ä: [é, '𐐀']\nü: x", "{ä:['é','𐐀'],ü:'x'}"),
    ("a: b\r\nc: d\r\n", "{a:'b',c:'d'}"),
    ("- a\n-\n  - b\n- {}\n- []\n", "['a',['b'],{},[]]"),
  ]

  @Test("Values are those of the core schema, aliases and merge keys resolved")
  func values() {
    for (text, expected) in Self.readings {
      let document = document(text)
      #expect(json(document.root) == expected, "\(text)")
      #expect(document.diagnostics.isEmpty, "\(text): \(document.diagnostics.map(\.line))")
    }
  }

  private static let mistakes: [(text: String, json: String, lines: [String])] = [
    ("", "nothing", ["1:1 syntax/yaml"]),
    ("# only a comment\n", "nothing", ["2:1 syntax/yaml"]),
    ("a: 1\nb: [1, 2\nc: 3\n", "{a:1.0,b:[1.0,'2 c']}", ["3:2 syntax/yaml"]),
    ("a: 1\n\tb: 2\n", "{}", ["2:1 syntax/yaml"]),
    ("a: @x\n", "{}", ["1:4 syntax/yaml"]),
    ("a: 1\n---\nb: 2\n", "{a:1.0}", ["2:1 yaml/documents"]),
    ("a: 1\nb: 2\na: 3\n", "{b:2.0,a:3.0}", ["3:1 syntax/duplicate-key"]),
    ("a: *x\nb: 1\n", "{a:null,b:1.0}", ["1:4 yaml/alias"]),
    ("a: &x [1, *x]\n", "{a:[1.0,null]}", ["1:11 yaml/alias"]),
    ("a: !color x\n", "{a:'x'}", ["1:4 yaml/tag"]),
    ("[a, b]: 1\nc: 2\n", "{c:2.0}", ["1:1 yaml/key"]),
    ("? {a: b}\n", "{}", ["1:3 yaml/key"]),
    ("<<: 3\na: 1\n", "{a:1.0}", ["1:5 yaml/merge"]),
    (
      "a:\n  b: #fff\n  c: #1e2030 # night\n  d: # see below\n    e\n", "{a:{b:null,c:null,d:'e'}}",
      ["2:6 yaml/comment", "3:6 yaml/comment"]
    ),
    ("a: \u{1}\n", "nothing", ["1:4 syntax/yaml"]),
    ("é: [*x, &a !b c]\n", "{é:[null,'c']}", ["1:5 yaml/alias", "1:9 yaml/tag"]),
  ]

  @Test("What is wrong is told with its line and column, and the rest is read")
  func mistakes() {
    for (text, expected, lines) in Self.mistakes {
      let document = document(text)
      #expect(json(document.root) == expected, "\(text)")
      let told = document.diagnostics.map { "\($0.range.start.line):\($0.range.start.column) \($0.code)" }
      #expect(told == lines, "\(text): \(document.diagnostics.map(\.line))")
    }
  }

  @Test("Every value has its place, in UTF-16 columns")
  func places() throws {
    let document = document("é: 'ü'\nb:\n  c: \"𐐀\"\n  d: plain # comment\ne: [1, 2]\n")
    let root = try #require(document.root)
    let b = try #require(root["b"])
    func place(_ value: JSONValue?) -> String {
      guard let range = value?.range else { return "nothing" }
      return "\(range.start.line):\(range.start.column)-\(range.end.line):\(range.end.column)"
    }
    #expect(place(root.member(named: "é")) == "1:4-1:7")
    #expect(place(b) == "3:3-4:11")
    #expect(place(b["c"]) == "3:6-3:10")
    #expect(place(b["d"]) == "4:6-4:11")
    #expect(b["d"]?.isPlain == true && b["c"]?.isPlain == false)
    #expect(place(root["e"]) == "5:4-5:10")
    #expect(root["e"]?.source == "[1, 2]")
    #expect(b["d"]?.equals("plain") == true && b["c"]?.equals("plain") == false)
    #expect(place(root) == "1:1-5:10")
  }

  @Test("Bytes that are no UTF-8 are told, and what is around them is read")
  func badBytes() {
    let text = SourceText(path: "x.yaml", bytes: Array("a: b".utf8) + [0xFF] + Array("\nc: d\n".utf8))
    let document = JSONDocument(yaml: text)
    #expect(document.diagnostics.map(\.code) == ["syntax/utf8"])
    #expect(document.root?["c"]?.string == "d")
  }

  @Test("Depth, size and aliases of aliases have bounds")
  func bounds() {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(document(nested(64)).diagnostics.isEmpty)
    #expect(document(nested(65)).diagnostics.map(\.code) == ["syntax/depth"])
    #expect(document(nested(65)).root == nil)
    let deep = "a: &a \(nested(40))\nb: [[[[[[[[[[[[[[[[[[[[[[*a]]]]]]]]]]]]]]]]]]]]]]\n"
    #expect(document(deep).diagnostics.isEmpty)
    #expect(document(deep.replacing("*a", with: "[*a]")).diagnostics.isEmpty)
    #expect(document(deep.replacing("*a", with: "[[*a]]")).diagnostics.map(\.code) == ["syntax/depth"])
    var laughs = "l0: &l0 [lol]\n"
    for level in 1...9 {
      let list = Array(repeating: "*l\(level - 1)", count: 9).joined(separator: ", ")
      laughs += "l\(level): &l\(level) [\(list)]\n"
    }
    #expect(document(laughs).diagnostics.map(\.code) == ["yaml/aliases"])
    #expect(document(laughs).root == nil)
    let large = SourceText(path: "x.yaml", bytes: Array(repeating: 0x20, count: SourceText.maximumSize + 1))
    #expect(JSONDocument(yaml: large).diagnostics.map(\.code) == ["syntax/size"])
    #expect(
      JSONDocument(yaml: SourceText(path: "x", bytes: [0xFF, 0xFE, 0x61, 0])).diagnostics.map(\.code) == ["syntax/utf8"]
    )
  }

  @Test("Damaged files end, with a tree that holds together")
  func damage() {
    let seed = Array((Self.readings.map(\.text) + Self.mistakes.map(\.text)).joined(separator: "\n").utf8)
    var random = SeededGenerator(state: 3)
    for _ in 0..<2000 {
      let start = Int.random(in: 0..<seed.count, using: &random)
      var bytes = Array(seed[start..<min(seed.count, start + 200)])
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0x09..<0x80, using: &random)
      }
      let document = JSONDocument(yaml: SourceText(path: "x.yaml", bytes: bytes))
      if let root = document.root { #expect(walk(root) == document.nodes.count) }
    }
  }

  /// The nodes at and under a value, superseded members included.
  private func walk(_ value: JSONValue) -> Int {
    var count = 1
    var at = value.index + 1
    while at < value.end, value.kind == .array || value.kind == .object {
      let child = JSONValue(document: value.document, index: at)
      count += walk(child)
      at = child.end
    }
    return count
  }
}
