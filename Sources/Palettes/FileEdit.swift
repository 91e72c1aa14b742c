import Syntax

/// What became of a file of which nothing but values of colours changed: other values, and everything behind them elsewhere.
package struct FileEdit: Sendable {
  /// A value that was written anew.
  struct Value: Sendable {
    /// Where the old one stood.
    let old: SourceRange
    let range: SourceRange
    let value: ColorValue
  }

  package let path: String
  /// In order of place.
  private(set) var values: [Value] = []
  private var shifts: [SourceShift] = []

  init(path: String) { self.path = path }

  mutating func append(_ value: Value) {
    values.append(value)
    let shift = SourceShift(from: value.old, to: value.range)
    shifts.append(shift)
    movesNothing = movesNothing && shift.isNone
  }

  /// Whether every place is as it was.
  private(set) var movesNothing = true

  /// Where a range of the file is now. One in a part of which a value changed is not looked after.
  func moved(_ range: SourceRange) -> SourceRange {
    guard range.file == path else { return range }
    if let value = value(at: range) { return value.range }
    return shifts.last { $0.concerns(range) }.map { $0.moved(range) } ?? range
  }

  /// Whether a value changed in a part of a range, or a range is a part of a value that changed. What is told of a value
  /// as a whole is told of any.
  private func isWithin(_ range: SourceRange) -> Bool {
    range.file == path
      && values.contains {
        range.bytes != $0.old.bytes && range.bytes.lowerBound < $0.old.bytes.upperBound
          && $0.old.bytes.lowerBound < range.bytes.upperBound
      }
  }

  /// Whether the message of a diagnostic names a place that is elsewhere now, or may be.
  fileprivate func movesPlace(in message: String) -> Bool { !movesNothing && message.contains("\(path):") }

  fileprivate func concerns(_ range: SourceRange) -> Bool {
    shifts.contains { $0.concerns(range) } && range.file == path
  }

  fileprivate func concerns(_ color: DynamicColor) -> Bool {
    !movesNothing && (concerns(color.range) || color.registrations.contains { concerns($0.range) })
  }

  fileprivate func value(at range: SourceRange) -> Value? {
    guard let value = values.first(where: { $0.old.bytes == range.bytes }), range.file == path else { return nil }
    return value
  }

  /// Nil where something is told of a range in which a value changed.
  fileprivate func moved<Item>(_ items: [Item], _ range: (Item) -> SourceRange, _ move: (Item, SourceRange) -> Item)
    -> [Item]?
  {
    if items.contains(where: { isWithin(range($0)) }) { return nil }
    return items.isEmpty ? items : items.map { move($0, moved(range($0))) }
  }
}

extension Palette {
  /// The palette as it is after an edit of one of its files, and the places of the colours whose values changed; nil where
  /// more may have changed. What is made of other colours' values must not be in it.
  package func applying(_ edit: FileEdit) -> (palette: Palette, edited: [Int])? {
    guard !diagnostics.contains(where: { edit.movesPlace(in: $0.message) }),
      let pairs = edit.moved(pairs, \.range, { $0.moved(to: $1) }),
      let roles = edit.moved(
        roles, \.range, { DeclaredRole(pattern: $0.pattern, role: $0.role, range: $1) }),
      let diagnostics = edit.moved(
        diagnostics, \.range, { Diagnostic($0.severity, $0.code, $0.message, at: $1) }),
      let skipped = edit.moved(
        skipped, \.range, { Skipped(name: $0.name, reason: $0.reason, range: $1, count: $0.count) })
    else { return nil }
    var colors = colors
    var edited: [Int] = []
    // The colours are looked at in the old array, where they need not be copied to be looked at.
    for index in self.colors.indices {
      let isEdited = self.colors[index].registrations.contains { edit.value(at: $0.range) != nil }
      if isEdited { edited.append(index) }
      if isEdited || edit.concerns(self.colors[index]) { colors[index] = colors[index].applying(edit) }
    }
    return (replacing(colors: colors, pairs: pairs, roles: roles, diagnostics, skipped), edited)
  }
}

extension DynamicColor {
  fileprivate func applying(_ edit: FileEdit) -> DynamicColor {
    DynamicColor(
      name: name, source: source,
      registrations: registrations.map { registration in
        Registration(
          traits: registration.traits, value: edit.value(at: registration.range)?.value ?? registration.value,
          range: edit.moved(registration.range))
      }, range: edit.moved(range))
  }
}
