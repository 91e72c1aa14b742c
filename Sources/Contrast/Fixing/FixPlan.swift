import Palettes
package import Syntax

/// A patch over the files of a workspace that makes failing pairs pass and breaks none.
package struct FixPlan: Sendable {
  package struct File: Sendable {
    package let path: String
    package let before: [UInt8]
    package let after: [UInt8]
  }

  /// One change in it.
  package struct Change: Sendable {
    package let palette: String
    package let fix: Fix
    /// The file it stands in, and the line as it was when the change was made.
    package let place: SourceRange
  }

  /// A failing pair, and what the patch does for it.
  package struct Pair: Sendable {
    package let palette: String
    package let key: PairKey
    /// How many combinations it fails in, before and with the patch.
    package let failing: Int
    package let left: Int
    /// Why some are left; nil where none is.
    package let reason: String?
  }

  /// By path.
  package let files: [File]
  package let changes: [Change]
  /// By palette and names.
  package let pairs: [Pair]

  package var fixed: [Pair] { pairs.filter { $0.left == 0 } }
  package var open: [Pair] { pairs.filter { $0.left > 0 } }
}

extension Workspace {
  /// Plans a patch for every failing pair that is wanted; one that is waived wherever it fails is left as it is. What is planned is tried on a copy before it is taken: a change
  /// with which a pair that passes would fail, or would no longer be judged, is left out.
  ///
  /// - Parameters:
  ///   - atDefinition: change the value at the end of an alias, and do not take another step of its ramp.
  ///   - read: the bytes of a file by its path; nil where it cannot be read now.
  package func plannedFixes(
    atDefinition: Bool = false, wanted: @escaping (Audit, Int) -> Bool = { _, _ in true },
    read: @escaping (String) -> [UInt8]?
  ) -> FixPlan {
    let excuses = Dictionary(uniqueKeysWithValues: palettes.keys.map { ($0, self.excuses(for: $0)) })
    let wants = { (audit: Audit, index: Int) in
      wanted(audit, index) && !audit.isWaived(index, excuses[audit.palette.path] ?? .none)
    }
    var planner = FixPlanner(self, atDefinition: atDefinition, wanted: wants, read: read)
    planner.run()
    return planner.plan
  }
}

extension FixPlan.Change {
  /// Whether it changes once more what another one changed.
  func isLater(than other: FixPlan.Change) -> Bool {
    other.palette == palette && other.fix.kind == .value && fix.kind == .value && other.place.file == place.file
      && other.place.start == place.start && other.fix.after.quantized == fix.before.quantized
  }
}

extension Fix {
  /// The change from where another one began.
  func after(_ earlier: Fix) -> Fix {
    Fix(
      kind: kind, half: half, name: name, traits: traits, before: earlier.before, after: after, ratio: ratio,
      edits: edits, fixed: fixed, failing: failing, passing: passing, pairs: pairs, broken: broken, gained: gained)
  }
}

extension Audit {
  /// Whether a pair fails, and is waived in every combination in which it does.
  fileprivate func isWaived(_ pairing: Int, _ excuses: Excuses) -> Bool {
    if excuses.isEmpty { return false }
    let states = states(of: pairing, under: excuses) { _ in }
    return !states.isEmpty && states.allSatisfy { $0.state == .waived }
  }
}
