package import Syntax

/// What one file declares, before the files of a palette are put together. What most have not stands apart: there are
/// thousands of them.
package struct Fragment: Sendable {
  package let path: String
  /// In an asset catalog with the leaf as name; the namespace comes when the palette is assembled.
  package var colors: [DynamicColor] = []
  package var images: [ImageSet] = []
  package var providesNamespace = false
  package var pairs: [DeclaredPair] = []
  package var roles: [DeclaredRole] = []
  package var canvas: String?
  package var ownDimensions: [(dimension: TraitDimension, values: [String])] = []
  package var diagnostics: [Diagnostic] = []
  package var skipped: [Skipped] = []
  /// What the file was read from, where a later version of it may be read by its differences.
  @Apart var text: SourceText?
  /// What a file of design tokens says, until it is known with which others it stands.
  @Apart var tokens: TokenFile?
  /// The file was claimed for its name's ending alone and is none of the format's: it belongs to no palette, and nobody is
  /// told its diagnostics. Where it was one before, `isBroken` says that it is being written.
  package var isForeign = false
  /// What policies say of how it is read; set before files are put together.
  package var rules: SourceRules {
    get { saidRules ?? SourceRules() }
    set { saidRules = newValue }
  }
  @Apart private var saidRules: SourceRules?

  /// Its path without what gives it traits: what it counts as among the files of a palette.
  package var standing: String { rules.place ?? path }

  /// Whether the file breaks off or is no text of its format at all: half-written, perhaps.
  package var isBroken: Bool {
    diagnostics.contains { $0.severity == .error && $0.code.hasPrefix("syntax/") }
  }

  package init(path: String) {
    self.path = path
  }

  /// Whether no value in it is made of another.
  package var isSelfContained: Bool { tokens?.isSelfContained ?? true }
}

/// A value that is seldom there, and takes a word where it is not.
@propertyWrapper
struct Apart<Value: Sendable>: Sendable {
  private indirect enum Box {
    case of(Value)
  }

  private var box: Box?

  init() {}

  var wrappedValue: Value? {
    get { if case .of(let value) = box { value } else { nil } }
    set { box = newValue.map { .of($0) } }
  }
}

/// A kind of palette source: which files it claims, how one is read, and how a palette comes of them.
package struct PaletteFormat: Sendable {
  package let name: String
  /// The path of the palette that the file at `path` belongs to, nil when it is not this format's. Where only the
  /// contents of files tell, it is one word for all of them, and `divide` makes palettes of them.
  package let unit: @Sendable (_ path: String) -> String?
  /// Whether the contents of a file that `unit` claims decide if it is the format's: where they cannot be had, nothing is
  /// known to be missing.
  package let isGuess: @Sendable (_ path: String) -> Bool
  /// Never throws: what could not be read is a diagnostic of the fragment.
  package let read: @Sendable (SourceText) -> Fragment
  /// The palettes of one unit by path, each with its fragments; a fragment may stand in several. Cheap beside `assemble`.
  package let divide: @Sendable (_ unit: String, _ fragments: [Fragment]) -> [(path: String, fragments: [Fragment])]
  /// Puts the fragments of one palette together, sorted by path.
  package let assemble: @Sendable (_ unit: String, _ fragments: [Fragment]) -> Palette
  /// Writes a change into a file of the format, or says why it cannot.
  package let edit: Edit

  package typealias Edit = @Sendable (PaletteEdit, SourceText) throws(EditRefusal) -> WrittenEdit

  /// Reads a later version of a file that alone is a palette, where only values of colours changed; which they are, by
  /// place. Nil where all is to be read. The fragment is that of `read`.
  package let reread: (@Sendable (SourceText, Fragment) -> (fragment: Fragment, edited: [Int])?)?

  /// Reads a later version of a file that may stand with others, where only literal values of colours changed. Nil where
  /// all is to be read. What is made of it holds only where every fragment of the palette is `isSelfContained`.
  package let compare: (@Sendable (SourceText, Fragment) -> (fragment: Fragment, edit: FileEdit)?)?

  package init(
    name: String, unit: @escaping @Sendable (String) -> String?,
    isGuess: @escaping @Sendable (String) -> Bool = { _ in false }, read: @escaping @Sendable (SourceText) -> Fragment,
    divide: @escaping @Sendable (String, [Fragment]) -> [(path: String, fragments: [Fragment])] = { [($0, $1)] },
    assemble: @escaping @Sendable (String, [Fragment]) -> Palette,
    reread: (@Sendable (SourceText, Fragment) -> (fragment: Fragment, edited: [Int])?)? = nil,
    compare: (@Sendable (SourceText, Fragment) -> (fragment: Fragment, edit: FileEdit)?)? = nil,
    edit: @escaping Edit = PaletteFormat.refuse
  ) {
    self.name = name
    self.unit = unit
    self.isGuess = isGuess
    self.read = read
    self.divide = divide
    self.assemble = assemble
    self.reread = reread
    self.compare = compare
    self.edit = edit
  }

  /// What a format does that is only read.
  package static let refuse: Edit = { (_, _) throws(EditRefusal) in
    throw EditRefusal("files of this format are read and not written")
  }

  /// The list. A new format is one file that defines a `PaletteFormat` and one line here.
  package static let all: [PaletteFormat] = [
    .assetCatalog,
    .paletteDocument,
    .designTokens,
  ]

  /// The format that claims a path, with the unit the file belongs to.
  package static func claiming(_ path: String) -> (format: PaletteFormat, unit: String)? {
    for format in all {
      if let unit = format.unit(path) { return (format, unit) }
    }
    return nil
  }
}
