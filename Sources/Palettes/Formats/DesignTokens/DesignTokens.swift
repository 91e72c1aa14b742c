package import Syntax

/// Design tokens: the format of the Design Tokens Community Group, 2025.10, with its resolver documents, and what was
/// written before it.
package enum DesignTokens {
  /// Reads one file. What has no telling name and no tokens in it is foreign: it belongs to no palette and nothing is
  /// said of it.
  ///
  /// Diagnostics are `dtcg/…`, and the `syntax/…` and `yaml/…` of `JSONDocument`.
  package static func read(_ text: SourceText) -> Fragment {
    var fragment = Fragment(path: text.path)
    let claim = TokenClaim(text)
    guard claim != .none else {
      fragment.isForeign = true
      if TokenClaim.breaksOff(text) {
        let message = "the file breaks off"
        fragment.diagnostics = [Diagnostic(.error, "syntax/json", message, at: text.range(0..<0))]
      }
      return fragment
    }
    let document = TokenClaim.isYAML(text.path) ? JSONDocument(yaml: text) : JSONDocument(text, dialect: .jsonc)
    if TokenClaim.isForeign(document, claim) {
      fragment.isForeign = true
      return fragment
    }
    fragment.diagnostics = document.diagnostics
    guard let root = document.root else { return fragment }
    if let message = TokenClaim.otherShape(root, claim) {
      fragment.diagnostics.append(Diagnostic(.warning, "dtcg/shape", message, at: root.range))
      return fragment
    }
    var reader = TokenReader(document)
    let content = content(root, claim, &reader)
    reader.finish(into: &fragment)
    if document.isComplete, let form = OlderForm(of: document, content) {
      fragment.diagnostics.append(Diagnostic(.note, "dtcg/\(form.code)", form.note, at: form.place))
    }
    fragment.tokens = TokenFile(document, content, legacy: reader.values.legacy)
    return fragment
  }

  private static func content(_ root: JSONValue, _ claim: TokenClaim, _ reader: inout TokenReader) -> TokenFile.Content
  {
    if claim == .resolver || root["resolutionOrder"]?.kind == .array {
      var resolver = TokenResolverReader(root, reader)
      let content = TokenFile.Content.resolver(resolver.read())
      reader = resolver.tokens
      return content
    }
    if claim == .studio || TokenStudio.isOne(root) { return .studio(TokenStudio(root, &reader)) }
    return .tree(reader.read(root))
  }
}

extension PaletteFormat {
  /// A resolver document with the files it names is a palette, and so is a folder of token files without one (with those
  /// that its aliases lead into).
  package static let designTokens = PaletteFormat(
    name: "design-tokens", unit: { TokenClaim.mayClaim($0) ? "design-tokens" : nil },
    isGuess: { [.none, .named].contains(TokenClaim(name: $0)) }, read: DesignTokens.read,
    divide: { DesignTokens.divide($1) }, assemble: DesignTokens.assemble, compare: DesignTokens.reread,
    edit: DesignTokens.edit)
}
