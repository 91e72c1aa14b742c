import Palettes

/// The palettes that are put together, and the policies that hold for what they are together.
struct SetMembers {
  struct Part: Hashable {
    let palette: String
    /// The files whose colours count.
    let files: Set<String>
  }

  let parts: [Part]
  let chain: [PolicyFile]
}

extension Workspace {
  /// The sets of all policies that have colours of more than one palette.
  func wantedSets() -> [String: SetMembers] {
    var wanted: [String: SetMembers] = [:]
    for file in companions.policies.values {
      for set in file.sets {
        let parts = members.keys.sorted().compactMap { path -> SetMembers.Part? in
          let files = (members[path]?.files ?? []).filter { name in
            // Nothing above a root has a say in what is under it.
            file.scope.relative(name).map { set.sources.cover($0) } ?? false
              && companions.policyChain(for: name).contains { $0.path == file.path }
          }
          return files.isEmpty ? nil : SetMembers.Part(palette: path, files: Set(files))
        }
        guard parts.count > 1 else { continue }
        // What stands nearer to one of the palettes than the set does not hold for the others.
        let chain = companions.policyChain(for: parts[0].palette)
        let own = chain.firstIndex { $0.path == file.path }.map { Array(chain[...$0]) } ?? [file]
        wanted[file.path(of: set)] = SetMembers(parts: parts, chain: own)
      }
    }
    return wanted
  }

  /// Puts the sets of policies together anew where a palette in them is another now; those that changed.
  mutating func judgeSets(
    after changed: Set<String>, all: Bool
  ) -> [(path: String, before: Audit?, after: Audit?)] {
    var result: [(path: String, before: Audit?, after: Audit?)] = []
    let wanted = wantedSets()
    for path in sets.keys.sorted() where wanted[path] == nil {
      sets[path] = nil
      result.append((path, palettes.removeValue(forKey: path)?.audit, nil))
    }
    for (path, members) in wanted.sorted(by: { $0.key < $1.key }) {
      let isSame = sets[path].map { $0.parts == members.parts } ?? false
      guard all || !isSame || members.parts.contains(where: { changed.contains($0.palette) }) else { continue }
      sets[path] = members
      let before = palettes[path]?.audit
      palettes[path] = evaluate(members, path, earlier: before)
      result.append((path, before, palettes[path]?.audit))
    }
    markPaired()
    return result
  }

  /// Tells the palettes of sets which of their colours are paired there.
  private mutating func markPaired() {
    var paired: [String: Set<Int>] = [:]
    for (path, members) in sets {
      guard let audit = palettes[path]?.audit else { continue }
      for color in Set(audit.pairings.flatMap { [$0.foreground, $0.background] + $0.backdrops }) {
        let origin = audit.palette.origins[color]
        let palette = members.parts[origin.member].palette
        if let index = palettes[palette]?.palette.index(of: origin.name) { paired[palette, default: []].insert(index) }
      }
    }
    for (path, evaluation) in palettes {
      guard var audit = evaluation.audit, audit.pairedElsewhere != paired[path, default: []] else { continue }
      audit.pairedElsewhere = paired[path, default: []]
      palettes[path] = .evaluated(audit)
    }
  }

  private func evaluate(_ members: SetMembers, _ path: String, earlier: Audit?) -> Evaluation {
    let policy = policy(for: path)
    let palette = Palette(
      set: path,
      of: members.parts.compactMap { part in
        palettes[part.palette].map { ($0.palette, part.files) }
      })
    do throws(TooManyCombinations) {
      return .evaluated(try Audit(palette, policy: policy, earlier: judged(path, earlier, under: policy)))
    } catch {
      return .refused(palette, error)
    }
  }
}
