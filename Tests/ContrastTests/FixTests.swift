import Colorimetry
import Foundation
import Palettes
import Syntax
import Testing

@testable import Contrast

@Suite struct FixTests {
  private func options(
    _ json: String, _ foreground: String, _ background: String, _ traits: TraitCollection = TraitCollection()
  ) throws -> FixOptions {
    let audit = try Sample.audit(json)
    let text = SourceText(path: Sample.path, bytes: Array(json.utf8))
    let pairing = try #require(
      audit.pairings.firstIndex {
        audit.name($0.foreground) == foreground && audit.name($0.background) == background
      })
    let combination = try #require(audit.grid.space.index(of: TraitCombination(traits)))
    return FixFinder(audit) { $0 == Sample.path ? text : nil }.options(for: pairing, in: combination)
  }

  private func plan(_ json: String, atDefinition: Bool = false) -> FixPlan {
    Sample.workspace(json).plannedFixes(atDefinition: atDefinition) { _ in Array(json.utf8) }
  }

  @Test func `a value is solved over all its pairs in all combinations`() throws {
    let json = """
      {"colors": {
        "text.muted": [{"value": "#888888"}, {"traits": "style=dark", "value": "#777777"}],
        "surface.background": [{"value": "#ffffff"}, {"traits": "style=dark", "value": "#000000"}],
        "surface.card.background": [{"value": "#f0f0f0"}, {"traits": "style=dark", "value": "#202020"}]
      }, "canvas": "surface.background"}
      """
    let light = try #require(try options(json, "text.muted", "surface.background").fixes.first)
    #expect(light.isWhole && light.pairs == 2 && light.coverage == "passes all 2 of its pairs")
    #expect(light.after.hex == "#6D6D6D" && light.edits.map(\.replacement) == ["#6d6d6d"])
    let plan = plan(json)
    #expect(plan.open.isEmpty && plan.changes.count == 2)
    #expect(plan.changes.map(\.fix.place) == ["text.muted", "text.muted (dark)"])
  }

  @Test func `what would break another pair says so, and is not planned`() throws {
    let json = """
      {"colors": {"text": "#767676", "a.background": "#ffffff", "b.background": "#151515"},
       "pairs": [{"foreground": "text", "background": "a.background"},
                 {"foreground": "text", "background": "b.background", "minimum": 4.2}]}
      """
    let options = try options(json, "text", "b.background")
    let fix = try #require(options.fixes.first { $0.half == .foreground })
    #expect(fix.broken == ["text on a.background (every trait combination)"] && fix.passing == 1)
    #expect(fix.coverage == "fixes 1 of 1; would break text on a.background (every trait combination)")
    let plan = plan(json)
    #expect(plan.changes.map(\.fix.half) == [.background] && plan.open.isEmpty)
  }

  @Test func `the nearer side is left where a pair that passes would fail there`() throws {
    let json = """
      {"colors": {"text": "#808080", "a.background": "#858585", "b.background": "#000000"},
       "pairs": [{"foreground": "text", "background": "a.background", "minimum": 2},
                 {"foreground": "text", "background": "b.background"}]}
      """
    let fix = try #require(try options(json, "text", "a.background").fixes.first { $0.half == .foreground })
    #expect(fix.isWhole && fix.after.luminance(on: .srgb) > fix.before.luminance(on: .srgb), "\(fix.title)")
  }

  @Test func `an alias takes another step of its ramp, or is changed at its definition`() throws {
    let json = """
      {"colors": {"gray.100": "#eeeeee", "gray.400": "#aaaaaa", "gray.600": "#666666", "gray.900": "#111111",
        "text.muted": "{gray.400}", "background": "#ffffff"}}
      """
    let found = try options(json, "text.muted", "background").fixes.filter { $0.half == .foreground }
    #expect(found.map(\.kind) == [.step("gray.600"), .value] && found.map(\.name) == ["text.muted", "gray.400"])
    #expect(found[0].edits.map(\.replacement) == ["\"{gray.600}\""])
    #expect(plan(json).changes.map(\.fix.kind) == [.step("gray.600")])
    #expect(plan(json, atDefinition: true).changes.map(\.fix.name) == ["gray.400"])
  }

  @Test func `a variant is added where no value serves light and dark`() throws {
    let json = """
      {"colors": {"text": "#767676",
        "background": [{"value": "#ffffff"}, {"traits": "style=dark", "value": "#303030"}]}}
      """
    let dark = TraitCollection([.style: "dark"])
    let fixes = try options(json, "text", "background", dark).fixes
    #expect(fixes.contains { $0.kind == .variant(dark) && $0.isWhole })
    let plan = plan(json)
    #expect(plan.changes.map(\.fix.kind) == [.variant(dark)] && plan.open.isEmpty)
    let audit = try Sample.audit(String(decoding: plan.files[0].after, as: UTF8.self))
    #expect(audit.tally.fail == 0 && audit.palette["text"]?.registrations.count == 2)
  }

  @Test func `the high-contrast variant is added at 7 to 1 where that can be had`() throws {
    let json = """
      {"colors": {"text": "#707070",
        "background": [{"value": "#ffffff"}, {"traits": "contrast=high", "value": "#fafafa"}]}}
      """
    let audit = try Sample.audit(json)
    let text = SourceText(path: Sample.path, bytes: Array(json.utf8))
    let finder = FixFinder(audit) { _ in text }
    let color = try #require(audit.palette.index(of: "text"))
    let fix = try #require(try finder.addingVariant(TraitCollection([.contrast: "high"]), to: color).get())
    #expect(fix.ratio.meets(7) && !fix.ratio.meets(7.2) && fix.broken.isEmpty)
    let new = try Sample.audit(String(decoding: text.applying(fix.edits), as: UTF8.self))
    #expect(new.palette["text"]?.registrations.map(\.traits.description) == ["", "contrast=high"])
    #expect(try finder.addingVariant(TraitCollection([.style: "dark"]), to: color).get() == nil)
  }

  @Test func `a plan does not depend on the order of what is declared`() throws {
    let colors = [
      "\"text.primary\": \"#999999\"", "\"text.secondary\": \"#aaaaaa\"", "\"background\": \"#ffffff\"",
      "\"card.background\": \"#eeeeee\"", "\"link\": \"#88aaff\"",
    ]
    func result(_ colors: [String]) -> Set<String> {
      Set(plan("{\"colors\": {\(colors.joined(separator: ", "))}}").changes.map(\.fix.title))
    }
    let first = result(colors)
    #expect(first.count >= 3 && first == result(colors.reversed()), "\(first)")
  }

  @Test func `light text stays light and dark text dark`() throws {
    let whole = try options(##"{"colors": {"text": "#b0b0b0", "background": "#707070"}}"##, "text", "background").fixes
    #expect(whole.contains { $0.isWhole })
    for fix in whole where fix.isWhole {
      let isUp = fix.after.luminance(on: .srgb) > fix.before.luminance(on: .srgb)
      #expect(isUp == (fix.half == .foreground), "\(fix.title)")
    }
  }
}
