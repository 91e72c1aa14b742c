package import Palettes

/// What a colour's name says it is for.
package struct NameReading: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case background
    case foreground(Usage)
    case border
    /// A name without a role: a primitive, a component, anything.
    case none
  }

  package let kind: Kind
  /// All words of the name.
  package let words: [String]
  /// The words beside those that name the role.
  package let rest: [String]
  /// For `onPrimary` and `textOnSolid`: the words of what it stands on.
  package let onto: [String]?

  /// - Parameter declared: what the palette says of the name, over its words.
  package init(_ name: String, declared: DeclaredRole.Role? = nil) {
    let words = Contrast.words(of: name)
    let role = Self.roleIndex(in: words)
    let on = Self.onIndex(in: words)
    let kind =
      if let declared {
        Self.kind(declared)
      } else if let on {
        Kind.foreground(Self.usage(of: words, role: on == 0 ? "text" : words[on - 1]))
      } else {
        Self.kind(of: words, roleIndex: role)
      }
    self.words = words
    self.kind = kind
    onto = on.map { Array(words[($0 + 1)...]) }
    rest = Self.rest(of: words, kind: kind, roleIndex: role)
  }

  /// The usage under which it is paired as a foreground, nil for a background and for no role.
  package var usage: Usage? {
    switch kind {
    case .foreground(let usage): usage
    case .border: Self.borderUsage(words)
    case .background, .none: nil
    }
  }

  package var isBackground: Bool { kind == .background }

  /// Text, a link or an icon.
  package var isForeground: Bool {
    if case .foreground = kind { true } else { false }
  }

  package var isDisabled: Bool { words.contains(where: WordList.disabled.contains) }
}

extension NameReading {
  /// The last strong role word wins; the "text" of "text field" is none.
  private static func roleIndex(in words: [String]) -> Int? {
    words.indices.last { index in
      let word = words[index]
      if word == "text", index + 1 < words.count, WordList.afterText.contains(words[index + 1]) { return false }
      return isStrong(word)
    }
  }

  /// The "on" of `onPrimary` and `textOnSolid`: at the start, or behind a foreground's role word, with something after.
  private static func onIndex(in words: [String]) -> Int? {
    guard let on = words.lastIndex(of: "on"), on + 1 < words.count else { return nil }
    let isForeground = words[..<on].contains {
      WordList.text.contains($0) || WordList.link.contains($0) || WordList.icon.contains($0)
    }
    return on == 0 || isForeground ? on : nil
  }

  private static func isStrong(_ word: String) -> Bool {
    WordList.background.contains(word) || WordList.text.contains(word) || WordList.link.contains(word)
      || WordList.icon.contains(word) || WordList.border.contains(word)
  }

  private static func kind(of words: [String], roleIndex: Int?) -> Kind {
    guard let roleIndex else {
      guard words.count == 1, let weak = WordList.weak[words[0]] else { return .none }
      return weak
    }
    let word = words[roleIndex]
    if WordList.background.contains(word) { return .background }
    if WordList.border.contains(word) { return .border }
    return .foreground(usage(of: words, role: word))
  }

  private static func kind(_ declared: DeclaredRole.Role) -> Kind {
    switch declared {
    case .background: .background
    case .foreground(let usage): usage == .border || usage == .focus ? .border : .foreground(usage)
    case .none: .none
    }
  }

  private static func usage(of words: [String], role: String) -> Usage {
    if words.contains(where: WordList.disabled.contains) { return .disabled }
    if words.contains(where: WordList.icon.contains) { return .icon }
    if words.contains(where: WordList.hint.contains) { return .placeholder }
    if words.contains(where: WordList.nonText.contains) { return .icon }
    return WordList.link.contains(role) ? .link : .text
  }

  private static func borderUsage(_ words: [String]) -> Usage {
    if words.contains(where: WordList.disabled.contains) { return .disabled }
    if words.contains(where: WordList.decorativeLine.contains) { return .decorative }
    if words.contains("focus") { return .focus }
    return words.contains(where: WordList.control.contains) ? .border : .decorative
  }

  private static func rest(of words: [String], kind: Kind, roleIndex: Int?) -> [String] {
    let own: Set<String>
    switch kind {
    case .background: own = WordList.background
    case .foreground: own = WordList.text.union(WordList.link).union(WordList.icon)
    case .border: own = WordList.border
    case .none: return words
    }
    return words.enumerated().filter { index, word in
      guard own.contains(word) else { return true }
      return index != roleIndex && index + 1 < words.count && WordList.afterText.contains(words[index + 1])
    }.map(\.element)
  }
}

extension Collection<String> {
  func allAre(_ lists: Set<String>...) -> Bool {
    allSatisfy { word in
      lists.contains { $0.contains(word) } || word.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }
  }

  func has(_ list: Set<String>) -> Bool { contains { list.contains($0) } }
}
