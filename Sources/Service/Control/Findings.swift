import Contrast
import Palettes
import Reports
import Syntax
import Varlink

extension ControlMethod {
  /// Findings a reply, where the caller takes several.
  private static let chunk = 100

  static let listFindings = ControlMethod(name: "ListFindings") { monitor, client, parameters throws(MethodError) in
    let palette = try parameters.takeIfPresent("palette", as: .string)
    let file = try parameters.takeIfPresent("file", as: .string)
    let foreground = try parameters.takeIfPresent("foreground", as: .string)
    let background = try parameters.takeIfPresent("background", as: .string)
    let code = try parameters.takeIfPresent("code", as: .string)
    let traits = try parameters.takeIfPresent("traits", as: .string)
    try parameters.finish()
    var found: [(Finding, Audit?)] = []
    for root in monitor.roots {
      let workspace = try monitor.workspace(of: root, for: client, traits: traits)
      let report = CheckReport(workspace, filter: .init(pair: nil, rule: code))
      found += (report.companions + report.unreadable + report.refused).map { (Finding($0), nil) }
      for result in report.palettes { found += result.findings.map { ($0, result.audit) } }
    }
    found = found.filter { finding, audit in
      let key = finding.pairing.flatMap { index in audit.map { $0.key(of: $0.pairings[index]) } }
      return (palette.map { $0 == audit?.palette.path } ?? true) && (file.map { $0 == finding.range.file } ?? true)
        && (foreground.map { pattern in key.map { Glob.matches(pattern, $0.foreground) } ?? false } ?? true)
        && (background.map { pattern in key.map { Glob.matches(pattern, $0.background) } ?? false } ?? true)
    }
    try client.replyInChunks(of: chunk, "findings", found) { writer, item in
      writer.object { item.0.write(to: &$0, item.1) }
    }
  }

  static let listMeasurements = ControlMethod(name: "ListMeasurements") {
    monitor, client, parameters throws(MethodError) in
    let palette = try parameters.take("palette", as: .string)
    let verdict = try parameters.takeIfPresent("verdict", as: .string)
    let wantsAll = try parameters.takeIfPresent("all", as: .bool) ?? false
    try parameters.finish()
    let audit = try monitor.audit(at: palette, for: client)
    let cells = MeasuredCells(audit, all: wantsAll).lazy.filter { cell in
      verdict.map { $0 == audit.verdict(of: cell).word } ?? true
    }
    try client.replyInChunks(of: chunk, "measurements", cells) { writer, cell in
      writer.object { audit.write(cell, to: &$0) }
    }
  }
}

/// The cells of a palette, pair by pair: those that are judged, or every foreground on every background.
private struct MeasuredCells: Sequence, IteratorProtocol {
  private let audit: Audit
  private let fronts: [Int]
  private let backs: [Int]
  private let isAll: Bool
  private var pair = 0
  private var combination = 0
  private var current: (pairing: Pairing, isJudged: Bool)?

  struct Cell {
    let pairing: Pairing
    let isJudged: Bool
    let combination: Int
  }

  init(_ audit: Audit, all: Bool) {
    self.audit = audit
    isAll = all
    fronts = audit.readings.indices.filter { audit.readings[$0].isForeground }
    backs = audit.readings.indices.filter { audit.readings[$0].isBackground }
    current = nextPair(0)
  }

  mutating func next() -> Cell? {
    guard let (pairing, isJudged) = current else { return nil }
    guard combination < audit.asked.count else {
      pair += 1
      combination = 0
      current = nextPair(pair)
      return next()
    }
    defer { combination += 1 }
    return Cell(pairing: pairing, isJudged: isJudged, combination: audit.asked[combination])
  }

  private func nextPair(_ index: Int) -> (pairing: Pairing, isJudged: Bool)? {
    if !isAll { return index < audit.pairings.count ? (audit.pairings[index], true) : nil }
    guard index < fronts.count * backs.count else { return nil }
    return audit.pairings(of: fronts[index / backs.count], on: backs[index % backs.count])[0]
  }
}

extension Audit {
  fileprivate func verdict(of cell: MeasuredCells.Cell) -> Verdict {
    let required = required(cell.pairing, in: cell.combination)
    return meter.measure(cell.pairing, in: cell.combination)?.verdict(required: required) ?? .notEvaluated
  }

  fileprivate func write(_ cell: MeasuredCells.Cell, to writer: inout JSONWriter) {
    let key = key(of: cell.pairing)
    writer.field("foreground", key.foreground)
    writer.field("background", key.background)
    writer.field("usage", key.usage.rawValue)
    writer.field("judged", cell.isJudged)
    writer.field("traits", grid.space.written(combinations[cell.combination]))
    writer.field("verdict", verdict(of: cell).word)
    writer.field("required", required(cell.pairing, in: cell.combination))
    if let measured = meter.measure(cell.pairing, in: cell.combination) { writer.measurement(measured) }
  }
}

extension Client {
  /// What one reply may hold where the caller takes only one.
  private static let singleReplyLimit = 10_000

  /// All in one reply, or a chunk each for a caller that said `more`: the next is made when the one before is written.
  fileprivate func replyInChunks<Items: Sequence>(
    of size: Int, _ field: StaticString, _ items: Items, _ write: @escaping (inout JSONWriter, Items.Element) -> Void
  ) throws(MethodError) {
    guard connection.call?.expectation == .replies else {
      let all = Array(items.prefix(Self.singleReplyLimit + 1))
      if all.count > Self.singleReplyLimit {
        throw ControlError.limitExceeded("\(Self.singleReplyLimit) a reply; call with more")
      }
      return connection.reply { $0.field(field) { $0.array(all, write) } }
    }
    var iterator = items.makeIterator()
    var ahead = iterator.next()
    producer = { [unowned self] in
      var chunk: [Items.Element] = []
      while chunk.count < size, let item = ahead {
        chunk.append(item)
        ahead = iterator.next()
      }
      guard ahead == nil else {
        connection.replyContinuing { $0.field(field) { $0.array(chunk, write) } }
        return
      }
      producer = nil
      connection.reply { $0.field(field) { $0.array(chunk, write) } }
    }
  }
}
