/// What the pairing rules ask of names.
extension NameReading {
  var isPlainText: Bool { kind == .foreground(.text) && onto == nil && statuses.isEmpty }

  /// A name up to the role at its end; nil where that is not all that its last part ends with.
  func stem(of name: String) -> Substring? {
    let role: WordLists = isBackground ? .background : .foreground
    guard let last = words.last, !WordLists(of: last).isDisjoint(with: role), restLists.contains(.special),
      rest.contains(where: { !WordLists(of: $0).isDisjoint(with: [.component, .notGeneralNorStatus]) }),
      statuses.isEmpty, words.count > 1, name.lowercased().hasSuffix(last)
    else { return nil }
    return name.dropLast(last.count)
  }

  var kindWord: String { usage == .icon ? "icon" : "text" }
}
