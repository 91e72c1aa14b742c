/// Files of which an earlier state is served, and for how long: after a time that is a finding.
struct StaleFiles {
  private var since: [String: Duration] = [:]
  /// Those of them that became a finding.
  private var expired: Set<String> = []

  /// Takes up which files they are now.
  mutating func note(_ paths: some Collection<String>, now: Duration) {
    let before = since
    since = Dictionary(paths.map { ($0, before[$0] ?? now) }, uniquingKeysWith: { first, _ in first })
    expired.formIntersection(paths)
  }

  /// Those that have been it for as long as `limit`, each once.
  mutating func expire(now: Duration, limit: Duration) -> [String] {
    since.filter { now - $0.value >= limit && expired.insert($0.key).inserted }.keys.sorted()
  }

  /// Since when the first has been it that is no finding yet.
  var first: Duration? { since.filter { !expired.contains($0.key) }.values.min() }
}
