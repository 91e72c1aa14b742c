import Contrast
import Linux
import Palettes
import Reports
import Syntax
import Testing
import Varlink

/// Whatever happened before, the daemon says what a fresh look at the directory says.
@Suite("Equality")
struct EqualityTests {
  /// Numbers that are the same in every run.
  private struct Draw: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static let names = ["text", "link", "background"]

  private func color(_ draw: inout Draw) -> String {
    let digits = String(Int.random(in: 0...0xFFFFFF, using: &draw), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  private func palette(_ draw: inout Draw) -> String {
    var lines: [String] = []
    for name in Self.names where Int.random(in: 0..<4, using: &draw) > 0 {
      var variants = ["{ \"value\": \"\(color(&draw))\" }"]
      for traits in ["style=dark", "contrast=high"]
      where Int.random(in: 0..<3, using: &draw) == 0 {
        variants.append("{ \"traits\": \"\(traits)\", \"value\": \"\(color(&draw))\" }")
      }
      lines.append("\"\(name)\": [\(variants.joined(separator: ", "))]")
    }
    return "{ \"colors\": {\n" + lines.joined(separator: ",\n") + "\n} }\n"
  }

  /// One edit of the tree, of any kind.
  private func edit(_ files: TestFolder, _ draw: inout Draw) throws {
    let slot = Int.random(in: 0..<4, using: &draw)
    let document = "root/d\(slot % 2)/p\(slot).palette.json"
    let name = Self.names[Int.random(in: 0..<Self.names.count, using: &draw)]
    let colorSet = "root/C.xcassets/\(name).colorset"
    switch Int.random(in: 0..<8, using: &draw) {
    case 0, 1: try files.file(document, palette(&draw))
    case 2:
      try files.file(document + "~", palette(&draw))
      try files.move(document + "~", to: document)
    case 3: try? files.remove(document)
    case 4, 5: try files.file(colorSet + "/Contents.json", Sample.colorSet(color(&draw)))
    case 6: try? files.remove(colorSet)
    default:
      try files.directory("root/moved")
      try? files.move("root/d0", to: "root/moved/\(Int.random(in: 0..<1000, using: &draw))")
    }
  }

  /// What a workspace says that has seen the tree as it was after each edit: a pair that was judged once stays judged.
  private struct Follower {
    var workspace = Workspace()
    private var known: Set<String> = []

    mutating func look(at root: String) throws {
      let found = try Walk.files(under: root) { PaletteFormat.claiming(Files.join(root, $0)) != nil }
      let paths = found.files.map { Files.join(root, $0) }
      workspace.apply(
        known.subtracting(paths).sorted().map { .removed(path: $0) }
          + (try paths.map { .source(path: $0, bytes: try Files.read($0)) }))
      known = Set(paths)
    }
  }

  /// The answer to `contrastctl check --json=pretty`.
  private func check(_ root: String, _ client: DaemonClient) throws -> String {
    try client.call("Ask") { writer in
      writer.field("path", root)
      writer.field("question") { question.write(to: &$0) }
    }.string("output")
  }

  private var question: Question {
    var question = Question(.check(Question.CheckQuestion()))
    question.form = .json(pretty: true)
    return question
  }

  private func told(_ palette: String, _ client: DaemonClient) throws -> [String] {
    let listed = try client.call("ListMeasurements") { $0.field("palette", palette) }
    return listed.elements("measurements").map { json in
      let words = (["foreground", "background", "traits", "verdict"] as [StaticString]).map { json[$0]?.string ?? "" }
      let ratio = (json["ratio"] ?? json["minimum"])?.number.map { String($0) } ?? "none"
      return "\(words[0]) on \(words[1]) \(words[2]) \(words[3]) \(ratio)"
    }
  }

  /// The first line in which two texts differ.
  private func difference(_ left: String, _ right: String) -> String? {
    let lines = (left.split(separator: "\n"), right.split(separator: "\n"))
    let pair = zip(lines.0, lines.1).first { $0 != $1 }
    return pair.map { "\($0.0) is not \($0.1)" } ?? (left == right ? nil : "one is longer")
  }

  private func measurements(_ audit: Audit) -> [String] {
    audit.pairings.indices.flatMap { pairing in
      audit.asked.map { cell in
        let key = audit.key(of: audit.pairings[pairing])
        let traits = audit.grid.space.written(audit.combinations[cell])
        let ratio = audit.measure(pairing, in: cell).map { String($0.minimum.value) } ?? "none"
        return "\(key.foreground) on \(key.background) \(traits) \(audit.verdict(pairing, cell).word) \(ratio)"
      }
    }
  }

  @Test("After any edit, findings and measurements are those of a whole look", arguments: [1, 2] as [UInt64])
  func random(seed: UInt64) throws {
    var draw = Draw(state: seed)
    let files = try TestFolder()
    let root = try files.directory("root")
    try files.directory("root/C.xcassets")
    for _ in 0..<6 { try edit(files, &draw) }
    let daemon = try RunningDaemon([root])
    let client = try daemon.client()
    var follower = Follower()
    try follower.look(at: root)
    for round in 0..<8 {
      try edit(files, &draw)
      try client.call("Sync")
      try follower.look(at: root)
      let expected = try question.answer(from: follower.workspace, at: root).output
      let difference = try difference(check(root, client), expected)
      #expect(difference == nil, "round \(round)")
      for audit in follower.workspace.audits where round % 4 == 0 {
        #expect(try told(audit.palette.path, client) == measurements(audit), "round \(round)")
      }
    }
    var fresh = Follower()
    try fresh.look(at: root)
    let second = try RunningDaemon([root])
    let expected = try question.answer(from: fresh.workspace, at: root).output
    #expect(try difference(check(root, second.client()), expected) == nil)
  }
}
