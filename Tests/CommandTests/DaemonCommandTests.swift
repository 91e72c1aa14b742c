import Foundation
import Testing

/// What contrastctl asks the daemon, and the daemon itself at work.
@Suite struct DaemonCommandTests {
  /// The commands that only the daemon can answer.
  static let commands = ["status", "list", "watch", "sync", "verify", "reload", "cat-config"]

  @Test func `status tells of every root`() throws {
    let daemon = try RunningDaemon()
    let earlier = try daemon.clock()
    let run = try daemon.contrastctl("status")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.lines[0] == "contrastd 0.1.0 at \(daemon.socket): ready")
    #expect(run.lines[1] == "palettes   \(daemon.palettes.path)")
    let counts = "2 palettes · 29 colours · 27 pairs · 216 checks: 167 pass, 5 fail, 4 indeterminate, 40 exempt"
    #expect(run.lines[2].hasPrefix("  \(counts), 0 not evaluated; 1 failing pair"), "\(run.output)")
    // Something may have been told meanwhile.
    #expect([earlier, try daemon.clock()].contains { run.output.contains("clock \($0)") }, "\(run.output)")
  }

  @Test func `list has every palette with its numbers`() throws {
    let daemon = try RunningDaemon()
    let (brand, ios) = ("\(daemon.palettes.path)/brand.palette.json", "\(daemon.palettes.path)/ios/Colors.xcassets")
    #expect(
      try daemon.contrastctl("list").output == """
        \(brand)   14 colours · 13 pairs × 8 trait combinations · 1 failing pair
        \(ios)   15 colours · 14 pairs × 8 trait combinations · 0 failing pairs

        """)
  }

  @Test func `a path that is not here is asked of the daemon whose socket is named`() throws {
    let daemon = try RunningDaemon(watching: "brand.palette.json")
    let path = daemon.palettes.path
    let socket = "--socket=\(daemon.socket)"
    let here = try Program.contrastctl("check", path, socket)
    #expect(here.status == 1 && here.output.contains("text.muted"), "\(here.output)")
    // The daemon serves what it knows of a directory that is gone, as one on another machine is.
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    defer { try? FileManager.default.moveItem(atPath: path + ".away", toPath: path) }
    let there = try Program.contrastctl("check", path, socket)
    #expect((there.status, there.lines.dropLast()) == (here.status, here.lines.dropLast()), "\(there)")
    let nowhere = try Program.contrastctl("check", path + "/../other", socket)
    #expect(nowhere.status == 2 && nowhere.errors.contains("watches nothing at"), "\(nowhere.errors)")
    let unnamed = try Program.contrastctl("check", path, environment: ["CONTRASTD_SOCKET": ""])
    #expect(unnamed.status == 2 && unnamed.errors.contains(path), "\(unnamed.errors)")
  }

  @Test func `sync returns when everything written before is reflected`() throws {
    let daemon = try RunningDaemon(watching: "brand.palette.json")
    for round in 0..<10 {
      let (old, new) = round % 2 == 0 ? ("#7A8088", "#8A9097") : ("#8A9097", "#7A8088")
      try daemon.edit("brand.palette.json", old, new)
      let run = try daemon.contrastctl("sync")
      #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
      let failing = round % 2 == 0 ? "0 failing pairs" : "1 failing pair"
      #expect(try daemon.contrastctl("list").output.contains("· \(failing)\n"), "round \(round)")
    }
  }

  @Test func `watch tells of a regression with its place, and ends when nothing fails any more`() throws {
    let daemon = try RunningDaemon(watching: "brand.palette.json")
    let file = daemon.palettes.appendingPathComponent("brand.palette.json").path
    let start = "--since=\(try daemon.clock())"
    let watch = try Running(["watch", "--socket=\(daemon.socket)", start])
    let json = try Running(["watch", "--socket=\(daemon.socket)", start, "--json"])
    let ending = try Running(["watch", "--socket=\(daemon.socket)", start, "--until=pass"])
    try daemon.edit("brand.palette.json", "#16181C", "#BBBBBB")
    try daemon.until("the regression is told") { has(watch, "batch: ", 1) }
    let told = watch.output.split(separator: "\n").first { $0.hasPrefix("\(file):43: regression: Contrast ") }
    #expect(
      told?.contains("needs 4.5:1: text.default (#BBBBBB) on surface.canvas (#FFFFFF)") == true, "\(watch.output)")
    #expect(ending.isRunning)

    try daemon.edit("brand.palette.json", "#BBBBBB", "#16181C")
    try daemon.until("the recovery is told") { has(watch, "batch: ", 2) }
    #expect(watch.output.contains("\(file):43: recovery: "), "\(watch.output)")
    #expect(ending.isRunning, "text.muted on surface.raised still fails")

    try daemon.edit("brand.palette.json", "#7A8088", "#8A9097")
    try daemon.until("the waiting ends") { ending.status != nil }
    #expect(ending.status == 0 && ending.errors.isEmpty)
    // It ends as soon as nothing fails, which may be before the last recovery has settled and is told.
    #expect(ending.output.contains("\(file):43: regression: "), "\(ending.output)")
    #expect(try daemon.contrastctl("watch", "--until=pass").output.isEmpty)
    #expect(watch.isRunning && watch.errors.isEmpty)
    try expectEvents(json, daemon)
  }

  private func has(_ watch: Running, _ word: String, _ count: Int) -> Bool {
    watch.output.components(separatedBy: word).count > count
  }

  private func expectEvents(_ json: Running, _ daemon: RunningDaemon) throws {
    try daemon.until("the last batch is told") { has(json, "\"kind\":\"batch\"", 3) }
    let validator = try SchemaValidator("event")
    let lines = json.output.split(separator: "\n")
    #expect(lines.flatMap { validator.problems(in: String($0)) } == [])
    #expect(lines.contains { $0.contains("\"kind\":\"regression\"") && $0.contains("\"line\":43") })
  }

  @Test func `watch tells what is accepted, waived, loosened and renamed`() throws {
    let daemon = try RunningDaemon(watching: "brand.palette.json")
    let start = "--since=\(try daemon.clock())"
    let watch = try Running(["watch", "--socket=\(daemon.socket)", start])
    let json = try Running(["watch", "--socket=\(daemon.socket)", start, "--json"])
    let soon = Date(timeIntervalSinceNow: 3 * 86_400).ISO8601Format().prefix(10)
    let waiver = "{\"pair\": \"text.muted\", \"owner\": \"@web\", \"reason\": \"r\", \"expires\": \"\(soon)\"}"
    let steps = [
      ("contrast.waivers.json", "{\"waivers\": [\n\(waiver)]}", "waiver expiring: Waiver for text.muted (owner @web)"),
      ("contrast.baseline.json", "{\"accepted\": []}", ":1: baseline changed: "),
      (
        "contrast.policy.json", "{\"overrides\": [\n\n{\"when\": {\"style\": \"dark\"}, \"min\": 2}]}",
        "contrast.policy.json:3: policy loosened: Contrast 3.65:1, needs 2:1 now, 4.5:1 before: text.muted (#7A8088) on "
      ),
    ]
    for (name, text, words) in steps {
      try Data(text.utf8).write(to: daemon.palettes.appendingPathComponent(name))
      try daemon.until("\(name) is told") { has(watch, words, 1) }
    }
    #expect(watch.output.contains("contrast.waivers.json:1: waivers changed: "), "\(watch.output)")
    try daemon.edit("brand.palette.json", "text.muted", "text.subtle")
    try daemon.until("the new name is told") {
      has(watch, "renamed: text.muted on ", 1) && has(json, "\"kind\":\"renamed\"", 1)
    }
    let validator = try SchemaValidator("event")
    let lines = json.output.split(separator: "\n")
    #expect(lines.flatMap { validator.problems(in: String($0)) } == [])
    for kind in ["waiver-expiring", "waivers-changed", "baseline-changed", "policy-loosened", "renamed"] {
      #expect(lines.contains { $0.contains("\"kind\":\"\(kind)\"") }, "\(kind)")
    }
    #expect(!watch.output.contains("vanished") && !watch.output.contains("appeared"), "\(watch.output)")
  }

  @Test func `watch goes on from a clock, and says when it cannot`() throws {
    let daemon = try RunningDaemon(watching: "brand.palette.json")
    let clock = try daemon.clock()
    try daemon.edit("brand.palette.json", "#7A8088", "#8A9097")
    try daemon.until("the recovery is told") { try daemon.clock() != clock }
    #expect(try daemon.contrastctl("watch", "--until=pass", "--since=\(clock)").status == 0)
    let watch = try Running(["watch", "--socket=\(daemon.socket)", "--since=c:0:1:7"])
    try daemon.until("a clock of another run is told of") { watch.errors.hasPrefix("contrastctl: ") }
    #expect(watch.isRunning && watch.output.isEmpty)
  }

  @Test func `history tells what became of a pair, under traits and in a commit`() throws {
    let daemon = try RunningDaemon(watching: "brand.palette.json")
    for line in ["init -q", "add -A", "-c user.name=T -c user.email=t@example.com commit -qm one"] {
      try #require(try Program.shell("git \(line)", in: daemon.palettes).status == 0)
    }
    let commit = try Program.shell("git rev-parse HEAD", in: daemon.palettes).output
    for (old, new) in [("#7A8088", "#8A9097"), ("#8A9097", "#7A8088")] {
      let clock = try daemon.clock()
      try daemon.edit("brand.palette.json", old, new)
      try daemon.until("it is told") { try daemon.clock() != clock }
    }
    let pair = ["history", "text.muted", "surface.raised"]
    let lines = try daemon.contrastctl(pair[0], pair[1], pair[2]).lines.filter { !$0.isEmpty }
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.contains(" recovery ") == true && lines.last?.contains(" regression ") == true)
    #expect(lines.allSatisfy { $0.contains(commit.prefix(12)) && $0.contains("brand.palette.json:48") }, "\(lines)")
    func count(_ options: String...) throws -> Int {
      let run = try Program.contrastctl(pair + options + ["--socket=\(daemon.socket)"], in: daemon.palettes)
      return run.lines.count { $0.contains("#26292F") }
    }
    #expect(try count("--traits=style=dark") == 2)
    #expect(try count("--traits=style=light") == 0)
    #expect(try count("--palette=brand.palette.json", "--since=2026-01-01") == 2)
    #expect(try count("--since=2999-01-01") == 0)
    let json = try daemon.contrastctl(pair[0], pair[1], pair[2], "--json").output
    #expect(try SchemaValidator("history").problems(in: json) == [])
    #expect(try daemon.contrastctl("history", "text.muted").status == 2)
    #expect(try daemon.contrastctl(pair[0], pair[1], pair[2], "--since=yesterday").status == 2)
  }

  @Test func `verify finds what no event told`() throws {
    let daemon = try RunningDaemon(watching: "brand.palette.json")
    let elsewhere = daemon.directory.appendingPathComponent("elsewhere.palette.json")
    try FileManager.default.linkItem(at: daemon.palettes.appendingPathComponent("brand.palette.json"), to: elsewhere)
    let watch = try Running(["watch", "--socket=\(daemon.socket)", "--since=\(try daemon.clock())"])
    let hidden = ##"{"colors": {"text": "#777", "background": "#fff"}}"##
    try Data(hidden.utf8).write(to: elsewhere)
    #expect(try daemon.contrastctl("sync").status == 0)
    #expect(try daemon.contrastctl("list").output.contains("14 colours"))
    let run = try daemon.contrastctl("verify")
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
    #expect(try daemon.contrastctl("list").output.contains("2 colours"))
    try daemon.until("the drift is told") { has(watch, "watcher missed: ", 1) }
  }

  @Test func `reload takes a new configuration, and keeps the old one where the new is broken`() throws {
    let configured = try ConfiguredDaemon()
    let before = try configured.daemon.contrastctl("cat-config").output
    #expect(before.contains("[Palette one]") && !before.contains("[Palette two]"))

    try configured.write("[Palette one]\nPath=SCRATCH/palettes/ios\n[Palette two]\nPath=SCRATCH/palettes\n")
    let run = try configured.daemon.contrastctl("reload")
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
    #expect(try configured.daemon.contrastctl("cat-config").output.contains("[Palette two]"))
    #expect(try configured.daemon.contrastctl("sync").status == 0)
    #expect(try configured.daemon.contrastctl("list").output.contains("brand.palette.json"))

    try configured.write("[Palette one]\nPath=SCRATCH/palettes/ios\nPtah=SCRATCH/palettes\n")
    let broken = try configured.daemon.contrastctl("reload")
    #expect(broken.status == 2 && broken.output.isEmpty)
    #expect(broken.errors.hasPrefix("contrastctl: \(configured.file.path):3: "), "\(broken.errors)")
    #expect(try configured.daemon.contrastctl("cat-config").output.contains("[Palette two]"))
  }

  @Test func `what cat-config prints is a configuration`() throws {
    let configured = try ConfiguredDaemon()
    let text = try configured.daemon.contrastctl("cat-config").output
    try configured.write(text)
    #expect(try configured.daemon.contrastctl("reload").status == 0)
    #expect(
      try configured.daemon.contrastctl("cat-config").output.contains("Path=\(configured.daemon.palettes.path)/ios"))
  }

  /// A daemon that reads its roots from a file.
  private struct ConfiguredDaemon {
    let daemon: RunningDaemon
    let file: URL

    init() throws {
      daemon = try RunningDaemon(configuration: "[Palette one]\nPath=SCRATCH/palettes/ios\n")
      file = daemon.directory.appendingPathComponent("contrastd.conf")
    }

    func write(_ text: String) throws {
      try Data(text.replacing("SCRATCH", with: daemon.directory.path).utf8).write(to: file)
    }
  }

  @Test func `a daemon that ends says so to those who watch`() throws {
    let daemon = try RunningDaemon(watching: "brand.palette.json")
    let watch = try Running(["watch", "--socket=\(daemon.socket)", "--since=c:0:1:7"])
    try daemon.until("it is subscribed") { !watch.errors.isEmpty }
    #expect(daemon.stop() == 0)
    #expect(watch.waited() == 3)
    #expect(watch.errors.hasSuffix("contrastctl: the daemon is stopping\n"), "\(watch.errors)")
  }

  @Test func `replies in JSON keep to their schemas`() throws {
    let daemon = try RunningDaemon()
    var problems: [String] = []
    for command in ["status", "list", "sync", "verify", "reload"] {
      let run = try daemon.contrastctl(command, "--json")
      problems += try SchemaValidator(command).problems(in: run.output).map { "\(command): \($0)" }
      if run.status != 0 || run.lines.count < 4 { problems.append("\(command): \(run.status) \(run.output)") }
      let short = try daemon.contrastctl(command, "--json=short").output
      problems += try SchemaValidator(command).problems(in: short).map { "\(command): \($0)" }
      if short.split(separator: "\n").count != 1 { problems.append("\(command): \(short)") }
    }
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
  }

  @Test(arguments: commands) func `an operand is refused`(_ command: String) throws {
    let run = try Program.contrastctl(command, "palettes", "--socket=/nonexistent/c.sock")
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors == "contrastctl: \(command) takes no operand, and was given \"palettes\"\n")
  }

  @Test(arguments: commands) func `a daemon that is not there is status 3`(_ command: String) throws {
    let run = try Program.contrastctl(command, "--socket=/nonexistent/c.sock")
    #expect(run.status == 3 && run.output.isEmpty)
    #expect(
      run.errors.hasPrefix("contrastctl: the daemon cannot be reached: there is no socket at /nonexistent/c.sock"))
    #expect(try Program.contrastctl(command).status == 3)
  }

  @Test func `a question with --socket needs the daemon, and one without does not`() throws {
    #expect(try Program.contrastctl("traits", Program.examples, "--socket=/nonexistent/c.sock").status == 3)
    #expect(try Program.contrastctl("traits", Program.examples).status == 0)
    let scratch = try Scratch()
    try scratch.file("c.sock", "no socket")
    let run = try Program.contrastctl("status", "--socket=\(scratch.url.path)/c.sock")
    #expect(run.status == 3 && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }
}
