import Syntax

/// What a whole file is written in that DTCG 2025.10 does not have: read with a note, refused by a strict policy.
struct OlderForm {
  let code: String
  let place: SourceRange
  /// What is told where it is read.
  let note: String
  /// What is told where it is refused.
  let refusal: String

  /// Nil for plain JSON that is none of Tokens Studio's.
  init?(of document: JSONDocument, _ content: TokenFile.Content) {
    let path = document.text.path
    if case .studio = content {
      code = "legacy-studio"
      place = SourceRange(startOf: path)
      note = "sets and themes of Tokens Studio are none of DTCG 2025.10; they are read"
      refusal = "sets and themes of Tokens Studio are none of DTCG 2025.10; write a resolver document with a modifier"
    } else if TokenClaim.isYAML(path) {
      code = "legacy-yaml"
      place = SourceRange(startOf: path)
      note = "tokens are JSON since DTCG 2025.10; this YAML is read"
      refusal = "tokens are JSON since DTCG 2025.10; write this file as \"*.tokens.json\""
    } else if !document.isPlain,
      let problem = JSONDocument(document.text).diagnostics.first(where: { $0.severity == .error })
    {
      code = "legacy-comments"
      place = problem.range
      note = "DTCG 2025.10 is plain JSON, and here is more, such as a comment or a comma at an end; it is read"
      refusal = "DTCG 2025.10 is plain JSON: \(problem.message)"
    } else {
      return nil
    }
  }
}
