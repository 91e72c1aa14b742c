import Colorimetry
import Contrast
import Palettes
import Syntax

/// How text for people may look: colours never say what the words do not.
package struct TextStyle: Hashable, Sendable {
  /// Escape sequences at all.
  package let isColored: Bool
  /// 24-bit colours, for swatches.
  package let hasSwatches: Bool
  /// Columns, where they are known.
  package let width: Int?

  package init(isColored: Bool, hasSwatches: Bool, width: Int? = nil) {
    self.isColored = isColored
    self.hasSwatches = hasSwatches
    self.width = width
  }

  package static let plain = TextStyle(isColored: false, hasSwatches: false)

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }

  func colored(_ text: String, as severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: wrap(text, "31")
    case .warning: wrap(text, "33")
    case .note: wrap(text, "36")
    }
  }

  /// The sign and word of a verdict; the word carries it.
  func verdict(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass: wrap("✓ pass", "32")
    case .fail: wrap("✗ fail", "31")
    case .indeterminate: wrap("? indeterminate", "33")
    case .exempt: wrap("– exempt", "2")
    case .notEvaluated: wrap("! not evaluated", "33")
    }
  }

  /// Two blocks in the colour itself, over what is behind it; nothing where the terminal cannot show it.
  func swatch(_ color: RGBA, over backdrop: RGBA = .white) -> String {
    guard hasSwatches else { return "" }
    let seen = color.composited(over: RGBA(backdrop.rgb))
    return "\u{1B}[48;2;\(Self.channels(seen))m  \u{1B}[0m "
  }

  /// Text in its own colours.
  func sample(_ text: String, _ foreground: RGBA, on background: RGBA) -> String {
    guard hasSwatches else { return text }
    let seen = foreground.composited(over: background)
    return "\u{1B}[38;2;\(Self.channels(seen));48;2;\(Self.channels(background))m\(text)\u{1B}[0m"
  }

  private static func channels(_ color: RGBA) -> String {
    let rgb = color.quantized.rgb * 255
    return "\(Int(rgb.x.rounded()));\(Int(rgb.y.rounded()));\(Int(rgb.z.rounded()))"
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// Padded with spaces on the right to a number of characters.
  func padded(_ width: Int) -> String {
    let count = self.count
    return count >= width ? self : self + String(repeating: " ", count: width - count)
  }

  /// Control characters, line separators and changes of writing direction made visible: a name cannot move the cursor,
  /// forge a line or turn around what stands behind it.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    return String(
      String.UnicodeScalarView(
        unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
          guard scalar.isUnprintable else { return [scalar] }
          return Array("\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
        }))
  }
}

extension Unicode.Scalar {
  /// C0, DEL and C1; the line and paragraph separators; embeddings, overrides and isolates (UAX #9).
  fileprivate var isUnprintable: Bool {
    switch value {
    case ..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// 2,064: thousands with commas.
package func grouped(_ number: Int) -> String {
  let digits = Array(String(abs(number)))
  var result = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { result += "," }
    result.append(digit)
  }
  return result
}

/// "1 pair", "2,064 pairs".
package func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

/// Columns of words with two spaces between them, the last not padded.
package func columns(_ rows: [[String]]) -> [String] {
  let count = rows.map(\.count).max() ?? 0
  let widths = (0..<count).map { column in
    rows.compactMap { $0.indices.contains(column) ? $0[column].count : nil }.max() ?? 0
  }
  return rows.map { row in
    row.enumerated().map { index, cell in index + 1 < row.count ? cell.padded(widths[index]) : cell }
      .joined(separator: "  ")
  }
}
