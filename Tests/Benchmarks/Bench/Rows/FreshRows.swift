import Contrast
import Glibc

/// A save → the answer that has it, on the socket; in C a save → parsed. A document holds all colours, and one of them
/// changes; of a catalog, one colour set is saved.
func freshRows(_ bench: Bench) throws -> [Outcome] {
  var outcomes: [Outcome] = []
  for colors in [100, 1_000, 10_000] {
    let folder = "\(bench.scratch)/document-\(colors)"
    mkdir(folder, 0o755)
    let file = "\(folder)/bench.palette.json"
    let contents = [document(colors, changed: false), document(colors, changed: true)]
    write(contents[0], to: file)
    let race = try Race(bench, folder, file, contents, repeats: colors == 10_000 ? 25 : 60)
    outcomes += [
      race.outcome("fresh: document of \(colors), one edited, p50, to C", \.p50, atMost: 2.4),
      race.outcome("fresh: document of \(colors), one edited, p99, to C", \.p99, atMost: 2.2),
    ]
  }
  for colors in [100, 1_000, 10_000] {
    let folder = try bench.palette(colors, 8)
    let file = "\(folder)/Palette.xcassets/fg/g000/fg00001.colorset/Contents.json"
    guard let first = contents(of: file), let second = recolored(first) else {
      throw Child.Failure(description: "\(file) is not as expected")
    }
    let race = try Race(bench, folder, file, [first, second], repeats: colors == 10_000 ? 25 : 60)
    let p99 = Samples(race.ours.map(\.p99))
    outcomes.append(
      Outcome(
        name: "fresh: colour set of \(colors), p99 in ms (C beside it)", ours: seconds(p99.median),
        reference: seconds(Samples(race.reference.map(\.p99)).median), figure: p99.median * 1e3, target: .atMost(1),
        spread: p99.spread))
  }
  return outcomes
}

/// Seven turns of ours and of the watcher in C over the same two contents.
private struct Race {
  typealias Times = (p50: Double, p99: Double)

  private(set) var ours: [Times] = []
  private(set) var reference: [Times] = []

  init(_ bench: Bench, _ folder: String, _ file: String, _ contents: [[UInt8]], repeats: Int) throws {
    let daemon = try Daemon(bench, watching: folder)
    let peer = try daemon.connection()
    let (sync, temporary, watched) = (Daemon.call("Sync"), "\(bench.scratch)/new.json", "\(bench.scratch)/watched")
    mkdir(watched, 0o755)
    for (content, name) in zip(contents, ["a", "b"]) { write(content, to: "\(bench.scratch)/\(name).json") }
    for _ in 0..<7 {
      let times = try (0..<repeats).map { index in
        write(contents[(index + 1) % 2], to: temporary)
        // A person does not save back to back: both sides find the processor at rest, as the watcher in C does.
        pause(milliseconds: 4 + Int32(index % 4))
        return try timed {
          rename(temporary, file)
          try peer.exchange(sync, answers: 1)
        }
      }
      ours.append((Samples(times).median, Samples(times).quantile(0.99)))
      reference.append(try Self.inC(bench, watched, repeats))
    }
  }

  func outcome(_ name: String, _ figure: (Times) -> Double, atMost bound: Double) -> Outcome {
    let (left, right) = (Samples(ours.map(figure)), Samples(reference.map(figure)))
    return Outcome(
      name: name, ours: seconds(left.median), reference: seconds(right.median), figure: left.median / right.median,
      target: .atMost(bound), spread: left.spread)
  }

  private static func inC(_ bench: Bench, _ folder: String, _ repeats: Int) throws -> Times {
    let output = "\(bench.scratch)/watch.txt"
    let (a, b) = ("\(bench.scratch)/a.json", "\(bench.scratch)/b.json")
    let child = try Child(["\(bench.folder)/watch", folder, "file.json", "\(repeats)", a, b], output: output)
    guard child.wait() == 0, let text = contents(of: output) else { throw Child.Failure(description: "watch failed") }
    let numbers = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 2 else { throw Child.Failure(description: "watch said nothing") }
    return (numbers[0] * 1e-6, numbers[1] * 1e-6)
  }
}

/// A palette document whose colours are written as token files write them; three fifths are foregrounds.
private func document(_ colors: Int, changed: Bool) -> [UInt8] {
  let palette = RandomPalette(names: colors)
  func entries(_ role: String, _ colors: [ColorCount]) -> [String] {
    colors.enumerated().map { index, color in
      let rgb = changed && role == "fg" && index == 1 ? SIMD3(0.25, 0.5, 0.75) : color.color.rgb
      let components = (0..<3).map { "          \(rgb[$0])" }.joined(separator: ",\n")
      return """
            "\(role)/g\(index / 20)/\(role)\(index)": {
              "colorSpace": "srgb",
              "components": [
        \(components)
              ],
              "alpha": \(color.color.alpha)
            }
        """
    }
  }
  let all = (entries("fg", palette.foregrounds) + entries("bg", palette.backgrounds)).joined(separator: ",\n")
  return Array("{\n  \"colors\": {\n\(all)\n  }\n}\n".utf8)
}

/// A colour set's contents with another green in its first colour.
private func recolored(_ contents: [UInt8]) -> [UInt8]? {
  let text = String(decoding: contents, as: UTF8.self)
  guard let green = text.firstRange(of: "\"green\" : \"0x") else { return nil }
  let value = green.upperBound..<text.index(green.upperBound, offsetBy: 2)
  return Array(text.replacingCharacters(in: value, with: text[value] == "7F" ? "80" : "7F").utf8)
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
