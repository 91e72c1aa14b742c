import Palettes
package import Syntax

/// The files beside palettes: policies, baselines, waivers. Of each the last whole state is in force.
package struct Companions: Sendable {
  /// By path.
  package private(set) var policies: [String: PolicyFile] = [:]
  package private(set) var baselines: [String: Baseline] = [:]
  package private(set) var waivers: [String: WaiverFile] = [:]
  /// What is wrong with files of which an earlier, whole state is in force; by path.
  private var problems: [String: [Diagnostic]] = [:]

  package static let names = [PolicyFile.name, Baseline.name, WaiverFile.name]

  /// Whether a path names one of them.
  package static func isOne(_ path: String) -> Bool { names.contains { isNamed($0, path) } }

  static func isNamed(_ name: String, _ path: String) -> Bool {
    guard path.endsInBytes(of: name) else { return false }
    let rest = path.utf8.count - name.utf8.count
    return rest == 0 || path.utf8.span[rest - 1] == UInt8(ascii: "/")
  }

  /// What has to be done after a change.
  enum Effect {
    case none
    /// What is under this is to be judged anew.
    case judge(CompanionScope)
  }

  mutating func take(_ text: SourceText, _ scope: CompanionScope) -> Effect {
    let path = scope.path
    let scope = self.scope(of: path)?.union(scope) ?? scope
    if PolicyFile.isOne(path) { return take(PolicyFile(text, scope)) }
    if Baseline.isOne(path) {
      let baseline = Baseline(text, scope)
      if keep(path, baseline.diagnostics, hasEarlier: baselines[path].map { !$0.isBroken } ?? false) { return .none }
      baselines[path] = baseline
    } else {
      let file = WaiverFile(text, scope)
      if keep(path, file.diagnostics, hasEarlier: waivers[path].map { !$0.isBroken } ?? false) { return .none }
      waivers[path] = file
    }
    return .none
  }

  private mutating func take(_ file: PolicyFile) -> Effect {
    let path = file.scope.path
    if keep(path, file.diagnostics, hasEarlier: policies[path].map { !$0.isBroken } ?? false) { return .none }
    policies[path] = file
    return .judge(file.scope)
  }

  /// The file is there and cannot be read.
  mutating func takeUnreadable(_ path: String, _ reason: String) -> Effect {
    let problem = Diagnostic(.error, "source/unreadable", reason, at: SourceRange(startOf: path))
    problems[path] = [problem]
    return .none
  }

  private func scope(of path: String) -> CompanionScope? {
    policies[path]?.scope ?? baselines[path]?.scope ?? waivers[path]?.scope
  }

  mutating func remove(_ path: String) -> Effect {
    problems[path] = nil
    baselines[path] = nil
    waivers[path] = nil
    return policies.removeValue(forKey: path).map { .judge($0.scope) } ?? .none
  }

  mutating func forgetBaselines() { baselines = [:] }

  /// Whether an earlier state stays in force, because the present one is broken.
  private mutating func keep(_ path: String, _ diagnostics: [Diagnostic], hasEarlier: Bool) -> Bool {
    let isBroken = diagnostics.contains { $0.severity == .error }
    problems[path] = isBroken && hasEarlier ? diagnostics : nil
    return isBroken && hasEarlier
  }

  /// What is wrong with them, in order of place.
  package var diagnostics: [Diagnostic] {
    let read = policies.mapValues(\.diagnostics).merging(baselines.mapValues(\.diagnostics)) { $1 }
      .merging(waivers.mapValues(\.diagnostics)) { $1 }
    return read.merging(problems) { $1 }.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// Files of which an earlier state is in force, because the present one is broken.
  package var stale: [String] { problems.keys.filter { scope(of: $0) != nil }.sorted() }

  /// The policies that cover a path, the outermost first; none from above one that is a root.
  func policyChain(for path: String) -> [PolicyFile] { PolicyFile.chain(policies.values, for: path) }

  /// Whether any policy has a say in how files are read, or where they count.
  var readsDifferently: Bool { policies.values.contains { !$0.traits.isEmpty || $0.isStrict != nil || $0.isRoot } }

  /// Whether a policy has a say in what a file's values are: then a changed value is no more than that in no file.
  var readsValues: Bool { policies.values.contains { !$0.traits.isEmpty || $0.isStrict != nil } }

  /// Whether a policy gives traits by the place or the name of things.
  var givesTraits: Bool { policies.values.contains { !$0.traits.isEmpty } }

  var hasSets: Bool { policies.values.contains { !$0.sets.isEmpty } }

  /// What policies say of how a file is read.
  func rules(for path: String) -> SourceRules { PolicyFile.rules(for: path, policyChain(for: path)) }

  /// The same for all of some files, where the same policies cover them; nil where not. Without rules by place.
  func rules(forAll files: [Fragment]) -> SourceRules? {
    guard let first = files.first else { return nil }
    let areCovered = policies.values.allSatisfy { policy in
      let isCovered = policy.scope.covers(first.path)
      return files.allSatisfy { policy.scope.covers($0.path) == isCovered }
    }
    return areCovered ? rules(for: first.path) : nil
  }

  var choosesSources: Bool { policies.values.contains { $0.ignored != nil || $0.sources != nil } }
}

// What policies say of the files beside them.
extension Companions {
  /// Why a waiver runs longer than a policy allows; nil where it does not.
  package func excess(of waiver: Waiver, in file: WaiverFile, on day: Day?) -> String? {
    guard let day, let expires = waiver.expires, let (most, place) = maxWaiverDays(for: file.scope) else { return nil }
    let days = expires.days(since: day)
    if days <= most { return nil }
    return "runs until \(expires), \(days) days from now; \(place.file):\(place.start.line) allows \(most): "
      + "\(day.adding(days: most)) at the latest"
  }

  /// The most days that the waivers of a file may run, and where that is said.
  private func maxWaiverDays(for file: CompanionScope) -> (days: Int, place: SourceRange)? {
    let covering = policies.values.filter { $0.maxWaiverDays != nil && $0.scope.standsAbove(file) }
    guard let nearest = covering.max(by: { $0.path.utf8.count < $1.path.utf8.count }), let days = nearest.maxWaiverDays
    else { return nil }
    return (days, nearest.origins[.waivers] ?? SourceRange(startOf: nearest.path))
  }
}
