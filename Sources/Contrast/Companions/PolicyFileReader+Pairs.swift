import Palettes
import Syntax

// The elements of `pairs`: which colours are used together, on what, and what for.

extension PolicyFile {
  /// `{"fg": "text.*", "bg": ["surface.*", "card"], "on": "canvas", "usage": "text", "min": 4.5}`.
  mutating func takePair(_ value: JSONValue) {
    guard expect(.object, value, "a pair") else { return }
    checkKeys(
      of: value,
      ["fg", "foreground", "bg", "background", "on", "usage", "min", "floor", "size", "weight", "unit", "note"])
    var rule = PairRule(range: value.range)
    rule.foregrounds = patterns(value["fg"] ?? value["foreground"], of: value, "fg")
    rule.backgrounds = patterns(value["bg"] ?? value["background"], of: value, "bg")
    if let backdrops = value["on"] { rule.backdrops = patterns(backdrops, of: value, "on") }
    rule.usage = usage(of: value)
    takeMinimum(of: value, into: &rule)
    checkCaptures(rule)
    if !rule.foregrounds.isEmpty, !rule.backgrounds.isEmpty { pairs.append(rule) }
  }

  private mutating func patterns(_ value: JSONValue?, of pair: JSONValue, _ key: String) -> [NamePattern] {
    guard let value else {
      report("policy/pair", "a pair needs \"fg\" and \"bg\": names or patterns of colours", pair.range)
      return []
    }
    return strings(value, key).compactMap { item in
      if item.text.isEmpty {
        report("policy/pattern", "an empty name covers nothing; \"**\" covers everything", item.value.range)
        return nil
      }
      if let pattern = NamePattern(item.text) {
        guard let name = pattern.captures.sorted().first(where: { $0.contains(",") }) else { return pattern }
        report(
          "policy/pattern",
          "\"\(item.text)\": {\(name)} would be the name of a capture; alternatives are a list of patterns: [\"…\", \"…\"]",
          item.value.range)
        return nil
      }
      report(
        "policy/pattern", "\"\(item.text)\" has a brace that does not close, or an empty capture: write {name}",
        item.value.range)
      return nil
    }
  }

  /// A capture of the background or of a backdrop has to come from the foreground.
  private mutating func checkCaptures(_ rule: PairRule) {
    let known = rule.foregrounds.map(\.captures)
    for pattern in rule.backgrounds + rule.backdrops {
      for name in pattern.captures.sorted() where !known.allSatisfy({ $0.contains(name) }) {
        let remedy = Nearest.hint(for: name, in: Set(known.joined()).sorted())
        report(
          "policy/pattern", "\"\(pattern.text)\": {\(name)} is not in every pattern of \"fg\"\(remedy)", rule.range)
      }
    }
  }

  /// What is said of the usage; text of a stated size is large or not by that size.
  private mutating func usage(of pair: JSONValue) -> Usage? {
    let said = pair["usage"].flatMap { usage($0) }
    let isLarge = isLargeText(pair)
    if let said, !said.isOfText, isLarge != nil, let size = pair["size"] {
      report("policy/pair", "\"size\" is about text and says nothing of \(said.rawValue)", size.range)
    }
    return Usage.stated(said, isLarge: isLarge)
  }

  /// Nil where the pair states no size. An iOS point and an Android sp count as a CSS pixel.
  private mutating func isLargeText(_ pair: JSONValue) -> Bool? {
    let weight = pair["weight"].flatMap { number($0, "weight", 1...1000) } ?? 400
    if let unit = pair["unit"] { _ = word(unit, "unit", ["px": true, "pt": true, "sp": true]) }
    guard let size = pair["size"].flatMap({ number($0, "size", 1...1000) }) else { return nil }
    return Usage.isLargeText(size: size, weight: weight)
  }

  /// `min` is what the pair must reach; an exempt usage has a `floor` instead.
  private mutating func takeMinimum(of pair: JSONValue, into rule: inout PairRule) {
    rule.minimum = pair["min"].flatMap { number($0, "min", 1...21) }
    rule.floor = pair["floor"].flatMap { number($0, "floor", 1...21) }
    guard let usage = rule.usage else { return }
    if usage.isExempt, let place = pair["min"] {
      report(
        "policy/pair", "WCAG exempts \(usage.rawValue); \"floor\" sets what it has to reach all the same", place.range)
    }
    if !usage.isExempt, let place = pair["floor"] {
      report("policy/pair", "\"floor\" is for an exempt usage (disabled, decorative, …); write \"min\"", place.range)
    }
  }
}
