import Contrast
import Palettes

extension ToldExcuses {
  /// Failures of a palette that were accepted or waived and have got worse than that allows: regressions, each told once
  /// while it is so.
  ///
  /// - Parameter events: what is told of the palette anyway; what fails for the first time is told there.
  mutating func takeOutgrown(
    _ palette: String, _ audit: Audit?, _ excuses: Excuses, root: String, besides events: [Event]
  ) -> [Event] {
    let known = outgrown.removeValue(forKey: palette) ?? []
    guard let audit, !excuses.isEmpty else { return [] }
    let failing = Set(
      events.filter { $0.kind == .regression || $0.kind == .appearedFailing }.compactMap(\.pair)
        .flatMap { pair in pair.cells.map { Self.name(pair.key, $0) } })
    var present: Set<String> = []
    let told = audit.pairings.indices.compactMap { index -> Event? in
      let cells = audit.outgrown(index, excuses)
      if cells.isEmpty { return nil }
      let key = audit.key(of: audit.pairings[index])
      let new = cells.filter { cell in
        let name = Self.name(key, audit.combinations[cell.combination].description)
        present.insert(name)
        return !known.contains(name) && !failing.contains(name)
      }
      return new.isEmpty ? nil : Self.event(audit, index, key, new, palette: palette, root: root)
    }
    if !present.isEmpty { outgrown[palette] = present }
    return told
  }

  private static func name(_ key: PairKey, _ combination: String) -> String {
    [key.foreground, key.background, key.usage.rawValue, combination].joined(separator: "\0")
  }

  private static func event(
    _ audit: Audit, _ index: Int, _ key: PairKey, _ cells: [(combination: Int, accepted: Double)], palette: String,
    root: String
  ) -> Event? {
    guard let telling = TellingPair(audit, index, key, in: cells.map { audit.combinations[$0.combination] }),
      let accepted = cells.first(where: { $0.combination == telling.cell })?.accepted
    else { return nil }
    let pair = telling.pair(ratioBefore: Remembered.floored(Int((accepted * 1000).rounded(.down))))
    let needs = pair.required.map { ", needs \(formatted($0)):1" } ?? ""
    return Event(
      .regression,
      "Known failure got worse: contrast \(pair.ratio ?? "?"):1, accepted at \(pair.ratioBefore ?? "?"):1\(needs): "
        + "\(pair.names) in \(pair.phrase(in: audit.label(telling.cell))).",
      root: root, palette: palette, pair: pair)
  }
}
