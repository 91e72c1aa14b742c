// What may stand on any surface of its set.

extension PairingRules {
  /// Status text on the canvas of its set, and on the tint of its own status, unless that names a text for itself:
  /// `on-danger` stands on `danger`, so `text.danger` does not.
  mutating func pairStatus(in set: SurfaceSet) {
    let families = Set(sets.map(\.family))
    for (foreground, reading) in readings.enumerated()
    where reading.isForeground && reading.onto == nil && !reading.statuses.isEmpty && !hasOwnFill.contains(foreground) {
      guard let family = reading.family else { continue }
      // A family without a canvas, as in "feedback.danger.text", has its tints on the palette's own.
      let isOutside = set.family.isEmpty && !families.contains(family)
      guard family == set.family || isOutside else { continue }
      if !isOutside { addUnlessSuspect(foreground, set.canvas, .status, "status \(reading.kindWord) on the canvas") }
      let own = readings.indices.filter {
        let other = readings[$0]
        return other.isBackground && other.family == family && other.statuses == reading.statuses
      }
      // Of several only the palest are tints; those between them and the solid are for other text.
      let bound = own.count > 1 ? 1.5 : 2
      for background in own where !hasOwnText.contains(background) && !isTakenBySibling(background, from: foreground) {
        guard
          values.isUnder(bound, background, set.canvas) || earlier.contains(key(foreground, background))
            || areParts(foreground, background)
        else { continue }
        addUnlessSuspect(foreground, background, .status, "status \(reading.kindWord) on its own tint")
      }
    }
  }

  /// General text, links and icons on the general backgrounds of their set.
  mutating func pairGeneral(in set: SurfaceSet) {
    let general = Set(set.backgrounds.filter { set.isGeneral($0, values) })
    let hasField = readings.contains { $0.isBackground && $0.rest.has(["field", "input", "search", "textfield"]) }
    let hasText = readings.indices.contains { index in
      let reading = readings[index]
      return reading.isPlainText && !reading.isWeakText && reading.family == set.family && !hasOwnFill.contains(index)
    }
    let main = readings.indices.first { index in
      let reading = readings[index]
      let own = reading.rest.filter { !set.family.contains($0) }
      return reading.isPlainText && reading.family == set.family && own.allSatisfy(SurfaceSet.neutral.contains)
    }
    let hasSurface = general.contains { !readings[$0].words.has(SurfaceSet.groundWords) }
    for (foreground, reading) in readings.enumerated()
    where reading.isForeground && reading.onto == nil && reading.statuses.isEmpty && reading.family == set.family {
      if reading.usage == .placeholder && hasField || hasOwnFill.contains(foreground) && reading.rest.last != "muted"
        || reading.isWeakText && hasText
      {
        continue
      }
      for background in set.backgrounds
      where general.contains(background) || earlier.contains(key(foreground, background)) {
        // A field is filled with a surface, where there are others than the page; a hint is beside it.
        if hasSurface, reading.words.contains("placeholder"), readings[background].words.has(SurfaceSet.groundWords) {
          continue
        }
        if isOpposite(foreground, to: main, on: background) { continue }
        if set.family.isEmpty {
          addUnlessSuspect(foreground, background, .general, "general \(reading.kindWord) on a general background")
        } else {
          let family = set.family.joined(separator: " ")
          addUnlessSuspect(foreground, background, .component, "general colours of \"\(family)\"")
        }
      }
    }
  }

  mutating func pairControls(in set: SurfaceSet) {
    for (foreground, reading) in readings.enumerated() where reading.kind == .border && reading.onto == nil {
      guard let usage = reading.usage, !usage.isExempt, reading.isOfControl,
        set.family.isEmpty || reading.words.starts(with: set.family)
      else { continue }
      addUnlessSuspect(foreground, set.canvas, .control, "the border of a control on the canvas")
    }
  }

  /// `error.foreground` and `error.background`: parts of one group, each called by its role alone.
  private func areParts(_ foreground: Int, _ background: Int) -> Bool {
    guard ["foreground", "fg"].contains(readings[foreground].words.last) else { return false }
    let groups = [foreground, background].map { index -> [Substring] in
      let parts = plainName(index).split { $0 == "." || $0 == "/" }
      return parts.count > 1 && words(of: String(parts[parts.count - 1])).count == 1 ? parts.dropLast() : []
    }
    return !groups[0].isEmpty && groups[0] == groups[1]
  }

  /// `warning-fg` is the text of `warning-bg`: a `warning-text` beside it stands on something else.
  private func isTakenBySibling(_ background: Int, from foreground: Int) -> Bool {
    let ends = Set(["foreground", "fg"])
    let stem = readings[background].words.dropLast()
    guard WordList.background.contains(readings[background].words.last ?? ""),
      !ends.contains(readings[foreground].words.last ?? "")
    else { return false }
    return readings.contains { $0.isForeground && ends.contains($0.words.last ?? "") && $0.words.dropLast() == stem }
  }
}
