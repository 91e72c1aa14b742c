import Foundation
import Testing

/// `contrastctl fix` on copies of real files.
@Suite struct FixCommandTests {
  /// The examples, copied aside.
  private func copied(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("contrast-fix-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(at: Program.checkout.appendingPathComponent(Program.examples), to: folder)
    try body(folder)
  }

  private func files(_ folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      files[path] = FileManager.default.contents(atPath: folder.appendingPathComponent(path).path)
    }
    return files
  }

  @Test func `what is applied passes, and a second run has nothing to do`() throws {
    try copied { folder in
      let before = try Program.contrastctl("fix", ".", in: folder)
      #expect(
        before.status == 0 && before.output.hasPrefix("--- a/brand.palette.json\n+++ b/brand.palette.json\n@@ -36,7"))
      let written = try Program.contrastctl("fix", "--apply", in: folder)
      #expect(written.status == 0 && written.output.isEmpty && written.errors.contains("2 files written"))
      #expect(try Program.contrastctl("check", "--fail-on=note", "--rule=contrast/*text", in: folder).status != 1)
      let again = try Program.contrastctl("fix", in: folder)
      #expect(again.status == 0 && again.output.isEmpty && again.errors == "no pair fails\n")
    }
  }

  @Test func `the patch is the one that git and --apply agree on`() throws {
    try copied { first in
      try copied { second in
        let line = "contrastctl fix 2>/dev/null > ../$$.patch; git apply ../$$.patch; s=$?; rm ../$$.patch; exit $s"
        let run = try Program.shell(line, in: first, environment: ["GIT_CEILING_DIRECTORIES": "/"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try Program.contrastctl("fix", "--apply", in: second).status == 0)
        #expect(try files(first) == files(second))
      }
    }
  }

  @Test func `what is left says why and ends in 1`() throws {
    try copied { folder in
      let colors = ["text": "systemYellowColor", "background": "systemBackgroundColor"].map { name, reference in
        "\"\(name)\": {\"platform\": \"ios\", \"reference\": \"\(reference)\"}"
      }
      let text = "{\"colors\": {\(colors.joined(separator: ", "))}}"
      try Data(text.utf8).write(to: folder.appendingPathComponent("system.palette.json"))
      let run = try Program.contrastctl("fix", "system.palette.json", in: folder)
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors.contains("✗ text on background: text has no value of its own that could be changed"))
    }
  }

  @Test func `what is waived is left as it is`() throws {
    try copied { folder in
      let waiver = """
        {"pair": "Badge/icon", "owner": "@ios", "reason": "the badge goes in May", "expires": "2999-01-01"}
        """
      let file = folder.appendingPathComponent("contrast.waivers.json")
      try Data("{\"waivers\": [\(waiver)]}".utf8).write(to: file)
      let run = try Program.contrastctl("fix", ".", in: folder)
      #expect(run.status == 0 && !run.output.contains("Badge") && run.output.contains("brand.palette.json"), "\(run)")
    }
  }

  @Test func `on real palettes what is fixed passes and nothing else breaks`() throws {
    let projects = [
      "xcassets/apple-browsers-duckduckgo", "xcassets/kmail-ios-infomaniak", "xcassets/protoncore-ios",
      "dtcg/compound-element",
    ]
    let (status, lines) = try CorpusScript.run("run-fixes", projects)
    #expect(status == 0, "\(lines)")
  }
}
