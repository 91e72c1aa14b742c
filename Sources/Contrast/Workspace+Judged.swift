import Palettes
package import Syntax

// Pairs that were judged before: no value takes them out.

extension Workspace {
  /// The pairs of a palette that stay judged: those of its last evaluation under the same policy, those that somebody
  /// remembers, and those of which a failure is accepted.
  func judged(_ path: String, _ earlier: Audit?, under policy: Policy) -> Set<PairKey> {
    var judged = companions.accepted(of: path).union(recalled[path] ?? [])
    if let earlier, earlier.policy == policy { judged.formUnion(earlier.pairings.map { earlier.key(of: $0) }) }
    return judged
  }

  /// Has a palette judged anew where its values keep some of these pairs out.
  mutating func recall(_ pairs: Set<PairKey>, of path: String, _ touched: inout Touched) {
    if let audit = palettes[path]?.audit, !audit.leavesOut(pairs) { return }
    recalled[path, default: []].formUnion(pairs)
    for part in sets[path]?.parts.map(\.palette) ?? [path] {
      guard let member = members[part] else { continue }
      for file in member.files { touched.note(member.unit, file) }
    }
  }

  /// What a baseline accepts was judged when it was written.
  mutating func recallAccepted(by path: String, _ touched: inout Touched) {
    guard let baseline = companions.baselines[path] else { return }
    for palette in palettes.keys where baseline.scope.covers(palette) {
      recall(companions.accepted(of: palette), of: palette, &touched)
    }
  }

  /// Where a policy says that a file is no source; nil for one that is not there, or is one.
  package func exclusion(of file: String) -> SourceRange? {
    guard let (_, unit) = home(of: file), units[unit]?.fragments[file] != nil else { return nil }
    let chain = companions.policyChain(for: file)
    guard PolicyFile.excludes(file, chain), let last = chain.last(where: { $0.sources != nil || $0.ignored != nil })
    else { return nil }
    return last.origins[.ignore] ?? last.origins[.sources] ?? SourceRange(startOf: last.path)
  }
}

extension Audit {
  /// Whether some of these pairs are not judged although both of their names are there.
  package func leavesOut(_ pairs: some Sequence<PairKey>) -> Bool {
    let judged = Set(pairings.map { SIMD2($0.foreground, $0.background) })
    return pairs.contains { pair in
      guard let foreground = palette.index(of: pair.foreground), let background = palette.index(of: pair.background)
      else { return false }
      return !judged.contains(SIMD2(foreground, background))
    }
  }

  /// The pairs of an earlier evaluation under the same policy, where some are not judged here although their names are.
  package func lost(since earlier: Audit) -> Set<PairKey> {
    if policy != earlier.policy || earlier.hasSameCells(as: self) { return [] }
    let keys = Set(earlier.pairings.map { earlier.key(of: $0) })
    return leavesOut(keys) ? keys : []
  }

  /// Whether every name of some pairs is one of the palette's.
  package func names(_ pairs: some Sequence<PairKey>) -> Bool {
    pairs.allSatisfy { palette.index(of: $0.foreground) != nil && palette.index(of: $0.background) != nil }
  }
}

extension Companions {
  /// The pairs of a palette of which a failure is accepted.
  func accepted(of palette: String) -> Set<PairKey> {
    var pairs: Set<PairKey> = []
    for baseline in baselines.values {
      guard let relative = baseline.scope.relative(palette) else { continue }
      for entry in baseline.entries(of: relative) {
        for usage in Usage.allCases where usage.code == entry.rule {
          pairs.insert(PairKey(foreground: entry.foreground, background: entry.background, usage: usage))
        }
      }
    }
    return pairs
  }
}
