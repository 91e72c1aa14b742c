import Contrast
import Palettes

/// Something that reads what somebody else wrote, as the driver tries it.
///
/// A new reader is one line in `all`.
package struct FuzzReader: Sendable {
  package let name: String
  /// Whether a file of the fixtures is one to begin with.
  let isSeed: @Sendable (_ path: String) -> Bool
  /// Words that the format gives a meaning to: they are put in at random.
  let words: [String]
  /// Reads bytes under a path, with the files beside them.
  let read: @Sendable (_ bytes: [UInt8], _ path: String, _ others: [Change]) -> Void

  package static let all: [FuzzReader] = [
    FuzzReader(
      name: "catalog", isSeed: { $0.contains(".xcassets/") && $0.hasSuffix("Contents.json") },
      words: ["\"1\"", "\"0xFF\"", "display-p3", "extended-gray", "appearances", "luminosity", "null", "1e999"],
      read: evaluate),
    FuzzReader(
      name: "document", isSeed: { $0.hasSuffix(".palette.json") },
      words: ["\"traits\"", "\"style=dark\"", "\"pairs\"", "\"rgb(0 0 0 / 50%)\"", "\"{a}\"", "null"], read: evaluate),
    FuzzReader(
      name: "tokens",
      isSeed: {
        $0.hasSuffix(".json") && PaletteFormat.designTokens.unit($0) != nil && !$0.hasSuffix(".resolver.json")
      },
      words: [
        "\"$value\"", "\"$type\"", "\"$ref\"", "\"#/a/b\"", "\"{a.b}\"", "\"$extends\"", "\"$root\"", "\"none\"",
        "rgba({a}, 0.5)", "\"modify\"", "\"mix\"", "\"mode\"", "\"org.contrastd\"", "\"$themes\"",
      ], read: evaluate),
    FuzzReader(
      name: "yaml", isSeed: { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") },
      words: [
        "&a ", "*a", "<<: *a", "- ", "\n  ", ": ", "? ", "|\n", "!!str ", "---\n", "{", "}", "[", "]", "'", "\t",
      ],
      read: evaluate),
    FuzzReader(
      name: "resolver", isSeed: { $0.hasSuffix(".resolver.json") },
      words: [
        "\"$ref\"", "\"#/sets/a\"", "\"#/modifiers/m\"", "\"contexts\"", "\"default\"", "\"../x.json#/a\"", "[]",
      ],
      read: evaluate),
    FuzzReader(
      name: "policy", isSeed: { $0.contains("contrast.") && $0.hasSuffix(".json") },
      words: ["\"pairs\"", "\"{name}\"", "\"**\"", "\"min\"", "\"style=dark\"", "\"!a\"", "\"9999-12-31\"", "1e999"],
      read: evaluate),
    FuzzReader(
      name: "notation", isSeed: { $0.hasSuffix("css_parse.jsonl") },
      words: ["rgb(", "hsl(", "oklch(", "color(", "none", "%", "/", "deg", "1e999", "calc(", "/*", "\u{0}"],
      read: { bytes, _, _ in _ = try? ColorNotation.parse(String(decoding: bytes, as: UTF8.self)) }),
  ]

  /// Reads one file alone.
  package func tryOnce(_ bytes: [UInt8], _ path: String) { read(bytes, path, []) }

  /// All that a check does with a file: it is read, what is in it is laid together, paired and measured.
  private static let evaluate: @Sendable ([UInt8], String, [Change]) -> Void = { bytes, path, others in
    var workspace = Workspace()
    workspace.apply(others + [.source(path: path, bytes: bytes)])
  }
}
