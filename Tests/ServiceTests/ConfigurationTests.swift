import Service
import Testing

@Suite("Configuration")
struct ConfigurationTests {
  private func read(_ texts: String...) throws -> Configuration {
    try Configuration(texts.enumerated().map { ("\($0.offset + 1).conf", $0.element) })
  }

  private func problem(_ texts: String...) -> String {
    do {
      _ = try Configuration(texts.enumerated().map { ("\($0.offset + 1).conf", $0.element) })
      return "none"
    } catch {
      return error.description
    }
  }

  @Test("Every key is taken")
  func keys() throws {
    let configuration = try read(
      """
      # contrastd
      [Daemon]
      SettleSec=20ms
      MaxSettleSec = 2
      PollIntervalSec=1min 30s
      VerifyIntervalSec=0
      ; limits
      [Limits]
      MaxConnections=9
      MaxConnectionsPerUser=4
      [Events]
      KeepDays=7
      [Palette ios]
      Path=/srv//design/./ios/
      Override=style=dark
      [Palette the web]
      Path=/srv/web
      """)
    #expect(configuration.settle == .milliseconds(20))
    #expect(configuration.maxSettle == .seconds(2))
    #expect(configuration.poll == .seconds(90))
    #expect(configuration.verify == .zero)
    #expect(configuration.limits.connections == 9)
    #expect(configuration.limits.connectionsPerUser == 4)
    #expect(configuration.keepDays == 7)
    #expect(configuration.roots.map(\.name) == ["ios", "the web"])
    #expect(configuration.roots.map(\.path) == ["/srv/design/ios", "/srv/web"])
    #expect(configuration.roots.map(\.override.description) == ["style=dark", ""])
    #expect(configuration.roots.map(\.place.description) == ["1.conf:14", "1.conf:17"])
  }

  @Test("A later file wins, key by key")
  func order() throws {
    let configuration = try read(
      "[Daemon]\nSettleSec=1s\nMaxSettleSec=3s\n[Palette p]\nPath=/a\n",
      "[Daemon]\nSettleSec=2s\n[Palette p]\nPath=/b\n"
    )
    #expect(configuration.settle == .seconds(2))
    #expect(configuration.maxSettle == .seconds(3))
    #expect(configuration.roots.map(\.path) == ["/b"])
    #expect(configuration.roots.map(\.place.description) == ["2.conf:4"])
  }

  @Test("What is written out reads as the same")
  func text() throws {
    let configuration = try read("[Daemon]\nSettleSec=1.5s\n[Palette p]\nPath=/a\nOverride=style=dark\n")
    var again = try read(configuration.text)
    for index in again.roots.indices { again.roots[index].place = configuration.roots[index].place }
    #expect(again == configuration)
  }

  @Test("Times are those of systemd.time(7)")
  func times() throws {
    let cases: [(String, Duration?)] = [
      ("5", .seconds(5)), ("0", .zero), ("50ms", .milliseconds(50)), ("50 ms", .milliseconds(50)),
      ("2min", .seconds(120)), ("1h", .seconds(3600)), ("1s 500ms", .milliseconds(1500)),
      ("1s500ms", .milliseconds(1500)), ("0.25s", .milliseconds(250)), ("100us", .microseconds(100)),
      ("1d", .seconds(86_400)), ("3sec", .seconds(3)), ("2 minutes", .seconds(120)), ("1 hour", .seconds(3600)),
      ("5 seconds", .seconds(5)), ("20msec", .milliseconds(20)), ("10usec", .microseconds(10)), ("1m", .seconds(60)),
      ("1w", .seconds(604_800)), ("", nil), ("ms", nil), ("-1s", nil), ("1 parsec", nil), ("1s,2s", nil), ("1e3", nil),
      ("99999999999999d", nil), ("nan", nil), (".5s", nil), ("1..2s", nil), ("١s", nil),
    ]
    var wrong: [String] = []
    for (text, expected) in cases {
      let read = try? read("[Daemon]\nSettleSec=\(text)\n").settle
      if read != expected { wrong.append("\"\(text)\": \(String(describing: read))") }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(cases.count)")
  }

  @Test("What is wrong is told with file, line and what was probably meant")
  func problems() {
    let cases: [(text: String, place: String, words: [String])] = [
      ("[Deamon]\nSettleSec=1s", "1.conf:1", ["[Deamon]", "did you mean \"Daemon\""]),
      ("[Daemon]\n\nSettelSec=1s", "1.conf:3", ["SettelSec=", "did you mean \"SettleSec\""]),
      ("[Limits]\nMaxConnection=1", "1.conf:2", ["did you mean \"MaxConnections\""]),
      ("[Limits]\nMaxConnections=0", "1.conf:2", ["from 1 to 65536", "\"0\""]),
      ("[Limits]\nMaxConnections=ten", "1.conf:2", ["\"ten\""]),
      ("[Daemon]\nSettleSec=50mss", "1.conf:2", ["\"50mss\"", "did you mean \"ms\""]),
      ("[Daemon]\nSettleSec=", "1.conf:2", ["50ms or 1s"]),
      ("SettleSec=1s", "1.conf:1", ["a section comes first"]),
      ("[Daemon\nSettleSec=1s", "1.conf:1", ["ends with ]"]),
      ("[Daemon]\nSettleSec", "1.conf:2", ["Key=Value"]),
      ("[Palette ]\nPath=/a", "1.conf:1", ["name the palette"]),
      ("[Palette p]\nPath=a/b", "1.conf:2", ["absolute", "\"a/b\""]),
      ("[Palette p]\nPath=/a/../b", "1.conf:2", ["\"..\""]),
      ("[Palette p]\nPaht=/a", "1.conf:2", ["did you mean \"Path\""]),
      ("[Palette p]\nPath=/a\nOverride=stile=dark", "1.conf:3", ["stile"]),
      ("[Palette p]\nOverride=style=dark", "1.conf:1", ["has no Path="]),
      ("# \\\n[Daemon]\nSettle\\\nSec=1s\nFoo=1", "1.conf:3", ["Settle Sec="]),
      ("\u{FEFF}[Daemon]\r\nA=1", "1.conf:2", ["A="]),
    ]
    var wrong: [String] = []
    for (text, place, words) in cases {
      let message = problem(text)
      if !message.hasPrefix(place + ": ") || !words.allSatisfy(message.contains) {
        wrong.append("\(text) → \(message)")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(cases.count): \(wrong.joined(separator: "\n"))")
  }

  @Test("Lines may end as Windows ends them, and a continued line has the place of its first")
  func lineEnds() throws {
    #expect(try read("[Daemon]\r\nSettleSec=1s\r\n").settle == .seconds(1))
    #expect(try read("[Palette p]\nPath=\\\n# not in the value\n  /a\n").roots.map(\.path) == ["/a"])
  }
}
