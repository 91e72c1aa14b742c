import LanguageServer
import Linux

extension Command {
  static let lsp = Command(
    name: "lsp", operands: "", summary: "a language server on standard input and output, for editors",
    details: """
      The editor starts it, and talks the Language Server Protocol (3.17) with it. It ends with the editor.
      From another machine: ssh HOST contrastctl lsp --root-map=/home/me/design=/srv/design
      """,
    options: [
      Option(
        "root-map", .required("LOCAL=REMOTE"),
        "the editor calls a directory LOCAL that is REMOTE here; may be repeated"),
      Option(
        "socket", .required("PATH"), "the daemon's socket for editors (/run/contrastd/lsp.sock, CONTRASTD_LSP_SOCKET)"),
      .noDaemon,
    ]
  ) { arguments in
    try arguments.expectNoOperands()
    let paths = try PathMap(arguments.all("root-map"))
    let bridge = try EditorBridge(paths, arguments.has(Option.noDaemon.name) ? nil : connection(arguments["socket"]))
    return try bridge.run()
  }

  /// To the daemon's socket for editors. Where there is none this process does everything; nothing is said of that where
  /// none was to be expected.
  private static func connection(_ path: String?) -> UnixSocket? {
    let variable = Environment.variable("CONTRASTD_LSP_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
    let own = Environment.variable("XDG_RUNTIME_DIR").map { "\($0)/contrastd/lsp.sock" }
    let named = path ?? variable
    let paths = named.map { [$0] } ?? ["/run/contrastd/lsp.sock"] + (own.map { [$0] } ?? [])
    for path in paths where named != nil || Files.exists(path) {
      do throws(SystemError) { return try UnixSocket.connect(path) } catch {
        let message = "contrastctl: palettes are read by this process, the daemon is not asked: \(error.description)\n"
        try? Terminal.write(message, to: .standardError)
      }
    }
    return nil
  }
}

extension PathMap {
  /// `LOCAL=REMOTE`, both absolute.
  fileprivate init(_ words: [String]) throws(UsageError) {
    var entries: [Entry] = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts.allSatisfy({ $0.hasPrefix("/") }) else {
        throw UsageError("--root-map is two absolute paths, LOCAL=REMOTE: \"\(word)\"")
      }
      func trimmed(_ path: String) -> String { path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }
      entries.append(Entry(local: trimmed(parts[0]), remote: trimmed(parts[1])))
    }
    self.init(entries)
  }
}
