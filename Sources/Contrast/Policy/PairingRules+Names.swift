// What two names say of each other.

extension PairingRules {
  /// `onPrimary` stands on `primary`; where there is none, on the background, fill or surface called primary. A
  /// `primaryContainer` is something else.
  mutating func pairOnNames() {
    let fills = ["fill", "solid"]
    for (foreground, reading) in readings.enumerated() {
      guard let onto = reading.onto, reading.isForeground else { continue }
      let others = readings.indices.filter { index in
        let other = readings[index]
        return index != foreground && other.onto == nil && !other.isForeground && other.kind != .border
      }
      let grouped = reading.ontoGroup.isEmpty ? [] : others.filter { readings[$0].words == reading.ontoGroup + onto }
      let plain = grouped.isEmpty ? others.filter { readings[$0].words == onto } : grouped
      // Beside an `accent-fill` the `accent` is for text and lines.
      let bare = plain.filter { !readings[$0].isBackground }
      let own = bare.flatMap { index in fills.map { readings[index].words + [$0] } }
      let beside = others.filter { own.contains(readings[$0].words) }
      let filled =
        bare.isEmpty || !beside.isEmpty
        ? beside
        : others.filter { index in
          let words = readings[index].words
          return fills.contains { words.suffix(onto.count + 1) == onto + [$0] }
            && !words.has(WordList.theme.union(WordList.component))
        }
      let exact = filled.isEmpty ? plain : filled
      let named = others.filter { index in
        let other = readings[index]
        return other.isBackground && other.rest == onto && !onto.isEmpty && !other.words.has(["container", "page"])
      }
      // Beside a `fg.primary` that is read on `bg.primary`, "primary" is the first of several and no fill.
      let ranked = readings.indices.first { readings[$0].isPlainText && readings[$0].rest == onto }
      for background in exact.isEmpty ? named : exact {
        if exact.isEmpty, isOpposite(foreground, to: ranked, on: background) { continue }
        hasOwnText.insert(background)
        add(foreground, background, .onName, "\(name(foreground)) says that it stands on \(name(background))")
      }
    }
  }

  /// `primary-foreground` stands on `primary`, `tooltip-text` on `tooltip`: what is called as it is but for that word.
  mutating func pairFills() {
    var fills: [[String]: [Int]] = [:]
    for (index, reading) in readings.enumerated()
    where !reading.isForeground && reading.kind != .border && reading.onto == nil {
      fills[reading.words, default: []].append(index)
    }
    let texts = Set(readings.compactMap { $0.isForeground ? $0.onto : nil })
    for (foreground, reading) in readings.enumerated() {
      guard let fill = reading.fill, let found = fills[Array(fill)] else { continue }
      hasOwnFill.insert(foreground)
      // Beside a tint of the same fill it may be the text of that one, and so it is beside an `on-accent`.
      if WordList.tint.contains(where: { fills[fill + [$0]] != nil }) { continue }
      if fill.indices.contains(where: { texts.contains(Array(fill[$0...])) }) { continue }
      for background in found {
        hasOwnText.insert(background)
        add(foreground, background, .component, "\(name(foreground)) is called after \(name(background))")
      }
    }
  }

  mutating func pairComponents() {
    var backgrounds: [[String]: [Int]] = [:]
    for (index, reading) in readings.enumerated() where reading.isBackground && reading.onto == nil {
      backgrounds[reading.rest, default: []].append(index)
    }
    for (foreground, reading) in readings.enumerated()
    where reading.isForeground && reading.onto == nil && reading.restLists.contains(.component) {
      let unranked = reading.rest.filter { !WordLists(of: $0).contains(.rank) }
      for background in backgrounds[reading.rest] ?? backgrounds[unranked] ?? [] {
        let component = readings[background].rest.joined(separator: " ")
        add(foreground, background, .component, "both are of \"\(component)\"")
      }
    }
  }

  /// `action.primary.text` on `action.primary.background`, `nav.cta-text` on `nav.cta-bg`: the same name but for the role
  /// at its end. What is only a rank, a hue or a state is too little, and a status has a tint to stand on.
  mutating func pairSiblings() {
    var backgrounds: [Substring: [Int]] = [:]
    for (index, reading) in readings.enumerated() where reading.isBackground && reading.onto == nil {
      if let stem = reading.stem(of: plainName(index)) { backgrounds[stem, default: []].append(index) }
    }
    if backgrounds.isEmpty { return }
    for (foreground, reading) in readings.enumerated() where reading.isForeground && reading.onto == nil {
      guard let stem = reading.stem(of: plainName(foreground)) else { continue }
      for background in backgrounds[stem] ?? [] {
        let reason = "\(name(foreground)) and \(name(background)) differ in their roles alone"
        addUnlessSuspect(foreground, background, .component, reason)
      }
    }
  }
}
