import Syntax
import Varlink

/// The errors of `org.contrastd.contrast`.
enum ControlError {
  static func notReady(_ progress: String) -> MethodError {
    error("NotReady") { $0.field("progress", progress) }
  }

  static func noSuchPalette(_ palette: String) -> MethodError {
    error("NoSuchPalette") { $0.field("palette", palette) }
  }

  static func noSuchColor(_ name: String, nearest: String?) -> MethodError {
    error("NoSuchColor") { writer in
      writer.field("name", name)
      writer.field("nearest", nearest ?? "")
    }
  }

  static func subscriberOverrun(_ clock: String) -> MethodError {
    error("SubscriberOverrun") { $0.field("clock", clock) }
  }

  static func limitExceeded(_ limit: String) -> MethodError {
    error("LimitExceeded") { $0.field("limit", limit) }
  }

  static var draining: MethodError { error("Draining") { _ in } }

  static func degraded(_ root: String, _ reason: String) -> MethodError {
    error("Degraded") { writer in
      writer.field("root", root)
      writer.field("reason", reason)
    }
  }

  /// A question that cannot be answered as asked; the sentence says what to ask instead.
  static func invalidQuestion(_ message: String, status: Int32 = 2) -> MethodError {
    error("InvalidQuestion") { writer in
      writer.field("message", message)
      writer.field("status", Int(status))
    }
  }

  static func configurationInvalid(_ message: String) -> MethodError {
    error("ConfigurationInvalid") { $0.field("message", message) }
  }

  private static func error(_ name: String, _ parameters: @escaping @Sendable (inout JSONWriter) -> Void) -> MethodError
  {
    MethodError("\(ControlMethod.interfaceName).\(name)", parameters)
  }
}

extension MethodError {
  /// The whole message, for a connection that made no call.
  var frame: [UInt8] {
    var writer = JSONWriter(pretty: false)
    writer.reply(self)
    return writer.bytes
  }
}
