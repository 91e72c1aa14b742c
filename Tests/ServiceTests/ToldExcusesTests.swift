import Contrast
import Palettes
import Testing

@testable import Service

/// What is told of baselines and waivers, with the day passed in.
@Suite("Told excuses")
struct ToldExcusesTests {
  private static let palette = "/p/a.palette.json"

  private static func apply(_ files: KeyValuePairs<String, String>, to workspace: inout Workspace) {
    workspace.apply(files.map { .source(path: "/p/" + $0.key, bytes: Array($0.value.utf8)) })
  }

  private static func workspace(_ files: KeyValuePairs<String, String>, on day: String = "2026-11-30") -> Workspace {
    var workspace = Workspace()
    if let day = Day(day) { workspace.apply([.day(day)]) }
    apply(["a.palette.json": Sample.palette(text: Sample.pale)], to: &workspace)
    apply(files, to: &workspace)
    return workspace
  }

  private static func waivers(_ expires: String, _ rest: String = "") -> String {
    "{\"waivers\": [\n  {\"pair\": \"text\", \"owner\": \"@web\", \"reason\": \"r\", \"expires\": \"\(expires)\"\(rest)}\n]}"
  }

  private static func baseline(_ ratio: String, _ more: String = "") -> String {
    "{\"accepted\": [{\"palette\": \"a.palette.json\", \"fg\": \"text\", \"bg\": \"background\", "
      + "\"rule\": \"contrast/text\", \"ratios\": {\"default\": \(ratio)\(more)}}]}"
  }

  /// As a restart does.
  private static func kept(_ told: ToldExcuses) throws -> ToldExcuses {
    let kept = try #require(ToldExcuses(packed: told.packed))
    #expect(kept == told)
    return kept
  }

  @Test("A waiver is told a week before it ends and when it has ended, each once, also across restarts")
  func waiver() throws {
    var workspace = Self.workspace(["contrast.waivers.json": Self.waivers("2026-12-20")])
    var told = ToldExcuses()
    var days: [String] = []
    var day = try #require(workspace.day)
    for turn in 0..<40 {
      for event in told.takeWaivers(workspace, root: "p") {
        days.append("\(day) \(event.kind.rawValue)")
        #expect(event.waiver?.pair == "text" && event.waiver?.owner == "@web" && event.waiver?.expires == "2026-12-20")
        #expect(event.place?.file == "/p/contrast.waivers.json" && event.place?.line == 2)
      }
      if turn.isMultiple(of: 3) { told = try Self.kept(told) }
      day = day.adding(days: 1)
      workspace.apply([.day(day)])
    }
    #expect(days == ["2026-12-13 waiver-expiring", "2026-12-20 waiver-expired"])
  }

  @Test("One that is renewed or comes back with a branch is told as what it is")
  func renewed() throws {
    var workspace = Self.workspace(["contrast.waivers.json": Self.waivers("2026-11-30")])
    var told = ToldExcuses()
    func kinds() -> [String] { told.takeWaivers(workspace, root: "p").map(\.kind.rawValue) }
    #expect(kinds() == ["waiver-expired"])
    Self.apply(["contrast.waivers.json": "// moved\n\n" + Self.waivers("2026-11-30")], to: &workspace)
    #expect(kinds() == [])
    workspace.apply([.removed(path: "/p/contrast.waivers.json")])
    #expect(kinds() == [])
    Self.apply(["contrast.waivers.json": Self.waivers("2026-11-30")], to: &workspace)
    #expect(kinds() == [])
    Self.apply(["contrast.waivers.json": Self.waivers("2026-12-01")], to: &workspace)
    #expect(kinds() == ["waiver-expiring"])
    Self.apply(["contrast.waivers.json": Self.waivers("soon")], to: &workspace)
    #expect(kinds() == ["waiver-expired"])
  }

  @Test("A baseline or waivers that come, change or go are told with what they accept before and now")
  func files() throws {
    var workspace = Self.workspace([:])
    var told = ToldExcuses(of: workspace)
    func take() throws -> [String] {
      defer { if let kept = try? Self.kept(told) { told = kept } }
      return told.takeFiles(workspace, root: "p").map { event in
        "\(event.kind.rawValue) \(event.accepted?.before ?? -1) \(event.accepted?.now ?? -1)"
      }
    }
    #expect(try take() == [])
    Self.apply(["contrast.baseline.json": Self.baseline("2.84")], to: &workspace)
    #expect(try take() == ["baseline-changed 0 1"])
    #expect(try take() == [])
    Self.apply(["contrast.baseline.json": "// said\n" + Self.baseline("2.84")], to: &workspace)
    #expect(try take() == [])
    Self.apply(["contrast.baseline.json": Self.baseline("2.84", ", \"style=dark\": 2")], to: &workspace)
    #expect(try take() == ["baseline-changed 1 2"])
    Self.apply(["contrast.waivers.json": Self.waivers("2027-11-30", ", \"traits\": \"style=dark\"")], to: &workspace)
    #expect(try take() == ["waivers-changed 0 0"])
    Self.apply(["contrast.waivers.json": Self.waivers("2027-11-30")], to: &workspace)
    #expect(try take() == ["waivers-changed 0 1"])
    workspace.apply([.removed(path: "/p/contrast.baseline.json"), .removed(path: "/p/contrast.waivers.json")])
    #expect(try take() == ["baseline-changed 2 0", "waivers-changed 1 0"])
  }

  @Test(
    "An accepted failure that gets worse than the ratchet allows is one regression while it is so",
    arguments: ["contrast.baseline.json", "contrast.waivers.json"])
  func ratchet(_ file: String) throws {
    let text = file.contains("baseline") ? Self.baseline("2.84") : Self.waivers("2027-11-30", ", \"granted\": 2.84")
    var workspace = Self.workspace([:])
    Self.apply([file: text], to: &workspace)
    var told = ToldExcuses(of: workspace)
    func take(_ value: String, besides events: [Event] = []) throws -> [Event] {
      Self.apply(["a.palette.json": Sample.palette(text: value)], to: &workspace)
      let audit = try #require(workspace.audits.first)
      let excuses = workspace.excuses(for: Self.palette)
      defer { if let kept = try? Self.kept(told) { told = kept } }
      return told.takeOutgrown(Self.palette, audit, excuses, root: "p", besides: events)
    }
    // #9A9A9A is 2.81:1, within what rounding moves.
    #expect(try take("#9A9A9A").isEmpty)
    let worse = try #require(try take("#A8A8A8").first)
    #expect(worse.kind == .regression && worse.pair?.ratio == "2.37" && worse.pair?.ratioBefore == "2.84")
    #expect(worse.message.hasPrefix("Known failure got worse: contrast 2.37:1, accepted at 2.84:1, needs 4.5:1: text"))
    #expect(try take("#B0B0B0").isEmpty)
    #expect(try take("#999999").isEmpty)
    #expect(try take("#B0B0B0").count == 1)
    // What passed and fails is told there, and not a second time.
    #expect(try take("#222222").isEmpty)
    #expect(try take("#B0B0B0", besides: [worse]).isEmpty)
    #expect(try take("#B1B1B1").isEmpty)
  }

  @Test("What is not ours is no memory")
  func damaged() {
    let bytes = ToldExcuses().packed
    #expect(ToldExcuses(packed: bytes) != nil)
    #expect(ToldExcuses(packed: Array(bytes.dropLast())) == nil && ToldExcuses(packed: bytes + [0]) == nil)
    #expect(ToldExcuses(packed: [2] + bytes.dropFirst()) == nil)
  }
}
