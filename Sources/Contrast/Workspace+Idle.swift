import Palettes
package import Syntax

// What policies say that concerns nothing: mistyped, or left over.

extension Workspace {
  /// Patterns, places, sets and traits of policies that nothing under their file has.
  package var idlePatterns: [Diagnostic] {
    companions.policies.values.sorted { $0.path < $1.path }.flatMap { file in
      idlePairs(file) + idleDirectories(file) + idleSources(file) + idleSets(file) + idleTraits(file)
    }
  }

  private func idlePairs(_ file: PolicyFile) -> [Diagnostic] {
    let names = palettes.filter { file.scope.covers($0.key) && !$0.value.palette.isSet }
      .flatMap { $0.value.palette.colors.map(\.name) }
    return file.pairs.flatMap { rule in
      (rule.foregrounds + rule.backgrounds + rule.backdrops).filter { pattern in
        !names.contains { pattern.opened.matches($0) }
      }.map { pattern in
        let remedy = Nearest.hint(for: pattern.text, in: names)
        let message = "no colour under this policy is called \"\(pattern.text)\"\(remedy)"
        return Diagnostic(.warning, "policy/no-match", message, at: rule.range)
      }
    }
  }

  private func idleDirectories(_ file: PolicyFile) -> [Diagnostic] {
    let rules = file.traits.flatMap(\.directories)
    if rules.isEmpty { return [] }
    let paths = units.values.flatMap(\.fragments.keys).compactMap { file.scope.relative($0) }
      .map { $0.utf8.split(separator: UInt8(ascii: "/")).map(Array.init) }
    return rules.filter { rule in !paths.contains { rule.pattern.place(in: $0) != nil } }.map { rule in
      let folders = Set(paths.flatMap { $0.dropLast().map { String(decoding: $0, as: UTF8.self) } })
      let remedy = Nearest.hint(for: rule.pattern.text, in: folders.sorted())
      let message = "no palette is in a directory \"\(rule.pattern.text)\"\(remedy)"
      return Diagnostic(.warning, "policy/no-match", message, at: rule.range)
    }
  }

  private func idleSources(_ file: PolicyFile) -> [Diagnostic] {
    guard let sources = file.sources, let place = file.origins[.sources] else { return [] }
    let paths = units.values.flatMap(\.fragments.keys).compactMap { file.scope.relative($0) }
    return sources.lines.filter { line in
      let rule = IgnoreRules([line])
      return !line.hasPrefix("!") && !rule.isEmpty && !paths.contains(where: rule.cover)
    }.map { line in
      Diagnostic(.warning, "policy/no-match", "no palette file under this policy is covered by \"\(line)\"", at: place)
    }
  }

  private func idleSets(_ file: PolicyFile) -> [Diagnostic] {
    file.sets.filter { sets[file.path(of: $0)] == nil }.map { set in
      let covered = members.filter { member in
        member.value.files.contains { file.scope.relative($0).map(set.sources.cover) ?? false }
      }
      let message =
        covered.isEmpty
        ? "no palette is in the set \"\(set.name)\"; its patterns are seen from this file's directory"
        : "the set \"\(set.name)\" has colours of \(covered.keys.first ?? "") alone, and those pair without it"
      return Diagnostic(.warning, "policy/no-match", message, at: set.range)
    }
  }

  /// Traits of overrides and exclusions, and sources of traits, that no palette varies on.
  private func idleTraits(_ file: PolicyFile) -> [Diagnostic] {
    var occurring: [TraitDimension: Set<String>] = [:]
    for (path, evaluation) in palettes where file.scope.covers(path) || sets[path] != nil {
      for axis in evaluation.audit?.grid.space.axes ?? [] {
        occurring[axis.dimension, default: []].formUnion(axis.values)
      }
    }
    if palettes.isEmpty { return [] }
    let overrides = file.requirements.flatMap { rule in
      rule.when.compactMap { question in
        never(question, occurring).map { why in
          // A requirement often comes before the first value that it is for.
          let isEarly = question.dimension.isStandard && occurring[question.dimension] == nil
          return isEarly
            ? idle(.note, why + " yet: the override holds for the first value that does", rule.range)
            : idle(.warning, why + ": the override never holds", rule.range)
        }
      }
    }
    let exclusions = file.excluded.flatMap { traits in
      traits.compactMap { never($0, occurring) }.map {
        idle(
          .warning, $0 + ": the exclusion says nothing", file.origins[.traits] ?? SourceRange(startOf: file.path))
      }
    }
    let sources = file.traits.filter { rule in
      occurring[rule.dimension] == nil && !(rule.suffixes.isEmpty && rule.modifiers.isEmpty)
    }.map { idle(.warning, $0.dimension.name + ": what it says of suffixes and modifiers fits nothing", $0.range) }
    return overrides + exclusions + sources
  }

  private func idle(_ severity: Diagnostic.Severity, _ what: String, _ place: SourceRange) -> Diagnostic {
    Diagnostic(severity, "policy/no-match", "no palette under this policy varies on \(what)", at: place)
  }

  /// The trait that no palette has, with what may have been meant; nil where one has it.
  private func never(_ question: Policy.Question, _ occurring: [TraitDimension: Set<String>]) -> String? {
    let (name, known) = (question.dimension.name, occurring[question.dimension])
    let wanted = question.values.map { $0 == TraitDimension.unspecified ? question.dimension.defaultValue : $0 }
    if wanted.contains(where: { known?.contains($0) ?? ($0 == question.dimension.defaultValue) }) { return nil }
    if let known {
      return "\(name)=\(wanted[0])\(Nearest.remedy(for: wanted[0], among: known.sorted()))"
    }
    return question.dimension.isStandard
      ? name : name + Nearest.remedy(for: name, among: occurring.keys.map(\.name).sorted())
  }
}

extension Workspace {
  /// The policies that hold for a palette, the outermost first.
  package func policyFiles(for palette: String) -> [PolicyFile] {
    sets[palette]?.chain ?? companions.policyChain(for: palette)
  }
}
