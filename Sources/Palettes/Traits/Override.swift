/// Traits forced upon a question, whatever it says.
///
/// Applied in this order (semantics §10): a forced style replaces the style and nothing else; `isDynamic == false`
/// (no dynamic colours on the platform) sets light, normal, base and keeps idiom and gamut; `isFakeDark` sets dark for
/// the app's own colours last, over both. System colours ignore fake dark mode.
package struct Override: Hashable, Sendable {
  package var style: String?
  package var isFakeDark = false
  package var isDynamic = true

  package init() {}

  package var isEmpty: Bool { self == Override() }

  /// Reads `style=dark`, `fake-dark=yes`, `dynamic=no`, separated by commas; what is not named stays as in `base`.
  package init(parsing text: String, over base: Override = Override()) throws(TraitSyntaxError) {
    self = base
    for item in text.split(separator: ",") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0.trimmed) }
      guard parts.count == 2 else {
        throw TraitSyntaxError(description: "write an override as KEY=VALUE, for example style=dark; got \"\(item)\"")
      }
      switch parts[0] {
      case "style": style = try Self.style(parts[1])
      case "fake-dark": isFakeDark = try Self.boolean(parts[1], of: "fake-dark")
      case "dynamic": isDynamic = try Self.boolean(parts[1], of: "dynamic")
      default:
        let remedy = Nearest.remedy(for: parts[0], among: ["style", "fake-dark", "dynamic"])
        throw TraitSyntaxError(description: "no override is called \"\(parts[0])\"\(remedy)")
      }
    }
  }

  /// The combination under which a colour of `source` is really looked up.
  package func effective(_ combination: TraitCombination, for source: DynamicColor.Source) -> TraitCombination {
    if isEmpty { return combination }
    var result = combination
    if let style { result = result.setting(.style, to: style) }
    if !isDynamic {
      for dimension in [TraitDimension.style, .contrast, .level] {
        result = result.setting(dimension, to: dimension.defaultValue)
      }
    }
    if isFakeDark, source == .app { result = result.setting(.style, to: "dark") }
    return result
  }

  private static func style(_ text: String) throws(TraitSyntaxError) -> String {
    let value = TraitDimension.style.canonicalValue(text)
    guard TraitDimension.style.knownValues.contains(value) else {
      let hint = Nearest.hint(for: text, in: TraitDimension.style.knownValues)
      throw TraitSyntaxError(description: "an overridden style is light or dark, not \"\(text)\"\(hint)")
    }
    return value
  }

  private static func boolean(_ text: String, of key: String) throws(TraitSyntaxError) -> Bool {
    switch text.lowercased() {
    case "yes", "true", "on", "1": true
    case "no", "false", "off", "0": false
    default: throw TraitSyntaxError(description: "\(key) is yes or no, not \"\(text)\"")
    }
  }
}

extension Override: CustomStringConvertible {
  /// As it is read: `style=dark,fake-dark=yes`.
  package var description: String {
    var items: [String] = []
    if let style { items.append("style=\(style)") }
    if isFakeDark { items.append("fake-dark=yes") }
    if !isDynamic { items.append("dynamic=no") }
    return items.joined(separator: ",")
  }
}
