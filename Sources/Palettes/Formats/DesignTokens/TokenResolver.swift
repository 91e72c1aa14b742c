import Syntax

/// A resolver document of DTCG 2025.10: which trees of tokens are laid over each other, and under which contexts.
struct TokenResolver: Sendable {
  struct Source: Sendable {
    enum Kind: Sendable {
      case file(path: String, steps: [String])
      case inline(TokenTree)
    }

    let kind: Kind
    let range: SourceRange
  }

  struct Context: Sendable {
    let name: String
    let sources: [Source]
  }

  struct Modifier: Sendable {
    let name: String
    /// The default first.
    let contexts: [Context]
    let range: SourceRange
  }

  enum Step: Sendable {
    case set([Source])
    case modifier(Modifier)
  }

  /// In resolution order: what comes later wins.
  var steps: [Step] = []

  /// The files it names, sorted.
  var files: [String] {
    var paths: Set<String> = []
    for step in steps {
      let sources: [Source]
      switch step {
      case .set(let set): sources = set
      case .modifier(let modifier): sources = modifier.contexts.flatMap(\.sources)
      }
      for case .file(let path, _) in sources.map(\.kind) { paths.insert(path) }
    }
    return paths.sorted()
  }
}
