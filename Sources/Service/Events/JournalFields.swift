import Contrast
import Linux

extension Event {
  /// The entry's native fields, MESSAGE first. Values may hold anything: they are sent with their length.
  var journalFields: [Journal.Field] {
    var fields: [Journal.Field] = [
      .init("MESSAGE", message), .init("MESSAGE_ID", kind.messageID), .init("PRIORITY", String(kind.priority)),
      .init("SYSLOG_IDENTIFIER", "contrastd"), .init("CONTRASTD_EVENT", kind.rawValue),
      .init("CONTRASTD_SEQ", String(sequence)), .init("CONTRASTD_BATCH", String(batch)),
    ]
    func add(_ name: String, _ value: String?) {
      if let value { fields.append(.init("CONTRASTD_" + name, value)) }
    }
    add("ROOT", root)
    add("PALETTE", palette ?? root)
    if let place {
      add("FILE", place.file)
      add("LINE", String(place.line))
    }
    if let pair {
      add("FILE", pair.foregroundPlace.file)
      add("LINE", String(pair.foregroundPlace.start.line))
      add("BACKGROUND_FILE", pair.backgroundPlace.file)
      add("BACKGROUND_LINE", String(pair.backgroundPlace.start.line))
      add("FOREGROUND", pair.key.foreground)
      add("BACKGROUND", pair.key.background)
      add("FOREGROUND_COLOR", pair.foregroundColor)
      add("BACKGROUND_COLOR", pair.backgroundColor)
      add("TRAITS", pair.combinations.joined(separator: "; "))
      add("RATIO", pair.ratio)
      add("RATIO_BEFORE", pair.ratioBefore)
      add("REQUIRED", pair.required.map(formatted))
      add("USAGE", pair.key.usage.rawValue)
      add("CONFORMANCE", pair.conformance)
      add("RULE", pair.rule)
      add("STATE", kind.rawValue)
    }
    return fields
  }
}
