import Contrast
import Linux
import Palettes
import Syntax
import Varlink

extension ControlMethod {
  /// The kernel queues an event before the writer's call returns: what was written before this call is in our queue.
  static let sync = ControlMethod(name: "Sync", needsReady: false) { monitor, client, parameters throws(MethodError) in
    try parameters.finish()
    client.awaitsSync = true
    monitor.syncNow()
  }

  static let subscribe = ControlMethod(name: "Subscribe") { monitor, client, parameters throws(MethodError) in
    let since = try parameters.takeIfPresent("since", as: .string)
    try parameters.finish()
    guard client.connection.call?.expectation == .replies else { throw .expectedMore }
    let start = since.map { monitor.history.sequence(of: $0) } ?? monitor.history.last
    if let start, monitor.history.indices(after: start) == nil, monitor.canRead {
      client.subscription = Subscription(sequence: start, source: .unknown)
      return monitor.readOn(for: client)
    }
    monitor.begin(client, after: start.flatMap { monitor.history.indices(after: $0) == nil ? nil : $0 })
    monitor.feed(client)
  }

  static let verify = ControlMethod(name: "Verify") { monitor, client, parameters throws(MethodError) in
    try parameters.finish()
    monitor.verify()
    client.awaitsSync = true
    monitor.syncNow()
  }

  static let reload = ControlMethod(name: "Reload", needsReady: false) {
    monitor, client, parameters throws(MethodError) in
    try parameters.finish()
    guard client.isAdministrator else { throw .permissionDenied }
    if let problem = monitor.reload() { throw ControlError.configurationInvalid(problem) }
    client.awaitsReload = true
    monitor.syncNow()
  }
}

extension Monitor {
  /// What was told to fail, for who cannot be told how it came to that.
  func writeSnapshot(to writer: inout JSONWriter) {
    let failures = roots.flatMap { root in root.toldFailures.map { (root.name, $0) } }
    writer.field("failing") { writer in
      writer.array(failures) { writer, item in
        writer.object { writer in
          writer.field("root", item.0)
          writer.field("palette", item.1.palette)
          writer.field("foreground", item.1.key.foreground)
          writer.field("background", item.1.key.background)
          writer.field("usage", item.1.key.usage.rawValue)
          writer.field("combinations", item.1.combinations)
        }
      }
    }
  }

  /// Takes everything that the kernel has queued, and reads what is being written as it is now.
  func syncNow() {
    handle(watcher.sync())
    for root in roots { root.takeUnfinished() }
    doWork()
  }
}
