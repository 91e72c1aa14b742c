import Colorimetry
import Syntax

/// The semantic colours of iOS, from dated tables.
///
/// Apple says that these values may change from release to release; the tables hold what was read on devices and in
/// public sources, and `isSure` says which values two independent sources confirm.
package enum SystemColors {
  /// A span of releases with one set of values.
  package enum Release: String, CaseIterable, Hashable, Sendable {
    case ios13 = "ios13-14"
    case ios15 = "ios15-18"
    case ios26

    package static let newest = Release.ios26
  }

  /// Oldest first.
  package static let releases = Release.allCases

  /// The names of a release, sorted: `label`, `link`, …
  package static func names(in release: Release = .newest) -> [String] {
    (tables[release] ?? [:]).keys.sorted()
  }

  /// A colour by the table's name (`label`) or UIKit's selector (`labelColor`); nil where the release has none.
  ///
  /// Its variants differ in style, contrast and level. A combination for which no value is known has a variant that is
  /// `ColorValue.unreadable`.
  package static func color(named name: String, release: Release = .newest) -> DynamicColor? {
    let table = tables[release] ?? [:]
    return (table[name] ?? table[withoutSuffix(name)])?.color
  }

  /// Whether two independent sources agree on the value under a combination.
  package static func isSure(
    _ name: String, under combination: TraitCombination, release: Release = .newest
  ) -> Bool {
    guard let row = tables[release]?[name] ?? tables[release]?[withoutSuffix(name)] else { return false }
    return row.isSure(under: combination)
  }

  /// The table's name for an asset catalog's `reference` (`systemBlueColor` is `systemBlue`); another platform's
  /// reference and one that no table knows stay as they are.
  package static func name(ofReference reference: String, platform: String) -> String {
    guard platform == "ios" || platform == "universal" else { return reference }
    let short = withoutSuffix(reference)
    return tables.values.contains { $0[short] != nil } ? short : reference
  }

  /// Whether a colour is the same in two releases: there or not there, and with the same values.
  static func haveSameValues(_ left: DynamicColor?, _ right: DynamicColor?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.registrations.elementsEqual(right.registrations) { a, b in
      if a.traits != b.traits { return false }
      if case .unreadable = a.value, case .unreadable = b.value { return true }
      return a.value == b.value
    }
  }

  /// Whether any release has a colour of this name, as the table spells it.
  package static func isName(_ name: String) -> Bool { everyName.contains(name) }

  private static let everyName = Set(tables.values.flatMap(\.keys))

  private static func withoutSuffix(_ name: String) -> String {
    name.hasSuffix("Color") ? String(name.dropLast(5)) : name
  }

  private static let tables: [Release: [String: Row]] = [
    .ios13: table(ios13Table, .ios13), .ios15: table(ios15Table, .ios15), .ios26: table(ios26Table, .ios26),
  ]

  private static func table(_ text: String, _ release: Release) -> [String: Row] {
    var rows: [String: Row] = [:]
    for (line, text) in text.split(separator: "\n").enumerated() {
      guard let row = Row(text, line: line + 1, of: release) else { continue }
      rows[row.color.name] = row
    }
    return rows
  }
}

/// One colour of a table.
private struct Row {
  let color: DynamicColor
  /// Bits in the order of `combinations`, the first one highest.
  private let sure: UInt8

  private static let combinations: [TraitCollection] = ["light", "dark"].flatMap { style in
    [("base", "normal"), ("base", "high"), ("elevated", "normal"), ("elevated", "high")].map { level, contrast in
      TraitCollection([.style: style, .level: level, .contrast: contrast]).asVariant
    }
  }

  /// Nil where a row is not written as the tables explain.
  init?(_ text: Substring, line: Int, of release: SystemColors.Release) {
    let fields = text.split(separator: " ")
    guard fields.count == 10, let sure = UInt8(fields[1], radix: 16) else { return nil }
    let range = SourceRange(
      file: release.rawValue, start: SourcePosition(line: line, column: 1),
      end: SourcePosition(line: line, column: text.utf8.count + 1), bytes: 0..<0)
    let unknown = ColorValue.unreadable("no value of \(fields[0]) is known for \(release.rawValue)")
    var registrations: [Registration] = []
    for (field, traits) in zip(fields[2...], Row.combinations) where field != "." {
      let value = field == "-" ? unknown : Row.color(field).map { ColorValue.color($0) }
      guard let value else { return nil }
      registrations.append(Registration(traits: traits, value: value, range: range))
    }
    color = DynamicColor(name: String(fields[0]), source: .system, registrations: registrations, range: range)
    self.sure = sure
  }

  func isSure(under combination: TraitCombination) -> Bool {
    let isDark = combination[.style] == "dark"
    let isElevated = combination[.level] == "elevated"
    let isHigh = combination[.contrast] == "high"
    let place = (isDark ? 4 : 0) + (isElevated ? 2 : 0) + (isHigh ? 1 : 0)
    return sure >> (7 - place) & 1 == 1
  }

  private static func color(_ field: Substring) -> Color? {
    let parts = field.split(separator: "/")
    guard let code = UInt32(parts[0], radix: 16), let percent = parts.count == 1 ? 100 : UInt32(parts[1]) else {
      return nil
    }
    let components = SIMD3(Double(code >> 16 & 255), Double(code >> 8 & 255), Double(code & 255)) / 255
    return Color(.srgb, components, alpha: Double(percent) / 100)
  }
}
