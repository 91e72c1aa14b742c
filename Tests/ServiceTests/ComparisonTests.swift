import Contrast
import Palettes
import Testing

@testable import Service

/// What is told of two states of a directory: by the run that told the first, and by one after it.
@Suite("Comparison")
struct ComparisonTests {
  private static func workspace(_ files: [String: String]) -> Workspace {
    var workspace = Workspace()
    workspace.apply(files.sorted { $0.key < $1.key }.map { .source(path: "/p/" + $0.key, bytes: Array($0.value.utf8)) })
    return workspace
  }

  /// - Parameter isRemembered: the first state was told by an earlier run.
  private static func events(
    _ before: [String: String], _ after: [String: String], isRemembered: Bool
  ) -> [Event] {
    let (old, new) = (workspace(before), workspace(after))
    let comparisons = Set(old.palettes.keys).union(new.palettes.keys).sorted().map { palette in
      let audit = old.palettes[palette]?.audit
      let told = isRemembered ? audit.map { Told.remembered(Remembered($0)) } ?? .nothing : Told(audit)
      var comparison = Comparison(root: "p", palette: palette, before: told, after: new.palettes[palette]?.audit)
      comparison.exclusion = { new.exclusion(of: $0) }
      comparison.policyFile = new.policyFiles(for: palette).last?.path
      return comparison
    }
    let renames = Renames(comparisons)
    return comparisons.flatMap { $0.events(besides: renames) } + renames.events(root: "p")
  }

  private static let file = "a.palette.json"
  private static let pale = Sample.palette(text: Sample.pale)
  /// 2.84:1 in dark alone.
  private static let twoStyles = """
    { "colors": { "text": [{"value": "#222222"}, {"traits": "style=dark", "value": "#999999"}],
      "background": "#FFFFFF" } }
    """
  /// Two names that no rule pairs.
  private static let plain = Sample.palette(["alpha": "#999999", "beta": "#ffffff"])

  private static func policy(_ members: String) -> [String: String] { ["contrast.policy.json": "{\(members)}"] }
  private static func pair(_ min: String) -> String { "\"pairs\": [{\"fg\": \"text\", \"bg\": \"background\"\(min)}]" }

  struct Edit: Sendable, CustomTestStringConvertible {
    let name: String
    let before: [String: String]
    let after: [String: String]
    let kinds: [String]
    /// What an earlier run did not keep, a later one cannot tell.
    var remembered: [String]?
    var testDescription: String { name }
  }

  static let edits: [Edit] = [
    Edit(
      name: "a pair's own requirement lowered", before: policy(pair(", \"min\": 4.5")).with(file, pale),
      after: policy(pair(", \"min\": 2")).with(file, pale), kinds: ["policy-loosened"]),
    Edit(
      name: "an override", before: [file: pale],
      after: policy("\"overrides\": [{\"when\": {\"style\": \"light\"}, \"min\": 2}]").with(file, pale),
      kinds: ["policy-loosened"]),
    Edit(
      name: "a usage that is exempt", before: policy(pair("")).with(file, pale),
      after: policy(pair(", \"usage\": \"logotype\"")).with(file, pale), kinds: ["policy-loosened"]),
    Edit(
      name: "a requirement in the palette's own file",
      before: [file: document("#999999", ", \"pairs\": [{\"foreground\": \"alpha\", \"background\": \"beta\"}]")],
      after: [
        file: document(
          "#999999", ", \"pairs\": [{\"foreground\": \"alpha\", \"background\": \"beta\", \"minimum\": 2}]")
      ], kinds: ["policy-loosened"]),
    Edit(
      name: "a declared pair dropped",
      before: policy("\"pairs\": [{\"fg\": \"alpha\", \"bg\": \"beta\"}]").with(file, plain),
      after: policy("").with(file, plain), kinds: ["policy-loosened"]),
    Edit(
      name: "a source dropped", before: [file: pale], after: policy("\"ignore\": [\"a.*\"]").with(file, pale),
      kinds: ["policy-loosened"]),
    Edit(
      name: "a combination left out", before: [file: twoStyles],
      after: policy("\"traits\": {\"exclude\": [{\"style\": \"dark\"}]}").with(file, twoStyles),
      kinds: ["policy-loosened"]),
    Edit(
      name: "a combination left out that passes", before: [file: twoStyles],
      after: policy("\"traits\": {\"exclude\": [{\"style\": \"light\"}]}").with(file, twoStyles), kinds: []),
    Edit(
      name: "a combination that fails and is left out before and after",
      before: policy("\"traits\": {\"exclude\": [{\"style\": \"dark\"}]}").with(file, Sample.palette()),
      after: policy("\"traits\": {\"exclude\": [{\"style\": \"dark\"}]}").with(file, twoStyles), kinds: []),
    Edit(
      name: "a severity lowered", before: policy(pair("")).with(file, pale),
      after: policy(pair("") + ", \"severity\": {\"contrast/text\": \"note\"}").with(file, pale),
      kinds: ["policy-loosened"], remembered: []),
    Edit(
      name: "a failure that fails no check", before: policy(pair("")).with(file, pale),
      after: policy(pair("") + ", \"failOn\": \"never\"").with(file, pale), kinds: ["policy-loosened"], remembered: []),
    Edit(
      name: "a severity raised", before: policy("\"severity\": {\"contrast/text\": \"note\"}").with(file, pale),
      after: policy("\"severity\": {\"contrast/text\": \"error\"}").with(file, pale), kinds: []),
    Edit(
      name: "a requirement raised", before: policy(pair(", \"min\": 2")).with(file, pale),
      after: policy(pair(", \"min\": 4.5")).with(file, pale), kinds: ["regression"]),
    Edit(name: "a colour mended", before: [file: pale], after: [file: Sample.palette()], kinds: ["recovery"]),
    Edit(
      name: "a colour mended, and less asked", before: policy(pair(", \"min\": 4.5")).with(file, pale),
      after: policy(pair(", \"min\": 3")).with(file, Sample.palette()), kinds: ["recovery"]),
    Edit(
      name: "a passing pair dropped",
      before: policy("\"pairs\": [{\"fg\": \"alpha\", \"bg\": \"beta\"}]").with(
        file, document("#222222", "")),
      after: policy("").with(file, document("#222222", "")), kinds: ["vanished"]),
    Edit(
      name: "a colour gone", before: [file: pale], after: [file: Sample.palette(["background": "#ffffff"])],
      kinds: ["vanished"]),
    Edit(name: "a palette gone", before: [file: pale], after: [:], kinds: ["vanished"]),
  ]

  private static func document(_ alpha: String, _ rest: String) -> String {
    "{ \"colors\": { \"alpha\": \"\(alpha)\", \"beta\": \"#ffffff\" }\(rest) }"
  }

  @Test("red that turns green by an edit of what is asked is told as that, and nothing else is", arguments: edits)
  func loosened(_ edit: Edit) throws {
    let told = Self.events(edit.before, edit.after, isRemembered: false)
    #expect(told.map(\.kind.rawValue) == edit.kinds, "\(told.map(\.message))")
    let later = Self.events(edit.before, edit.after, isRemembered: true)
    #expect(later.map(\.kind.rawValue) == edit.remembered ?? edit.kinds, "\(later.map(\.message))")
    for event in told + later where event.kind == .policyLoosened {
      #expect(event.message.contains("2.84:1") && event.pair?.combinations.isEmpty == false, "\(event.message)")
    }
  }

  @Test("a loosened policy is told with the line that says it, also through the store")
  func place() throws {
    let before = Self.policy(Self.pair(", \"min\": 4.5")).with(Self.file, Self.pale)
    let after = Self.policy("\n\n" + Self.pair(", \"min\": 2")).with(Self.file, Self.pale)
    var event = try #require(Self.events(before, after, isRemembered: false).first)
    #expect(event.message.contains("needs 2:1 now, 4.5:1 before: text (#999999) on background"), "\(event.message)")
    #expect(event.place?.file == "/p/contrast.policy.json" && event.place?.line == 3)
    event.sequence = 1
    let kept = try #require(Event(event.storedFields))
    #expect(kept.place?.file == "/p/contrast.policy.json" && kept.place?.line == 3 && kept.pair?.ratio == "2.84")
    // Where it is gone, the place where it was. What names suggest needs 4.5, too, and is a warning.
    let gone = try #require(Self.events(before, [Self.file: Self.pale], isRemembered: false).first)
    #expect(gone.kind == .policyLoosened && gone.message.hasSuffix("no longer fails the check: its severity is lower."))
    #expect(gone.place?.file == "/p/contrast.policy.json" && gone.place?.line == 1)
  }

  static let renames: [Edit] = [
    Edit(
      name: "a token", before: [file: pale],
      after: [file: Sample.palette(["label": "#999999", "background": "#ffffff"])],
      kinds: ["renamed"]),
    Edit(
      name: "both tokens", before: [file: pale],
      after: [file: Sample.palette(["label": "#999999", "canvas": "#ffffff"])],
      kinds: ["renamed"]),
    Edit(name: "a palette", before: [file: pale], after: ["b.palette.json": pale], kinds: ["renamed"]),
    Edit(
      name: "a palette that passes", before: [file: Sample.palette()], after: ["d/b.palette.json": Sample.palette()],
      kinds: ["renamed"]),
    Edit(
      name: "a token, and another colour", before: [file: pale],
      after: [file: Sample.palette(["label": "#989898", "background": "#ffffff"])],
      kinds: ["appeared-failing", "vanished"]),
    Edit(
      name: "a palette, and another colour", before: [file: pale],
      after: ["b.palette.json": Sample.palette(text: "#989898")], kinds: ["vanished", "appeared-failing"]),
    Edit(
      name: "one of two names for one colour",
      before: [file: Sample.palette(["text": "#999999", "text2": "#999999", "background": "#ffffff"])],
      after: [file: pale], kinds: ["vanished"]),
    Edit(
      name: "another use", before: [file: pale],
      after: [file: Sample.palette(["icon": "#999999", "background": "#ffffff"])],
      kinds: ["appeared-failing", "vanished"]),
  ]

  @Test("a name or a path that changes is a rename where everything looks as it did", arguments: renames)
  func renamed(_ edit: Edit) {
    for isRemembered in [false, true] {
      let told = Self.events(edit.before, edit.after, isRemembered: isRemembered)
      #expect(told.map(\.kind.rawValue).sorted() == edit.kinds.sorted(), "\(isRemembered): \(told.map(\.message))")
    }
  }

  @Test("a rename says the old name and the new one")
  func renameMessage() throws {
    let told = Self.events(
      [Self.file: Self.pale], [Self.file: Sample.palette(["label": "#999999", "background": "#ffffff"])],
      isRemembered: false)
    #expect(
      told.map(\.message) == [
        "text on background is label on background now. Colours and verdicts are as they were."
      ])
    let moved = Self.events([Self.file: Self.pale], ["b.palette.json": Self.pale], isRemembered: false)
    #expect(
      moved.map(\.message) == [
        "1 judged pair of /p/a.palette.json went to /p/b.palette.json. Colours and verdicts are as they were."
      ])
  }
}

extension [String: String] {
  fileprivate func with(_ name: String, _ text: String) -> [String: String] { merging([name: text]) { $1 } }
}
