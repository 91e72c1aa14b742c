import Glibc

/// A contrastd of ours that watches one folder.
final class Daemon {
  let process: Child
  private let socket: String
  /// For editors.
  let editorSocket: String

  init(_ bench: Bench, watching folder: String) throws {
    socket = "\(bench.scratch)/d\(now()).sock"
    editorSocket = "\(socket).lsp"
    process = try Child([
      "\(bench.programs)/contrastd", "--socket=\(socket)", "--lsp-socket=\(editorSocket)", folder,
    ])
    let peer = try connection()
    while true {
      let status = try peer.ask(Self.call("GetStatus"))
      if status.contains("\"scanned\":true") { return }
      pause(milliseconds: 10)
    }
  }

  func connection() throws -> Peer { try Peer(socket, end: 0) }

  static func call(_ method: String, _ parameters: String = "{}") -> [UInt8] {
    Array("{\"method\":\"org.contrastd.contrast.\(method)\",\"parameters\":\(parameters)}".utf8) + [0]
  }
}
