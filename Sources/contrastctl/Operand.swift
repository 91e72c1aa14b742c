import Linux
import Reports

/// A path that a person named: where it is, and how it is written in answers.
struct Operand: Sendable {
  /// Absolute, without links.
  let real: String
  /// What stands in front of the files under it: as it was typed, but for `./` and a slash at the end; empty for the
  /// working directory.
  let shown: String
  /// It is not on this machine.
  let isElsewhere: Bool

  /// A path of another machine, absolute.
  init(elsewhere path: String) {
    real = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    shown = real
    isElsewhere = true
  }

  /// A path into a catalog that does not say so is written whole, so that what a file belongs to does not depend on the
  /// working directory.
  init(_ path: String) throws(UsageError) {
    isElsewhere = false
    let path = Self.place(of: path)
    do throws(SystemError) { real = try Files.realPath(path) } catch { throw UsageError(error.description) }
    var typed = path[...]
    while typed.count > 1, typed.last == "/" { typed.removeLast() }
    while typed.hasPrefix("./") { typed = typed.dropFirst(2).drop { $0 == "/" } }
    let isHidden = real.contains(".xcassets") && !typed.contains(".xcassets")
    shown = isHidden ? real : typed == "." ? "" : String(typed)
  }

  /// The directory around the palette of a set, which is no file: `DIR` for `DIR/#NAME`.
  private static func place(of path: String) -> String {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    guard name.hasPrefix("#"), !Files.exists(path) else { return path }
    return slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// For opening it.
  var path: String { shown.isEmpty ? "." : shown }

  /// A part of a catalog: the rest of it is not asked about.
  var isPartOfPalette: Bool {
    real.split(separator: "/").dropLast().contains { $0.hasSuffix(".xcassets") || $0.hasSuffix(".colorset") }
  }

  /// A file under it, as answers write it.
  func shown(_ file: String) -> String {
    file.isEmpty ? path : shown.isEmpty ? file : Files.join(shown, file)
  }

  /// Whether an answer about the real path can be respelled: neither way of writing it needs quotes or escapes.
  var canBeRespelled: Bool {
    shown == real || real != "/" && quoted(real) == real && quoted(path) == path
  }

  /// A text in which the real path stands, with the one that was typed instead.
  ///
  /// Only where it begins a path: neither `/src/app/src` nor `/srcs` becomes another one under `/src`.
  func respelled(_ text: String) -> String {
    if shown == real { return text }
    let parts = text.split(separator: real, omittingEmptySubsequences: false)
    var result = String(parts[0])
    var isWithin = false
    for (before, part) in zip(parts, parts.dropFirst()) {
      isWithin = isWithin && before.first == "/" && before.allSatisfy { $0 == "/" || $0.isPartOfName }
      if isWithin || part.first?.isPartOfName ?? false {
        result += real + part
        continue
      }
      isWithin = true
      result += shown.isEmpty && part.first == "/" ? part.dropFirst() : path + part
    }
    return result
  }
}

extension Character {
  /// As names of files mostly have it.
  fileprivate var isPartOfName: Bool { isLetter || isNumber || "-_.".contains(self) }
}
