import Palettes

extension Configuration {
  /// One key of a section: what it is called, and how its value is taken.
  private struct Key {
    let name: String
    let take: @Sendable (ConfigurationFile.Assignment, inout Configuration) throws(ConfigurationError) -> Void
  }

  /// The keys of each section. A new one is a line here, and its comment in `contrastd.conf`.
  private static let sections: [String: [Key]] = [
    "Daemon": [
      Key(name: "SettleSec") { item, it throws(ConfigurationError) in it.settle = try duration(item) },
      Key(name: "MaxSettleSec") { item, it throws(ConfigurationError) in it.maxSettle = try duration(item) },
      Key(name: "PollIntervalSec") { item, it throws(ConfigurationError) in it.poll = try duration(item) },
      Key(name: "VerifyIntervalSec") { item, it throws(ConfigurationError) in it.verify = try duration(item) },
    ],
    "Limits": [
      Key(name: "MaxConnections") { item, it throws(ConfigurationError) in
        it.limits.connections = try count(item, 1...65_536)
      },
      Key(name: "MaxConnectionsPerUser") { item, it throws(ConfigurationError) in
        it.limits.connectionsPerUser = try count(item, 1...65_536)
      },
    ],
    "Events": [
      Key(name: "KeepDays") { item, it throws(ConfigurationError) in it.keepDays = try count(item, 1...36_500) }
    ],
  ]

  private static let rootKeys = ["Path", "Override"]

  /// Reads files in order: a later assignment wins. Each is its path and its text.
  package init(_ files: [(path: String, text: String)]) throws(ConfigurationError) {
    self.init()
    for (path, text) in files {
      let file = try ConfigurationFile(text, path: path)
      for section in file.sections { try begin(section.name, at: section.place) }
      for assignment in file.assignments { try take(assignment) }
    }
    for root in roots where root.path.isEmpty {
      throw ConfigurationError(place: root.place, message: "[Palette \(root.name)] has no Path=")
    }
  }

  private mutating func take(_ item: ConfigurationFile.Assignment) throws(ConfigurationError) {
    if let name = Self.rootName(item.section) { return try takeRoot(item, name: name) }
    let keys = Self.sections[item.section] ?? []
    guard let key = keys.first(where: { $0.name == item.key }) else {
      throw Self.unknown(item, among: keys.map(\.name))
    }
    try key.take(item, &self)
  }

  /// A section that is there counts, whatever it holds.
  private mutating func begin(_ section: String, at place: ConfigurationPlace) throws(ConfigurationError) {
    if let name = Self.rootName(section) {
      guard !name.isEmpty else { throw ConfigurationError(place: place, message: "name the palette: [Palette ios]") }
      if !roots.contains(where: { $0.name == name }) { roots.append(Root(name: name, place: place)) }
    } else if Self.sections[section] == nil {
      let known = Self.sections.keys.sorted() + ["Palette NAME"]
      throw ConfigurationError(
        place: place, message: "unknown section [\(section)]\(Nearest.remedy(for: section, among: known))")
    }
  }

  /// The name in `Palette NAME`, nil for another section.
  private static func rootName(_ section: String) -> String? {
    section == "Palette" || section.hasPrefix("Palette ") ? String(section.dropFirst(7).trimmed) : nil
  }

  private mutating func takeRoot(_ item: ConfigurationFile.Assignment, name: String) throws(ConfigurationError) {
    guard let index = roots.firstIndex(where: { $0.name == name }) else { return }
    switch item.key {
    case "Path":
      guard item.value.hasPrefix("/") else {
        throw ConfigurationError(place: item.place, message: "Path= is absolute, not \"\(item.value)\"")
      }
      guard !item.value.split(separator: "/").contains("..") else {
        throw ConfigurationError(place: item.place, message: "Path= has no \"..\", but \"\(item.value)\" does")
      }
      roots[index].path = "/" + item.value.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
      roots[index].place = item.place
    case "Override":
      do throws(TraitSyntaxError) { roots[index].override = try Override(parsing: item.value) } catch {
        throw ConfigurationError(place: item.place, message: error.description)
      }
    default: throw Self.unknown(item, among: Self.rootKeys)
    }
  }

  private static func unknown(_ item: ConfigurationFile.Assignment, among known: [String]) -> ConfigurationError {
    let remedy = Nearest.remedy(for: item.key, among: known)
    return ConfigurationError(place: item.place, message: "unknown key \(item.key)= in [\(item.section)]\(remedy)")
  }

  private static func count(
    _ item: ConfigurationFile.Assignment, _ range: ClosedRange<Int>
  ) throws(ConfigurationError) -> Int {
    guard let value = Int(item.value), range.contains(value) else {
      throw ConfigurationError(
        place: item.place,
        message: "\(item.key)= is a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(item.value)\""
      )
    }
    return value
  }

  /// A time span as systemd.time(7) writes it: `50ms`, `1s 500ms`, `2min`; a plain number is seconds.
  private static func duration(_ item: ConfigurationFile.Assignment) throws(ConfigurationError) -> Duration {
    guard let span = TimeSpan.parse(item.value) else {
      let unit = item.value.drop { $0.isNumber || $0 == "." || $0 == " " }
      let remedy = unit.isEmpty ? "" : Nearest.remedy(for: String(unit), among: TimeSpan.units.map(\.name))
      throw ConfigurationError(
        place: item.place, message: "\(item.key)= is a time such as 50ms or 1s, not \"\(item.value)\"\(remedy)")
    }
    return span
  }
}

/// Time spans of systemd.time(7).
enum TimeSpan {
  static let units: [(name: String, microseconds: Int64)] = [
    ("us", 1), ("usec", 1), ("ms", 1000), ("msec", 1000), ("s", 1_000_000), ("sec", 1_000_000), ("second", 1_000_000),
    ("seconds", 1_000_000), ("m", 60_000_000), ("min", 60_000_000), ("minute", 60_000_000), ("minutes", 60_000_000),
    ("h", 3_600_000_000), ("hr", 3_600_000_000), ("hour", 3_600_000_000), ("hours", 3_600_000_000),
    ("d", 86_400_000_000), ("day", 86_400_000_000), ("days", 86_400_000_000), ("w", 604_800_000_000),
    ("week", 604_800_000_000), ("weeks", 604_800_000_000),
  ]

  /// Nil for what is no time span, and for more than a year.
  static func parse(_ text: String) -> Duration? {
    var rest = text[...].trimmed
    var total = 0.0
    if rest.isEmpty { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let number = Double(digits), digits.first != "." else { return nil }
      rest = rest.dropFirst(digits.count).trimmed
      let word = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(word.count).trimmed
      guard
        let unit = units.first(where: { $0.name == word }) ?? (word.isEmpty ? (name: "", microseconds: 1_000_000) : nil)
      else { return nil }
      total += number * Double(unit.microseconds)
    }
    return total <= 3.2e13 ? .microseconds(Int64(total)) : nil
  }
}
