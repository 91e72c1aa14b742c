import Glibc
import Linux
import Syntax
import Testing
import Varlink

@Suite("Reloading")
struct ReloadTests {
  let files: TestFolder
  let daemon: RunningDaemon
  let client: DaemonClient

  init() throws {
    files = try TestFolder()
    try files.file("a/a.palette.json", Sample.palette())
    try files.file("b/b.palette.json", Sample.palette(text: Sample.pale))
    daemon = try RunningDaemon(configuration: "[Palette a]\nPath=\(files("a"))\n", keepsNotices: true)
    client = try daemon.client()
  }

  private func write(_ configuration: String) throws { try daemon.folder.file("contrastd.conf", configuration) }

  private func rootNames() throws -> [String] {
    try client.call("GetStatus").elements("roots").compactMap { $0["name"]?.string }
  }

  @Test("A broken configuration leaves the one in force, and is told with file and line")
  func broken() throws {
    let subscriber = try daemon.client()
    try subscriber.subscribe()
    _ = daemon.notices.takeAll()
    try write("[Palette a]\nPath=\(files("a"))\n[Limits]\nMaxConnections=0\n")
    daemon.signal(SIGHUP)
    try daemon.waitForNotice("RELOADING=1")
    try daemon.waitForNotice("MONOTONIC_USEC=")
    try daemon.waitForNotice("READY=1")
    let event = try subscriber.nextEvent()
    #expect(event.kind == "configuration-invalid")
    #expect(event.message.contains("\(daemon.folder("contrastd.conf")):4"), "\(event.message)")
    #expect(daemon.log.contains("\(daemon.folder("contrastd.conf")):4"))
    #expect(try client.call("GetConfiguration").string("text").contains("MaxConnections=128"))
    let error = try client.error("Reload")
    #expect(error?.name == "org.contrastd.contrast.ConfigurationInvalid")
    #expect(error?.description.contains("contrastd.conf:4") == true)
    #expect(try rootNames() == ["a"])
  }

  @Test("Roots come and go, connections stay")
  func roots() throws {
    daemon.notices.close()
    try client.call("SetEnvironment") { $0.field("traits", "style=dark") }
    try write("[Palette b]\nPath=\(files("b"))\n[Palette a]\nPath=\(files("a"))\n")
    #expect(try client.call("Reload")["roots"]?.number == 2)
    try client.call("Sync")
    #expect(Set(try rootNames()) == ["a", "b"])
    #expect(try client.call("ListPalettes").elements("palettes").count == 2)
    try write("[Palette b]\nPath=\(files("b"))\n")
    #expect(try client.call("Reload")["roots"]?.number == 1)
    #expect(try client.call("ListPalettes").elements("palettes").count == 1)
    try files.file("a/a.palette.json", Sample.palette(text: Sample.pale))
    try client.call("Sync")
    #expect(try client.call("ListPalettes").elements("palettes").count == 1)
  }

  @Test("A method returns only when the new configuration is in force, new roots looked through")
  func applied() throws {
    daemon.notices.close()
    for index in 0..<300 { try files.file("b/\(index).palette.json", Sample.palette()) }
    try write("[Palette a]\nPath=\(files("a"))\n[Palette b]\nPath=\(files("b"))\n")
    try client.call("Reload")
    #expect(try client.error("ListPalettes") == nil)
    #expect(try client.call("ListPalettes").elements("palettes").count == 302)
  }

  @Test("A root in both configurations loses no event")
  func kept() throws {
    let subscriber = try daemon.client()
    try subscriber.subscribe()
    for round in 0..<10 {
      try files.file("a/a.palette.json", Sample.palette(text: round % 2 == 0 ? Sample.pale : Sample.dark))
      try write("[Palette a]\nPath=\(files("a"))\n[Limits]\nMaxConnections=\(100 + round)\n")
      daemon.signal(SIGHUP)
      _ = daemon.notices.takeAll()
      #expect(try subscriber.batch().map(\.kind) == [round % 2 == 0 ? "regression" : "recovery"])
    }
    try client.call("Sync")
    #expect(try client.root().int("failingPairs") == 0)
    #expect(try client.call("GetConfiguration").string("text").contains("MaxConnections=109"))
  }

  @Test("An evaluation that is under way for a root that changes its path is dropped")
  func underWay() throws {
    daemon.notices.close()
    for index in 0..<8 { try files.file("a/w\(index).palette.json", Wide.palette(background: "#ffffff")) }
    try client.call("Sync")
    for index in 0..<8 { try files.replace("a/w\(index).palette.json", Wide.palette(background: "#eeeeee")) }
    try write("[Palette a]\nPath=\(files("b"))\n")
    try client.start("Sync")
    let other = try daemon.client()
    try other.call("GetStatus")
    try other.call("Reload")
    _ = try client.next().result.get()
    try client.call("Sync")
    let paths = try client.call("ListPalettes").elements("palettes").compactMap { $0["path"]?.string }
    #expect(paths == [files("b/b.palette.json")])
  }

  @Test("Two hang-ups in a row: what was written before the second is in force")
  func twice() throws {
    _ = daemon.notices.takeAll()
    try write("[Palette a]\nPath=\(files("a"))\n[Limits]\nMaxConnections=77\n")
    daemon.signal(SIGHUP)
    try write("[Palette a]\nPath=\(files("a"))\n[Limits]\nMaxConnections=78\n")
    daemon.signal(SIGHUP)
    try daemon.waitForNotice("RELOADING=1")
    try daemon.waitForNotice("READY=1")
    let end = Clock.monotonic() + RunningDaemon.patience
    var text = ""
    while !text.contains("MaxConnections=78"), Clock.monotonic() < end {
      text = try client.call("GetConfiguration").string("text")
    }
    #expect(text.contains("MaxConnections=78"))
  }

  @Test("Reloading is for the superuser and the daemon's own user", .enabled(if: geteuid() == 0))
  func permission() throws {
    let error = try asNobody { try daemon.client() }.error("Reload")
    #expect(error == .permissionDenied)
    #expect(try asNobody { try daemon.client() }.call("GetStatus").string("state") == "ready")
  }
}

@_silgen_name("syscall") private func systemCall(_ number: Int, _ one: Int, _ two: Int, _ three: Int) -> Int

/// Runs the body with this thread's effective user being nobody; the group stays. For root only.
func asNobody<Result>(_ body: () throws -> Result) rethrows -> Result {
  #if arch(arm64)
    let setresuid = 147
  #else
    let setresuid = 117
  #endif
  _ = systemCall(setresuid, -1, 65534, -1)
  defer { _ = systemCall(setresuid, -1, 0, -1) }
  return try body()
}
