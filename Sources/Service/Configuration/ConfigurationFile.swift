import Palettes

/// One configuration file, line by line: sections, assignments, comments.
struct ConfigurationFile {
  struct Assignment {
    let section: String
    let key: String
    let value: String
    let place: ConfigurationPlace
  }

  private(set) var assignments: [Assignment] = []
  /// Every section where it begins, also one without an assignment.
  private(set) var sections: [(name: String, place: ConfigurationPlace)] = []

  /// Reads systemd's syntax (systemd.syntax(7)): `[Section]`, `Key=Value`, comments with `#` or `;`, a backslash at the
  /// end of a line joins the next.
  init(_ text: String, path: String) throws(ConfigurationError) {
    var section: String?
    var pending: (text: String, line: Int)?
    for (number, line) in lines(of: text).enumerated() {
      let isComment = line.trimmed.first == "#" || line.trimmed.first == ";"
      if isComment { continue }
      var whole = (pending?.text ?? "") + line
      let place = ConfigurationPlace(file: path, line: pending?.line ?? number + 1)
      pending = nil
      if whole.last == "\\" {
        whole.removeLast()
        pending = (whole + " ", place.line)
        continue
      }
      try read(whole.trimmed, at: place, &section)
    }
    if let pending { try read(pending.text.trimmed, at: ConfigurationPlace(file: path, line: pending.line), &section) }
  }

  /// A file may begin with a mark, and its lines end as Windows ends them, which is one character to Swift.
  private func lines(of text: String) -> [Substring] {
    let text = text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  private mutating func read(
    _ line: Substring, at place: ConfigurationPlace, _ section: inout String?
  ) throws(ConfigurationError) {
    if line.isEmpty { return }
    if line.first == "[" {
      guard line.last == "]" else { throw ConfigurationError(place: place, message: "a section ends with ]") }
      let name = String(line.dropFirst().dropLast().trimmed)
      sections.append((name, place))
      section = name
      return
    }
    guard let equals = line.firstIndex(of: "=") else {
      throw ConfigurationError(place: place, message: "expected Key=Value or [Section], not \"\(line)\"")
    }
    guard let section else {
      throw ConfigurationError(place: place, message: "a section comes first, for example [Palette ios]")
    }
    assignments.append(
      Assignment(
        section: section, key: String(line[..<equals].trimmed),
        value: String(line[line.index(after: equals)...].trimmed), place: place))
  }
}
