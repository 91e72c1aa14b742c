import Contrast
import Linux
import Palettes
import Syntax

extension Event {
  /// The entry's native fields, MESSAGE first. Values may hold anything: they are sent with their length.
  var journalFields: [Journal.Field] {
    var fields: [Journal.Field] = [
      .init("MESSAGE", message), .init("MESSAGE_ID", kind.messageID), .init("PRIORITY", String(kind.priority)),
      .init("SYSLOG_IDENTIFIER", "contrastd"), .init("CONTRASTD_EVENT", kind.rawValue),
    ]
    // What is told to the journal alone has no number.
    if sequence > 0 {
      fields += [.init("CONTRASTD_SEQ", String(sequence)), .init("CONTRASTD_BATCH", String(batch))]
    }
    func add(_ name: String, _ value: String?) {
      if let value { fields.append(.init("CONTRASTD_" + name, value)) }
    }
    add("ROOT", root)
    add("PALETTE", palette ?? root)
    add("COMMIT", commit)
    if let place = place ?? pair.map({ ($0.foregroundPlace.file, $0.foregroundPlace.start.line) }) {
      add("FILE", place.file)
      add("LINE", String(place.line))
    }
    if let waiver {
      add("WAIVER", waiver.pair)
      add("OWNER", waiver.owner)
      add("EXPIRES", waiver.expires)
    }
    if let accepted {
      add("ACCEPTED_BEFORE", String(accepted.before))
      add("ACCEPTED", String(accepted.now))
    }
    if let pair {
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

extension Event {
  /// What the store keeps of it: the entry's fields, and what else belongs to the line on standard error.
  var storedFields: [Journal.Field] {
    guard let pair else { return journalFields }
    return journalFields + [
      .init("COLUMN", String(pair.foregroundPlace.start.column)), .init("SEVERITY", String(pair.severity.rawValue)),
      .init("CELLS", pair.cells.joined(separator: "; ")),
    ]
  }

  /// The event that has these fields. Nil where they are those of none.
  init?(_ fields: [Journal.Field]) {
    let values = Dictionary(
      fields.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) }, uniquingKeysWith: { first, _ in first })
    func text(_ name: String) -> String? { values["CONTRASTD_" + name] }
    guard let kind = text("EVENT").flatMap(Kind.init(rawValue:)), let message = values["MESSAGE"],
      let sequence = text("SEQ").flatMap({ Int($0) })
    else { return nil }
    let root = text("ROOT")
    let pair = Pair(values, text)
    // Without a palette of its own an entry names the root.
    let palette = text("PALETTE").flatMap { pair == nil && $0 == root ? nil : $0 }
    self.init(kind, message, root: root, palette: palette, pair: pair)
    self.sequence = sequence
    batch = text("BATCH").flatMap { Int($0) } ?? 0
    commit = text("COMMIT")
    if pair == nil || kind == .policyLoosened, let file = text("FILE"), let line = text("LINE").flatMap({ Int($0) }) {
      place = (file, line)
    }
    if let pair = text("WAIVER"), let owner = text("OWNER"), let expires = text("EXPIRES") {
      waiver = Waived(pair: pair, owner: owner, expires: expires)
    }
    if let before = text("ACCEPTED_BEFORE").flatMap({ Int($0) }), let now = text("ACCEPTED").flatMap({ Int($0) }) {
      accepted = (before, now)
    }
  }
}

extension Event.Pair {
  fileprivate init?(_ values: [String: String], _ text: (String) -> String?) {
    guard let foreground = text("FOREGROUND"), let background = text("BACKGROUND"),
      let usage = text("USAGE").flatMap(Usage.init(rawValue:))
    else { return nil }
    func range(_ prefix: String, column: Int) -> SourceRange {
      let line = text(prefix + "LINE").flatMap { Int($0) } ?? 1
      let position = SourcePosition(line: line, column: column)
      return SourceRange(file: text(prefix + "FILE") ?? "", start: position, end: position, bytes: 0..<0)
    }
    self.init(
      key: PairKey(foreground: foreground, background: background, usage: usage),
      combinations: (text("TRAITS") ?? "").split(separator: "; ").map(String.init),
      cells: (values["CELLS"] ?? "").split(separator: "; ").map(String.init),
      foregroundPlace: range("", column: values["COLUMN"].flatMap { Int($0) } ?? 1),
      backgroundPlace: range("BACKGROUND_", column: 1), foregroundColor: text("FOREGROUND_COLOR") ?? "none",
      backgroundColor: text("BACKGROUND_COLOR") ?? "none", ratio: text("RATIO"), ratioBefore: text("RATIO_BEFORE"),
      required: text("REQUIRED").flatMap { Double($0) }, conformance: text("CONFORMANCE") ?? "",
      rule: text("RULE") ?? "",
      severity: values["SEVERITY"].flatMap { Int($0) }.flatMap(Diagnostic.Severity.init(rawValue:)) ?? .error)
  }
}
