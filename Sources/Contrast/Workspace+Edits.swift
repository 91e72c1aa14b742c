import Palettes
import Syntax

// What is nothing but values of colours is carried over, and not evaluated anew.

extension Workspace {
  /// `apply` where it is little work in a palette of any size, for nothing but values of colours changed; in place, so
  /// that nothing is copied. Nil, and nothing happened, where it is more or may be.
  package mutating func applyEdits(_ changes: [Change]) -> Delta? {
    if companions.readsValues || !sets.isEmpty { return nil }
    var files: [String: (unit: String, fragment: Fragment)] = [:]
    var touched = Touched()
    for change in changes {
      guard case .source(let path, let bytes) = change, !PolicyFile.isOne(path), files[path] == nil, stale[path] == nil,
        let (format, unit) = home(of: path), let before = units[unit]?.fragments[path]
      else { return nil }
      let text = SourceText(path: path, bytes: bytes)
      if let edit = format.reread?(text, before) {
        touched.note(unit, path, .colors(Set(edit.edited), of: edit.fragment))
        files[path] = (unit, edit.fragment)
      } else if let edit = format.compare?(text, before) {
        touched.note(unit, path, .files([edit.edit]))
        files[path] = (unit, edit.fragment)
      } else {
        guard bytes.count <= 64 << 10 else { return nil }
        let fragment = format.read(text)
        guard let value = fragment.valueAlone(instead: before) else { return nil }
        touched.note(unit, path, .values([value]))
        files[path] = (unit, fragment)
      }
    }
    var updates: [(path: String, before: Audit?, after: Audit?)] = []
    for (unit, edit) in touched.edits.sorted(by: { $0.key < $1.key }) {
      let own = members.filter { $0.value.unit == unit }.mapValues(\.files)
      guard let paths = Self.palettes(of: edit, among: own), !paths.isEmpty else { return nil }
      for path in paths {
        guard let update = update(path, by: edit) else { return nil }
        updates.append((path, palettes[path]?.audit, update))
      }
    }
    guard touched.edits.count == touched.units.count else { return nil }
    for (path, file) in files { units[file.unit]?.fragments[path] = file.fragment }
    for case (let path, _, let after?) in updates { palettes[path] = .evaluated(after) }
    revision += 1
    return Delta(revision: revision, evaluated: updates.sorted { $0.path < $1.path })
  }

  /// An evaluation carried over an edit; nil where it takes more.
  func update(_ path: String, by edit: Edit) -> Audit? {
    guard let earlier = palettes[path]?.audit, overlay.isEmpty,
      earlier.policy == policy(for: path), recalled[path] == nil
    else { return nil }
    switch edit {
    case .values(let values):
      return earlier.palette.replacing(values).flatMap { earlier.updated(to: $0.palette, edited: $0.edited) }
    case .colors(let places, let fragment):
      return earlier.updated(to: earlier.palette.replacing(valuesOf: fragment), edited: places.sorted())
    case .files(let edits): return update(earlier, edits, members[path])
    }
  }

  private func update(_ earlier: Audit, _ edits: [FileEdit], _ member: (unit: String, files: [String])?) -> Audit? {
    guard let member, let fragments = units[member.unit]?.fragments,
      member.files.allSatisfy({ fragments[$0]?.isSelfContained ?? false })
    else { return nil }
    var palette = earlier.palette
    var edited: Set<Int> = []
    for edit in edits {
      guard let next = palette.applying(edit) else { return nil }
      palette = next.palette
      edited.formUnion(next.edited)
    }
    return earlier.updated(to: palette, edited: edited.sorted())
  }

  /// The palettes that an edit concerns; nil where it is not told.
  static func palettes(of edit: Edit, among files: [String: [String]]) -> [String]? {
    switch edit {
    case .files(let edits): files.filter { $0.value.contains { file in edits.contains { $0.path == file } } }.map(\.key)
    case .values, .colors: files.count == 1 ? Array(files.keys) : nil
    }
  }
}
