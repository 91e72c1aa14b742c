import Colorimetry
import Syntax

/// Writes colours as asset catalogs have them.
enum CatalogEditing {
  /// - Parameters:
  ///   - components: the object that holds them.
  ///   - object: what holds `components` and `color-space`.
  static func write(
    _ color: RGBA, _ components: JSONValue, of object: JSONValue
  ) throws(EditRefusal) -> WrittenEdit {
    guard let space = object["color-space"].flatMap({ CatalogSpace($0) }) else {
      throw EditRefusal("its colour space is not known")
    }
    guard let target = Color(.srgb, color.rgb)?.converted(to: space.space) else {
      throw EditRefusal("the colour is not finite")
    }
    var edits: [TextEdit] = []
    var numbers = SIMD3<Double>()
    for (place, key) in space.keys.enumerated() {
      guard let json = components[key], let old = try? CatalogComponent(json, isBounded: space.isBounded) else {
        throw EditRefusal("its components cannot all be read")
      }
      let new = text(of: target.components[place], old, json)
      numbers[place] = new.value
      if let text = new.text { edits.append(TextEdit(components.document.text.range(new.range), text)) }
    }
    let alpha = components["alpha"].flatMap { try? CatalogComponent($0, isBounded: true) }?.value ?? 1
    guard let read = Color(space.space, numbers, alpha: alpha) else { throw EditRefusal("the colour is not finite") }
    return WrittenEdit(edits: edits, color: read.rendered)
  }

  /// A component in the notation of the old one; no text where it says the same already.
  private static func text(
    of value: Double, _ old: CatalogComponent, _ json: JSONValue
  ) -> (text: String?, value: Double, range: Range<Int>) {
    let isString = json.kind == .string
    let range = isString ? json.innerRange : json.byteRange
    let source = json.string ?? json.source
    let byte = Int((min(max(value, 0), 1) * 255).rounded(.toNearestOrAwayFromZero))
    switch old.form {
    case .hex8:
      if Double(byte) / 255 == old.value { return (nil, old.value, range) }
      let digits = String(byte, radix: 16, uppercase: !source.dropFirst(2).contains(where: \.isLowercase))
      let mark = source.contains("X") ? "0X" : "0x"
      return (mark + (byte < 16 ? "0" : "") + digits, Double(byte) / 255, range)
    case .int8:
      return byte == 1 && old.value != 1 / 255.0
        ? ("0x01", 1 / 255.0, range) : (Double(byte) / 255 == old.value ? nil : String(byte), Double(byte) / 255, range)
    case .float, .number:
      let decimals = min(max(DecimalText.decimals(of: source), 3), DecimalText.finest)
      let text = DecimalText.fixed(value, decimals: decimals)
      let read = Double(text) ?? value
      return abs(read - old.value) < 1e-9 ? (nil, old.value, range) : (text, read, range)
    }
  }
}

extension AssetCatalog {
  /// Writes a change into a `Contents.json`.
  package static let edit: PaletteFormat.Edit = { (edit, text) throws(EditRefusal) in
    let editing = JSONColorEditing(text, .trailingCommas)
    switch edit {
    case .value(let color, let place): return try editing.write(color, at: place)
    case .alias: throw EditRefusal("an asset catalog has no aliases")
    case .variant(let color, let traits, _, let like):
      return try CatalogVariant(editing, like, traits).write(color)
    }
  }
}
