import Contrast
import Palettes
import Syntax

// What a starter proposes for what was found beside pairs: files that say the same, palettes that may pair, themes.

extension PolicyStarter {
  /// Files to leave out, and palettes to put together.
  static func sources(of audits: [Audit]) -> [String] {
    var lines: [String] = []
    let clashes = audits.flatMap(\.palette.diagnostics).filter { $0.code == "dtcg/name-clash" }.map(\.range.file)
    if let file = clashes.first {
      lines += [
        "  // Several files declare the same tokens. What should not count:",
        "  // \"ignore\": [\(quoted(file))],", "",
      ]
    }
    let paths = audits.filter { !$0.palette.isSet }.map(\.palette.path)
    if paths.count > 1 {
      let patterns = paths.prefix(4).map { quoted($0.hasSuffix("/") ? $0 + "**" : $0) }.joined(separator: ", ")
      lines += [
        "  // Palettes pair within themselves. What is used together is a set, and pairs across:",
        "  // \"sets\": {\"app\": [\(patterns)]},", "",
      ]
    }
    return lines
  }

  /// Themes whose names are those of styles and contrasts: said so, `when` can ask about them.
  static func traits(of audits: [Audit]) -> [String] {
    var lines: [String] = []
    var known: Set<String> = []
    for audit in audits {
      for axis in audit.grid.space.axes where !axis.dimension.isStandard && known.insert(axis.dimension.name).inserted {
        lines += proposal(axis.dimension.name, axis.values)
      }
    }
    return lines
  }

  private static func proposal(_ name: String, _ values: [String]) -> [String] {
    let readings = values.map { ThemeReading($0) }
    guard Set(readings).count == values.count, Set(readings.map(\.rest)).count == 1 else { return [] }
    let hasStyles = Set(readings.map(\.style)).count > 1 && readings.allSatisfy { $0.style != nil }
    let hasContrasts = Set(readings.map(\.isHigh)).count > 1
    guard hasStyles || hasContrasts else { return [] }
    func line(_ dimension: String, _ value: (ThemeReading) -> String) -> String {
      let contexts = zip(values, readings).map { "\(quoted($0)): \(quoted(value($1)))" }.joined(separator: ", ")
      return "  //   \(quoted(dimension)): {\"modifier\": {\(quoted(name)): {\(contexts)}}},"
    }
    var lines = [
      "  // The values of \"\(name.printable)\" are called as styles and contrasts are. Say so, and \"when\" can ask about them:",
      "  // \"traits\": {",
    ]
    if hasStyles { lines.append(line("style") { $0.style ?? "" }) }
    if hasContrasts { lines.append(line("contrast") { $0.isHigh ? "high" : "normal" }) }
    return lines + ["  // },", ""]
  }
}

/// What the words of a theme's name say: `Dark-HC`.
private struct ThemeReading: Hashable {
  private(set) var style: String?
  private(set) var isHigh = false
  private(set) var rest: [String] = []

  init(_ name: String) {
    var text = ""
    for character in name {
      if character.isUppercase, text.last?.isLowercase ?? false { text.append(" ") }
      text.append(character)
    }
    for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init) {
      switch word {
      case "light", "day": style = "light"
      case "dark", "night": style = "dark"
      case "hc", "high", "highcontrast", "increased": isHigh = true
      case "contrast", "normal", "default", "mode", "theme": break
      default: rest.append(word)
      }
    }
  }
}
