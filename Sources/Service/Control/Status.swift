import Contrast
import Linux
import Reports
import Syntax
import Varlink

extension ControlMethod {
  static let getStatus = ControlMethod(name: "GetStatus", needsReady: false) {
    monitor, client, parameters throws(MethodError) in
    try parameters.finish()
    let roots = monitor.roots.map { RootStatus($0) }
    client.connection.reply { writer in
      writer.field("state", monitor.isDraining ? "draining" : monitor.isReady ? "ready" : "scanning")
      writer.field("version", Version.text)
      writer.field("clock", monitor.history.clock)
      writer.field("progress", monitor.progress)
      writer.field("started", Int(monitor.started.components.seconds))
      writer.field("connections", monitor.clients.count)
      writer.field("watches", monitor.watcher.watchCount)
      writer.field("store", monitor.storeTrouble)
      writer.field("roots") { writer in
        writer.array(roots) { writer, root in writer.object { root.write(to: &$0) } }
      }
    }
  }

  static let listPalettes = ControlMethod(name: "ListPalettes") { monitor, client, parameters throws(MethodError) in
    try parameters.finish()
    let palettes = monitor.roots.flatMap { root in root.workspace.evaluations.map { (root.name, $0) } }
    client.connection.reply { writer in
      writer.field("palettes") { writer in
        writer.array(palettes) { writer, item in
          writer.object { writer in
            writer.field("root", item.0)
            writer.field("path", item.1.palette.path)
            writer.field("format", item.1.palette.format)
            writer.field("colors", item.1.palette.colors.count)
            writer.field("evaluated", item.1.audit != nil)
            guard let audit = item.1.audit else { return }
            writer.field("pairs", audit.pairings.count)
            writer.field("combinations", audit.combinations.count)
            writer.field("failingPairs", audit.failingPairs)
          }
        }
      }
    }
  }

  static let getConfiguration = ControlMethod(name: "GetConfiguration", needsReady: false) {
    monitor, client, parameters throws(MethodError) in
    try parameters.finish()
    let text = monitor.configuration.text
    client.connection.reply { $0.field("text", text) }
  }
}

/// A root in numbers and words.
private struct RootStatus {
  let name: String
  let path: String
  let isScanned: Bool
  let isBehind: Bool
  let lost: String
  let degraded: String
  let overflows: Int
  let stale: [String]
  let summary: Summary

  init(_ root: WatchedRoot) {
    name = root.name
    path = root.configuration.path
    isScanned = root.isScanned
    isBehind = !root.isSettled
    lost = root.lost.map { "\($0.reason)" } ?? ""
    degraded = root.tree.degradation?.description ?? ""
    overflows = root.tree.overflowCount
    stale = root.stale.keys.sorted()
    summary = Summary(root.workspace)
  }

  func write(to writer: inout JSONWriter) {
    writer.field("name", name)
    writer.field("path", path)
    writer.field("scanned", isScanned)
    writer.field("behind", isBehind)
    writer.field("lost", lost)
    writer.field("degraded", degraded)
    writer.field("overflows", overflows)
    writer.field("palettes", summary.palettes)
    writer.field("colors", summary.colors)
    writer.field("pairs", summary.pairs)
    writer.field("failingPairs", summary.failingPairs)
    writer.field("checks", summary.tally.total)
    writer.field("pass", summary.tally.pass)
    writer.field("fail", summary.tally.fail)
    writer.field("indeterminate", summary.tally.indeterminate)
    writer.field("exempt", summary.tally.exempt)
    writer.field("notEvaluated", summary.tally.notEvaluated)
    writer.field("unreadable", summary.unreadable)
    writer.field("stale", stale)
  }
}
