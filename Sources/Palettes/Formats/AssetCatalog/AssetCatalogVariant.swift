import Colorimetry
import Syntax

/// A further entry of a colour set, written as another of its entries is.
struct CatalogVariant {
  private let editing: JSONColorEditing
  private let place: SourceRange
  private let traits: TraitCollection
  private let entry: JSONValue
  private let entries: JSONValue

  init(_ editing: JSONColorEditing, _ like: SourceRange, _ traits: TraitCollection) throws(EditRefusal) {
    let path = try editing.path(to: like)
    guard let entries = path.first(where: { $0.kind == .array }), let entry = path.first(where: { $0["color"] != nil })
    else { throw EditRefusal("the colour set has no entry to take after") }
    guard traits.traits.allSatisfy({ $0.dimension == .style || $0.dimension == .contrast }) else {
      throw EditRefusal("an asset catalog has no variant for \(traits.label) that could be added here")
    }
    self.editing = editing
    self.place = like
    self.traits = traits
    self.entry = entry
    self.entries = entries
  }

  func write(_ color: RGBA) throws(EditRefusal) -> WrittenEdit {
    let value = try editing.write(color, at: place)
    let new = self.text(value.edits)
    if let empty = try emptyEntry() {
      return WrittenEdit(edits: [TextEdit(empty.range, new)], color: value.color)
    }
    guard let last = Array(entries.elements).last else { throw EditRefusal("the colour set has no entries") }
    let end = editing.document.text.range(last.byteRange.upperBound..<last.byteRange.upperBound)
    return WrittenEdit(edits: [TextEdit(end, "," + space(before: last) + new)], color: value.color)
  }

  /// An entry for the same slot that has no colour yet.
  private func emptyEntry() throws(EditRefusal) -> JSONValue? {
    for other in entries.elements where other["color"] == nil && other.kind == .object {
      var slot = CatalogSlot()
      do throws(SlotProblem) {
        for member in other.members {
          if member.key.equals("idiom") { try slot.take(idiom: member.value) }
          if member.key.equals("display-gamut") { try slot.take(gamut: member.value) }
          if member.key.equals("appearances") {
            for appearance in member.value.elements { try slot.take(appearance: appearance) }
          }
        }
      } catch { continue }
      var wanted = traits
      wanted[.idiom] = slot.traits[.idiom]
      wanted[.gamut] = slot.traits[.gamut]
      let isSameDevice =
        other["idiom"]?.string == entry["idiom"]?.string
        && other["display-gamut"]?.string == entry["display-gamut"]?.string
      if isSameDevice, slot.traits == wanted { return other }
    }
    return nil
  }

  /// The entry with other appearances and some edits inside.
  private func text(_ edits: [TextEdit]) -> String {
    let source = editing.document.text
    let start = entry.byteRange.lowerBound
    var all = edits
    if let old = entry["appearances"] {
      all.append(TextEdit(old.range, appearances(indent: space(before: entry.members.first { _ in true }?.key))))
    } else if let first = entry.members.first(where: { _ in true })?.key {
      let indent = space(before: first)
      let text = "\"appearances\"\(colon)\(appearances(indent: indent)),\(indent)"
      all.append(TextEdit(source.range(first.byteRange.lowerBound..<first.byteRange.lowerBound), text))
    }
    let shifted = all.map { edit in
      let bytes = edit.range.bytes
      return TextEdit(
        SourceRange(
          file: source.path, start: edit.range.start, end: edit.range.end,
          bytes: (bytes.lowerBound - start)..<(bytes.upperBound - start)), edit.replacement)
    }
    let piece = SourceText(path: source.path, bytes: Array(source.bytes[entry.byteRange]))
    return String(decoding: piece.applying(shifted), as: UTF8.self)
  }

  private func appearances(indent: String) -> String {
    let step = indentStep
    let (inner, innermost) = (indent.isBroken ? indent + step : "", indent.isBroken ? indent + step + step : " ")
    let items = traits.traits.map { trait in
      let name = trait.dimension == .style ? "luminosity" : "contrast"
      let pair = "\"appearance\"\(colon)\"\(name)\",\(innermost)\"value\"\(colon)\"\(trait.value)\""
      return indent.isBroken ? "\(inner){\(innermost)\(pair)\(inner)}" : "{\(pair)}"
    }
    return "[" + items.joined(separator: indent.isBroken ? "," : ", ") + (indent.isBroken ? indent : "") + "]"
  }

  /// The white space in front of a value, back to the sign before it.
  private func space(before value: JSONValue?) -> String {
    guard let value else { return "" }
    let bytes = editing.document.text.bytes
    var start = value.byteRange.lowerBound
    while start > 0, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[start - 1]) { start -= 1 }
    return String(decoding: bytes[start..<value.byteRange.lowerBound], as: UTF8.self)
  }

  /// What one level of depth adds to the white space in front of a value.
  private var indentStep: String {
    let outer = space(before: entry)
    let inner = space(before: entry.members.first { _ in true }?.key)
    return inner.hasPrefix(outer) ? String(inner.dropFirst(outer.count)) : "  "
  }

  /// `:` with the white space that this file has around it.
  private var colon: String {
    guard let member = entry.members.first(where: { _ in true }) else { return " : " }
    let between = member.key.byteRange.upperBound..<member.value.byteRange.lowerBound
    return String(decoding: editing.document.text.bytes[between], as: UTF8.self)
  }
}

extension String {
  /// Whether there is a line end in it.
  fileprivate var isBroken: Bool { utf8.contains(0x0A) || utf8.contains(0x0D) }
}
