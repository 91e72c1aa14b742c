import Syntax

// `$extensions["org.contrastd"]` of a token: `{"on": "{surface.base}", "usage": "text", "min": 7}`, or several in an array.
// With `background` the pair is written as a palette document has it: then `on` is what a translucent background stands on.

extension TokenReader {
  mutating func declaration(_ value: JSONValue, _ token: String) -> TokenDeclaration? {
    guard value.kind == .object else {
      report(
        .error, "declaration", "\"org.contrastd\" is an object with \"on\" and \"usage\", or an array of them", value)
      return nil
    }
    let known = ["on", "background", "usage", "min", "minimum"]
    for member in value.members where !known.contains(member.name) {
      let remedy = Nearest.remedy(for: member.name, among: known)
      report(.warning, "declaration", "\(member.key.shortSource) means nothing here\(remedy)", member.key)
    }
    let on = value["on"].map { names($0) } ?? []
    let background = value["background"].map { names($0) }
    let minimum = (value["min"] ?? value["minimum"]).flatMap { number($0) }
    return TokenDeclaration(
      token: token, usage: value["usage"].flatMap { usage($0) }, backgrounds: background ?? on,
      backdrops: background == nil ? [] : on, minimum: minimum, range: value.range)
  }

  private mutating func names(_ value: JSONValue) -> [String] {
    var result: [String] = []
    for element in value.kind == .array ? Array(value.elements) : [value] {
      if let text = element.string {
        result.append(TokenAlias.name(in: text) ?? text)
      } else {
        report(.error, "declaration", "a token's name is a string, not \(element.kind.phrase)", element)
      }
    }
    return result
  }

  private mutating func usage(_ value: JSONValue) -> Usage? {
    if let usage = value.string.flatMap({ Usage(rawValue: $0) }) { return usage }
    let remedy = Nearest.remedy(for: value.string ?? "", among: Usage.allCases.map(\.rawValue))
    report(.error, "declaration", "no usage is called \(value.shortSource)\(remedy)", value)
    return nil
  }

  private mutating func number(_ value: JSONValue) -> Double? {
    if let number = value.number, (1...21).contains(number) { return number }
    report(.error, "declaration", "a required ratio is a number from 1 through 21, not \(value.shortSource)", value)
    return nil
  }
}
