import Palettes
import Testing

@testable import Contrast

/// Palettes written as documents, and their evaluation.
enum Sample {
  static let path = "sample.palette.json"

  static func workspace(_ json: String, policy: Policy = Policy()) -> Workspace {
    var workspace = Workspace()
    workspace.apply([.policy(policy), .source(path: path, bytes: Array(json.utf8))])
    return workspace
  }

  static func audit(_ json: String, policy: Policy = Policy()) throws -> Audit {
    try #require(workspace(json, policy: policy).audits.first)
  }

  /// Colours given as `name: value for any[, value for dark]`.
  static func audit(colors: KeyValuePairs<String, [String]>, policy: Policy = Policy()) throws -> Audit {
    try audit("{ \"colors\": { \(list(colors)) } }", policy: policy)
  }

  static func list(_ colors: KeyValuePairs<String, [String]>) -> String {
    colors.map { name, values in
      let any = "{ \"value\": \"\(values[0])\" }"
      let dark = values.count > 1 ? ", { \"traits\": \"style=dark\", \"value\": \"\(values[1])\" }" : ""
      return "\"\(name)\": [\(any)\(dark)]"
    }.joined(separator: ",\n")
  }
}

extension Audit {
  /// `foreground on background (rule)`, in order.
  var pairPhrases: [String] {
    pairings.map { pairing in
      let key = key(of: pairing)
      return "\(key.foreground) on \(key.background) (\(pairing.rule.rawValue))"
    }
  }

  var codes: [String] { Review(self).findings.map(\.code) }
}
