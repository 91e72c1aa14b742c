import Colorimetry
import Foundation
import Palettes
import Syntax
import Testing

@testable import Contrast

/// The search over all pairs of a token, against every colour of a coarse grid.
@Suite struct FixSearchTests {
  /// A token's failing value with all that is asked of it.
  private struct Token {
    let name: String
    let value: RGBA
    let conditions: [FixCondition]
  }

  @Test func `over all pairs, brute force finds nothing much nearer for 50 tokens`() throws {
    let corpus = try Self.corpusTokens()
    let tokens = corpus + Self.randomTokens()
    try #require(tokens.count >= 50)
    var quotients: [Double] = []
    var misses: [String] = []
    for token in tokens.prefix(50) {
      var search = FixSearch(from: token.value, token.conditions, keepsPolarity: false)
      let found = search.nearest { $0 }
      let brute = Self.bruteForce(token)
      switch (found, brute) {
      case (nil, nil): continue
      case (let found?, let brute):
        #expect(token.conditions.allSatisfy { $0.holds(for: found.color, keepingPolarity: false) })
        guard let brute else { continue }
        let (ours, theirs) = (found.color.deltaEOK(to: token.value), brute.deltaEOK(to: token.value))
        quotients.append(ours / theirs)
        if ours > theirs * 1.106 + 0.002 { misses.append("\(token.name) \(token.value.hex): \(ours) for \(theirs)") }
      case (nil, let brute?): misses.append("\(token.name) \(token.value.hex): \(brute.hex) passes and none was found")
      }
    }
    let sorted = quotients.sorted()
    print(
      "fix: \(quotients.count) of 50 tokens solved, \(min(50, corpus.count)) of them of the corpus; ΔE of ours to the best of 36,000 colours: median "
        + "\(sorted[sorted.count / 2]), largest \(sorted.last ?? 0)")
    #expect(misses.isEmpty, "\(misses.joined(separator: "\n"))")
  }

  /// The nearest of 33 × 33 × 33 colours that passes everywhere.
  private static func bruteForce(_ token: Token) -> RGBA? {
    let steps = (0...32).map { UInt8(clamping: $0 * 8) }
    var best: (color: RGBA, distance: Double)?
    for red in steps {
      for green in steps {
        for blue in steps {
          let color = RGBA(RGBA(bytes: [red, green, blue]).rgb, alpha: token.value.alpha)
          let distance = color.deltaEOK(to: token.value)
          if let best, best.distance <= distance { continue }
          if token.conditions.allSatisfy({ $0.holds(for: color, keepingPolarity: false) }) { best = (color, distance) }
        }
      }
    }
    return best?.color
  }

  /// Failing tokens of the public palettes, where those are.
  private static func corpusTokens() throws -> [Token] {
    let folder = ProcessInfo.processInfo.environment["CONTRASTD_CORPUS"] ?? "../shared/corpus"
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let root = folder.hasPrefix("/") ? URL(filePath: folder) : checkout.appending(path: folder)
    guard
      let files = FileManager.default.enumerator(at: root.appending(path: "xcassets"), includingPropertiesForKeys: nil)
    else { return [] }
    var workspace = Workspace()
    var changes: [Change] = []
    for case let file as URL in files where file.lastPathComponent == "Contents.json" {
      changes.append(.source(path: file.path, bytes: Array(try Data(contentsOf: file))))
    }
    for project in ["compound-element", "terrazzo", "polaris-tokens-shopify", "nl-design-system-themes"] {
      let tokens = root.appending(path: "dtcg/\(project)")
      guard let files = FileManager.default.enumerator(at: tokens, includingPropertiesForKeys: nil) else { continue }
      for case let file as URL in files where file.pathExtension == "json" {
        changes.append(.source(path: file.path, bytes: Array(try Data(contentsOf: file))))
      }
    }
    workspace.apply(changes)
    var found: [Token] = []
    for audit in workspace.audits where found.count < 50 { found += failing(in: audit) }
    return found
  }

  private static func failing(in audit: Audit) -> [Token] {
    let origins = ColorOrigins(audit)
    let pairings = PairingIndex(audit)
    var seen: Set<SourceRange> = []
    var tokens: [Token] = []
    for pairing in audit.pairings.indices {
      for combination in audit.failing(pairing) {
        guard let link = origins.chain(of: audit.pairings[pairing].foreground, in: combination).last,
          seen.insert(origins.registration(link).range).inserted,
          let site = FixSite(link, in: audit, origins, pairings)
        else { continue }
        let cells = site.cells.filter { $0.verdict == .pass || $0.verdict == .fail }
        tokens.append(Token(name: site.name, value: site.value, conditions: cells.flatMap(\.conditions)))
      }
    }
    return tokens
  }

  /// Text on two to four backgrounds of about one lightness.
  private static func randomTokens() -> [Token] {
    var random = SeededGenerator(state: 7)
    return (0..<50).map { number in
      func byte(_ range: ClosedRange<UInt8>) -> UInt8 { UInt8.random(in: range, using: &random) }
      let isDark = Bool.random(using: &random)
      let ground: ClosedRange<UInt8> = isDark ? 0...60 : 200...255
      let value = RGBA(bytes: [byte(40...220), byte(40...220), byte(40...220)])
      let conditions = (0..<Int.random(in: 2...4, using: &random)).map { _ in
        FixCondition(
          foreground: .sought, background: .known(RGBA(bytes: [byte(ground), byte(ground), byte(ground)])),
          backdrops: [],
          required: 4.5, gamut: .srgb, isLighter: nil)
      }
      return Token(name: "random \(number)", value: value, conditions: conditions)
    }
  }
}

/// The same numbers in every run.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
