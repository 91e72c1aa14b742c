/// The lists of the vocabulary that a word is in: looked up once, then asked as bits.
struct WordLists: OptionSet, Hashable {
  let rawValue: UInt32

  static let background = WordLists(rawValue: 1 << 0)
  static let text = WordLists(rawValue: 1 << 1)
  static let link = WordLists(rawValue: 1 << 2)
  static let icon = WordLists(rawValue: 1 << 3)
  static let border = WordLists(rawValue: 1 << 4)
  static let nonText = WordLists(rawValue: 1 << 5)
  static let hint = WordLists(rawValue: 1 << 6)
  static let disabled = WordLists(rawValue: 1 << 7)
  static let rank = WordLists(rawValue: 1 << 8)
  static let status = WordLists(rawValue: 1 << 9)
  static let component = WordLists(rawValue: 1 << 10)
  static let afterText = WordLists(rawValue: 1 << 11)
  /// Never in a name that is used everywhere: of a component, a hue, a state, an emphasis.
  static let special = WordLists(rawValue: 1 << 12)
  /// Says nothing but which of the general backgrounds, or foregrounds, it is.
  static let plainBackground = WordLists(rawValue: 1 << 13)
  static let plainForeground = WordLists(rawValue: 1 << 14)
  static let notGeneralNorStatus = WordLists(rawValue: 1 << 15)
  /// The words "text" and "on" themselves.
  static let isText = WordLists(rawValue: 1 << 16)
  static let isOn = WordLists(rawValue: 1 << 17)

  static let ordinal = WordLists(rawValue: 1 << 18)
  static let strength = WordLists(rawValue: 1 << 19)

  static let foreground: WordLists = [.text, .link, .icon]
  static let strong: WordLists = [.background, .foreground, .border]

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(of word: String) {
    if let known = Self.table[word] {
      self = known
    } else if word.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) {
      self = [.plainBackground, .plainForeground]
    } else {
      self.init()
    }
  }

  private static let table: [String: WordLists] = {
    let plain = WordList.rank.union(WordList.status).union(WordList.disabled).union(WordList.hint).union(["body"])
    let lists: [(WordLists, Set<String>)] = [
      (.background, WordList.background), (.text, WordList.text), (.link, WordList.link), (.icon, WordList.icon),
      (.border, WordList.border), (.nonText, WordList.nonText), (.hint, WordList.hint),
      (.disabled, WordList.disabled), (.rank, WordList.rank), (.status, WordList.status),
      (.component, WordList.component), (.afterText, WordList.afterText),
      (.special, WordList.component.union(WordList.hue).union(WordList.notGeneral).union(WordList.state)),
      (.plainBackground, plain.union(WordList.surface).union(["paper"])),
      (.plainForeground, plain.union(["system", "ink"])),
      (.notGeneralNorStatus, WordList.notGeneral.subtracting(WordList.status)), (.isText, ["text"]), (.isOn, ["on"]),
      (.ordinal, WordList.ordinal), (.strength, WordList.strength),
    ]
    var table: [String: WordLists] = [:]
    for (list, words) in lists {
      for word in words { table[word, default: WordLists()].insert(list) }
    }
    return table
  }()
}
