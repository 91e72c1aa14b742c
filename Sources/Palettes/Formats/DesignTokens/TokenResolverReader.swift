import Syntax

/// Reads a resolver document. Everything that is wrong with its inputs is told at once.
struct TokenResolverReader {
  private let root: JSONValue
  var tokens: TokenReader
  /// Sets on the way to the sources at hand: one that is met again refers to itself.
  private var open: [String] = []
  private var names: Set<String> = []

  init(_ root: JSONValue, _ tokens: TokenReader) {
    self.root = root
    self.tokens = tokens
  }

  mutating func read() -> TokenResolver {
    checkKeys(
      of: root,
      ["version", "resolutionOrder", "sets", "modifiers", "name", "description", "$schema", "$defs", "$extensions"])
    checkVersion()
    for key in ["sets", "modifiers"] {
      guard let value = root.member(named: key), value.kind != .object else { continue }
      report("shape", "\"\(key)\" is an object of names, not \(value.kind.phrase)", value)
    }
    var resolver = TokenResolver()
    guard let order = root["resolutionOrder"] else {
      report(
        "resolver-order", "the resolver has no \"resolutionOrder\"; add an array of {\"$ref\": \"#/sets/…\"}", root)
      return resolver
    }
    guard order.kind == .array else {
      report("resolver-order", "\"resolutionOrder\" is an array, not \(order.kind.phrase)", order)
      return resolver
    }
    for element in order.elements {
      if let step = step(element) { resolver.steps.append(step) }
    }
    checkUnused(order)
    return resolver
  }

  private mutating func checkVersion() {
    guard let version = root["version"] else {
      report("resolver-version", "the resolver has no \"version\"; add \"version\": \"2025.10\"", root)
      return
    }
    if !version.equals("2025.10"), version.source != "2025.10" {
      let message = "\(version.shortSource) is no version of resolvers that is known here; it is read as \"2025.10\""
      tokens.report(.warning, "resolver-version", message, version)
    }
  }

  /// What stands in no order has no effect; its mistakes are mistakes all the same.
  private mutating func checkUnused(_ order: JSONValue) {
    for member in (root["sets"] ?? order).members where !names.contains("sets/\(member.name)") {
      _ = set(member.value, "sets/\(member.name)")
    }
    for member in (root["modifiers"] ?? order).members where !names.contains("modifiers/\(member.name)") {
      _ = modifier(member.value, member.name)
    }
  }

  mutating func report(_ kind: String, _ message: String, _ place: JSONValue) {
    tokens.report(.error, kind, message, place)
  }

  private mutating func checkKeys(of object: JSONValue, _ known: [String]) {
    for member in object.members where !known.contains(member.name) && !member.name.hasPrefix("x-") {
      let remedy = Nearest.remedy(for: member.name, among: known.filter { !$0.hasPrefix("$") })
      tokens.report(.warning, "unknown-property", "\(member.key.shortSource) means nothing here\(remedy)", member.key)
    }
  }
}

// The order and what stands in it.
extension TokenResolverReader {
  private mutating func step(_ element: JSONValue) -> TokenResolver.Step? {
    guard element.kind == .object else {
      report("resolver-order", "an element of \"resolutionOrder\" is an object, not \(element.shortSource)", element)
      return nil
    }
    guard let reference = element["$ref"] else { return inlineStep(element) }
    guard let (area, name, value) = member(reference) else { return nil }
    if area == "sets" { return .set(set(value, "sets/\(name)")) }
    return modifier(value, name).map { .modifier($0) }
  }

  private mutating func inlineStep(_ element: JSONValue) -> TokenResolver.Step? {
    if let name = element["name"], name.kind != .string {
      report("resolver-order", "a name is a string, not \(name.kind.phrase)", name)
    }
    let type = element["type"]
    if type?.equals("modifier") == true || (type == nil && element["contexts"] != nil) {
      guard let name = element["name"]?.string else {
        report("resolver-order", "an inline modifier needs a \"name\"", element)
        return nil
      }
      return modifier(element, name).map { .modifier($0) }
    }
    if type?.equals("set") == true || (type == nil && element["sources"] != nil) { return .set(set(element, "")) }
    let place = type ?? element
    report("resolver-order", "an element needs \"$ref\", or \"type\": \"set\" or \"modifier\" with a \"name\"", place)
    return nil
  }

  /// `#/sets/name` or `#/modifiers/name`.
  private mutating func member(_ reference: JSONValue) -> (area: String, name: String, value: JSONValue)? {
    guard let text = reference.string else {
      report("resolver-ref", "\"$ref\" is a string, not \(reference.kind.phrase)", reference)
      return nil
    }
    let pointer = TokenPointer(text)
    if pointer.lacksSlash { warnOfSlash(reference) }
    guard pointer.file == nil, pointer.steps.count == 2, let area = pointer.steps.first, let name = pointer.steps.last,
      area == "sets" || area == "modifiers"
    else {
      report(
        "resolver-ref", "\(reference.shortSource) is neither \"#/sets/…\" nor \"#/modifiers/…\" of this file", reference
      )
      return nil
    }
    guard let value = root.member(named: area)?.member(named: name) else {
      let known = root.member(named: area).map { $0.members.map(\.name) } ?? []
      let remedy = known.isEmpty ? "; add it under \"\(area)\"" : Nearest.remedy(for: name, among: known)
      report("resolver-ref", "there is no \"\(name)\" among \"\(area)\"\(remedy)", reference)
      return nil
    }
    return (area, name, value)
  }

  private mutating func warnOfSlash(_ reference: JSONValue) {
    let message = "a JSON Pointer starts with '/': \(reference.shortSource) is read with one behind '#'"
    tokens.report(.warning, "resolver-ref", message, reference)
  }

  private mutating func modifier(_ value: JSONValue, _ name: String) -> TokenResolver.Modifier? {
    names.insert("modifiers/\(name)")
    guard value.kind == .object else {
      report(
        "resolver-modifier", "the modifier \"\(name)\" is an object with \"contexts\", not \(value.kind.phrase)", value)
      return nil
    }
    guard let contexts = value["contexts"] else {
      let wrong = value["context"]
      let remedy = wrong == nil ? "add an object of names and sources" : "the key is \"contexts\", not \"context\""
      report("resolver-contexts", "the modifier \"\(name)\" has no \"contexts\"; \(remedy)", wrong ?? value)
      return nil
    }
    guard contexts.kind == .object, contexts.members.contains(where: { _ in true }) else {
      report(
        "resolver-contexts", "\"contexts\" is an object with at least one context, not \(contexts.shortSource)",
        contexts)
      return nil
    }
    var result = contexts.members.map { member in (member.name, member.value) }
    checkContextNames(contexts)
    if let preferred = value["default"] {
      if let index = result.firstIndex(where: { $0.0.lowercased() == preferred.string?.lowercased() }) {
        result.insert(result.remove(at: index), at: 0)
      } else {
        let remedy = Nearest.remedy(for: preferred.string ?? "", among: result.map(\.0))
        report("resolver-default", "\(preferred.shortSource) is no context of \"\(name)\"\(remedy)", preferred)
      }
    }
    var read: [TokenResolver.Context] = []
    for (context, list) in result {
      read.append(TokenResolver.Context(name: context, sources: sources(list, "the context \"\(context)\"")))
    }
    return TokenResolver.Modifier(name: name, contexts: read, range: value.range)
  }

  private mutating func checkContextNames(_ contexts: JSONValue) {
    var seen: Set<String> = []
    for member in contexts.members where !seen.insert(member.name.lowercased()).inserted {
      let message = "two contexts differ by case only, which nobody could ask for; rename \(member.key.shortSource)"
      report("resolver-contexts", message, member.key)
    }
  }

  private mutating func set(_ value: JSONValue, _ name: String) -> [TokenResolver.Source] {
    if !name.isEmpty {
      names.insert(name)
      if open.contains(name) {
        let chain = (open.drop { $0 != name } + [name]).map { $0.dropFirst(5) }.joined(separator: " → ")
        report("cycle", "sets in a circle: \(chain). None of them has tokens of the others", value)
        return []
      }
      open.append(name)
    }
    defer { if !name.isEmpty { open.removeLast() } }
    guard value.kind == .object, let list = value["sources"] else {
      report("resolver-sources", "a set is an object with an array \"sources\"", value)
      return []
    }
    return sources(list, "\"sources\"")
  }

  private mutating func sources(_ list: JSONValue, _ what: String) -> [TokenResolver.Source] {
    guard list.kind == .array else {
      report("resolver-sources", "\(what) is an array of sources, not \(list.kind.phrase)", list)
      return []
    }
    var result: [TokenResolver.Source] = []
    for element in list.elements { result += source(element) }
    return result
  }

  private mutating func source(_ element: JSONValue) -> [TokenResolver.Source] {
    guard element.kind == .object else {
      report("resolver-sources", "a source is {\"$ref\": \"file.json\"} or tokens, not \(element.shortSource)", element)
      return []
    }
    guard let reference = element["$ref"] else {
      return [TokenResolver.Source(kind: .inline(tokens.read(element)), range: element.range)]
    }
    guard let text = reference.string else {
      report("resolver-ref", "\"$ref\" is a string, not \(reference.kind.phrase)", reference)
      return []
    }
    let pointer = TokenPointer(text)
    guard let file = pointer.file else { return local(reference, pointer) }
    if pointer.isRemote {
      let message = "\(reference.shortSource) stands outside of this project and is not fetched; keep a copy beside"
      tokens.report(.warning, "outside-root", message, reference)
      return []
    }
    if pointer.lacksSlash { warnOfSlash(reference) }
    guard let path = TokenPointer.path(of: file, from: tokens.document.text.path) else {
      report(
        "outside-root", "\(reference.shortSource) leads out of what is checked; name the directory above", reference)
      return []
    }
    return [TokenResolver.Source(kind: .file(path: path, steps: pointer.steps), range: reference.range)]
  }

  /// A source in the resolver itself: a set.
  private mutating func local(_ reference: JSONValue, _ pointer: TokenPointer) -> [TokenResolver.Source] {
    guard let (area, name, value) = member(reference) else { return [] }
    if area == "sets" { return set(value, "sets/\(name)") }
    report("resolver-ref", "a source is no modifier; refer to a set or to a file", reference)
    return []
  }
}
