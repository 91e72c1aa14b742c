import Linux
import Syntax
import Testing
import Varlink

@testable import Service

@Suite("Methods")
struct MethodTests {
  let files: TestFolder
  let daemon: RunningDaemon
  let client: DaemonClient

  init() throws {
    files = try TestFolder()
    try files.file(
      "root/a.palette.json",
      """
      {
        "colors": {
          "text": [{ "value": "#222222" }, { "traits": "style=dark", "value": "#666666" }],
          "background": [{ "value": "#ffffff" }, { "traits": "style=dark", "value": "#111111" }]
        }
      }
      """)
    daemon = try RunningDaemon([files("root")])
    client = try daemon.client()
  }

  private var palette: String { files("root/a.palette.json") }

  /// The members of an error of the interface, by its short name.
  private func error(_ method: String, _ parameters: (inout JSONWriter) -> Void) throws -> String? {
    try client.error(method, parameters)?.description.replacing("org.contrastd.contrast.", with: "")
  }

  @Test("The service says who it is, and its interface word for word")
  func information() throws {
    let info = try client.call("org.varlink.service.GetInfo")
    #expect(info.string("vendor") == "contrastd")
    #expect(info.elements("interfaces").map(\.string) == ["org.varlink.service", "org.contrastd.contrast"])
    let answer = try client.call("org.varlink.service.GetInterfaceDescription") {
      $0.field("interface", "org.contrastd.contrast")
    }
    #expect(answer.string("description") == ControlMethod.interfaceText)
  }

  @Test("Every declared method is there, and every method there is declared")
  func declared() throws {
    let interface = try Interface(ControlMethod.interfaceText)
    #expect(Set(interface.methods) == Set(ControlMethod.all.map(\.name)))
    for method in interface.methods {
      let name = try client.error(method) { $0.field("nonsense", 1) }?.name
      #expect(name == "org.varlink.service.InvalidParameter", "\(method): \(name ?? "no error")")
    }
  }

  @Test("The state, the palettes and the configuration")
  func status() throws {
    let status = try client.call("GetStatus")
    #expect(status.string("state") == "ready")
    #expect(status.string("clock").hasPrefix("c:"))
    #expect(status["connections"]?.number == 1)
    let root = try #require(status.elements("roots").first)
    #expect(root["path"]?.string == files("root"))
    #expect(root["scanned"]?.bool == true)
    #expect(root["behind"]?.bool == false)
    let counts: [StaticString] = ["palettes", "colors", "pairs", "failingPairs", "checks", "pass", "fail"]
    #expect(counts.map { root.int($0) } == [1, 2, 1, 1, 2, 1, 1])
    let listed = try #require(try client.call("ListPalettes").elements("palettes").first)
    #expect(listed["path"]?.string == palette)
    #expect(listed.int("failingPairs") == 1)
    #expect(try client.call("GetConfiguration").string("text").contains("Path=\(files("root"))\n"))
  }

  @Test("While a large palette is evaluated, answers come from the state before and say so; Sync waits for it")
  func behind() throws {
    let colors = (0..<3000).map { "\"text\($0)\": \"#222222\"" } + ["\"background\": \"#ffffff\""]
    var isSeen = false
    // Whether a question comes between is chance on a busy machine: the palette grows until one does.
    for round in 1...20 where !isSeen {
      let more = (0..<(round * 1000)).map { "\"label\(round)x\($0)\": \"#222222\"" }
      try files.file("root/large.palette.json", "{ \"colors\": { \((colors + more).joined(separator: ",\n")) } }")
      var root: JSONValue
      repeat {
        root = try #require(try client.call("GetStatus").elements("roots").first)
        isSeen = isSeen || root["behind"]?.bool == true
      } while root.int("colors") != 3003 + round * 1000 && !isSeen
      _ = try client.call("Sync")
      root = try #require(try client.call("GetStatus").elements("roots").first)
      #expect(root["behind"]?.bool == false)
      #expect(root.int("colors") == 3003 + round * 1000)
    }
    #expect(isSeen)
  }

  @Test("Findings are filtered by palette, file, names, code and traits")
  func findings() throws {
    func count(_ parameters: (inout JSONWriter) -> Void = { _ in }) throws -> Int {
      try client.call("ListFindings", parameters).elements("findings").count { $0["code"]?.string == "contrast/text" }
    }
    #expect(try count() == 1)
    #expect(try count { $0.field("palette", palette) } == 1)
    #expect(try count { $0.field("palette", "/none") } == 0)
    #expect(try count { $0.field("file", palette) } == 1)
    #expect(try count { $0.field("foreground", "te*") } == 1)
    #expect(try count { $0.field("foreground", "link*") } == 0)
    #expect(try count { $0.field("background", "back*") } == 1)
    #expect(try count { $0.field("code", "contrast/text") } == 1)
    #expect(try count { $0.field("code", "variant-*") } == 0)
    #expect(try count { $0.field("traits", "style=light") } == 0)
    #expect(try count { $0.field("traits", "style=dark") } == 1)
  }

  @Test("Measurements are every pair in every combination; with more they come in parts, and are the same")
  func measurements() throws {
    let all = try client.call("ListMeasurements") { $0.field("palette", palette) }.elements("measurements")
    #expect(all.map { $0["verdict"]?.string } == ["pass", "fail"])
    #expect(all.map { $0["traits"]?.string } == ["style=light", "style=dark"])
    let failing = try client.call("ListMeasurements") { writer in
      writer.field("palette", palette)
      writer.field("verdict", "fail")
    }
    #expect(failing.elements("measurements").count == 1)
    try files.file("root/w.palette.json", Wide.palette(background: "#ffffff"))
    _ = try client.call("Sync")
    let whole = try client.call("ListMeasurements") { $0.field("palette", files("root/w.palette.json")) }
    let parts = try client.callMore("ListMeasurements") { $0.field("palette", files("root/w.palette.json")) }
    #expect(parts.count == 3)
    #expect(parts.flatMap { $0.elements("measurements").map(\.source) } == whole.elements("measurements").map(\.source))
  }

  @Test("Explain, Suggest, Measure and Resolve answer under the traits asked")
  func questions() throws {
    func pair(_ method: String, _ traits: String) throws -> DaemonClient.Answer {
      try client.call(method) { writer in
        writer.field("foreground", "text")
        writer.field("background", "background")
        writer.field("traits", traits)
      }
    }
    #expect(try pair("Explain", "style=light")["explanation"]?.source.contains("\"pass\"") == true)
    #expect(try pair("Explain", "style=dark")["explanation"]?.source.contains("\"fail\"") == true)
    #expect(try pair("Suggest", "style=dark")["suggestion"]?.source.contains("#") == true)
    let measured = try client.call("Measure") { writer in
      writer.field("foreground", "#777")
      writer.field("background", "rgb(255 255 255 / 50%)")
      writer.field("on", ["white"])
    }
    #expect(measured["measurement"]?.source.contains("4.47") == true, "\(measured["measurement"]?.source ?? "")")
    #expect(try resolved("text", "style=dark").contains("#666666"))
    #expect(try resolved("text", nil).contains("#222222"))
  }

  private func resolved(_ name: String, _ traits: String?, on client: DaemonClient? = nil) throws -> String {
    let answer = try (client ?? self.client).call("Resolve") { writer in
      writer.field("name", name)
      writer.field("traits", traits)
    }
    return answer["resolution"]?.source.uppercased() ?? ""
  }

  @Test("What cannot be answered is an error that says what there is")
  func errors() throws {
    #expect(
      try error("Resolve") { $0.field("name", "txet") }
        == "NoSuchColor {\n  \"name\": \"txet\",\n  \"nearest\": \"text\"\n}"
        || error("Resolve") { $0.field("name", "txet") } == "NoSuchColor {\"name\":\"txet\",\"nearest\":\"text\"}")
    let missing = try error("ListMeasurements") { $0.field("palette", "/none") }
    #expect(missing?.hasPrefix("NoSuchPalette") == true)
    let unknown = try client.error("Explain") { writer in
      writer.field("foreground", "text")
      writer.field("background", "background")
      writer.field("palette", "/none")
    }
    #expect(unknown?.name == "org.contrastd.contrast.NoSuchPalette")
    #expect(try client.error("Resolve") { $0.field("name", 3) } == .invalidParameter("name"))
    #expect(try client.error("Resolve") == .invalidParameter("name"))
    let traits = try client.error("Resolve") { writer in
      writer.field("name", "text")
      writer.field("traits", "style=drak")
    }
    #expect(traits?.description.contains("dark") == true)
    #expect(try client.error("Subscribe") == .expectedMore)
    #expect(try client.error("Nonsense") == .methodNotFound("org.contrastd.contrast.Nonsense"))
    let color = try client.error("Measure") { writer in
      writer.field("foreground", "#77")
      writer.field("background", "#fff")
    }
    #expect(color?.name == "org.contrastd.contrast.InvalidQuestion")
  }

  @Test("Traits and overrides of a connection complete its questions, and no other's")
  func environment() throws {
    let other = try daemon.client()
    try client.call("SetEnvironment") { $0.field("traits", "style=dark") }
    #expect(try resolved("text", nil).contains("#666666"))
    #expect(try resolved("text", "style=light").contains("#222222"))
    #expect(try resolved("text", nil, on: other).contains("#222222"))
    #expect(try resolved("text", nil, on: daemon.client()).contains("#222222"))
    try client.call("SetEnvironment") { $0.field("overrides", ["style=dark"]) }
    #expect(try resolved("text", "style=light").contains("#666666"))
    let bad = try client.error("SetEnvironment") { $0.field("overrides", ["stile=dark"]) }
    #expect(bad?.name == "org.contrastd.contrast.InvalidQuestion")
    #expect(try resolved("text", "style=light").contains("#666666"))
    try client.call("SetEnvironment")
    #expect(try resolved("text", nil).contains("#222222"))
  }

  @Test("A registered variant is its connection's alone: the last one wins, and it is gone with it")
  func overlay() throws {
    let other = try daemon.client()
    func register(_ traits: String?, _ color: String) throws {
      try other.call("Register") { writer in
        writer.field("name", "text")
        writer.field("traits", traits)
        writer.field("color", color)
      }
    }
    try register("style=dark", "#888888")
    try register("style=dark", "#aaaaaa")
    #expect(try resolved("text", "style=dark", on: other).contains("#AAAAAA"))
    #expect(try resolved("text", "style=light", on: other).contains("#222222"))
    #expect(try resolved("text", "style=dark").contains("#666666"))
    #expect(try other.call("ListFindings").elements("findings").isEmpty)
    #expect(try !client.call("ListFindings").elements("findings").isEmpty)
    try files.file("root/b.palette.json", Sample.palette())
    try other.call("Sync")
    #expect(try resolved("text", "style=dark", on: other).contains("#AAAAAA"))
    try other.call("Unregister") { writer in
      writer.field("name", "text")
      writer.field("traits", "style=dark")
    }
    #expect(try resolved("text", "style=dark", on: other).contains("#666666"))
    #expect(try resolved("text", "style=dark", on: daemon.client()).contains("#666666"))
    let missing = try other.error("Register") { writer in
      writer.field("name", "txt")
      writer.field("color", "#fff")
    }
    #expect(missing?.description.contains("\"text\"") == true)
  }

  private func ask(_ path: String, _ command: String) throws -> DaemonClient.Answer {
    try client.call("Ask") { writer in
      writer.field("path", path)
      writer.field("question") { writer in
        writer.object { writer in
          writer.field("command", command)
          writer.field("json", "short")
        }
      }
    }
  }

  @Test("Ask answers as contrastctl does, for a root and what is under it")
  func asking() throws {
    for command in ["check", "tokens", "pairs", "traits", "matrix"] {
      let answer = try ask(files("root"), command)
      #expect(answer["status"]?.number == 0)
      #expect(answer.string("output").contains("a.palette.json"))
      #expect(try ask(palette, command).string("output") == answer.string("output"))
    }
    #expect(throws: MethodError.self) { try ask(files("root"), "delete") }
  }

  @Test("A path that is not under a root is refused, however it is written")
  func outside() throws {
    try files.file("other/x.palette.json", Sample.palette())
    try files.link("root/link", to: files("other"))
    let paths = [
      files("other"), files(""), "/", "", ".", "/etc/passwd", files("root") + "x", files("root/../other"),
      files("root/./../other/x.palette.json"), "/proc/self/root" + files("root"), "file://" + files("root"),
      files("root/%2e%2e/other"), files("root/\u{0}"), files("root/" + String(repeating: "a/", count: 2100)),
      files("root/link"), files("root/link/x.palette.json"), files("root/nothing"),
    ]
    _ = try client.call("Sync")
    var wrong: [String] = []
    for path in paths {
      do {
        let answer = try ask(path, "check")
        let isEmpty = answer.string("output").contains("\"palettes\":0,")
        if path.split(separator: "/").contains("..") || !path.hasPrefix(files("root") + "/") || !isEmpty {
          wrong.append("\(path): \(answer.string("output").prefix(80))")
        }
      } catch is MethodError {}
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(paths.count)")
  }

  @Test("A subscriber that shows a clock gets what came after it; another's clock starts afresh")
  func clocks() throws {
    let first = try daemon.client()
    let start = try first.subscribe()
    #expect(start["fresh"]?.bool == false)
    try files.file("root/b.palette.json", Sample.palette(text: Sample.pale))
    let told = try first.events(through: "batch")
    let second = try daemon.client()
    #expect(try second.subscribe(since: start.string("clock"))["fresh"]?.bool == false)
    #expect(try second.events(through: "batch").map(\.json.source) == told.map(\.json.source))
    let third = try daemon.client()
    #expect(try third.subscribe(since: told.last?.string("clock"))["fresh"]?.bool == false)
    let fourth = try daemon.client()
    #expect(try fourth.subscribe(since: "c:1234:1:1")["fresh"]?.bool == true)
    #expect(try client.call("GetStatus").string("clock") == told.last?.string("clock"))
  }

  @Test("Verify finds nothing that no event had told")
  func verify() throws {
    try files.file("root/b.palette.json", Sample.palette(text: Sample.pale))
    try client.call("Verify")
    #expect(try client.root().int("failingPairs") == 2)
    #expect(!daemon.log.contains("no event had told"), "\(daemon.log)")
  }
}
