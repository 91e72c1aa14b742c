import Colorimetry
import Syntax

/// What one file of design tokens holds.
struct TokenFile: Sendable {
  enum Content: Sendable {
    case tree(TokenTree)
    case resolver(TokenResolver)
    /// A file of Tokens Studio: `$themes.json`, `$metadata.json`, or one with both and the sets as its members.
    case studio(TokenStudio)
  }

  let document: JSONDocument
  let content: Content
  /// What its aliases ask of other files.
  let openTargets: [String]
  /// Whether no value in it is made of another.
  let isSelfContained: Bool
  /// A later version of the file, with other values.
  var rewritten: TokenPlaces?
  /// Its values that are written as before DTCG 2025.10.
  let legacy: [LegacyValue]

  init(_ document: JSONDocument, _ content: Content, legacy: [LegacyValue] = []) {
    self.legacy = legacy
    self.document = document
    self.content = content
    openTargets = TokenFile.openTargets(of: content)
    isSelfContained = TokenFile.isSelfContained(TokenFile.trees(of: content))
  }
}

/// The tokens of one tree of JSON: a file's, a set's in it, or an inline source's.
struct TokenTree: Sendable {
  /// In reading order.
  var tokens: [Token] = []
  /// By name, "" the tree as a whole; only those that say something.
  var groups: [String: TokenGroup] = [:]
  /// Whether any group or token states its type.
  var hasTypes = false
  /// What its tokens say of themselves with `org.contrastd`.
  var declarations: [TokenDeclaration] = []
  /// Called surfaces, and described as something else.
  var noSurfaces: [(token: String, range: SourceRange)] = []
}

/// A kind of value, as `$type` names it.
enum TokenType: Hashable, Sendable {
  case color
  case other(String)
}

/// What a group says of the tokens in it.
struct TokenGroup: Sendable {
  var type: TokenType?
  var extends: TokenExtension?
}

/// `$extends` of a group: what it inherits from.
struct TokenExtension: Sendable {
  enum Target: Sendable {
    /// A group by name; "" is everything.
    case group(String)
    case file(path: String, steps: [String])
  }

  let target: Target
  let range: SourceRange
}

/// One token as written.
struct Token: Sendable {
  /// Its path, joined with points; it keeps `$root`.
  let name: String
  let ownType: TokenType?
  /// Of the nearest group around it in the same tree that states one.
  let groupType: TokenType?
  let value: TokenValue
  /// The place of the value.
  let range: SourceRange
  /// `$extensions.mode`: values by the mode's name.
  var modes: [(name: String, value: TokenValue, range: SourceRange)] = []
}

/// What stands where a token's value is.
enum TokenValue: Sendable {
  case color(Color)
  /// A colour by its syntax alone, where no type is stated near it.
  case untyped(Color)
  /// Another token, whole.
  case alias(String)
  /// Another colour with a change: `rgba({name}, 0.5)`, or a modifier of Tokens Studio.
  indirect case derived(TokenDerivation)
  /// Other files are needed to read it.
  case deferred(JSONValue)
  /// Typed as a colour and none: a gradient, a filter; the reason.
  case noColor(String)
  /// A value of a type that is not looked into.
  case other
  /// The reason; a diagnostic has told it.
  case unreadable(String)
}

extension TokenValue {
  /// A value that was written with `value`, whose aliases may name that too.
  var withoutValueWord: TokenValue {
    switch self {
    case .alias(let name): return .alias(TokenAlias.withoutValueWord(name))
    case .derived(let derivation):
      guard case .token(let name) = derivation.base else { return self }
      return .derived(TokenDerivation(base: .token(TokenAlias.withoutValueWord(name)), change: derivation.change))
    default: return self
    }
  }
}

/// What a token says with `$extensions["org.contrastd"]`.
struct TokenDeclaration: Sendable {
  let token: String
  let usage: Usage?
  /// The tokens it stands on; none where only its usage is told.
  let backgrounds: [String]
  let backdrops: [String]
  let minimum: Double?
  let range: SourceRange
}
