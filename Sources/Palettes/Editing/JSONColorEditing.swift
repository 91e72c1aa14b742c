import Colorimetry
import Syntax

/// Writes colours into JSON as they stand there: the parts that asset catalogs, design tokens and our own format share.
struct JSONColorEditing {
  let document: JSONDocument

  init(_ text: SourceText, _ dialect: JSONDialect) {
    document = JSONDocument(text, dialect: dialect)
  }

  init(_ document: JSONDocument) {
    self.document = document
  }

  /// The value at a place with those around it, outermost first.
  func path(to place: SourceRange) throws(EditRefusal) -> [JSONValue] {
    let path = document.path(to: place.bytes)
    if path.isEmpty { throw EditRefusal("the file is another one than was read") }
    return path
  }

  /// A colour as a string, as an object of DTCG, or as one of asset catalogs.
  func write(_ color: RGBA, at place: SourceRange) throws(EditRefusal) -> WrittenEdit {
    let path = try path(to: place)
    guard let value = path.last else { throw EditRefusal("there is no value") }
    if value.kind == .string { return try text(color, value) }
    guard value.kind == .object else { throw EditRefusal("its value is \(value.kind.phrase)") }
    if value["colorSpace"] != nil { return try object(color, value) }
    if value["color-space"] != nil, let components = value["components"] {
      return try CatalogEditing.write(color, components, of: value)
    }
    if value["reference"] != nil { throw EditRefusal("it is a colour of the system") }
    if value["$ref"] != nil { throw EditRefusal("it is part of another token's value") }
    if path.count > 1, path[path.count - 2]["color-space"] != nil {
      return try CatalogEditing.write(color, value, of: path[path.count - 2])
    }
    throw EditRefusal("its value is written in a way that is not known here")
  }

  private func text(_ color: RGBA, _ value: JSONValue) throws(EditRefusal) -> WrittenEdit {
    guard let old = value.string, !value.hasEscapes else { throw EditRefusal("its value has escapes in it") }
    if value.isPlain { throw EditRefusal("its value has no quotes; write it in quotes first") }
    if old.contains("{") { throw EditRefusal("its value is worked out from another colour's") }
    guard let new = ColorNotation.rewriting(old, as: color, letters: letters(old)) else {
      throw EditRefusal("\(value.shortSource) is written in a way that is not known here")
    }
    let edits = new.text == old ? [] : [TextEdit(document.text.range(value.innerRange), new.text)]
    return WrittenEdit(edits: edits, color: new.color.rendered)
  }

  /// The name of another colour, in braces, instead of a value.
  func write(alias name: String, at place: SourceRange) throws(EditRefusal) -> WrittenEdit {
    guard let value = try path(to: place).last else { throw EditRefusal("there is no value") }
    if name.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      throw EditRefusal("the name \(name) needs escapes")
    }
    if value.kind == .string, let old = value.string, !old.hasPrefix("{"), old.contains("/") {
      throw EditRefusal("it refers to another colour by \"$ref\"")
    }
    return WrittenEdit(edits: [TextEdit(value.range, "\"{\(name)}\"")], color: nil)
  }

  /// An object of DTCG: its components in their space, and `hex` where it stands beside them.
  private func object(_ color: RGBA, _ value: JSONValue) throws(EditRefusal) -> WrittenEdit {
    guard let name = value["colorSpace"]?.string, let space = ColorSpace(name: name), let list = value["components"],
      list.kind == .array
    else { throw EditRefusal("its parts stand elsewhere") }
    let parts = Array(list.elements)
    guard parts.count == 3, parts.allSatisfy({ $0.kind == .number || $0.equals("none") }),
      let target = Color(.srgb, color.rgb)?.converted(to: space)
    else { throw EditRefusal("its parts stand elsewhere") }
    let alpha = value["alpha"]?.number ?? 1
    let digits = parts.map { DecimalText.digits(behindPointOf: $0.source) }.max() ?? 0
    var best: (texts: [String], color: RGBA)?
    for more in 0...DecimalText.finest {
      let texts = parts.enumerated().map { place, part in
        text(of: target.components[place], like: part, digits: digits, more: more)
      }
      let numbers = texts.map { Double($0) ?? 0 }
      guard let read = Color(space, SIMD3(numbers[0], numbers[1], numbers[2]), alpha: alpha)?.rendered else { continue }
      best = (texts, read)
      if read.distanceInBytes(to: color) < 0.5 { break }
    }
    guard let best else { throw EditRefusal("its components cannot be worked out") }
    var edits: [TextEdit] = []
    for (part, text) in zip(parts, best.texts) where Double(text) != part.number || part.kind != .number {
      if part.source != text { edits.append(TextEdit(part.range, text)) }
    }
    if let hex = value["hex"], let old = hex.string, !hex.hasEscapes, old.hasPrefix("#") {
      let new = ColorNotation.hex(best.color.quantized, like: letters(old)) + (old.count == 9 ? old.suffix(2) : "")
      if new != old { edits.append(TextEdit(document.text.range(hex.innerRange), new)) }
    }
    return WrittenEdit(edits: edits, color: best.color)
  }

  /// A component with about as many digits as the old one: as many as tell the number where that was so.
  private func text(of value: Double, like part: JSONValue, digits: Int, more: Int) -> String {
    if part.kind != .number, abs(value) < 1e-6 { return part.source }
    if digits > 9 { return DecimalText.shortest(value) }
    let text = DecimalText.fixed(value, decimals: min(max(digits, 1) + more, DecimalText.finest))
    return DecimalText.withoutZeros(text)
  }

  /// A hexadecimal colour with letters in it, to take their case from: the old one, or the first that the file has.
  private func letters(_ old: String) -> String {
    if old.contains(where: { $0.isHexDigit && $0.isLetter }) { return old }
    let bytes = document.text.bytes
    for (at, byte) in bytes.enumerated() where byte == UInt8(ascii: "#") && at + 7 <= bytes.count {
      let digits = String(decoding: bytes[(at + 1)..<(at + 7)], as: UTF8.self)
      if digits.allSatisfy(\.isHexDigit), digits.contains(where: \.isLetter) { return digits }
    }
    return old
  }
}
