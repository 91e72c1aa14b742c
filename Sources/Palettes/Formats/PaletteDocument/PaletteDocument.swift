package import Syntax

/// Our own format, `*.palette.json`, for palettes that live in code: JSON with comments.
///
/// ```
/// {
///   "dimensions": {"brand": ["plain", "bold"]},
///   "canvas": "systemBackground",
///   "colors": {
///     "label": [{"value": "#000"}, {"traits": "style=dark,contrast=high", "value": "#fff"}],
///     "title": "{label}"
///   },
///   "roles": {"*Title": "large-text"},
///   "pairs": [{"foreground": ["label", "title"], "background": "systemBackground", "minimum": 7}]
/// }
/// ```
/// A value is a CSS colour, `{other.name}`, or one of the objects that DTCG 2025.10 and asset catalogs have. Registrations
/// count in order: the last one for equal traits wins. `etc/contrastd/schema/palette.schema.json` says the same.
package enum PaletteDocument {
  /// Reads one document. Diagnostics are `palette/…` and the `syntax/…` of `JSONDocument`.
  package static func read(_ text: SourceText) -> Fragment {
    var reader = PaletteDocumentReader(JSONDocument(text, dialect: .jsonc))
    var fragment = reader.read()
    if fragment.diagnostics.isEmpty, fragment.skipped.isEmpty { fragment.text = text }
    return fragment
  }
}

extension PaletteFormat {
  /// Every document is a palette.
  package static let paletteDocument = PaletteFormat(
    name: "palette-document", unit: { $0.hasSuffix(".palette.json") ? $0 : nil }, read: PaletteDocument.read,
    assemble: PaletteDocument.assemble,
    reread: { text, before in PaletteDocumentEdit(of: before, to: text).map { ($0.fragment, $0.edited) } },
    edit: PaletteDocument.edit)
}

extension PaletteDocument {
  static func assemble(_ unit: String, _ fragments: [Fragment]) -> Palette {
    let fragment = fragments.last ?? Fragment(path: unit)
    return Palette(
      path: unit, format: "palette-document", colors: fragment.colors, pairs: fragment.pairs, roles: fragment.roles,
      canvas: fragment.canvas, ownDimensions: fragment.ownDimensions, diagnostics: fragment.diagnostics,
      skipped: fragment.skipped)
  }
}
