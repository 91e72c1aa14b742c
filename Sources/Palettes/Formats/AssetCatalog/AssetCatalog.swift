package import Syntax

/// Asset catalogs of Apple's tools: `*.xcassets`, a folder of folders with a `Contents.json` each.
package enum AssetCatalog {
  /// Reads one `Contents.json`. Its folder says what it declares: `X.colorset` a colour, `X.imageset` an image, any
  /// other folder whether it gives its name to what is in it.
  ///
  /// A variant that cannot be read becomes `ColorValue.unreadable` in its slot; a slot without `color` is unset and
  /// registers nothing. Diagnostics are `catalog/…` and the `syntax/…` of `JSONDocument`.
  package static func read(_ text: SourceText) -> Fragment {
    let document = JSONDocument(text, dialect: .trailingCommas)
    let place = CatalogPath(text.path)
    var fragment = Fragment(path: text.path)
    fragment.diagnostics = document.diagnostics
    switch place.kind {
    case .colorSet:
      var reader = ColorSetReader(document, name: place.leaf)
      reader.read(into: &fragment)
    case .imageSet:
      var reader = ImageSetReader(document, name: place.leaf)
      reader.read(into: &fragment)
    case .group:
      fragment.providesNamespace = document.root?["properties"]?["provides-namespace"]?.bool ?? false
    case .other: break
    }
    return fragment
  }
}

extension PaletteFormat {
  /// A catalog is one palette; colour sets outside any catalog are a palette with those beside them.
  package static let assetCatalog = PaletteFormat(
    name: "asset-catalog", unit: CatalogPath.unit(of:), read: AssetCatalog.read, assemble: AssetCatalog.assemble,
    edit: AssetCatalog.edit)
}

extension AssetCatalog {
  /// Names are leaves, behind the folders that provide a namespace: `Folder/name`. Where two files give one name the
  /// last in order of paths is taken, and the other is said to be skipped: which one Apple's compiler takes is not known.
  static func assemble(_ unit: String, _ fragments: [Fragment]) -> Palette {
    // A folder that gives a trait gives no name.
    let namespaces = Set(
      fragments.filter { $0.providesNamespace && CatalogPath($0.path).leaf == CatalogPath($0.standing).leaf }
        .map { CatalogPath.folder(of: $0.standing[...]) })
    var layers = ColorLayers()
    var images: [ImageSet] = []
    var diagnostics: [Diagnostic] = []
    var skipped: [Skipped] = []
    layers.reserve(fragments.count)
    // Most sets stand beside the one before.
    var (around, prefix) = (Substring(), "")
    for fragment in fragments {
      let folder = CatalogPath.folder(of: CatalogPath.folder(of: fragment.standing[...]))
      if folder != around { (around, prefix) = (folder, CatalogPath.prefix(of: folder, in: unit, namespaces)) }
      diagnostics += fragment.diagnostics
      skipped += fragment.skipped
      for var image in fragment.images {
        image.name = prefix + image.name
        images.append(image)
      }
      for var color in fragment.colors {
        color.name = prefix + color.name
        guard let other = layers.add(color, under: fragment.rules.traits) else { continue }
        let message = "\"\(color.name)\" is declared by \(other.file) as well; rename one or give a folder a namespace"
        diagnostics.append(Diagnostic(.warning, "catalog/name-clash", message, at: color.range))
        skipped.append(Skipped(name: color.name, reason: "declared again by \(color.range.file)", range: other))
      }
    }
    return Palette(
      path: unit, format: "asset-catalog", colors: layers.colors, images: images, diagnostics: diagnostics,
      skipped: skipped, indices: layers.indices)
  }
}
