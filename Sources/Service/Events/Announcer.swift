import Linux
import Reports

/// Writes events to the journal, and to standard error where there is none or it is asked for. Never waits: the journal
/// has a task and a bounded queue of its own.
package final class Announcer: Sendable {
  private let queue = JournalQueue()
  private let usesJournal: Bool
  private let usesStandardError: Bool

  init(isForeground: Bool) {
    usesJournal = Journal.isAvailable
    usesStandardError = isForeground || !Journal.isAvailable
  }

  /// For one child task: sends what is queued until `finish`.
  package func run() async { await queue.run() }

  func finish() { queue.finish() }

  /// - Parameter told: called, perhaps in another task, once it is out.
  func announce(_ event: Event, told: @escaping @Sendable () -> Void) {
    announce(event.journalFields, event.kind.priority, event.placedMessage, told)
  }

  /// An event of an earlier run.
  func announce(fields: [Journal.Field], told: @escaping @Sendable () -> Void) {
    func text(_ name: String) -> String {
      String(decoding: fields.first { $0.name == name }?.value ?? [], as: UTF8.self)
    }
    announce(fields, Int(text("PRIORITY")) ?? 3, text("MESSAGE"), told)
  }

  private func announce(
    _ fields: [Journal.Field], _ priority: Int, _ line: String, _ told: @escaping @Sendable () -> Void
  ) {
    if usesStandardError { write("<\(priority)>", line) }
    if usesJournal { _ = queue.send(fields, sent: told) } else { told() }
  }

  /// A line outside any event.
  func say(_ message: String) {
    if usesJournal {
      _ = queue.send([
        .init("MESSAGE", message), .init("PRIORITY", "5"), .init("SYSLOG_IDENTIFIER", "contrastd"),
      ])
    }
    if usesStandardError { write("", message) }
  }

  /// How to ask the daemon; once it is ready, for a person in front of it.
  func greet(socket: String) {
    guard usesStandardError else { return }
    write("", "ready. Ask it: contrastctl status --socket=\(socket), or list, or watch")
  }

  /// The level in front is for a service manager that reads standard error (sd-daemon(3)); a terminal is spared it.
  private func write(_ level: String, _ message: String) {
    let prefix = Terminal.isTerminal(.standardError) || !usesJournal ? "" : level
    try? Terminal.write("\(prefix)contrastd: \(message.printable)\n", to: .standardError)
  }
}
