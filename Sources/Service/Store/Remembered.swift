import Contrast
import Palettes
import Reports
import Syntax

/// What was last told of a palette: the verdicts of its judged pairs, with what an event says of how they were.
struct Remembered: Hashable, Sendable {
  struct Pair: Hashable, Sendable {
    let key: PairKey
    /// Of the worst combination.
    let foregroundColor: String
    let backgroundColor: String
    let foregroundPlace: Place
    let backgroundPlace: Place
    /// A combination each.
    let verdicts: [Verdict]
    /// Thousandths, floored; 0 where it could not be measured.
    let ratios: [Int]
  }

  struct Place: Hashable, Sendable {
    let file: String
    let line: Int
    let column: Int

    init(_ range: SourceRange) {
      self.init(file: range.file, line: range.start.line, column: range.start.column)
    }

    init(file: String, line: Int, column: Int) {
      self.file = file
      self.line = line
      self.column = column
    }

    var range: SourceRange {
      let position = SourcePosition(line: line, column: column)
      return SourceRange(file: file, start: position, end: position, bytes: 0..<0)
    }
  }

  /// As ``TraitCombination/description`` writes them.
  let combinations: [String]
  let pairs: [Pair]

  private init(combinations: [String], pairs: [Pair]) {
    self.combinations = combinations
    self.pairs = pairs
  }

  init(_ audit: Audit) {
    combinations = audit.asked.map { audit.combinations[$0].description }
    pairs = audit.pairings.indices.map { Pair(audit, $0) }
  }
}

extension Remembered.Pair {
  /// Of the combinations that are asked about.
  init(_ audit: Audit, _ index: Int) {
    let pairing = audit.pairings[index]
    let ratios = audit.asked.map { cell in
      audit.measure(index, in: cell).map { Int(($0.minimum.value * 1000).rounded(.down)) } ?? 0
    }
    let worst = ratios.indices.min { ratios[$0] < ratios[$1] }.map { audit.asked[$0] } ?? 0
    self.init(
      key: audit.key(of: pairing), foregroundColor: audit.grid.color(pairing.foreground, in: worst)?.hex ?? "none",
      backgroundColor: audit.grid.color(pairing.background, in: worst)?.hex ?? "none",
      foregroundPlace: Remembered.Place(audit.place(of: pairing.foreground, in: worst)),
      backgroundPlace: Remembered.Place(audit.place(of: pairing.background, in: worst)),
      verdicts: audit.asked.map { audit.verdict(index, $0) }, ratios: ratios)
  }
}

extension Remembered {
  /// The form of `packed`; another one is another version of the store.
  private static let version = 1

  var packed: [UInt8] {
    var packer = Packer()
    packer.put(Self.version)
    packer.put(combinations.count)
    for combination in combinations { packer.put(combination) }
    packer.put(pairs.count)
    for pair in pairs {
      for text in [
        pair.key.foreground, pair.key.background, pair.key.usage.rawValue, pair.foregroundColor, pair.backgroundColor,
      ] { packer.put(text) }
      for place in [pair.foregroundPlace, pair.backgroundPlace] {
        packer.put(place.file)
        packer.put(place.line)
        packer.put(place.column)
      }
      packer.put(pair.verdicts.map(\.rawValue))
      packer.put(pair.ratios.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    }
    return packer.bytes
  }

  /// Nil where the bytes are none of ours.
  init?(packed: [UInt8]) {
    var unpacker = Unpacker(packed)
    guard unpacker.number() == Self.version, let width = unpacker.count() else { return nil }
    var combinations: [String] = []
    for _ in 0..<width {
      guard let text = unpacker.text() else { return nil }
      combinations.append(text)
    }
    guard let count = unpacker.count() else { return nil }
    var pairs: [Pair] = []
    for _ in 0..<count {
      guard let pair = Pair(&unpacker, width) else { return nil }
      pairs.append(pair)
    }
    guard unpacker.isAtEnd else { return nil }
    self.combinations = combinations
    self.pairs = pairs
  }
}

extension Remembered.Pair {
  fileprivate init?(_ unpacker: inout Unpacker, _ width: Int) {
    guard let foreground = unpacker.text(), let background = unpacker.text(),
      let usage = unpacker.text().flatMap({ Usage(rawValue: $0) }), let foregroundColor = unpacker.text(),
      let backgroundColor = unpacker.text(), let foregroundPlace = Remembered.Place(&unpacker),
      let backgroundPlace = Remembered.Place(&unpacker), let verdicts = unpacker.data()?.map(Verdict.init(rawValue:)),
      let ratios = unpacker.data(), verdicts.count == width, ratios.count == 2 * width, !verdicts.contains(nil)
    else { return nil }
    self.init(
      key: PairKey(foreground: foreground, background: background, usage: usage), foregroundColor: foregroundColor,
      backgroundColor: backgroundColor, foregroundPlace: foregroundPlace, backgroundPlace: backgroundPlace,
      verdicts: verdicts.compactMap(\.self),
      ratios: (0..<width).map { Int(ratios[2 * $0]) | Int(ratios[2 * $0 + 1]) << 8 })
  }
}

extension Remembered.Place {
  fileprivate init?(_ unpacker: inout Unpacker) {
    guard let file = unpacker.text(), let line = unpacker.number(), let column = unpacker.number() else { return nil }
    self.init(file: file, line: line, column: column)
  }
}
