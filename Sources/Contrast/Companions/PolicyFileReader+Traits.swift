import Palettes
import Syntax

// `traits`: which values there are, where they come from, and which do not come together.

extension PolicyFile {
  /// `"traits": {"level": {"directory": {"Elevated": "elevated"}}, "exclude": [{"style": "dark", "brand": "print"}]}`.
  mutating func takeTraits(_ value: JSONValue) {
    guard expect(.object, value, "\"traits\"") else { return }
    for member in value.members where member.name != "exclude" { takeDimension(member) }
    guard let list = value["exclude"] else { return }
    for element in elements(list, "exclude") {
      let traits = questions(element, "an item of \"exclude\"")
      if traits.isEmpty {
        report("policy/shape", "an exclusion names the traits of which there is none", element.range)
      }
      if !traits.isEmpty { excluded.append(traits) }
    }
  }

  /// The values that are known of a dimension; empty where any may be.
  func knownValues(of dimension: TraitDimension) -> [String] {
    if dimension == .ios { return SystemColors.releases.map(\.rawValue) }
    let said = traits.first { $0.dimension == dimension }?.values ?? []
    return dimension.isStandard ? dimension.knownValues : said
  }

  private static let dimensionKeys = ["values", "directory", "suffix", "modifier"]

  private mutating func takeDimension(_ member: JSONMember) {
    let dimension = TraitDimension(member.name)
    if dimension == .ios {
      report("policy/traits", "the releases of iOS are said by \"ios\"", member.key.range)
      return
    }
    let what = "a dimension"
    guard expect(.object, member.value, what) else { return }
    let misplaced =
      member.value.isEmptyContainer || !member.value.members.contains { Self.dimensionKeys.contains($0.name) }
    if misplaced, !dimension.isStandard,
      Nearest.name(to: member.name, in: TraitDimension.standard.map(\.name) + ["exclude"]) != nil
    {
      let remedy = Nearest.remedy(for: member.name, among: TraitDimension.standard.map(\.name) + ["exclude"])
      report("policy/unknown-trait", "nothing is said of \"\(member.name)\"\(remedy)", member.key.range)
      return
    }
    checkKeys(of: member.value, Self.dimensionKeys)
    var rule = TraitRule(dimension: dimension, range: member.key.range)
    if let values = member.value["values"] { rule.values = self.values(values, of: dimension) }
    if let list = member.value["directory"] { takeDirectories(list, &rule) }
    if let list = member.value["suffix"] { takeSuffixes(list, &rule) }
    if let list = member.value["modifier"] { takeModifiers(list, &rule) }
    if member.value.isEmptyContainer {
      report(
        "policy/traits",
        "say which \"values\" there are, or where they come from: \"directory\", \"suffix\", \"modifier\"",
        member.value.range)
    }
    traits.append(rule)
  }

  private mutating func values(_ list: JSONValue, of dimension: TraitDimension) -> [String] {
    var values: [String] = []
    for item in elements(list, "values") {
      guard let value = value(item, of: dimension, among: dimension.knownValues) else { continue }
      if values.contains(value) {
        report("policy/traits", "\"\(value)\" is listed twice", item.range)
      } else {
        values.append(value)
      }
    }
    if list.kind == .array, list.isEmptyContainer {
      report("policy/traits", "a dimension has at least one value", list.range)
    }
    return values
  }

  /// One value, spelled as the dimension spells it; nil where it has none of that name.
  private mutating func value(_ item: JSONValue, of dimension: TraitDimension, among known: [String]) -> String? {
    guard expect(.string, item, "a value of \"\(dimension.name)\""), let text = item.string else { return nil }
    let value = dimension.canonicalValue(text)
    if known.isEmpty ? !value.isEmpty && !value.contains(",") && !value.contains("=") : known.contains(value) {
      return value
    }
    let remedy = known.isEmpty ? "; a value has no comma and no \"=\"" : Nearest.remedy(for: value, among: known)
    report("policy/unknown-trait", "\"\(text)\" is no \(dimension.name)\(remedy)", item.range)
    return nil
  }

  /// What a place may give: the values said to be there, else those that the dimension has.
  private func known(_ rule: TraitRule) -> [String] { rule.values.isEmpty ? rule.dimension.knownValues : rule.values }

  private mutating func takeDirectories(_ list: JSONValue, _ rule: inout TraitRule) {
    guard expect(.object, list, "\"directory\"") else { return }
    for member in list.members {
      guard let value = value(member.value, of: rule.dimension, among: known(rule)) else { continue }
      if refusesOutside(member.name, member.key) { continue }
      guard let pattern = DirectoryPattern(member.name) else {
        report("policy/pattern", "name a directory, or a pattern of directories", member.key.range)
        continue
      }
      rule.directories.append(TraitRule.DirectoryRule(pattern: pattern, value: value, range: member.key.range))
    }
  }

  private mutating func takeSuffixes(_ list: JSONValue, _ rule: inout TraitRule) {
    guard expect(.object, list, "\"suffix\"") else { return }
    for member in list.members {
      guard let value = value(member.value, of: rule.dimension, among: known(rule)) else { continue }
      if member.name.isEmpty || member.name.contains("/") {
        report("policy/pattern", "a suffix is the end of a name, such as \"-dark\"", member.key.range)
        continue
      }
      rule.suffixes.append(SuffixRule(suffix: member.name, dimension: rule.dimension, value: value))
    }
    // Of two that end alike the longer one is meant.
    rule.suffixes.sort { $0.suffix.utf8.count > $1.suffix.utf8.count }
  }

  /// `"mode"`, or `{"mode": {"night": "dark"}}` where contexts are called otherwise than values.
  private mutating func takeModifiers(_ list: JSONValue, _ rule: inout TraitRule) {
    if list.kind != .object {
      for name in strings(list, "modifier") { add(name.text, [:], name.value.range, &rule) }
      return
    }
    for member in list.members {
      guard expect(.object, member.value, "what the contexts of \"\(member.name)\" are") else { continue }
      var contexts: [String: String] = [:]
      for context in member.value.members {
        guard let value = value(context.value, of: rule.dimension, among: known(rule)) else { continue }
        contexts[context.name] = value
      }
      add(member.name, contexts, member.key.range, &rule)
    }
  }

  private func add(_ name: String, _ contexts: [String: String], _ range: SourceRange, _ rule: inout TraitRule) {
    rule.modifiers.append(
      ModifierRule(name: name, dimension: rule.dimension, contexts: contexts, values: known(rule), range: range))
  }
}

extension JSONValue {
  /// An object or array with nothing in it.
  var isEmptyContainer: Bool { !members.contains { _ in true } && !elements.contains { _ in true } }
}

// MARK: - Paths

extension PolicyFile {
  /// Patterns of paths as seen from the policy; none that leads out of its directory.
  mutating func paths(_ value: JSONValue, _ key: String) -> [String] {
    strings(value, key).filter { !refusesOutside($0.text, $0.value) }.map(\.text)
  }

  private mutating func refusesOutside(_ path: String, _ place: JSONValue) -> Bool {
    guard path.split(separator: "/").contains("..") else { return false }
    report(
      "policy/outside-root",
      "\"\(path)\" leads out of the directory of this policy; put the policy into the directory above", place.range)
    return true
  }
}
