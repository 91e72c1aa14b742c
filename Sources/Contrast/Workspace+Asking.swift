import Palettes

// What is asked about a path.
extension Workspace {
  /// Whether a path is of interest: a file of a palette, or what says how palettes are judged.
  package static func wants(_ path: String) -> Bool { Companions.isOne(path) || PaletteFormat.claiming(path) != nil }

  /// Whether only the contents of a file tell if it is of interest.
  package static func isGuess(_ path: String) -> Bool {
    !Companions.isOne(path) && (PaletteFormat.claiming(path)?.format.isGuess(path) ?? true)
  }

  /// Whether a file that may be of this palette breaks off, and said nothing before it did: what the palette holds cannot
  /// be told yet.
  package func isIncomplete(_ palette: String) -> Bool {
    incomplete.contains { path in
      path == palette || path.hasPrefix(palette + "/")
        || PaletteFormat.claiming(path).map { $0.unit == PaletteFormat.claiming(palette)?.unit } ?? false
    }
  }

  /// What holds for a palette.
  package func policy(for palette: String) -> Policy {
    companions.policies.isEmpty ? policy : policy.applying(sets[palette]?.chain ?? companions.policyChain(for: palette))
  }

  /// What is accepted or waived of a palette's failures.
  package func excuses(for palette: String) -> Excuses { Excuses(companions, for: palette, on: day) }
}

extension Workspace {
  /// The paths of the palettes that a file is part of, in order, and those of the sets they are in.
  package func palettes(of file: String) -> [String] {
    guard let (_, unit) = home(of: file) else { return [] }
    let own = members.filter { $0.value.unit == unit && $0.value.files.contains(file) }.keys.sorted()
    return own + sets.filter { $0.value.parts.contains { $0.files.contains(file) } }.keys.sorted()
  }

  /// Colours of all palettes together.
  package var colorCount: Int { palettes.reduce(0) { $0 + (sets[$1.key] == nil ? $1.value.palette.colors.count : 0) } }
}
