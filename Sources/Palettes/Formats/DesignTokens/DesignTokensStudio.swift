import Syntax

/// What a file of Tokens Studio says: sets, their order, and the themes that choose among them.
struct TokenStudio: Sendable {
  struct Theme: Sendable {
    let name: String
    /// Themes of one group exclude each other.
    let group: String?
    /// The sets that are on.
    let sets: Set<String>
  }

  var themes: [Theme] = []
  var order: [String] = []
  /// The sets that stand in the file itself.
  var sets: [(name: String, tree: TokenTree)] = []
  var range: SourceRange

  /// Whether an object is a file of Tokens Studio with its sets in it.
  static func isOne(_ root: JSONValue) -> Bool {
    root.kind == .object && (root["$themes"] != nil || root["$metadata"]?["tokenSetOrder"] != nil)
  }

  init(range: SourceRange) {
    self.range = range
  }

  /// - Parameter root: an array of themes, an object with `tokenSetOrder`, or sets with both.
  init(_ root: JSONValue, _ tokens: inout TokenReader) {
    range = root.range
    if root.kind == .array {
      readThemes(root, &tokens)
      return
    }
    if let value = root["$themes"] { readThemes(value, &tokens) }
    if let value = (root["$metadata"] ?? root)["tokenSetOrder"] { order = value.elements.compactMap(\.string) }
    guard TokenStudio.isOne(root) else { return }
    for member in root.members where member.value.kind == .object && !member.key.startsWithDollar {
      sets.append((member.name, tokens.read(member.value)))
    }
  }

  private mutating func readThemes(_ value: JSONValue, _ tokens: inout TokenReader) {
    guard value.kind == .array else {
      tokens.report(.error, "shape", "\"$themes\" is an array of themes, not \(value.kind.phrase)", value)
      return
    }
    for theme in value.elements {
      guard let name = theme["name"]?.string, let chosen = theme["selectedTokenSets"] else {
        tokens.report(.error, "shape", "a theme is an object with \"name\" and \"selectedTokenSets\"", theme)
        continue
      }
      let sets = chosen.members.filter { !$0.value.equals("disabled") }.map(\.name)
      themes.append(Theme(name: name, group: theme["group"]?.string, sets: Set(sets)))
    }
  }

  /// All sets in order: those of the list, then those that stand in the file without being in it.
  var allSets: [String] {
    var names = order
    for name in sets.map(\.name) where !names.contains(name) { names.append(name) }
    for theme in themes {
      for name in theme.sets.sorted() where !names.contains(name) { names.append(name) }
    }
    return names
  }
}
