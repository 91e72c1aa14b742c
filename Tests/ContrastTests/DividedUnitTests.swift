import Palettes
import Syntax
import Testing

@testable import Contrast

/// Palettes whose files only their contents tell together.
@Suite struct DividedUnitTests {
  private func source(_ path: String, _ text: String) -> Change {
    .source(path: path, bytes: Array(text.utf8))
  }

  private func tokens(_ hex: String) -> String {
    ##"{"text": {"$type": "color", "$value": "\##(hex)"}}"##
  }

  private let resolver =
    ##"{"version": "2025.10", "resolutionOrder": [{"sources": [{"$ref": "../a/x.json"}]}]}"##

  private func workspace() -> Workspace {
    var workspace = Workspace()
    workspace.apply([
      source("a/x.json", tokens("#111111")), source("b/t.resolver.json", resolver),
      source("c/y.json", tokens("#222222")),
      source("c/package-x.json", #"{"name": "x"}"#),
    ])
    return workspace
  }

  private func hex(_ workspace: Workspace, _ palette: String) -> String? {
    guard let color = workspace.palettes[palette]?.palette["text"]?.registrations.first?.value,
      case .color(let color) = color
    else { return nil }
    return color.rendered.hex
  }

  @Test func `a file is the palette's whose document names it, and its change evaluates no other`() {
    var workspace = workspace()
    #expect(workspace.palettes.keys.sorted() == ["b/t.resolver.json", "c/"])
    let delta = workspace.apply([source("a/x.json", tokens("#333333"))])
    #expect(delta.palettes == ["b/t.resolver.json"])
    #expect(hex(workspace, "b/t.resolver.json") == "#333333")
  }

  @Test func `without the document its files are palettes by folder`() {
    var workspace = workspace()
    let delta = workspace.apply([.removed(path: "b/t.resolver.json")])
    #expect(delta.palettes == ["a/", "b/t.resolver.json"])
    #expect(workspace.palettes.keys.sorted() == ["a/", "c/"])
    workspace.apply([.removed(path: "a/x.json"), .removed(path: "c/y.json"), .policy(Policy())])
    #expect(workspace.palettes.isEmpty)
  }

  @Test
  func
    `a file that is being written keeps what it said before, one that holds no tokens any more does not`()
  {
    var workspace = workspace()
    workspace.apply([source("c/y.json", "")])
    #expect(hex(workspace, "c/") == "#222222")
    #expect(workspace.stale.keys.sorted() == ["c/y.json"])
    workspace.apply([source("c/y.json", tokens("#444444"))])
    #expect(workspace.stale.isEmpty && hex(workspace, "c/") == "#444444")
    workspace.apply([source("c/y.json", #"{"other": 1}"#)])
    #expect(workspace.palettes["c/"] == nil)
  }

  @Test func `a part of a workspace goes on by itself`() {
    var part = workspace().within("b")
    #expect(part.palettes.keys.sorted() == ["b/t.resolver.json"])
    part.apply([.policy(Policy())])
    #expect(part.palettes.keys.sorted() == ["b/t.resolver.json"])
    #expect(hex(part, "b/t.resolver.json") == "#111111")
  }
}
