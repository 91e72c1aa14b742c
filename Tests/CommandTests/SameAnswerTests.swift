import Foundation
import Testing

/// The daemon's answer to a one-shot question is the one that the files give, byte for byte; only the time that the
/// reading took is left out.
@Suite struct SameAnswerTests {
  private static let about = [
    "check", "check --all-pairs", "check --notes", "check --fail-on=warning", "check --fail-on=note",
    "check --fail-on=never", "check --pair='text.*'", "check --pair=nothing", "check --rule='contrast/*'", "check -q",
    "tokens", "tokens --uncovered", "tokens --duplicates", "pairs", "pairs --why", "traits", "matrix",
  ]
  private static let named = [
    "explain text.muted surface.raised", "explain text.mutd surface.raised", "explain textSecondary background",
    "explain text.muted textPrimary", "resolve text.muted", "resolve nothing.like.it", "resolve textSecondary",
    "suggest text.muted surface.raised", "suggest text.muted surface.raised --all-traits",
    "suggest text.muted surface.raised --keep=fg --needs=7", "suggest text.muted surface.rased",
  ]
  private static let few = [
    "check", "check --json", "check --traits=style=dark", "check --all-pairs --notes", "tokens", "pairs --why",
    "matrix --json=short", "traits",
  ]
  private static let fewNamed = [
    "explain text.muted surface.raised", "explain text.mutd surface.raised", "resolve textSecondary --json",
    "suggest text.muted surface.raised",
  ]
  private static let options = [
    "", "--json", "--json=short", "--traits=style=dark", "--traits=style=drak", "--traits=idiom=tv",
    "--override=style=dark", "--override=fake-dark=yes --json", "--override=stlye=dark",
    "--with='gray.500[style=dark,level=elevated]=#8A9097'", "--with=nothing=#FFF", "--with=gray.500=nothing",
    "--conformance=AAA", "--ios=ios26 --traits=style=dark,contrast=high --override=dynamic=no",
  ]

  /// The command lines with a path, which stands for itself, or behind `--in=`.
  private static func lines(_ about: [String], _ named: [String], at path: String) -> [String] {
    path.isEmpty ? about + named : about.map { "\($0) \(path)" } + named.map { "\($0) --in=\(path)" }
  }

  @Test func `every question with every option has one answer`() throws {
    let daemon = try RunningDaemon()
    let lines = Self.lines(Self.about, Self.named, at: ".").flatMap { line in Self.options.map { "\(line) \($0)" } }
    try Self.compare(lines, daemon, in: daemon.palettes)
  }

  @Test func `wherever one stands and however the path is written, it is one answer`() throws {
    let daemon = try RunningDaemon()
    let (outside, inside) = (daemon.directory, daemon.palettes)
    let places: [(directory: URL, path: String)] = [
      (inside, ""), (inside, "."), (outside, "palettes"), (outside, inside.path), (inside.appending(path: "ios"), "."),
      (inside.appending(path: "ios"), ".."), (inside, "brand.palette.json"), (outside, "palettes/ios/Colors.xcassets"),
      (inside, "ios/nowhere"), (outside, "nowhere"), (outside, "."),
    ]
    for place in places {
      try Self.compare(Self.lines(Self.few, Self.fewNamed, at: place.path), daemon, in: place.directory)
    }
    try Self.compare(Self.lines(Self.few, [], at: "palettes palettes/ios"), daemon, in: outside)
  }

  @Test func `odd spellings of a path, and parts of a catalog`() throws {
    let daemon = try RunningDaemon()
    let (outside, inside) = (daemon.directory, daemon.palettes)
    let places: [(directory: URL, path: String)] = [
      (outside, "./palettes"), (outside, "palettes/"), (outside, ".//palettes"), (outside, "palettes/ios/.."),
      (inside.appending(path: "ios/Colors.xcassets"), "."), (inside.appending(path: "ios/Colors.xcassets/Text"), ".."),
      (inside, "ios/Colors.xcassets/Text"), (inside, "ios/Colors.xcassets/Text/textPrimary.colorset/Contents.json"),
    ]
    for place in places {
      try Self.compare(Self.lines(Self.few, Self.fewNamed, at: place.path), daemon, in: place.directory)
    }
  }

  @Test func `names that need quotes or escapes, and names that come again`() throws {
    let daemon = try RunningDaemon(watching: "brand.palette.json")
    let file = daemon.palettes.appending(path: "brand.palette.json")
    // From inside, the last one stands under a path that holds the directory's own path once more.
    let names = ["my designs", "it's", "a \"b\"", "tab\there", "größe", "x\(daemon.palettes.path)"]
    for name in names {
      let directory = daemon.palettes.appending(path: name)
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: file, to: directory.appending(path: "brand.palette.json"))
      try Self.compare(Self.lines(Self.few, Self.fewNamed, at: "."), daemon, in: directory)
    }
    try Self.compare(Self.lines(Self.few, Self.fewNamed, at: "."), daemon, in: daemon.palettes)
    try Self.compare(Self.lines(Self.few, Self.fewNamed, at: "palettes"), daemon, in: daemon.directory)
  }

  @Test func `a file that breaks off is asked about as it is, while the daemon keeps its last whole state`() throws {
    let daemon = try RunningDaemon()
    let file = daemon.palettes.appending(path: "brand.palette.json")
    let whole = try Data(contentsOf: file)
    let watch = try Running(["watch", "--socket=\(daemon.socket)", "--since=\(try daemon.clock())"])
    try whole.prefix(whole.count / 2).write(to: file)
    try Self.compare(Self.lines(Self.few, Self.fewNamed, at: "."), daemon, in: daemon.palettes)
    #expect(try daemon.contrastctl("list").output.contains("brand.palette.json   14 colours"))
    #expect(try daemon.contrastctl("status").output.contains("  \(file.path) is incomplete; its last whole state"))
    try daemon.until("it becomes a finding") { watch.output.contains("source invalid: \(file.path):") }
    try Self.compare(Self.lines(Self.few, Self.fewNamed, at: "."), daemon, in: daemon.palettes)
    try whole.write(to: file)
    try Self.compare(Self.lines(Self.few, Self.fewNamed, at: "."), daemon, in: daemon.palettes)
  }

  @Test func `the daemon is asked, not the files`() throws {
    let daemon = try RunningDaemon()
    let elsewhere = daemon.directory.appending(path: "elsewhere.palette.json")
    try FileManager.default.linkItem(at: daemon.palettes.appending(path: "brand.palette.json"), to: elsewhere)
    // Written through another name, so that no event tells of it.
    let hidden = ##"{"colors": {"text.muted": "#777", "surface.raised": "#FFF"}}"##
    try Data(hidden.utf8).write(to: elsewhere)
    let lines = Self.lines(
      ["check", "tokens", "pairs", "traits", "matrix"],
      ["explain text.muted surface.raised", "resolve text.muted", "suggest text.muted surface.raised"], at: ".")
    let asked = try Self.answers(to: lines, "", daemon, in: daemon.palettes)
    let read = try Self.answers(to: lines, "--no-daemon", daemon, in: daemon.palettes)
    for (index, line) in lines.enumerated() { #expect(asked[index] != read[index], "\(line)") }
    #expect(try daemon.contrastctl("verify").status == 0)
    try Self.compare(lines, daemon, in: daemon.palettes)
  }

  private static func compare(_ lines: [String], _ daemon: RunningDaemon, in directory: URL) throws {
    let asked = try answers(to: lines, "", daemon, in: directory)
    let read = try answers(to: lines, "--no-daemon", daemon, in: directory)
    try #require(asked.count == lines.count && read.count == lines.count)
    var different: [String] = []
    for (index, line) in lines.enumerated() where asked[index] != read[index] {
      let halves = zip(asked[index].split(separator: "\n"), read[index].split(separator: "\n"))
      let first = halves.first { $0 != $1 }.map { "asked: \($0.prefix(200))\nread:  \($1.prefix(200))" }
      different.append("contrastctl \(line)\n\(first ?? "one is longer")")
    }
    let (count, sample) = (different.count, different.prefix(5).joined(separator: "\n"))
    #expect(count == 0, "of \(lines.count) in \(directory.path): \(sample)")
  }

  /// What each line writes to both streams, and its status, without the time that a check took.
  private static func answers(
    to lines: [String], _ option: String, _ daemon: RunningDaemon, in directory: URL
  ) throws -> [String] {
    let script = lines.map { "contrastctl \($0) \(option) 2>&1; echo \"[$?]\u{1F}\"" }.joined(separator: "\n")
    let run = try Program.shell(script, in: directory, environment: ["CONTRASTD_SOCKET": daemon.socket])
    return run.output.split(separator: "\u{1F}\n", omittingEmptySubsequences: true).map { answer in
      String(answer).replacing(/\ +\d+\.\d\d s$/.anchorsMatchLineEndings(), with: "")
        .replacing(/,\s*"seconds": ?[0-9.e-]+/, with: "")
    }
  }
}
