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
    name: "palette-document", unit: { $0.endsInBytes(of: ".palette.json") ? $0 : nil }, read: PaletteDocument.read,
    assemble: PaletteDocument.assemble,
    reread: { text, before in PaletteDocumentEdit(of: before, to: text).map { ($0.fragment, $0.edited) } },
    edit: PaletteDocument.edit)
}

extension PaletteDocument {
  static func assemble(_ unit: String, _ fragments: [Fragment]) -> Palette {
    if fragments.count > 1 { return layered(unit, fragments) }
    let fragment = fragments.last ?? Fragment(path: unit)
    let traits = fragment.rules.traits
    let colors = traits.isEmpty ? fragment.colors : fragment.colors.map { $0.under(traits) }
    return Palette(
      path: unit, format: "palette-document", colors: colors, pairs: fragment.pairs, roles: fragment.roles,
      canvas: fragment.canvas, ownDimensions: fragment.ownDimensions, diagnostics: fragment.diagnostics,
      skipped: fragment.skipped)
  }

  /// Documents that a policy makes one palette: each says what holds under the traits of its place.
  private static func layered(_ unit: String, _ fragments: [Fragment]) -> Palette {
    var layers = ColorLayers()
    var own: [(dimension: TraitDimension, values: [String])] = []
    for fragment in fragments.sorted(by: { $0.rules.traits.traits.count < $1.rules.traits.traits.count }) {
      for color in fragment.colors { _ = layers.add(color, under: fragment.rules.traits) }
      for item in fragment.ownDimensions where !own.contains(where: { $0.dimension == item.dimension }) {
        own.append(item)
      }
    }
    return Palette(
      path: unit, format: "palette-document", colors: layers.colors, pairs: fragments.flatMap(\.pairs),
      roles: fragments.flatMap(\.roles), canvas: fragments.lazy.compactMap(\.canvas).first, ownDimensions: own,
      diagnostics: fragments.flatMap(\.diagnostics), skipped: fragments.flatMap(\.skipped))
  }
}
