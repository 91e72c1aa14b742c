import Contrast

/// Edits of files of design tokens: alone, beside others, and under a resolver document.
extension WorkspaceEquality {
  private static let names = ["text", "background", "link", "danger-text", "surface", "onPrimary", "primary"]
  private static let resolver = """
    {"version": "2025.10", "resolutionOrder": [{"$ref": "#/modifiers/theme"}],
     "modifiers": {"theme": {"contexts": {"light": [{"$ref": "./light.tokens.json"}],
       "dark": [{"$ref": "./light.tokens.json"}, {"$ref": "./dark.tokens.json"}]}}}}
    """

  mutating func editTokens() -> (kind: String, broken: Change?) {
    let path = ["t/light.tokens.json", "t/dark.tokens.json", "u/brand.tokens.json"][random(3)]
    guard var tokens = tokenFiles[path] else {
      tokenFiles[path] = Self.names.prefix(3 + random(5)).map { ($0, value(alias: [])) }
      write(path)
      return ("token file added", nil)
    }
    var kind = "token value"
    let index = random(tokens.count)
    switch random(24) {
    case 0:
      (tokenFiles[path], files[path]) = (nil, nil)
      return ("token file removed", nil)
    case 1:
      let bytes = files[path] ?? []
      return ("broken", .source(path: path, bytes: Array(bytes.prefix(1 + random(bytes.count - 3)))))
    case 2:
      let name = "t/brand.resolver.json"
      files[name] = files[name] == nil ? Array(Self.resolver.utf8) : nil
      return ("resolver", nil)
    case 3:
      kind = "token name"
      tokens[index].name += "x"
    case 4 where tokens.count < 9:
      kind = "token added"
      tokens.append(("extra\(random(1000))", value(alias: tokens.map(\.name))))
    case 5:
      kind = "several token values"
      for index in tokens.indices where random(2) == 0 { tokens[index].value = value(alias: tokens.map(\.name)) }
    case 6...12:
      kind = "token literal"
      tokens[index].value = literal()
    default: tokens[index].value = value(alias: tokens.map(\.name))
    }
    tokenFiles[path] = tokens
    write(path)
    return (kind, nil)
  }

  private mutating func write(_ path: String) {
    let list = (tokenFiles[path] ?? []).map { "    \"\($0.name)\": { \"$value\": \($0.value) }" }
    let text =
      "{\n  \"color\": { \"$type\": \"color\",\n\(list.joined(separator: ",\n"))\n  },\n"
      + "  \"gap\": { \"$type\": \"dimension\", \"$value\": \"4px\" },\n"
      + "  \"é\": { \"$type\": \"color\", \"$value\": \"linear-gradient(red, blue)\" }\n}\n"
    files[path] = Array(text.utf8)
  }

  private mutating func literal() -> String {
    switch random(4) {
    case 0: "{\n  \"colorSpace\": \"srgb\",\n  \"components\": [0.\(random(1000)), 0.5, 1]\n}"
    case 1: "{ \"colorSpace\": \"srgb\", \"components\": [0, 0.\(random(1000)), 1], \"alpha\": 0.\(1 + random(9)) }"
    case 2: "\"\(hex())\""
    default: "{ \"colorSpace\": \"srgb\", \"components\": [1, 1, 0.\(random(10))] }"
    }
  }

  private mutating func value(alias names: [String]) -> String {
    switch random(16) {
    case 0...2 where !names.isEmpty: "\"{color.\(names[random(names.count)])}\""
    case 3 where !names.isEmpty && random(3) == 0: "\"rgba({color.\(names[random(names.count)])}, 0.5)\""
    case 4 where !names.isEmpty && random(3) == 0: "{ \"$ref\": \"#/color/\(names[random(names.count)])/$value\" }"
    case 5: "{ \"colorSpace\": \"display-p3\", \"components\": [0, 1, 0] }"
    case 6: "{ \"colorSpace\": \"srgb\", \"components\": [0.5, 0.5, 0.5], \"hex\": \"\(hex())\" }"
    case 7 where random(4) == 0: "\"no colour\""
    default: literal()
    }
  }
}
