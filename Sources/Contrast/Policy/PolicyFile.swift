package import Palettes
package import Syntax

/// One `contrast.policy.json`: what it sets, where that stands, and which palettes it covers.
package struct PolicyFile: Sendable {
  package static let name = "contrast.policy.json"

  package let path: String
  /// The part of a workspace that it covers: a directory as the workspace spells it, "" for everything.
  package let scope: String
  /// The way from the file's directory to `scope`, for a file that stands above it; else "".
  package let prefix: String

  /// The search for files further up ends here.
  package var isRoot = false
  package var conformance: Conformance?
  package var release: SystemColors.Release?
  package var maxCombinations: Int?
  package var failOn: Threshold?
  package var alertOn: Threshold?
  package var pairs: [PairRule] = []
  package var requirements: [RequirementRule] = []
  package var severities: [SeverityRule] = []
  package var excluded: [[Policy.Question]] = []
  /// Only these are sources, where it says so.
  package var sources: IgnoreRules?
  package var ignored: IgnoreRules?
  /// Where each key's value stands.
  package var origins: [PolicyKey: SourceRange] = [:]
  package var diagnostics: [Diagnostic] = []

  /// - Parameters:
  ///   - scope: nil for the file's own directory.
  ///   - prefix: see the property.
  package init(path: String, scope: String? = nil, prefix: String = "") {
    self.path = path
    self.scope = scope ?? Self.directory(of: path)
    self.prefix = prefix
  }

  package var isBroken: Bool { diagnostics.contains { $0.severity == .error } }

  /// Whether a path names a policy file.
  package static func isOne(_ path: String) -> Bool {
    path == name || path.utf8.count > name.utf8.count && path.hasSuffix("/" + name)
  }

  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
  }

  /// Whether something of the workspace stands in its part.
  package func covers(_ path: String) -> Bool { relative(path) != nil }

  /// How many directories its part stands deep, those above a workspace's own before them: nearer ones are larger.
  private var depth: (Int, Int) {
    (scope.utf8.count, -prefix.utf8.count { $0 == UInt8(ascii: "/") } - (prefix.isEmpty ? 0 : 1))
  }

  /// The files that cover a path, the outermost first; none from above one that is a root.
  package static func chain(_ files: some Sequence<PolicyFile>, for path: String) -> [PolicyFile] {
    let covering = files.filter { $0.covers(path) }.sorted { $0.depth < $1.depth }
    return Array(covering[(covering.lastIndex(where: \.isRoot) ?? 0)...])
  }

  /// A path as seen from the file's directory; nil where it does not cover it.
  private func relative(_ path: String) -> String? {
    let inside: String
    if scope.isEmpty {
      inside = path
    } else if path == scope {
      inside = ""
    } else if scope == "/" {
      inside = String(path.dropFirst())
    } else if path.hasPrefix(scope + "/") {
      inside = String(path.dropFirst(scope.count + 1))
    } else {
      return nil
    }
    return prefix.isEmpty ? inside : inside.isEmpty ? prefix : prefix + "/" + inside
  }

  /// Whether the files covering a path leave it out.
  package static func excludes(_ path: String, _ chain: [PolicyFile]) -> Bool {
    // What the nearest file decides, counts.
    for file in chain.reversed() {
      guard let relative = file.relative(path) else { continue }
      if let sources = file.sources, !sources.cover(relative) { return true }
      if let ignored = file.ignored, ignored.cover(relative) { return true }
      if file.sources != nil { return false }
    }
    return false
  }
}

extension Policy {
  /// This policy with what files say, the outermost first. The nearest wins key by key; pairs, overrides and severities of
  /// all of them count, those of the nearest before the others.
  package func applying(_ chain: [PolicyFile]) -> Policy {
    var policy = self
    for file in chain {
      func take<Value>(_ key: PolicyKey, _ value: Value?, _ path: WritableKeyPath<Policy, Value>) {
        guard let value, !given.contains(key) else { return }
        policy[keyPath: path] = value
        policy.origins[key] = file.origins[key]
      }
      take(.conformance, file.conformance, \.conformance)
      take(.ios, file.release, \.release)
      take(.maxCombinations, file.maxCombinations, \.maxCombinations)
      take(.failOn, file.failOn, \.failOn)
      take(.alertOn, file.alertOn, \.alertOn)
      policy.pairs = file.pairs + policy.pairs
      policy.requirements += file.requirements
      policy.severities += file.severities
      policy.excluded += file.excluded
    }
    return policy
  }
}
