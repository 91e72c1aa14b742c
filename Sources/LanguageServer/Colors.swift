import Colorimetry
import Contrast
import Palettes
import Syntax

/// The colours that a document declares, for the editor's own swatches and its colour picker.
extension Request {
  static let documentColor = Request(method: "textDocument/documentColor", needsPalettes: true) {
    session, parameters throws(RPCError) in
    let document = try session.document(parameters)
    session.refresh()
    let colors = document.path.map { session.declaredColors(in: $0) } ?? []
    let current = session
    return { writer in
      writer.array(colors) { writer, color in
        writer.object { writer in
          writer.field("range") { $0.range(color.range, current) }
          writer.field("color") { $0.color(color.value) }
        }
      }
    }
  }

  static let colorPresentation = Request(method: "textDocument/colorPresentation", needsPalettes: true) {
    session, parameters throws(RPCError) in
    let document = try session.document(parameters)
    guard let written = parameters?["color"], let color = RGBA(written), let range = parameters?["range"],
      let start = range["start"]?.position, let end = range["end"]?.position
    else { throw RPCError(.invalidParameters, "\"color\" and \"range\" are needed") }
    let encoding = session.client.encoding
    let from = document.offset(of: start, encoding)
    let bytes = from..<max(from, document.offset(of: end, encoding))
    let text = SourceText(path: document.path ?? "", bytes: document.bytes)
    let writings = Writing.all(of: color, at: text.range(bytes), in: text)
    let current = session
    return { writer in
      writer.array(writings) { writer, writing in
        writer.object { writer in
          writer.field("label", writing.label)
          guard let first = writing.edits.first else { return }
          writer.field("textEdit") { $0.edit(first, current) }
          writer.field("additionalTextEdits") { writer in
            writer.array(writing.edits.dropFirst()) { writer, edit in writer.edit(edit, current) }
          }
        }
      }
    }
  }
}

extension Session {
  /// In order of place, each place once.
  fileprivate mutating func declaredColors(in path: String) -> [(range: SourceRange, value: RGBA)] {
    var found: [Range<Int>: (range: SourceRange, value: RGBA)] = [:]
    for audit in audits(of: path) {
      for color in audit.palette.colors {
        for registration in color.registrations where registration.range.file == path {
          guard case .color(let value) = registration.value else { continue }
          found[registration.range.bytes] = (registration.range, value.rendered)
        }
      }
    }
    return found.values.sorted { $0.range.bytes.lowerBound < $1.range.bytes.lowerBound }
  }
}

/// A colour as it can be written in a place of a file.
struct Writing: Sendable {
  let label: String
  let edits: [TextEdit]

  /// The file's own notation first; where a string stands, other notations of CSS too.
  static func all(of color: RGBA, at place: SourceRange, in text: SourceText) -> [Writing] {
    var result: [Writing] = []
    let source = String(decoding: text.bytes[place.bytes], as: UTF8.self)
    let isString = source.hasPrefix("\"") && source.hasSuffix("\"") && !source.contains("{")
    // A colour picker may have changed the alpha, which the file's own notation keeps.
    let old = isString ? (try? ColorNotation.parse(source.dropFirst().dropLast()))?.alpha : nil
    if old == nil || abs((old ?? 1) - color.alpha) < 0.5 / 255,
      let own = try? PaletteEdit.value(color, at: place).write(into: text)
    {
      result.append(Writing(label: own.color?.hex ?? color.hex, edits: own.edits))
    }
    guard isString else { return result }
    let exact = Color(.srgb, color.rgb, alpha: color.alpha)
    let others = [color.quantized.hex] + [ColorSpace.oklch, .hsl].compactMap { exact?.converted(to: $0).rounded }
    let known = result.flatMap(\.edits).map(\.replacement)
    result += others.filter { !known.contains($0) }.map {
      Writing(label: $0, edits: [TextEdit(place, "\"\($0)\"")])
    }
    return result
  }
}

extension Color {
  /// In CSS, with as many digits as a screen shows.
  fileprivate var rounded: String? {
    let scale = SIMD3<Double>(repeating: space == .hsl ? 10 : 10_000)
    let short = (components * scale).rounded(.toNearestOrAwayFromZero) / scale
    return Color(space, short, alpha: alpha).map { ColorNotation.css($0) }
  }
}

extension RGBA {
  /// The protocol's Color: four numbers, 0…1.
  fileprivate init?(_ value: JSONValue) {
    guard let red = value["red"]?.number, let green = value["green"]?.number, let blue = value["blue"]?.number,
      let color = Color(.srgb, [red, green, blue], alpha: value["alpha"]?.number ?? 1)
    else { return nil }
    self = color.rendered
  }
}

extension JSONWriter {
  fileprivate mutating func color(_ color: RGBA) {
    func unit(_ value: Double) -> Double { min(max(value, 0), 1) }
    object { writer in
      writer.field("red", unit(color.rgb.x))
      writer.field("green", unit(color.rgb.y))
      writer.field("blue", unit(color.rgb.z))
      writer.field("alpha", unit(color.alpha))
    }
  }
}

extension JSONWriter {
  fileprivate mutating func edit(_ edit: TextEdit, _ session: Session) {
    object { writer in
      writer.field("range") { $0.range(edit.range, session) }
      writer.field("newText", edit.replacement)
    }
  }
}
