import Palettes
package import Syntax

extension PolicyFile {
  /// Reads a policy: JSON with comments and trailing commas. What is wrong is a diagnostic, and the rest is taken.
  package init(_ text: SourceText, _ scope: CompanionScope? = nil) {
    self.init(scope ?? CompanionScope(path: text.path))
    let document = JSONDocument(text, dialect: .jsonc)
    diagnostics = document.diagnostics
    guard let root = document.root else {
      if diagnostics.isEmpty { report("policy/shape", "a policy is an object: {\"pairs\": […]}", text.range(0..<0)) }
      return
    }
    guard expect(.object, root, "a policy") else { return }
    // What there is of traits decides what may be said of them elsewhere.
    if let traits = root["traits"] { takeTraits(traits) }
    for member in root.members {
      guard let key = PolicyKey(rawValue: member.name) else {
        let remedy = Nearest.remedy(for: member.name, among: PolicyKey.allCases.map(\.rawValue))
        report("policy/unknown-key", "a policy has no \"\(member.name)\"\(remedy)", member.key.range)
        continue
      }
      origins[key] = member.value.range
      take(key, member.value)
    }
  }

  private mutating func take(_ key: PolicyKey, _ value: JSONValue) {
    switch key {
    case .schema: _ = expect(.string, value, "\"$schema\"")
    case .standard: _ = word(value, "standard", ["WCAG 2.1": true, "WCAG 2.2": true])
    case .root: isRoot = boolean(value, "root") ?? false
    case .conformance: conformance = word(value, "conformance", Self.levels)
    case .strict: isStrict = boolean(value, "strict")
    case .sources: sources = IgnoreRules(paths(value, "sources"))
    case .sets: takeSets(value)
    case .ignore: ignored = IgnoreRules(strings(value, "ignore").map(\.text))
    case .traits: break
    case .pairs: for element in elements(value, "pairs") { takePair(element) }
    case .overrides: for element in elements(value, "overrides") { takeOverride(element) }
    case .severity: takeSeverities(value)
    case .failOn: failOn = word(value, "failOn", Self.thresholds)
    case .alertOn: alertOn = word(value, "alertOn", Self.thresholds)
    case .ios: takeReleases(value)
    case .waivers: takeWaiverRules(value)
    case .maxCombinations: maxCombinations = number(value, "maxCombinations", 1...65_536).map { Int($0) }
    }
  }

  static let levels = Dictionary(Conformance.allCases.map { ($0.rawValue, $0) }, uniquingKeysWith: { $1 })
  private static let severityWords: [String: Diagnostic.Severity] = [
    "error": .error, "warning": .warning, "note": .note,
  ]
  private static let thresholds = severityWords.mapValues { Threshold.from($0) }.merging(["never": .never]) { $1 }

  /// `"severity": {"contrast/non-text": "error", "duplicate-color": "off"}`.
  private mutating func takeSeverities(_ value: JSONValue) {
    guard expect(.object, value, "\"severity\"") else { return }
    let words = Self.severityWords.mapValues { Optional($0) }.merging(["off": nil]) { $1 }
    for member in value.members {
      guard let severity = word(member.value, member.name, words) else { continue }
      severities.append(SeverityRule(pattern: member.name, severity: severity, range: member.key.range))
    }
  }

  private mutating func takeReleases(_ value: JSONValue) {
    let known = Dictionary(SystemColors.releases.map { ($0.rawValue, $0) }, uniquingKeysWith: { $1 })
    var found: [SystemColors.Release] = []
    for name in strings(value, "ios") {
      guard let release = word(name.value, "ios", known) else { continue }
      if found.contains(release) {
        report(
          "policy/ios", "\(release.rawValue) is named twice; each release once makes a dimension", name.value.range)
      } else {
        found.append(release)
      }
    }
    if value.kind == .array, value.isEmptyContainer {
      report("policy/ios", "\"ios\" names the releases whose system colours are meant", value.range)
    }
    releases = found.isEmpty ? nil : found
  }

  /// `"waivers": {"maxDays": 90}`.
  private mutating func takeWaiverRules(_ value: JSONValue) {
    guard expect(.object, value, "\"waivers\"") else { return }
    checkKeys(of: value, ["maxDays"])
    guard let days = value["maxDays"] else { return }
    origins[.waivers] = days.range
    maxWaiverDays = number(days, "maxDays", 1...3650).map { Int($0) }
  }

  /// `"overrides": [{"when": {"contrast": "high"}, "conformance": "AAA"}]`.
  private mutating func takeOverride(_ value: JSONValue) {
    guard expect(.object, value, "an override") else { return }
    checkKeys(of: value, ["when", "usage", "conformance", "min"])
    var rule = RequirementRule(range: value.range)
    guard let when = value["when"] else {
      report("policy/shape", "an override needs \"when\", the traits under which it holds", value.range)
      return
    }
    rule.when = questions(when, "\"when\"")
    rule.usages = value["usage"].map { usages($0) }
    rule.conformance = value["conformance"].flatMap { word($0, "conformance", Self.levels) }
    rule.minimum = value["min"].flatMap { number($0, "min", 1...21) }
    guard (rule.conformance == nil) != (rule.minimum == nil) else {
      report("policy/shape", "an override sets either \"conformance\" or \"min\"", value.range)
      return
    }
    requirements.append(rule)
  }

  private mutating func usages(_ value: JSONValue) -> [Usage] {
    let values = value.kind == .array ? Array(value.elements) : [value]
    return values.compactMap { usage($0) }
  }

  /// `{"style": "dark", "contrast": ["high", "medium"]}`. A dimension that is none of the standard ones is a palette's own.
  mutating func questions(_ value: JSONValue, _ what: String) -> [Policy.Question] {
    guard expect(.object, value, what) else { return [] }
    return value.members.compactMap { member in
      let dimension = TraitDimension(member.name)
      let values = member.value.kind == .array ? Array(member.value.elements) : [member.value]
      let words = values.compactMap { value -> String? in
        guard expect(.string, value, "a value of \"\(member.name)\"") else { return nil }
        let word = dimension.canonicalValue(value.string ?? "")
        let known = knownValues(of: dimension)
        if known.isEmpty || known.contains(word) || word == TraitDimension.unspecified { return word }
        report(
          "policy/unknown-trait",
          "\"\(value.string ?? "")\" is no \(dimension.name)\(Nearest.remedy(for: word, among: known))", value.range)
        return nil
      }
      return words.isEmpty ? nil : Policy.Question(dimension: dimension, values: words)
    }
  }
}

// MARK: - Words

extension PolicyFile {
  mutating func report(_ code: String, _ message: String, _ range: SourceRange) {
    diagnostics.append(Diagnostic(.error, code, message, at: range))
  }

  mutating func expect(_ kind: JSONKind, _ value: JSONValue, _ what: String) -> Bool {
    if value.kind == kind { return true }
    report("policy/shape", "\(what) is \(kind.phrase), not \(value.kind.phrase)", value.range)
    return false
  }

  mutating func checkKeys(of object: JSONValue, _ known: [String]) {
    for member in object.members where !known.contains(member.name) {
      let remedy = Nearest.remedy(for: member.name, among: known)
      report("policy/unknown-key", "\"\(member.name)\" means nothing here\(remedy)", member.key.range)
    }
  }

  mutating func elements(_ value: JSONValue, _ key: String) -> [JSONValue] {
    expect(.array, value, "\"\(key)\"") ? Array(value.elements) : []
  }

  mutating func strings(_ value: JSONValue, _ key: String) -> [(text: String, value: JSONValue)] {
    let values = value.kind == .string ? [value] : elements(value, key)
    return values.compactMap { item in
      expect(.string, item, "an item of \"\(key)\"") ? (item.string ?? "", item) : nil
    }
  }

  mutating func boolean(_ value: JSONValue, _ key: String) -> Bool? {
    if value.bool == nil {
      report("policy/shape", "\"\(key)\" is true or false, not \(value.kind.phrase)", value.range)
    }
    return value.bool
  }

  mutating func number(_ value: JSONValue, _ key: String, _ bounds: ClosedRange<Double>) -> Double? {
    guard expect(.number, value, "\"\(key)\""), let number = value.number else { return nil }
    if bounds.contains(number) { return number }
    report(
      "policy/range",
      "\"\(key)\" is \(formatted(bounds.lowerBound)) through \(formatted(bounds.upperBound)), not \(value.source)",
      value.range)
    return nil
  }

  mutating func word<Meaning>(_ value: JSONValue, _ key: String, _ known: [String: Meaning]) -> Meaning? {
    guard expect(.string, value, "\"\(key)\""), let word = value.string else { return nil }
    if let meaning = known[word] { return meaning }
    report(
      "policy/unknown-value", "\"\(key)\" is not \"\(word)\"\(Nearest.remedy(for: word, among: known.keys.sorted()))",
      value.range)
    return nil
  }

  mutating func usage(_ value: JSONValue) -> Usage? {
    word(value, "usage", Dictionary(Usage.allCases.map { ($0.rawValue, $0) }, uniquingKeysWith: { $1 }))
  }
}
