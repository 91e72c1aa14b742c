import Colorimetry
import Syntax

extension PaletteDocument {
  /// Writes a change into a `*.palette.json`.
  package static let edit: PaletteFormat.Edit = { (edit, text) throws(EditRefusal) in
    let editing = JSONColorEditing(text, .jsonc)
    switch edit {
    case .value(let color, let place): return try editing.write(color, at: place)
    case .alias(let name, let place): return try editing.write(alias: name, at: place)
    case .variant(let color, let traits, let declared, let like):
      return try variant(color, traits, of: declared, like: like, editing)
    }
  }

  /// A further registration behind the last; one value for all traits becomes a list of two.
  private static func variant(
    _ color: RGBA, _ traits: TraitCollection, of declared: DynamicColor, like: SourceRange, _ editing: JSONColorEditing
  ) throws(EditRefusal) -> WrittenEdit {
    let text = editing.document.text
    let (new, read) = try value(color, like: like, editing)
    let registration = "{ \"traits\": \"\(traits.description)\", \"value\": \(new) }"
    guard let whole = try editing.path(to: declared.range).last else { throw EditRefusal("there is no value") }
    if whole.kind != .array {
      let (start, end) = (whole.byteRange.lowerBound, whole.byteRange.upperBound)
      let edits = [
        TextEdit(text.range(start..<start), "[{ \"value\": "), TextEdit(text.range(end..<end), " }, \(registration)]"),
      ]
      return WrittenEdit(edits: edits, color: read)
    }
    guard let last = Array(whole.elements).last else { throw EditRefusal("it has no value") }
    var start = last.byteRange.lowerBound
    while start > 0, [0x20, 0x0A, 0x0D, 0x09].contains(text.bytes[start - 1]) { start -= 1 }
    let space = String(decoding: text.bytes[start..<last.byteRange.lowerBound], as: UTF8.self)
    let end = text.range(last.byteRange.upperBound..<last.byteRange.upperBound)
    return WrittenEdit(edits: [TextEdit(end, ",\(space.isEmpty ? " " : space)\(registration)")], color: read)
  }

  /// A value as the one at `like` is written; hexadecimal where that is no text of one colour.
  private static func value(
    _ color: RGBA, like: SourceRange, _ editing: JSONColorEditing
  ) throws(EditRefusal) -> (text: String, read: RGBA?) {
    if let old = try editing.path(to: like).last, old.kind == .string, let text = old.string, !old.hasEscapes,
      let new = ColorNotation.rewriting(text, as: color)
    {
      return ("\"\(new.text)\"", new.color.rendered)
    }
    return ("\"\(color.hex)\"", color.quantized)
  }
}
