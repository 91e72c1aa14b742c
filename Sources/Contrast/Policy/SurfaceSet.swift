import Palettes

/// General colours that are used together: those whose names say nothing but role and rank, or those behind words of
/// the product's own ("MobileTextWeak", "MobileBackgroundNorm").
struct SurfaceSet {
  /// The product's own words, empty for the palette's plain names.
  let family: [String]
  /// What everything stands on.
  let canvas: Int
  /// What names call a general background, the canvas first. Values say which of them is one: `isGeneral`.
  let backgrounds: [Int]

  /// Opaque, and from 3:1 against the canvas on it is a solid.
  func isGeneral(_ background: Int, _ values: PairValues) -> Bool {
    values.isOpaque(background) && (background == canvas || values.isUnder(3, background, canvas))
  }

  /// The sets of a palette: the plain one first where it has a canvas, then the families in order of appearance.
  static func all(of palette: Palette, _ readings: [NameReading]) -> [SurfaceSet] {
    var families: [[String]] = [[]]
    var members: [[String]: [Int]] = [[]: []]
    for (index, reading) in readings.enumerated() where reading.isBackground && reading.onto == nil {
      guard let family = reading.family, reading.statuses.isEmpty else { continue }
      if members[family] == nil { families.append(family) }
      members[family, default: []].append(index)
    }
    let declared = palette.canvas.flatMap { palette.index(of: $0) }
    return families.compactMap { family in
      let all = members[family] ?? []
      // What is only called paper is the ground where nothing else is.
      let strong = all.filter { !readings[$0].words.contains("paper") }
      let onStrong = canvas(among: strong, family, readings)
      let named = onStrong ?? canvas(among: all, family, readings)
      let found = onStrong == nil ? all : strong
      guard let canvas = family.isEmpty ? declared ?? named : named else { return nil }
      // Beside a page a background "primary" is the fill of what is primary.
      let hasPage = found.contains { readings[$0].words.has(groundWords.union(["default", "base"])) }
      let others = found.filter { index in
        index != canvas && !(hasPage && readings[index].rest.filter { !family.contains($0) } == ["primary"])
      }
      return SurfaceSet(family: family, canvas: canvas, backgrounds: [canvas] + others)
    }
  }

  /// What the ground of everything is called.
  static let groundWords: Set<String> = ["page", "canvas", "app", "body"]
  /// Words that do not change what a general colour is.
  static let neutral: Set<String> = ["default", "primary", "base", "main", "normal", "norm", "regular", "body"]

  /// background, systemBackground, surface, canvas, in that order; a rank word such as "default" does not change what
  /// it is.
  private static func canvas(among members: [Int], _ family: [String], _ readings: [NameReading]) -> Int? {
    let roles: [Set<String>] = [
      ["background", "bg"], ["system", "background"], ["surface"], ["canvas", "bg", "page"],
      ["canvas", "page", "background", "surface", "bg"], ["paper"],
    ]
    // Few names are of such words alone: only they are looked at again and again.
    let known = roles.reduce(neutral.union(["surfaces", "backgrounds"])) { $0.union($1) }.union(family)
    let plain = members.filter { readings[$0].words.allSatisfy(known.contains) }
    for extra in [[], neutral] {
      for role in roles {
        let found = plain.first { index in
          // "surfaces.page" is the page of a group; "surfaces.base" is what is called so alone.
          let own = readings[index].words.filter { !family.contains($0) && !extra.contains($0) }
          let inGroup = own.filter { !["surfaces", "backgrounds"].contains($0) }
          let words = inGroup.isEmpty ? own.map { String($0.dropLast()) } : inGroup
          guard !words.isEmpty else { return false }
          return words.allSatisfy(role.contains) && (!role.contains("system") || words.contains("system"))
        }
        if let found { return found }
      }
    }
    return nil
  }
}

extension NameReading {
  /// A control's border on the palette's own surfaces: not one on an inverse, nor that of another component among what is
  /// interactive.
  var isOfControl: Bool {
    words.has(WordList.control) && !words.has(["inverse", "inverted", "on"])
      && (words.has(WordList.control.subtracting(["interactive"])) || !words.has(WordList.component))
  }
}
