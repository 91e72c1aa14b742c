import Contrast
import Palettes

/// Finds the palette that a question's names stand in.
struct NamedColors {
  let workspace: Workspace
  /// Where the palettes are, in the asker's words.
  let place: String

  init(_ workspace: Workspace, _ place: String) {
    self.workspace = workspace
    self.place = place
  }

  /// The pair of two names; the first where they are judged for several usages.
  func pair(
    _ foreground: String, _ background: String
  ) throws(QuestionError) -> (audit: Audit, pairing: Pairing, isJudged: Bool) {
    let audit = try audit(having: [foreground, background])
    let front = audit.palette.index(of: foreground) ?? 0
    let found = audit.pairings(of: front, on: audit.palette.index(of: background) ?? 0)[0]
    return (audit, found.pairing, found.isJudged)
  }

  /// The one palette that has all of `names`; an error offers the nearest name, or the choice.
  func audit(having names: [String]) throws(QuestionError) -> Audit {
    let all = workspace.audits.filter { audit in names.allSatisfy { audit.palette.index(of: $0) != nil } }
    // A set has the colours of its palettes; it is meant where no palette has them all.
    let plain = all.filter { !$0.palette.isSet }
    let having = plain.isEmpty ? all : plain
    if having.count == 1 { return having[0] }
    let both = names.joined(separator: " and ")
    guard having.isEmpty else {
      let places = having.map { "--in=\($0.palette.path)" }.joined(separator: ", ")
      throw QuestionError(
        "\(both) \(names.count == 1 ? "stands" : "stand") in \(having.count) palettes; choose one: \(places)")
    }
    let known = workspace.audits.flatMap { $0.palette.colors.map(\.name) }
    guard !known.isEmpty else {
      throw QuestionError("there is no palette under \(place); say where with --in=PATH", status: 4)
    }
    for name in names where !known.contains(name) {
      let hint = Nearest.name(to: name, in: known).map { "; did you mean \"\($0)\"?" } ?? "."
      throw QuestionError(
        "no colour under \(place) is called \"\(name)\"\(hint) contrastctl tokens \(place) lists them")
    }
    let places = names.map { name in
      "\(name) in \(workspace.audits.first { $0.palette.index(of: name) != nil }?.palette.path ?? "")"
    }
    throw QuestionError(
      "a pair stands in one palette, and these do not: \(places.joined(separator: ", ")); a policy's \"sets\" puts "
        + "palettes together")
  }
}
