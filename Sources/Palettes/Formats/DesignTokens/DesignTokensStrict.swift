import Colorimetry
import Syntax

/// A value that is written as before DTCG 2025.10.
struct LegacyValue: Sendable {
  enum Dialect: Sendable {
    /// A colour as a string.
    case string
    /// An alias in a function.
    case function
    /// An alias that names the member: `{color.red.$value}`.
    case member
    /// A string where a token is: `"background": "#fff"`.
    case bare
    /// `value` without its `$`.
    case undollared
    /// `$extensions.mode`.
    case modes
    /// A light and a dark value in one object.
    case sides
  }

  let dialect: Dialect
  let place: JSONValue
}

/// What a strict policy refuses: each is an error with its token, place and remedy, and has no value.
struct TokenRefusals {
  private let plan: TokenPlan
  private var problems: [String: [Diagnostic]] = [:]
  /// By file, in order: the bytes whose values are refused, and the reason.
  private var refused: [String: [(bytes: Range<Int>, reason: String)]] = [:]

  init(_ plan: TokenPlan) {
    self.plan = plan
  }

  /// What is said of a file: the note that older dialects are read, or what is refused.
  func diagnostics(of fragment: Fragment) -> [Diagnostic] {
    guard fragment.rules.isStrict else { return fragment.diagnostics }
    return fragment.diagnostics.filter { $0.severity != .note || !$0.code.hasPrefix("dtcg/legacy-") }
      + (problems[fragment.path] ?? [])
  }

  mutating func take(_ fragment: Fragment) {
    guard let file = fragment.tokens else { return }
    if let (code, message, place) = whole(file, fragment.path) {
      refuse("dtcg/\(code)", message, place, Int.min..<Int.max)
      return
    }
    if file.legacy.isEmpty { return }
    let names = Names(file)
    let modes = file.legacy.filter { $0.dialect == .modes || $0.dialect == .sides }.map(\.place.byteRange)
    var last: Range<Int>?
    for value in file.legacy {
      let bytes = value.place.byteRange
      if value.dialect != .modes, value.dialect != .sides, modes.contains(where: { $0.contains(bytes.lowerBound) }) {
        continue
      }
      // A string under "value" is one mistake, told by the first of both.
      if bytes == last { continue }
      last = bytes
      let (code, words) = Self.words(value)
      refuse("dtcg/\(code)", names.name(at: bytes) + words, value.place.range, bytes)
    }
    refused[fragment.path]?.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
  }

  /// Colours without what is refused of them.
  func refuse(in colors: [DynamicColor]) -> [DynamicColor] {
    if refused.isEmpty { return colors }
    return colors.map { color in
      guard color.registrations.contains(where: { reason($0.range) != nil }) else { return color }
      let registrations = color.registrations.map { old in
        let value = reason(old.range).map { ColorValue.unreadable($0) } ?? old.value
        return Registration(traits: old.traits, value: value, range: old.range)
      }
      return DynamicColor(name: color.name, source: color.source, registrations: registrations, range: color.range)
    }
  }

  private mutating func refuse(_ code: String, _ message: String, _ place: SourceRange, _ bytes: Range<Int>) {
    problems[place.file, default: []].append(Diagnostic(.error, code, message, at: place))
    refused[place.file, default: []].append((bytes, "refused by a strict policy (\(code))"))
  }

  private func reason(_ range: SourceRange) -> String? {
    guard let list = refused[range.file] else { return nil }
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].bytes.lowerBound <= range.bytes.lowerBound { low = middle + 1 } else { high = middle }
    }
    guard low > 0, range.bytes.lowerBound < list[low - 1].bytes.upperBound else { return nil }
    return list[low - 1].reason
  }

  /// A file that is of an older dialect as a whole.
  private func whole(_ file: TokenFile, _ path: String) -> (code: String, message: String, place: SourceRange)? {
    if let form = OlderForm(of: file.document, file.content) { return (form.code, form.refusal, form.place) }
    let place = SourceRange(startOf: path)
    if plan.sides.contains(path) {
      let message =
        "its name alone says under which traits it counts; write a resolver document with a modifier, or \"traits\" in "
        + "the policy"
      return ("legacy-files", message, place)
    }
    return nil
  }

  private static func words(_ value: LegacyValue) -> (code: String, words: String) {
    switch value.dialect {
    case .undollared:
      return ("legacy-value", " is written with \"value\"; write \"$value\", and \"$type\" for \"type\"")
    case .bare:
      return (
        "legacy-value",
        " is a string alone; write {\"$type\": \"color\", \"$value\": \(object(for: value.place.string))}"
      )
    case .modes:
      return (
        "legacy-mode", " has values by mode in its extensions; write a resolver document with a modifier"
      )
    case .sides:
      return (
        "legacy-mode", " has a light and a dark value in one object; write a resolver document with a modifier"
      )
    case .function:
      return (
        "legacy-function",
        " has an alias in a function; write the colour, or an object whose components are {\"$ref\": …}"
      )
    case .member:
      return ("legacy-alias", " has an alias with \".$value\" at its end; an alias is the name of a token alone")
    case .string:
      return ("legacy-color", " is the string \(value.place.shortSource); write \(object(for: value.place.string))")
    }
  }

  /// The colour as DTCG 2025.10 writes it.
  private static func object(for text: String?) -> String {
    let color = text.flatMap { try? ColorNotation.parse($0) }?.rendered
    guard let color, color.isInSRGBGamut else {
      return "{\"colorSpace\": \"…\", \"components\": [… , … , …]}"
    }
    let parts = [color.rgb.x, color.rgb.y, color.rgb.z].map { number($0) }.joined(separator: ", ")
    let alpha = color.isOpaque ? "" : ", \"alpha\": \(number(color.alpha))"
    return "{\"colorSpace\": \"srgb\", \"components\": [\(parts)]\(alpha)}"
  }

  private static func number(_ value: Double) -> String {
    DecimalText.withoutZeros(DecimalText.fixed(value, decimals: 4))
  }
}

/// Which token a place of a file belongs to.
private struct Names {
  private var tokens: [(start: Int, name: String)] = []

  init(_ file: TokenFile) {
    for token in file.trees.flatMap(\.tokens) {
      tokens.append((token.range.bytes.lowerBound, token.name))
      for mode in token.modes { tokens.append((mode.range.bytes.lowerBound, token.name)) }
    }
    tokens.sort { $0.start < $1.start }
  }

  /// The first token whose value begins there or behind.
  func name(at bytes: Range<Int>) -> String {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].start < bytes.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < tokens.count && bytes.contains(tokens[low].start) ? tokens[low].name : "this"
  }
}
