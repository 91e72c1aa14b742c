package import Contrast

/// What the host knows of a directory: its palettes as they are on disk.
package struct Root: Sendable {
  /// Absolute.
  package let path: String
  package let workspace: Workspace
  /// Every file was read once. Nothing is said of a palette before.
  package let isLoaded: Bool

  package init(path: String, workspace: Workspace, isLoaded: Bool) {
    self.path = path
    self.workspace = workspace
    self.isLoaded = isLoaded
  }
}

/// A root as one editor sees it: the files on disk, and over them what is typed and not saved.
struct ServedRoot: Sendable {
  private(set) var base: Root
  /// With the open texts in the place of their files.
  private(set) var workspace: Workspace
  /// The open texts have to be laid over the files again.
  private var isRebased = true
  /// It takes time to evaluate.
  private(set) var isLarge: Bool
  /// What is said of each palette, kept until the palette changes.
  private var reviews: [String: Review] = [:]

  init(_ base: Root) {
    self.base = base
    workspace = base.workspace
    isLarge = Self.isLarge(base)
  }

  private static func isLarge(_ base: Root) -> Bool { base.workspace.colorCount > 2_000 }

  var path: String { base.path }
  var isLoaded: Bool { base.isLoaded }

  func covers(_ path: String) -> Bool { path.isWithin(base.path) }

  mutating func rebase(_ new: Root) {
    base = new
    isLarge = Self.isLarge(new)
    isRebased = true
  }

  /// A text was closed: its file counts again.
  mutating func uncover() { isRebased = true }

  /// Takes up what is typed.
  /// - Parameters:
  ///   - open: every open text of this root.
  ///   - changed: the paths of those that changed since the last time.
  /// - Returns: whether anything may be another than before.
  mutating func refresh(open: [Document], changed: Set<String>) -> Bool {
    let texts = isRebased ? open : open.filter { $0.path.map(changed.contains) ?? false }
    if isRebased {
      workspace = base.workspace
      reviews.removeAll()
    } else if texts.isEmpty {
      return false
    }
    isRebased = false
    let changes = texts.compactMap { text in text.path.map { Change.source(path: $0, bytes: text.bytes) } }
    // Baselines and waivers change no verdict, only what is said of it.
    if texts.contains(where: { $0.path.map(Companions.isOne) ?? false }) { reviews.removeAll() }
    if !changes.isEmpty { for palette in workspace.apply(changes).palettes { reviews[palette] = nil } }
    return true
  }

  mutating func review(of palette: String) -> Review? {
    if let known = reviews[palette] { return known }
    guard let audit = workspace.palettes[palette]?.audit else { return nil }
    let review = Review(audit, excuses: workspace.excuses(for: palette))
    reviews[palette] = review
    return review
  }
}

extension String {
  /// Whether an absolute path is another or stands under it.
  func isWithin(_ other: String) -> Bool {
    self == other || hasPrefix(other.hasSuffix("/") ? other : other + "/")
  }
}
