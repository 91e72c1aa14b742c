import Foundation
import Syntax
import Testing

@testable import Palettes

/// The hand-labelled look-ups of `traits.jsonl`.
@Suite("Closest match")
struct TraitVectorTests {
  private struct Row: Decodable {
    struct Options: Decodable {
      var forceStyle: String?
      var dynamic: Bool?
      var isFakeDark: Bool?
      var source: String?

      enum CodingKeys: String, CodingKey {
        case forceStyle = "force_style"
        case isFakeDark = "fake_dark"
        case dynamic
        case source
      }
    }
    let id: String
    let d: String
    let v: [[String: String]]
    let q: [String: String]
    let exp: String?
    let cert: String
    let opt: Options?
  }

  @Test("Every row of the vectors takes the variant that was labelled by hand")
  func vectors() throws {
    let url = URL(fileURLWithPath: #filePath).appendingPathComponent("../Fixtures/traits.jsonl").standardized
    var counts: [String: Int] = [:]
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
      #expect(taken(row) == row.exp, "\(row.id) \(row.d)")
      counts[row.cert, default: 0] += 1
    }
    print("traits.jsonl: \(counts["high"] ?? 0) high, \(counts["med"] ?? 0) med, \(counts["low"] ?? 0) low")
    #expect(counts.values.reduce(0, +) == 121)
  }

  /// The name of the variant a row's question takes.
  private func taken(_ row: Row) -> String? {
    let source: DynamicColor.Source = row.opt?.source == "system" ? .system : .app
    var color = DynamicColor(name: "x", source: source, range: SourceRange(startOf: "x"))
    for variant in row.v {
      var traits = TraitCollection()
      for (key, value) in variant where key != "n" { traits[TraitDimension(key)] = value }
      color.register(
        Registration(traits: traits, value: .alias(variant["n"] ?? ""), range: SourceRange(startOf: "x")))
    }
    var question = TraitCollection()
    for (key, value) in row.q { question[TraitDimension(key)] = value }
    var override = Override()
    override.style = row.opt?.forceStyle
    override.isDynamic = row.opt?.dynamic ?? true
    override.isFakeDark = row.opt?.isFakeDark ?? false
    let asked = override.effective(TraitCombination(question), for: source)
    guard let index = color.closestMatch(for: asked, dimensions: TraitDimension.standard),
      case .alias(let name) = color.registrations[index].value
    else { return nil }
    return name
  }
}
