import Palettes
package import Syntax

/// Sources that pair across palettes: `"sets": {"app": ["tokens/**", "App.xcassets/**"]}`.
package struct SourceSet: Hashable, Sendable {
  package let name: String
  package let sources: IgnoreRules
  package let range: SourceRange
}

extension PolicyFile {
  mutating func takeSets(_ value: JSONValue) {
    guard expect(.object, value, "\"sets\"") else { return }
    for member in value.members {
      if member.name.isEmpty || member.name.contains("/") {
        report("policy/set", "a set has a name without \"/\"", member.key.range)
        continue
      }
      let patterns = paths(member.value, member.name)
      guard !patterns.isEmpty else {
        if [.array, .string].contains(member.value.kind), !isBroken {
          report("policy/set", "a set names its sources: [\"tokens/**\", \"App.xcassets/**\"]", member.value.range)
        }
        continue
      }
      sets.append(SourceSet(name: member.name, sources: IgnoreRules(patterns), range: member.key.range))
    }
  }

  /// What the palette of a set is called: beside the policy.
  package func path(of set: SourceSet) -> String {
    path.dropLast(PolicyFile.name.count) + "#" + set.name
  }
}
