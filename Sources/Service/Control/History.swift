import Linux
import Syntax
import Varlink

extension ControlMethod {
  /// Asked of the keeper's task: the loop never waits for a disk.
  static let history = ControlMethod(name: "History") { monitor, client, parameters throws(MethodError) in
    let query = HistoryQuery(
      foreground: try parameters.take("foreground", as: .string),
      background: try parameters.take("background", as: .string),
      palette: try parameters.takeIfPresent("palette", as: .string),
      since: try parameters.takeIfPresent("since", as: .int) ?? 0,
      traits: try parameters.takeIfPresent("traits", as: .string))
    try parameters.finish()
    guard monitor.hasStore, monitor.storeTrouble.isEmpty else {
      let reason = monitor.storeTrouble.isEmpty ? "nothing is kept: there is no state directory" : monitor.storeTrouble
      throw ControlError.degraded("", reason)
    }
    client.awaitsHistory = true
    monitor.keeper.look(up: query, for: client.number)
  }
}

extension Monitor {
  /// - Parameter problem: why there is no answer.
  func answerHistory(_ number: Int, _ entries: [(time: Int, event: Event)], _ problem: String?) {
    guard let client = clients[number], client.awaitsHistory else { return }
    client.awaitsHistory = false
    if let problem {
      client.connection.fail(ControlError.degraded("", problem))
    } else {
      client.connection.reply { writer in
        writer.field("events") { writer in
          writer.array(entries) { writer, entry in
            writer.object { writer in
              writer.field("time", entry.time)
              entry.event.write(to: &writer, clock: self.history.clock(entry.event.sequence))
            }
          }
        }
      }
    }
    serve(client)
  }
}
