import Contrast
import Syntax

extension Event {
  /// With the place of the pair's foreground in front, as compilers write it.
  var placedMessage: String {
    if let place, pair != nil || waiver != nil || accepted != nil {
      return "\(place.file):\(place.line): \(kind.words(1)): \(message)"
    }
    guard let place = pair?.foregroundPlace else { return message }
    return "\(place.file):\(place.start.line):\(place.start.column): \(kind.words(1)): \(message)"
  }

  /// The members of an event as subscribers get it.
  func write(to writer: inout JSONWriter, clock: String) {
    writer.field("clock", clock)
    writer.field("kind", kind.rawValue)
    writer.field("message", message)
    writer.field("priority", kind.priority)
    writer.field("root", root)
    writer.field("palette", palette)
    writer.field("batch", batch)
    writer.field("commit", commit)
    if let place {
      writer.field("file", place.file)
      writer.field("line", place.line)
    }
    if let waiver {
      writer.field("waiver", waiver.pair)
      writer.field("owner", waiver.owner)
      writer.field("expires", waiver.expires)
    }
    if let accepted {
      writer.field("acceptedBefore", accepted.before)
      writer.field("accepted", accepted.now)
    }
    guard let pair else { return }
    writer.field("foreground", pair.key.foreground)
    writer.field("background", pair.key.background)
    writer.field("foregroundColor", pair.foregroundColor)
    writer.field("backgroundColor", pair.backgroundColor)
    writer.field("usage", pair.key.usage.rawValue)
    writer.field("combinations", pair.combinations)
    writer.field("ratio", pair.ratio)
    writer.field("ratioBefore", pair.ratioBefore)
    writer.field("required", pair.required)
    guard place == nil else { return }
    writer.field("file", pair.foregroundPlace.file)
    writer.field("line", pair.foregroundPlace.start.line)
  }
}
