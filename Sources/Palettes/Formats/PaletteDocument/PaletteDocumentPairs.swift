import Syntax

// The elements of `pairs`: which colours are used together, on what, and what for.

extension PaletteDocumentReader {
  mutating func readPairs(_ value: JSONValue) {
    guard expect(.array, value, "\"pairs\"") else { return }
    for element in value.elements where expect(.object, element, "a pair") { readPair(element) }
  }

  /// Lists of names stand for every pair of them.
  private mutating func readPair(_ pair: JSONValue) {
    checkKeys(of: pair, ["foreground", "background", "on", "usage", "minimum", "size", "weight", "unit"])
    guard let foreground = pair["foreground"], let background = pair["background"] else {
      report(.error, "pair", "a pair needs \"foreground\" and \"background\"", pair)
      return
    }
    let foregrounds = names(foreground, as: "foreground")
    let backgrounds = names(background, as: "background")
    let backdrops = pair["on"].map { names($0, as: "on") } ?? []
    let usage = usage(of: pair)
    let minimum = pair["minimum"].flatMap { number($0, "minimum", 1...21) }
    for foreground in foregrounds {
      for background in backgrounds {
        fragment.pairs.append(
          DeclaredPair(
            foreground: foreground, background: background, backdrops: backdrops, usage: usage, minimum: minimum,
            range: pair.range))
      }
    }
  }

  private mutating func names(_ value: JSONValue, as part: String) -> [String] {
    if value.kind != .array { return name(value, as: part).map { [$0] } ?? [] }
    var result: [String] = []
    for element in value.elements {
      if let name = name(element, as: part) { result.append(name) }
    }
    return result
  }

  /// What is said of the usage; text of a stated size is large or not by that size.
  private mutating func usage(of pair: JSONValue) -> Usage? {
    let said = pair["usage"].flatMap { usage($0) }
    let isLarge = isLargeText(pair)
    if let said, !said.isOfText, isLarge != nil, let size = pair["size"] {
      report(.warning, "pair", "\"size\" is about text and says nothing of \(said.rawValue)", size)
    }
    return Usage.stated(said, isLarge: isLarge)
  }

  private mutating func usage(_ value: JSONValue) -> Usage? {
    guard expect(.string, value, "\"usage\""), let word = value.string else { return nil }
    if let usage = Usage(rawValue: word) { return usage }
    let remedy = Nearest.remedy(for: word, among: Usage.allCases.map(\.rawValue))
    report(.error, "unknown-usage", "no usage is called \"\(word)\"\(remedy)", value)
    return nil
  }

  /// Nil where the pair states no size. An iOS point and an Android sp count as a CSS pixel.
  private mutating func isLargeText(_ pair: JSONValue) -> Bool? {
    let weight = pair["weight"].flatMap { number($0, "weight", 1...1000) } ?? 400
    if let unit = pair["unit"], !unit.equals("px"), !unit.equals("pt"), !unit.equals("sp") {
      let remedy = Nearest.remedy(for: unit.string ?? "", among: ["px", "pt", "sp"])
      report(.error, "pair", "\(unit.shortSource) is no unit of size\(remedy)", unit)
      return nil
    }
    guard let size = pair["size"].flatMap({ number($0, "size", 1...1000) }) else { return nil }
    return Usage.isLargeText(size: size, weight: weight)
  }

  private mutating func number(_ value: JSONValue, _ key: String, _ bounds: ClosedRange<Double>) -> Double? {
    guard expect(.number, value, "\"\(key)\""), let number = value.number else { return nil }
    if bounds.contains(number) { return number }
    let message = "\"\(key)\" is \(Int(bounds.lowerBound)) through \(Int(bounds.upperBound)), not \(value.shortSource)"
    report(.error, "pair", message, value)
    return nil
  }
}
