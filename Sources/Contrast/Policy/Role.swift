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
  /// The lists that any of them is in.
  let restLists: WordLists
  /// For `onPrimary` and `textOnSolid`: the words of what it stands on.
  package let onto: [String]?
  /// The words of the groups around such a name, where the word "on" is the first of its last part: `light.onPrimary`.
  let ontoGroup: [String]
  /// Text for a weak word alone, such as "ink".
  let isWeakText: Bool
  /// The status words beside the role: danger, success, …
  let statuses: [String]
  /// The product's own words beside role, rank, status and, in a background's name, surface: empty for a plain general
  /// name, nil for a name that is of a component, a hue, a state or anything else that is not used everywhere.
  let family: [String]?

  /// - Parameter declared: what the palette says of the name, over its words.
  package init(_ name: String, declared: DeclaredRole.Role? = nil) {
    let words = Contrast.words(of: name)
    let lists = words.map(WordLists.init(of:))
    let role = Self.roleIndex(in: lists)
    let on = Self.onIndex(in: words, lists) ?? Self.onIndex(of: name, words, lists)
    let theme = words.dropLast().has(WordList.theme) ? Self.theme(of: name) : []
    let kind =
      if let declared {
        Self.kind(declared)
      } else if let on {
        Kind.foreground(Self.usage(of: lists, role: on == 0 ? .text : lists[on - 1]))
      } else {
        Self.isLinkInBackgrounds(name) ? .none : Self.kind(of: words, lists, roleIndex: role, theme: theme)
      }
    self.words = words
    self.kind = kind
    onto = on.map { Array(words[($0 + 1)...]) }
    ontoGroup = on.map { Array(words[..<$0].prefix(Self.groupCount(of: name, words))) } ?? []
    isWeakText = declared == nil && on == nil && role == nil && kind == .foreground(.text)
    let kept = Self.rest(of: lists, kind: kind, roleIndex: role)
    rest = kept.count == words.count ? words : kept.map { words[$0] }
    restLists = kept.reduce(into: WordLists()) { $0.formUnion(lists[$1]) }
    statuses = restLists.contains(.status) ? kept.filter { lists[$0].contains(.status) }.map { words[$0] } : []
    family = Self.family(of: words, lists, kept, restLists, isBackground: kind == .background, theme: theme)
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

  /// The words of the fill that a text is called after: `primary` for `primary-foreground`, `tooltip` for `tooltip-text`.
  var fill: ArraySlice<String>? {
    guard isForeground, onto == nil, words.count > 1, let last = words.last else { return nil }
    let isText = !WordLists(of: last).isDisjoint(with: .foreground)
    let isCertain = last == "foreground" || last == "fg" || isText && restLists.contains(.component)
    return isCertain ? words.dropLast() : nil
  }

  /// Text, a link or an icon.
  package var isForeground: Bool {
    if case .foreground = kind { true } else { false }
  }

  package var isDisabled: Bool { words.contains(where: WordList.disabled.contains) }
}

extension NameReading {
  /// The last strong role word wins; the "text" of "text field" is none.
  private static func roleIndex(in lists: [WordLists]) -> Int? {
    lists.indices.last { index in
      if lists[index].contains(.isText), index + 1 < lists.count, lists[index + 1].contains(.afterText) { return false }
      return !lists[index].isDisjoint(with: .strong)
    }
  }

  /// The "on" of `onPrimary` and `textOnSolid`: at the start, or behind a foreground's role word, with something after.
  private static func onIndex(in words: [String], _ lists: [WordLists]) -> Int? {
    guard let on = lists.lastIndex(where: { $0.contains(.isOn) }), on + 1 < words.count else { return nil }
    return on == 0 || lists[..<on].contains { !$0.isDisjoint(with: .foreground) } ? on : nil
  }

  /// `light.onPrimary`: at the start of the last part, in groups that are of no component. A "switch.on-track" is what is on.
  private static func onIndex(of name: String, _ words: [String], _ lists: [WordLists]) -> Int? {
    guard words.dropLast().contains("on") else { return nil }
    let on = groupCount(of: name, words)
    guard on > 0, on + 1 < words.count, words[on] == "on" else { return nil }
    return lists[..<on].contains { !$0.isDisjoint(with: [.component, .afterText]) } ? nil : on
  }

  /// How many of the words are of the groups around a name.
  private static func groupCount(of name: String, _ words: [String]) -> Int {
    guard let end = name.lastIndex(where: { $0 == "." || $0 == "/" }) else { return 0 }
    return max(0, words.count - Contrast.words(of: String(name[name.index(after: end)...])).count)
  }

  private static func kind(of words: [String], _ lists: [WordLists], roleIndex: Int?, theme: Set<String>) -> Kind {
    guard let roleIndex else {
      let own = words.filter { !theme.contains($0) }
      if let page = own.first(where: WordList.printed.contains), own.allSatisfy({ $0 == page || isLevel($0) }) {
        return WordList.weak[page] ?? .none
      }
      return own.count == 1 ? WordList.weak[own[0]] ?? .none : .none
    }
    if lists[roleIndex].contains(.background) { return .background }
    if lists[roleIndex].contains(.border) { return .border }
    return .foreground(usage(of: lists, role: lists[roleIndex]))
  }

  /// "muted", "raised", the 2 of "paper-2": which of several it is; a step of a ramp, as in "ink-900", has more digits.
  private static func isLevel(_ word: String) -> Bool {
    WordList.rank.contains(word) || WordList.surface.contains(word) || word.count == 1 && word.first?.isNumber == true
  }

  private static func kind(_ declared: DeclaredRole.Role) -> Kind {
    switch declared {
    case .background: .background
    case .foreground(let usage): usage == .border || usage == .focus ? .border : .foreground(usage)
    case .none: .none
    }
  }

  private static func usage(of lists: [WordLists], role: WordLists) -> Usage {
    let all = lists.reduce(into: WordLists()) { $0.formUnion($1) }
    if all.contains(.disabled) { return .disabled }
    if all.contains(.icon) { return .icon }
    if all.contains(.hint) { return .placeholder }
    if all.contains(.nonText) { return .icon }
    return role.contains(.link) ? .link : .text
  }

  private static func borderUsage(_ words: [String]) -> Usage {
    if words.contains(where: WordList.disabled.contains) { return .disabled }
    if words.contains(where: WordList.decorativeLine.contains) { return .decorative }
    if words.contains("focus") { return .focus }
    return words.contains(where: WordList.control.contains) ? .border : .decorative
  }

  /// The places of the words beside the role.
  private static func rest(of lists: [WordLists], kind: Kind, roleIndex: Int?) -> [Int] {
    let own: WordLists
    switch kind {
    case .background: own = .background
    case .foreground: own = .foreground
    case .border: own = .border
    case .none: return Array(lists.indices)
    }
    return lists.indices.filter { index in
      if lists[index].isDisjoint(with: own) { return true }
      return index != roleIndex && index + 1 < lists.count && lists[index + 1].contains(.afterText)
    }
  }

  /// `background.link`: a link's background or a link on one, so that it is neither.
  private static func isLinkInBackgrounds(_ name: String) -> Bool {
    let groups = name.split { $0 == "." || $0 == "/" }.suffix(2).map { Contrast.words(of: String($0)) }
    guard groups.count == 2, ["background", "backgrounds", "bg"].contains(groups[0].last) else { return false }
    return groups[1].has(WordList.link.union(WordList.icon))
  }

  /// "light", "dark" and "neutral" where groups around the name are called so, before any role: `dark.text.muted`,
  /// `neutral.text`.
  private static func theme(of name: String) -> Set<String> {
    var theme: Set<String> = []
    for group in name.split(whereSeparator: { $0 == "." || $0 == "/" }).dropLast() {
      let words = Contrast.words(of: String(group))
      if words == ["neutral"] {
        theme.insert("neutral")
        continue
      }
      let lists = words.map(WordLists.init(of:))
      if lists.contains(where: { !$0.isDisjoint(with: .strong.union(.component)) }) || words.has(WordList.hue) { break }
      if let word = words.first(where: { $0 == "light" || $0 == "dark" }) {
        theme.insert(word)
        break
      }
    }
    return theme
  }

  private static func family(
    of words: [String], _ lists: [WordLists], _ rest: [Int], _ all: WordLists, isBackground: Bool,
    theme: Set<String>
  ) -> [String]? {
    let plain: WordLists = isBackground ? .plainBackground : .plainForeground
    let own = rest.filter { lists[$0].isDisjoint(with: plain) }
    if own.contains(where: { !lists[$0].isDisjoint(with: .special) && !theme.contains(words[$0]) }) {
      return nil
    }
    if isBackground, all.contains(.disabled) || all.isSuperset(of: [.ordinal, .strength]) { return nil }
    // Material's `primaryContainer` is a fill with a text of its own; a `surfaceContainer` is a surface.
    if isBackground, words.contains("container"), words.has(["primary", "secondary", "tertiary"]),
      !words.has(["surface", "background", "bg"])
    {
      return nil
    }
    // A background for placeholders is that of what is not there yet.
    if isBackground, words.contains("placeholder") { return nil }
    return all.contains(.notGeneralNorStatus) ? nil : own.map { words[$0] }
  }
}

extension Collection<String> {
  func has(_ list: Set<String>) -> Bool { contains { list.contains($0) } }
}
