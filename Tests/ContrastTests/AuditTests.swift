import Colorimetry
import Palettes
import Testing

@testable import Contrast

@Suite("Measuring a cell")
struct MeterTests {
  private func measure(_ foreground: String, _ background: String, on backdrops: [String] = []) throws -> (
    Measurement, Verdict
  ) {
    let names = backdrops.indices.map { "\"layer\($0)\": \"\(backdrops[$0])\"" }
    let on = backdrops.isEmpty ? "" : ", \"on\": [\(backdrops.indices.map { "\"layer\($0)\"" }.joined(separator: ","))]"
    let colors = (["\"front\": \"\(foreground)\"", "\"back\": \"\(background)\""] + names).joined(separator: ", ")
    let audit = try Sample.audit(
      "{ \"colors\": { \(colors) }, \"pairs\": [{ \"foreground\": \"front\", \"background\": \"back\", \"usage\": \"text\"\(on) }] }"
    )
    return (try #require(audit.measure(0, in: 0)), audit.verdict(0, 0))
  }

  @Test("The story's pair fails with its exact ratio")
  func story() throws {
    let (measured, verdict) = try measure("#7A8088", "#26292F")
    #expect(abs(measured.minimum.value - 3.6585906) < 1e-6)
    #expect(verdict == .fail)
  }

  @Test("Exactly the required ratio passes, a hair less does not")
  func boundary() {
    let exact = Measurement(
      minimum: ContrastRatio(value: 4.5), maximum: ContrastRatio(value: 4.5), isExact: true, foreground: nil,
      background: nil)
    let less = Measurement(
      minimum: ContrastRatio(value: 4.5.nextDown), maximum: ContrastRatio(value: 4.5.nextDown), isExact: true,
      foreground: nil, background: nil)
    #expect(exact.verdict(required: 4.5) == .pass)
    #expect(less.verdict(required: 4.5) == .fail)
    #expect(less.verdict(required: nil) == .exempt)
  }

  @Test("A declared stack is composited from the nearest down, then the foreground over it")
  func stack() throws {
    let (measured, _) = try measure("#ffffff80", "#00000080", on: ["#ff000080", "#ffffff"])
    let layered = RGBA(SIMD3(0, 0, 0), alpha: 128.0 / 255)
      .composited(over: RGBA(SIMD3(1, 0, 0), alpha: 128.0 / 255)).composited(over: .white)
    let expected = Meter.definite(RGBA(.one, alpha: 128.0 / 255), on: layered, .srgb)
    #expect(measured.isDefinite)
    #expect(abs(measured.minimum.value - expected.minimum.value) < 1e-12)
  }

  @Test("With nothing known behind it, a translucent background gives the whole range")
  func range() throws {
    let (measured, verdict) = try measure("#000000", "#ffffff80")
    #expect(!measured.isDefinite)
    #expect(verdict == .indeterminate || verdict == .pass)
    #expect(measured.maximum.value == 21)
    #expect(
      abs(measured.minimum.value - Meter.definite(.black, on: RGBA(SIMD3(repeating: 128.0 / 255)), .srgb).minimum.value)
        < 0.1)
  }

  @Test("Between light and dark backdrops the verdict is neither")
  func indeterminate() throws {
    #expect(try measure("#777777", "#00000010").1 == .indeterminate)
    #expect(try measure("#777777", "#77777710").0.minimum.value == 1)
  }

  @Test("General backgrounds are the backdrops where there are any")
  func generalBackdrops() throws {
    let audit = try Sample.audit(colors: [
      "background": ["#ffffff", "#000000"], "buttonBackground": ["#80808010"], "buttonLabel": ["#000000", "#ffffff"],
    ])
    let index = try #require(audit.pairings.firstIndex { $0.rule == .component })
    let measured = try #require(audit.measure(index, in: 0))
    #expect(measured.isDefinite)
    #expect(audit.verdicts(of: index).allSatisfy { $0 == .pass })
  }

  @Test("A half without a colour is not evaluated, and never a pass")
  func notEvaluated() throws {
    let audit = try Sample.audit(
      """
      { "colors": { "buttonLabel": "{nowhere}", "buttonBackground": "#ffffff" } }
      """)
    #expect(audit.tally.notEvaluated == 1)
    #expect(audit.codes.contains("contrast/not-evaluated"))
  }
}

@Suite("The grid")
struct GridTests {
  @Test("The fast look-up agrees with the story that is told of it, in every combination")
  func agreement() throws {
    let audit = try Sample.audit(
      """
      { "dimensions": { "brand": ["plain", "bold"] },
        "colors": {
          "a": [{ "value": "#111" }, { "traits": "style=dark", "value": "#222" }, { "traits": "contrast=high", "value": "#333" },
                { "traits": "brand=bold,style=light", "value": "#444" }, { "traits": "level=elevated,style=dark", "value": "#555" }],
          "b": [{ "value": "{a}" }, { "traits": "idiom=ipad", "value": "color(display-p3 0 1 0)" }],
          "c": { "platform": "ios", "reference": "secondaryLabelColor" },
          "d": [{ "traits": "style=dark", "value": "#666" }]
        } }
      """)
    #expect(audit.combinations.count == 2 * 2 * 2 * 2 * 2 * 2)
    for (index, combination) in audit.combinations.enumerated() {
      for (place, color) in audit.palette.colors.enumerated() {
        #expect(audit.grid.color(place, in: index) == audit.resolver.resolve(color, under: combination).color?.rendered)
      }
    }
  }

  @Test("Equal resolved colours are one colour of the table")
  func interning() throws {
    let audit = try Sample.audit(colors: ["a": ["#fff"], "b": ["white"], "c": ["rgb(255 255 255)"], "d": ["#000"]])
    #expect(audit.grid.table.count == 2)
    #expect(audit.duplicates == [[0, 1, 2]])
  }
}

@Suite("Overrides and questions")
struct PolicyTests {
  private static let colors: KeyValuePairs<String, [String]> = [
    "buttonLabel": ["#000000", "#555555"], "buttonBackground": ["#ffffff", "#000000"],
  ]

  @Test("A forced style is measured in every combination")
  func forcedStyle() throws {
    var policy = Policy()
    policy.override = try Override(parsing: "style=dark")
    #expect(try Sample.audit(colors: Self.colors).tally.fail == 1)
    #expect(try Sample.audit(colors: Self.colors, policy: policy).tally.fail == 2)
  }

  @Test("Only the combinations asked about are counted; what is paired does not change")
  func question() throws {
    var policy = Policy()
    policy.question = [.init(dimension: .style, values: ["light"])]
    let audit = try Sample.audit(colors: Self.colors, policy: policy)
    #expect(audit.tally.total == 1)
    #expect(audit.tally.pass == 1)
    #expect(!audit.codes.contains("contrast/text"))
  }
}
