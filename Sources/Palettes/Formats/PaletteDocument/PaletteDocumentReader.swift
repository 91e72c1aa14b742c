import Syntax

/// Reads one `*.palette.json` into a fragment.
struct PaletteDocumentReader {
  let document: JSONDocument
  var fragment: Fragment
  var dimensions: [TraitDimension: [String]] = [:]
  /// Trait sets by how they are written: a palette has a handful, and writes each thousands of times.
  var traitsRead: [String: TraitCollection] = [:]
  var catalogColors = CatalogColorReader(area: "palette")
  /// Where an alias stands, until all names are known.
  var aliases: [(target: String, range: SourceRange)] = []
  /// Every name in `colors`.
  private(set) var names: Set<String> = []

  init(_ document: JSONDocument) {
    self.document = document
    fragment = Fragment(path: document.text.path)
    fragment.diagnostics = document.diagnostics
  }

  mutating func read() -> Fragment {
    guard let root = document.root else { return fragment }
    guard root.kind == .object else {
      report(.error, "shape", "a palette document is an object with \"colors\", not \(root.kind.phrase)", root)
      return fragment
    }
    checkKeys(of: root, ["$schema", "name", "dimensions", "canvas", "colors", "roles", "pairs"])
    if let value = root["dimensions"] { readDimensions(value) }
    if let value = root["colors"] { readColors(value) }
    if document.isComplete, root["colors"] == nil {
      report(.error, "shape", "the document has no \"colors\"; add an object of names and values", root)
    }
    if let value = root["canvas"] { fragment.canvas = name(value, as: "canvas") }
    if let value = root["roles"] { readRoles(value) }
    if let value = root["pairs"] { readPairs(value) }
    checkAliases()
    fragment.diagnostics += catalogColors.finish()
    return fragment
  }

  private mutating func readDimensions(_ value: JSONValue) {
    guard expect(.object, value, "\"dimensions\"") else { return }
    for member in value.members {
      let dimension = TraitDimension(member.name)
      if TraitDimension.standard.contains(dimension) {
        report(.error, "dimension", "\"\(member.name)\" is known to every palette; remove it here", member.key)
        continue
      }
      if member.name.isEmpty || member.name.contains(where: { $0 == "," || $0 == "=" || $0.isWhitespace }) {
        report(.error, "dimension", "a dimension's name has no space, ',' or '=' and is not empty", member.key)
        continue
      }
      guard expect(.array, member.value, "the values of \"\(member.name)\"") else { continue }
      let values = strings(of: member.value, "a value of \"\(member.name)\"").map(\.text)
      dimensions[dimension] = values
      fragment.ownDimensions.append((dimension, values))
    }
  }

  private mutating func readColors(_ value: JSONValue) {
    guard expect(.object, value, "\"colors\"") else { return }
    for member in value.members { names.insert(member.name) }
    for member in value.members {
      let registrations = registrations(of: member.value)
      if registrations.isEmpty {
        report(.note, "empty-color", "\"\(member.name)\" has no value and is not evaluated", member.value)
        let skip = Skipped(name: member.name, reason: "it has no value", range: member.value.range)
        fragment.skipped.append(skip)
        continue
      }
      let color = DynamicColor(name: member.name, registrations: registrations, range: member.value.range)
      fragment.colors.append(color)
    }
  }

  private mutating func readRoles(_ value: JSONValue) {
    guard expect(.object, value, "\"roles\"") else { return }
    let known = Usage.allCases.map(\.rawValue) + ["background", "none"]
    for member in value.members {
      guard expect(.string, member.value, "a role"), let word = member.value.string else { continue }
      let role: DeclaredRole.Role
      if let usage = Usage(rawValue: word) {
        role = .foreground(usage)
      } else if word == "background" {
        role = .background
      } else if word == "none" {
        role = .none
      } else {
        let message = "no role is called \"\(word)\"\(Nearest.remedy(for: word, among: known))"
        report(.error, "unknown-role", message, member.value)
        continue
      }
      fragment.roles.append(DeclaredRole(pattern: member.name, role: role, range: member.value.range))
    }
  }

  private mutating func checkAliases() {
    for alias in aliases where !names.contains(alias.target) {
      let message = "no colour of this document is called \"\(alias.target)\"\(remedy(forName: alias.target))"
      fragment.diagnostics.append(Diagnostic(.error, "palette/unknown-name", message, at: alias.range))
    }
  }
}

extension PaletteDocumentReader {
  /// A colour's name, nil with a diagnostic where it is none of this document's.
  mutating func name(_ value: JSONValue, as part: String) -> String? {
    guard expect(.string, value, "\"\(part)\""), let name = value.string else { return nil }
    if names.contains(name) { return name }
    report(.error, "unknown-name", "no colour of this document is called \"\(name)\"\(remedy(forName: name))", value)
    return nil
  }

  private func remedy(forName name: String) -> String {
    Nearest.name(to: name, in: names.sorted()).map { "; did you mean \"\($0)\"?" } ?? "; declare it under \"colors\""
  }

  /// The strings of an array, with a diagnostic for whatever else stands there.
  mutating func strings(of array: JSONValue, _ what: String) -> [(text: String, value: JSONValue)] {
    var result: [(text: String, value: JSONValue)] = []
    for element in array.elements where expect(.string, element, what) {
      result.append((element.string ?? "", element))
    }
    return result
  }

  /// Warns about every key that an object of this place does not have.
  mutating func checkKeys(of object: JSONValue, _ known: [StaticString]) {
    for member in object.members where !known.contains(where: { member.key.equals($0) }) {
      let remedy = Nearest.remedy(for: member.name, among: known.map(\.description))
      report(.warning, "unknown-key", "\"\(member.name)\" means nothing here\(remedy)", member.key)
    }
  }

  /// Whether a value is of a kind; an error where it is not.
  mutating func expect(_ kind: JSONKind, _ value: JSONValue, _ what: String) -> Bool {
    if value.kind == kind { return true }
    report(.error, "shape", "\(what) is \(kind.phrase), not \(value.kind.phrase)", value)
    return false
  }

  mutating func report(_ severity: Diagnostic.Severity, _ kind: String, _ message: String, _ place: JSONValue) {
    fragment.diagnostics.append(Diagnostic(severity, "palette/\(kind)", message, at: place.range))
  }
}
