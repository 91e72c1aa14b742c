import Palettes
import Testing

@testable import Contrast

/// A pair once judged stays judged, whatever its values are: surface.md, "Values never remove a pair".
@Suite("Judged")
struct JudgedTests {
  private static func document(_ text: String, _ surface: String) -> [UInt8] {
    Array("{ \"colors\": { \"text\": \"\(text)\", \"background\": \"#FFFFFF\", \"surface\": \"\(surface)\" } }".utf8)
  }

  private static func keys(_ workspace: Workspace) -> [String] {
    (workspace.audits.first?.pairings ?? []).compactMap { pairing in
      workspace.audits.first.map { $0.key(of: pairing) }.map { "\($0.foreground) on \($0.background)" }
    }.sorted()
  }

  private static let both = ["text on background", "text on surface"]
  private static let remembered = Set(
    both.map { pair in
      PairKey(foreground: "text", background: String(pair.split(separator: " ")[2]), usage: .text)
    })

  @Test("what is remembered of a palette is judged, and stays so until its policy changes")
  func recalled() {
    var workspace = Workspace()
    let path = Sample.path
    workspace.apply([.source(path: path, bytes: Self.document("#222222", "#444444"))])
    #expect(Self.keys(workspace) == ["text on background"])
    #expect(workspace.apply([.judged(palette: path, pairs: Self.remembered)]).palettes == [path])
    #expect(Self.keys(workspace) == Self.both)
    // White on white is suspect at first sight.
    workspace.apply([.source(path: path, bytes: Self.document("#FFFFFF", "#444444"))])
    #expect(Self.keys(workspace) == Self.both && workspace.audits.first?.tally.fail == 1)
    #expect(workspace.apply([.judged(palette: path, pairs: Self.remembered)]).palettes.isEmpty)
    workspace.apply([.source(path: "contrast.policy.json", bytes: Array("{\"conformance\": \"AAA\"}".utf8))])
    #expect(Self.keys(workspace).isEmpty)
  }

  @Test("what is remembered under a name that is gone is nothing")
  func goneName() {
    var workspace = Workspace()
    workspace.apply([.source(path: Sample.path, bytes: Self.document("#222222", "#EEEEEE"))])
    let key = PairKey(foreground: "label", background: "surface", usage: .text)
    #expect(workspace.apply([.judged(palette: Sample.path, pairs: [key])]).palettes.isEmpty)
    #expect(workspace.apply([.judged(palette: "elsewhere", pairs: [key])]).palettes.isEmpty)
  }

  private static let baseline = Array(
    """
    {"accepted": [{"palette": "\(Sample.path)", "fg": "text", "bg": "surface", "rule": "contrast/text",
      "ratios": {"default": 3.1}}]}
    """.utf8)

  @Test("what a baseline accepts is judged, whichever of the two files comes first", arguments: [true, false])
  func accepted(baselineFirst: Bool) {
    let palette = Change.source(path: Sample.path, bytes: Self.document("#222222", "#444444"))
    let accepted = Change.source(path: Baseline.name, bytes: Self.baseline)
    var workspace = Workspace()
    for change in baselineFirst ? [accepted, palette] : [palette, accepted] { workspace.apply([change]) }
    #expect(Self.keys(workspace) == Self.both)
    var together = Workspace()
    together.apply([palette, accepted])
    #expect(Self.keys(together) == Self.both)
  }

  @Test("a pair of a set of palettes is recalled, too")
  func inSet() throws {
    var workspace = Workspace()
    let policy = "{\"sets\": {\"all\": [\"*.palette.json\"]}}"
    workspace.apply([
      .source(path: "contrast.policy.json", bytes: Array(policy.utf8)),
      .source(path: "a.palette.json", bytes: Array("{ \"colors\": { \"text\": \"#FFFFFF\" } }".utf8)),
      .source(path: "b.palette.json", bytes: Array("{ \"colors\": { \"background\": \"#FFFFFF\" } }".utf8)),
    ])
    let path = try #require(workspace.sets.keys.first)
    #expect(workspace.palettes[path]?.audit?.pairings.count == 0)
    let key = PairKey(foreground: "text", background: "background", usage: .text)
    workspace.apply([.judged(palette: path, pairs: [key])])
    #expect(workspace.palettes[path]?.audit?.pairings.count == 1)
  }
}
