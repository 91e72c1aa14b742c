import Colorimetry
import Syntax

extension DesignTokens {
  /// Writes a change into a file of design tokens.
  package static let edit: PaletteFormat.Edit = { (edit, text) throws(EditRefusal) in
    let isYAML = TokenClaim.isYAML(text.path)
    let editing = JSONColorEditing(isYAML ? JSONDocument(yaml: text) : JSONDocument(text, dialect: .jsonc))
    switch edit {
    case .value(let color, let place): return try editing.write(color, at: place)
    case .alias(let name, let place): return try editing.write(alias: name, at: place)
    case .variant(let color, let traits, _, let like):
      return try mode(color, traits, like: like, editing)
    }
  }

  /// A further mode beside those that the token has. Any other variant stands in a file of its own, which of them is not
  /// for us to say.
  private static func mode(
    _ color: RGBA, _ traits: TraitCollection, like: SourceRange, _ editing: JSONColorEditing
  ) throws(EditRefusal) -> WrittenEdit {
    let path = try editing.path(to: like)
    if path.first?.isPlain == true { throw EditRefusal("modes are added to YAML by hand only") }
    guard let token = path.last(where: { $0.kind == .object && TokenNode($0).isToken }),
      let modes = TokenNode(token).extensions?["mode"], modes.kind == .object, traits.traits.count == 1,
      let trait = traits.traits.first, let last = Array(modes.members).last,
      let sample = last.value.string, !last.value.hasEscapes, let new = ColorNotation.rewriting(sample, as: color)
    else { throw EditRefusal("the value for \(traits.label) belongs into the file that holds those values") }
    let text = editing.document.text
    var start = last.key.byteRange.lowerBound
    while start > 0, [0x20, 0x0A, 0x0D, 0x09].contains(text.bytes[start - 1]) { start -= 1 }
    let space = String(decoding: text.bytes[start..<last.key.byteRange.lowerBound], as: UTF8.self)
    let colon = String(
      decoding: text.bytes[last.key.byteRange.upperBound..<last.value.byteRange.lowerBound], as: UTF8.self)
    let end = text.range(last.value.byteRange.upperBound..<last.value.byteRange.upperBound)
    let edit = TextEdit(end, ",\(space)\"\(trait.value)\"\(colon)\"\(new.text)\"")
    return WrittenEdit(edits: [edit], color: new.color.rendered)
  }
}
