import Contrast
import Palettes
import Syntax

/// A waiver to be filled in: while it gives no reason, nothing is waived.
extension Session {
  /// How long a waiver is offered for, in months.
  private static let term = 3

  /// Nil where nothing fails, or where the editor cannot create the file that is missing.
  func waiverStub(for finding: Finding, in audit: Audit, of root: Int) -> Action? {
    guard let index = finding.pairing, let end = today()?.later(months: Self.term) else { return nil }
    let path = waiverFile(for: audit.palette.path, in: roots[root].path)
    let text = source(path)
    guard text != nil || client.createsFiles else { return nil }
    var waiver = Waiver(range: SourceRange(startOf: path))
    let key = audit.key(of: audit.pairings[index])
    waiver.pair = "\(key.foreground) on \(key.background)"
    waiver.rule = key.usage.code
    waiver.traits = audit.traits(of: audit.failing(index))
    guard let least = audit.granted(by: waiver) else { return nil }
    waiver.granted = (least * 1e4).rounded(.down) / 1e4
    waiver.expires = end
    let edit = text.map { WaiverFile.edit(adding: waiver, to: $0) } ?? TextEdit(waiver.range, WaiverFile.text(waiver))
    guard let edit else { return nil }
    return Action(
      title: "Waive \(waiver.pair) until \(end): fill in owner and reason in \(shown(path))", edits: [edit],
      isPreferred: false, place: finding.range, newFile: text == nil ? path : nil)
  }

  /// Beside the palette, and within its root.
  private func waiverFile(for palette: String, in root: String) -> String {
    let parent = palette.lastIndex(of: "/").map { String(palette[..<$0]) } ?? ""
    return (parent.isWithin(root) ? parent : root) + "/" + WaiverFile.name
  }
}

extension Audit {
  /// The traits that tell some combinations from the others that are asked about.
  fileprivate func traits(of cells: [Int]) -> [Policy.Question] {
    grid.space.dimensions.compactMap { dimension in
      let here = Set(cells.map { combinations[$0][dimension] })
      let everywhere = Set(asked.map { combinations[$0][dimension] })
      return here.isStrictSubset(of: everywhere) ? .init(dimension: dimension, values: here.sorted()) : nil
    }
  }
}
