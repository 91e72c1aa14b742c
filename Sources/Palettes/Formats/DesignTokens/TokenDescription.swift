/// What a token's description says that its name does not.
enum TokenDescription {
  /// Whether what is called a surface is described as a line or as what dims the page, and as nothing that is stood on.
  static func isNoSurface(_ name: String, _ text: String) -> Bool {
    let name = name.lowercased()
    guard surfaces.contains(where: { name.contains($0) }) else { return false }
    let words = Set(text.lowercased().split { !$0.isLetter })
    if !words.isDisjoint(with: scrims) { return true }
    return !words.isDisjoint(with: lines) && words.isDisjoint(with: grounds)
  }

  private static let surfaces = ["surface", "background", "bg", "fill"]
  private static let scrims: Set<Substring> = ["scrim", "scrims", "skeleton", "skeletons", "shimmer"]
  private static let lines: Set<Substring> = [
    "divider", "dividers", "separator", "separators", "hairline", "hairlines", "border", "borders",
  ]
  private static let grounds: Set<Substring> = [
    "surface", "surfaces", "background", "backgrounds", "card", "cards", "panel", "panels", "page", "fill", "fills",
    "hover", "button", "buttons", "container", "containers", "section", "sections", "row", "rows",
  ]
}
