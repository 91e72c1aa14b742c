import Glibc

/// A keystroke in an editor → the diagnostics of that text, on the daemon's socket; in C the same keystroke → the text
/// parsed with simdjson, on a socket too. What is typed makes text too pale on its background.
func keystrokeRows(_ bench: Bench) throws -> [Outcome] {
  let texts = [
    ("colour set", try colorSet(bench)), ("token file of 200 KB", try tokens(bench, 950)),
    ("token file of 2 MB", try tokens(bench, 9_500)),
  ]
  return try texts.flatMap { name, text in
    let race = try Typing(bench, text, repeats: text.content.utf8.count > 1 << 20 ? 25 : 60)
    return [
      race.outcome("keystroke: \(name), p50, to C", \.p50), race.outcome("keystroke: \(name), p99, to C", \.p99),
    ]
  }
}

/// A text with a place in it where one of two pieces stands in turn.
private struct TypedText {
  let folder: String
  let file: String
  let content: String
  let pieces: (String, String)
  let line: Int
  let character: Int

  /// - Parameter mark: what the first of the pieces stands behind.
  init(_ folder: String, _ file: String, _ content: String, behind mark: String, _ pieces: (String, String)) throws {
    guard let place = content.firstRange(of: mark + pieces.0) else {
      throw Child.Failure(description: "\(file) has no \(mark)\(pieces.0)")
    }
    let before = content[..<place.lowerBound] + mark
    self.folder = folder
    self.file = file
    self.content = content
    self.pieces = pieces
    line = before.utf8.count { $0 == UInt8(ascii: "\n") }
    character = before.utf8.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
    write(Array(content.utf8), to: file)
  }
}

/// Seven turns of ours and of the server in C.
private struct Typing {
  typealias Times = (p50: Double, p99: Double)

  private var ours: [Times] = []
  private var reference: [Times] = []

  init(_ bench: Bench, _ text: TypedText, repeats: Int) throws {
    let daemon = try Daemon(bench, watching: text.folder)
    let socket = "\(bench.scratch)/keystroke\(now()).sock"
    let child = try Child(["\(bench.folder)/keystroke", socket, text.file])
    defer { child.end() }
    let editor = try EditorPeer(daemon.editorSocket, text.file, opening: text.content)
    let other = try EditorPeer(socket, text.file, opening: nil)
    for _ in 0..<7 {
      ours.append(try Self.turn(editor, text, repeats))
      reference.append(try Self.turn(other, text, repeats))
    }
  }

  private static func turn(_ editor: EditorPeer, _ text: TypedText, _ repeats: Int) throws -> Times {
    // An even number: the text is as it was afterwards.
    let times = try (0..<repeats / 2 * 2).map { index in
      // A person does not type without a rest.
      pause(milliseconds: 4 + Int32(index % 4))
      let (old, new) = index % 2 == 0 ? text.pieces : (text.pieces.1, text.pieces.0)
      return try editor.type(new, over: old.utf8.count, line: text.line, character: text.character)
    }
    return (Samples(times).median, Samples(times).quantile(0.99))
  }

  func outcome(_ name: String, _ figure: (Times) -> Double) -> Outcome {
    let (left, right) = (Samples(ours.map(figure)), Samples(reference.map(figure)))
    return Outcome(
      name: name, ours: seconds(left.median), reference: seconds(right.median), figure: left.median / right.median,
      target: .atMost(2.4), spread: left.spread)
  }
}

/// A catalog of one pair, with the text open.
private func colorSet(_ bench: Bench) throws -> TypedText {
  let folder = "\(bench.scratch)/typed-set"
  func contents(_ value: String) -> String {
    """
    {
      "colors" : [
        {
          "color" : {
            "color-space" : "srgb",
            "components" : {
              "alpha" : "1.000",
              "blue" : "0x\(value)",
              "green" : "0x\(value)",
              "red" : "0x\(value)"
            }
          },
          "idiom" : "universal"
        }
      ],
      "info" : {
        "author" : "xcode",
        "version" : 1
      }
    }

    """
  }
  for path in ["", "/C.xcassets", "/C.xcassets/panel.colorset", "/C.xcassets/onPanel.colorset"] {
    mkdir(folder + path, 0o755)
  }
  write(Array(contents("FF").utf8), to: "\(folder)/C.xcassets/panel.colorset/Contents.json")
  return try TypedText(
    folder, "\(folder)/C.xcassets/onPanel.colorset/Contents.json", contents("D0"), behind: "\"red\" : \"0x", ("D", "C"))
}

/// A file of generated tokens with a text and its background among them.
private func tokens(_ bench: Bench, _ count: Int) throws -> TypedText {
  let generated = try bench.palette(count, 1, format: "dtcg")
  guard let bytes = contents(of: "\(generated)/light.tokens.json") else {
    throw Child.Failure(description: "\(generated) has no token file")
  }
  let text = String(decoding: bytes, as: UTF8.self)
  let type = "\"$type\": \"color\","
  guard let place = text.firstRange(of: type) else { throw Child.Failure(description: "the tokens have no type") }
  let own = """

      "background": { "$value": { "colorSpace": "srgb", "components": [1, 1, 1] } },
      "text": { "$value": { "colorSpace": "srgb", "components": [0.8, 0.7, 0.6] } },
    """
  let folder = "\(bench.scratch)/typed-\(count)"
  mkdir(folder, 0o755)
  return try TypedText(
    folder, "\(folder)/brand.tokens.json", String(text[..<place.upperBound]) + own + String(text[place.upperBound...]),
    behind: "\"components\": [0.", ("8,", "85,"))
}
