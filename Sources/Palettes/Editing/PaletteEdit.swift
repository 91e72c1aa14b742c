package import Colorimetry
package import Syntax

/// A change to what a palette's source says.
package enum PaletteEdit: Sendable {
  /// Another colour for the variant whose value stands there. Its alpha stays as it is.
  case value(RGBA, at: SourceRange)
  /// Another colour of the palette, by name, instead of the value that stands there.
  case alias(String, at: SourceRange)
  /// A further variant of a colour, written as the one at `like` is.
  case variant(RGBA, TraitCollection, of: DynamicColor, like: SourceRange)

  /// What comes of it where nothing is to be written.
  package var unwritten: WrittenEdit {
    switch self {
    case .value(let color, _), .variant(let color, _, _, _): WrittenEdit(edits: [], color: color)
    case .alias: WrittenEdit(edits: [], color: nil)
    }
  }

  /// The file that it changes.
  package var file: String {
    switch self {
    case .value(_, let place), .alias(_, let place), .variant(_, _, _, let place): place.file
    }
  }
}

/// A change as a format writes it.
package struct WrittenEdit: Sendable {
  /// Nothing beside them changes, not by a byte.
  package let edits: [TextEdit]
  /// What the written value reads back as: a notation may be coarser or finer than 8 bits a channel. Nil for an alias.
  package let color: RGBA?
}

/// Why a change cannot be written.
package struct EditRefusal: Error, Hashable, Sendable {
  /// Ends a sentence: "it is a colour of the system".
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

extension PaletteEdit {
  /// Writes the change into a file as it stands, in the file's own notation.
  package func write(into text: SourceText) throws(EditRefusal) -> WrittenEdit {
    guard let (format, _) = PaletteFormat.claiming(text.path) else { throw EditRefusal("\(text.path) is no palette") }
    return try format.edit(self, text)
  }
}
