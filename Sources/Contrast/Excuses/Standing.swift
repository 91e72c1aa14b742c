import Palettes

/// What baselines and waivers say of one failing cell: what is to be said of it, and by whose word.
package struct Standing: Sendable {
  package let state: Excuses.State
  /// The waiver that covers it; where none does, one that did until it expired.
  package let waiver: Waiver?
  /// The ratio that a baseline accepts.
  package let accepted: Double?
  /// The file in which that stands.
  package let baseline: String?
  /// Whether there is a baseline that could accept it.
  package let hasBaseline: Bool
}

extension Workspace {
  /// - Parameter pairing: one that is judged, and fails in the combination.
  package func standing(of pairing: Pairing, in combination: Int, of audit: Audit) -> Standing? {
    guard let measured = audit.meter.measure(pairing, in: combination) else { return nil }
    let path = audit.palette.path
    let cell = Excuses.Cell(
      key: audit.key(of: pairing), rule: pairing.rule, combination: audit.combinations[combination],
      ratio: measured.maximum.value)
    let excuses = excuses(for: path)
    var waiver: Waiver?
    let state = excuses.state(of: cell) { waiver = $0 }
    if waiver == nil {
      // On no day nothing has expired.
      _ = Excuses(companions, for: path, on: nil).state(of: cell) { if $0.isExpired(on: day) { waiver = $0 } }
    }
    let accepted = excuses.accepted(cell)
    return Standing(
      state: state, waiver: waiver, accepted: accepted?.ratio, baseline: accepted?.baseline.scope.path,
      hasBaseline: excuses.hasBaseline)
  }
}
