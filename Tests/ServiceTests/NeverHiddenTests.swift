import Foundation
import Linux
import Syntax
import Testing

@testable import Service

/// No edit hides a failure: not while the daemon runs, not while it is stopped.
@Suite("Never hidden")
struct NeverHiddenTests {
  /// A daemon with a memory, started as often as a test wants.
  private struct Place {
    let folder: TestFolder

    init(_ files: [String: String], settle: String = "50ms") throws {
      folder = try TestFolder()
      for (name, text) in files { try folder.file("p/" + name, text) }
      try folder.file(
        "contrastd.conf", "[Daemon]\nSettleSec=\(settle)\nMaxSettleSec=10s\n[Palette p]\nPath=\(folder("p"))\n")
    }

    func start() throws -> RunningDaemon {
      try RunningDaemon(remembering: folder, "--config=\(folder("contrastd.conf"))")
    }

    /// Edits, and gives the kinds that are told of it: to a subscriber of a daemon that runs, or by one that starts then.
    func told(whileDown: Bool, _ edit: () throws -> Void) throws -> [String] {
      let before = try start()
      if whileDown {
        #expect(try before.stop() == 0)
        try edit()
        let daemon = try start()
        #expect(try daemon.stop() == 0)
        let log = daemon.log
        let kinds: [Event.Kind] = [
          .regression, .appearedFailing, .vanished, .policyLoosened, .renamed, .recovery, .becameIndeterminate,
        ]
        return log.split(separator: "\n").filter { !$0.contains("Watching ") && !$0.contains(". Now ") }
          .flatMap { line in kinds.filter { line.contains(Self.sign(of: $0)) }.map(\.rawValue) }
      }
      let client = try before.client()
      try client.subscribe()
      try edit()
      let kinds = try Self.batch(of: client)
      #expect(try before.stop() == 0)
      return kinds.map(\.kind)
    }

    /// The next settled batch, without what is told of the start.
    static func batch(of client: DaemonClient) throws -> [ToldEvent] {
      while true {
        let events = try client.events(through: "batch")
        if events.last?.message.hasPrefix("Watching ") == false { return events.dropLast() }
      }
    }

    /// What a line on standard error has of an event of a kind.
    private static func sign(of kind: Event.Kind) -> String {
      kind == .renamed ? "Colours and verdicts are as they were" : ": \(kind.words(1)): "
    }

    /// After another start: what is told, and how many pairs fail.
    func afterwards() throws -> (told: Int, failing: Int?) {
      let daemon = try start()
      let failing = try daemon.client().root().int("failingPairs")
      #expect(try daemon.stop() == 0)
      let lines = daemon.log.split(separator: "\n").filter { !$0.contains("Watching ") && !$0.contains("ready. Ask") }
      return (lines.count, failing)
    }
  }

  private static let surfaces = Sample.palette([
    "text": "#222222", "background": "#ffffff", "surface": "#eeeeee",
  ])

  struct Hiding: Sendable, CustomTestStringConvertible {
    let name: String
    let before: [String: String]
    let after: [String: String]
    let kinds: [String]
    let failing: Int
    var testDescription: String { name }
  }

  static let hidings: [Hiding] = [
    Hiding(
      name: "white text made white on white", before: ["a.palette.json": Sample.palette()],
      after: ["a.palette.json": Sample.palette(text: "#ffffff")], kinds: ["regression"], failing: 1),
    Hiding(
      name: "a surface darkened past 3:1", before: ["a.palette.json": surfaces],
      after: ["a.palette.json": surfaces.replacing("#eeeeee", with: "#444444")], kinds: ["regression"], failing: 1),
    Hiding(
      name: "a requirement lowered",
      before: ["a.palette.json": Sample.palette(text: Sample.pale)],
      after: [
        "contrast.policy.json": "{\"pairs\": [{\"fg\": \"text\", \"bg\": \"background\", \"min\": 2}]}"
      ], kinds: ["policy-loosened"], failing: 0),
    Hiding(
      name: "white on white in a palette that moves", before: ["a.palette.json": surfaces],
      after: [
        "a.palette.json": "", "b.palette.json": surfaces.replacing("#eeeeee", with: "#222222"),
      ], kinds: ["renamed", "vanished", "appeared-failing"], failing: 1),
  ]

  @Test(
    "each is told, none hides, and a restart neither forgets it nor tells it again", arguments: hidings, [false, true])
  func hiding(_ edit: Hiding, whileDown: Bool) throws {
    let place = try Place(edit.before)
    let kinds = try place.told(whileDown: whileDown) {
      // In one go: written beside, then renamed.
      for (name, text) in edit.after.sorted(by: { $0.key > $1.key }) {
        if text.isEmpty { try place.folder.remove("p/" + name) } else { try place.folder.replace("p/" + name, text) }
      }
    }
    #expect(kinds.sorted() == edit.kinds.sorted())
    for _ in 0..<2 {
      let after = try place.afterwards()
      #expect(after.told == 0 && after.failing == edit.failing)
    }
  }

  @Test("a rename of a token, of a file and of a directory is no regression", arguments: [false, true])
  func renames(whileDown: Bool) throws {
    let place = try Place(["a.palette.json": Sample.palette(text: Sample.pale)])
    #expect(
      try place.told(whileDown: whileDown) {
        try place.folder.replace(
          "p/a.palette.json", Sample.palette(["label": Sample.pale, "background": "#ffffff"]))
      } == ["renamed"])
    #expect(
      try place.told(whileDown: whileDown) {
        try place.folder.move("p/a.palette.json", to: "p/b.palette.json")
      } == ["renamed"])
    let catalog = try Place([
      "A.xcassets/text.colorset/Contents.json": Sample.colorSet("#999999"),
      "A.xcassets/background.colorset/Contents.json": Sample.colorSet("#ffffff"),
    ])
    #expect(
      try catalog.told(whileDown: whileDown) {
        try catalog.folder.move("p/A.xcassets", to: "p/B.xcassets")
      } == ["renamed"])
    #expect(try catalog.afterwards() == (0, 1))
  }

  @Test("a palette keeps what was judged of it when it is moved, and when it is gone for a moment")
  func keepsMemory() throws {
    let place = try Place(["a.palette.json": Self.surfaces], settle: "500ms")
    let dark = Self.surfaces.replacing("#eeeeee", with: "#444444")
    let daemon = try place.start()
    let client = try daemon.client()
    let subscriber = try daemon.client()
    try subscriber.subscribe()
    try place.folder.replace("p/a.palette.json", dark)
    #expect(try Place.batch(of: subscriber).map(\.kind) == ["regression"])
    try place.folder.move("p/a.palette.json", to: "p/b.palette.json")
    #expect(try Place.batch(of: subscriber).map(\.kind) == ["renamed"])
    #expect(try client.root().int("failingPairs") == 1)
    try place.folder.remove("p/b.palette.json")
    try client.call("Sync")
    try place.folder.file("p/b.palette.json", dark)
    try place.folder.file("p/other.palette.json", Sample.palette(text: Sample.pale))
    #expect(try Place.batch(of: subscriber).map(\.kind) == ["appeared-failing"])
    #expect(try client.root().int("failingPairs") == 2)
    #expect(try daemon.stop() == 0)
    #expect(try place.afterwards() == (0, 2))
  }

  @Test("an accepted failure that gets worse is told, also while the daemon was down", arguments: [false, true])
  func worse(whileDown: Bool) throws {
    let accepted =
      "{\"accepted\": [{\"palette\": \"a.palette.json\", \"fg\": \"text\", \"bg\": \"background\", "
      + "\"rule\": \"contrast/text\", \"ratios\": {\"default\": 2.84}}]}"
    let place = try Place([
      "a.palette.json": Sample.palette(text: Sample.pale), "contrast.baseline.json": accepted,
    ])
    #expect(
      try place.told(whileDown: whileDown) {
        try place.folder.replace("p/a.palette.json", Sample.palette(text: "#a8a8a8"))
      } == ["regression"])
    #expect(try place.afterwards() == (0, 1))
  }

  @Test("a baseline is told when it comes and when it goes, with what it accepts")
  func baseline() throws {
    let place = try Place(["a.palette.json": Sample.palette(text: Sample.pale)])
    let daemon = try place.start()
    let client = try daemon.client()
    try client.subscribe()
    try place.folder.file(
      "p/contrast.baseline.json",
      "{\"accepted\": [{\"palette\": \"a.palette.json\", \"fg\": \"text\", \"bg\": \"background\", "
        + "\"rule\": \"contrast/text\", \"ratios\": {\"default\": 2.84}}]}")
    let told = try Place.batch(of: client)
    #expect(told.map(\.kind) == ["baseline-changed"])
    #expect(told.first?.json.int("acceptedBefore") == 0 && told.first?.json.int("accepted") == 1)
    #expect(told.first?.message.hasSuffix("is new: it accepts 1 failure now, 0 before.") == true)
    try place.folder.remove("p/contrast.baseline.json")
    #expect(try Place.batch(of: client).map(\.kind) == ["baseline-changed"])
    #expect(try daemon.stop() == 0)
    #expect(try place.afterwards() == (0, 1))
  }
}
