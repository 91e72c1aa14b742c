package import Palettes

/// What a palette says its names are for, the last word first: names by look-up, patterns one by one.
package struct DeclaredRoles {
  private var names: [String: (place: Int, role: DeclaredRole.Role)] = [:]
  private var patterns: [(place: Int, role: DeclaredRole)] = []

  package init(_ roles: [DeclaredRole]) {
    for (place, role) in roles.enumerated() {
      if role.pattern.utf8.contains(UInt8(ascii: "*")) {
        patterns.append((place, role))
      } else {
        names[role.pattern] = (place, role.role)
      }
    }
  }

  package func role(of name: String) -> DeclaredRole.Role? {
    let pattern = patterns.last { $0.role.matches(name) }
    guard let own = names[name] else { return pattern?.role.role }
    return pattern.map { $0.place > own.place ? $0.role.role : own.role } ?? own.role
  }
}
