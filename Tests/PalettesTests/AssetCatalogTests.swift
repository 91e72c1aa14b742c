import Colorimetry
import Foundation
import Syntax
import Testing

@testable import Palettes

@Suite("AssetCatalog")
struct AssetCatalogTests {
  private static let catalog = "asset-catalog/Colors.xcassets"

  private func read(_ set: String) throws -> Fragment {
    AssetCatalog.read(try Fixture.text("\(Self.catalog)/\(set)/Contents.json"))
  }

  private func colorSet(_ json: String) -> Fragment {
    AssetCatalog.read(SourceText(json, path: "C.xcassets/X.colorset/Contents.json"))
  }

  private func entry(_ color: String, _ more: String = "") -> String {
    "{\"idiom\": \"universal\"\(more), \"color\": \(color)}"
  }

  private let black =
    "{\"color-space\": \"srgb\", \"components\": {\"red\": \"0\", \"green\": \"0\", \"blue\": \"0\", \"alpha\": \"1.000\"}}"

  @Test("Every component of the vectors is read, clamped, warned about or refused as they say")
  func componentVectors() throws {
    var wrong: [String] = []
    var forms: [String: Int] = [:]
    let rows = try Fixture.rows("asset-catalog/components/xcode_components.jsonl")
    for row in rows {
      let json = try #require(row["json"])
      let written = String(decoding: try JSONSerialization.data(withJSONObject: [json]), as: UTF8.self).dropFirst()
        .dropLast()
      let name = try #require(row["comp"] as? String)
      let space = try #require(row["space"] as? String)
      let names = space.contains("gray") ? ["white", "alpha"] : ["red", "green", "blue", "alpha"]
      let components = names.map { "\"\($0)\": \($0 == name ? String(written) : "\"0.250\"")" }.joined(separator: ", ")
      let fragment = colorSet(
        "{\"colors\": [\(entry("{\"color-space\": \"\(space)\", \"components\": {\(components)}}"))]}")
      let place = name == "alpha" ? 3 : (names.firstIndex(of: name) ?? 0)
      let result = outcome(fragment, place)
      forms[(row["form"] ?? row["err"]) as? String ?? "", default: 0] += 1
      if let complaint = mismatch(row, result, fragment) { wrong.append("\(row["id"] ?? "") \(written): \(complaint)") }
    }
    print("components: \(rows.count) rows, \(forms.sorted { $0.key < $1.key }), \(wrong.count) wrong")
    #expect(wrong.isEmpty, "\(wrong.count) of \(rows.count): \(wrong)")
  }

  private func outcome(_ fragment: Fragment, _ place: Int) -> Double? {
    guard case .color(let color)? = fragment.colors.first?.registrations.first?.value else { return nil }
    return place == 3 ? color.alpha : color.components[place]
  }

  private func mismatch(_ row: [String: Any], _ value: Double?, _ fragment: Fragment) -> String? {
    let codes = Set(fragment.diagnostics.map(\.code))
    if row["ok"] as? Int == 0 {
      let code = "catalog/\(row["err"] as? String ?? "")-component"
      return value == nil && codes == [code] ? nil : "\(value as Any) \(codes)"
    }
    guard let value, let expected = row["v"] as? Double, abs(value - expected) < 1e-11 else { return "\(value as Any)" }
    let warnings = row["warn"] as? [String] ?? []
    if warnings.contains("clamped") != codes.contains("catalog/clamped") { return "clamped \(codes)" }
    if warnings.contains("whitespace"), !codes.contains("catalog/component-notation") { return "white space \(codes)" }
    if row["json"] as? String == "1", !codes.contains("catalog/bare-one") { return "bare one \(codes)" }
    return row["cert"] as? String == "high" && row["json"] as? String != "1" && !codes.isEmpty ? "\(codes)" : nil
  }

  @Test("The form of a component follows its notation")
  func forms() throws {
    let forms: [(String, CatalogComponent.Form)] = [
      ("\"0x1F\"", .hex8), ("\"31\"", .int8), ("\"0.5\"", .float), ("0.5", .number), ("\"5E-1\"", .float),
    ]
    for (source, form) in forms {
      let json = try #require(JSONDocument(SourceText(source)).root)
      #expect(try CatalogComponent(json, isBounded: true).form == form, "\(source)")
    }
  }

  @Test("Slots become registrations with their traits and the place of their components")
  func label() throws {
    let fragment = try read("Label.colorset")
    #expect(fragment.diagnostics.isEmpty)
    let color = try #require(fragment.colors.first)
    #expect(color.name == "Label")
    #expect(color.registrations.map(\.traits.description) == ["", "style=dark", "style=dark,contrast=high"])
    let expected = [
      Color(.srgb, SIMD3(29, 29, 31) / 255), Color(.displayP3, SIMD3(0.96, 0.96, 0.97), alpha: 0.9),
      Color(.grayGamma22, SIMD3(1, 0, 0)),
    ]
    #expect(color.registrations.map(\.value) == expected.compactMap { $0 }.map { .color($0) })
    let places = color.registrations.map(\.range.start)
    #expect(places == [.init(line: 6, column: 24), .init(line: 14, column: 24), .init(line: 25, column: 24)])
    #expect(color.range.start == .init(line: 2, column: 14))
  }

  @Test("Gamut and idiom are traits; a subtype is noted and not evaluated")
  func tint() throws {
    let fragment = try read("Brand/Tint.colorset")
    let traits = fragment.colors.first?.registrations.map(\.traits.description)
    #expect(traits == ["idiom=iphone", "idiom=iphone,gamut=p3"])
    #expect(fragment.diagnostics.map(\.code) == ["catalog/condition"])
    #expect(fragment.skipped.count == 1)
  }

  @Test("A bare 1 is 1/255 and is noted once with a count")
  func bareOne() throws {
    let fragment = try read("Plain/Surface.colorset")
    #expect(fragment.diagnostics.map(\.code) == ["catalog/bare-one"])
    #expect(fragment.diagnostics.first?.message.contains("3 such values") == true)
    #expect(fragment.colors.first?.registrations.first?.value == Color(.srgb, SIMD3(1, 1, 1) / 255).map { .color($0) })
  }

  @Test("What cannot be read is an unreadable variant with a place and a remedy")
  func broken() throws {
    let fragment = try read("Broken.colorset")
    let codes = fragment.diagnostics.map(\.code).sorted()
    #expect(
      codes == [
        "catalog/malformed-component", "catalog/malformed-component", "catalog/unknown-color-space",
        "catalog/unknown-luminosity",
      ])
    let values = fragment.colors.first?.registrations.map(\.value) ?? []
    #expect(values.count == 2)
    for value in values {
      guard case .unreadable(let reason) = value else {
        Issue.record("\(value)")
        continue
      }
      #expect(!reason.isEmpty)
    }
    let space = fragment.diagnostics.first { $0.code == "catalog/unknown-color-space" }
    #expect(space?.message.contains("\"sRGB\"; did you mean \"srgb\"?") == true)
    #expect(space?.range.start == .init(line: 3, column: 58))
    #expect(fragment.skipped.count == 1)
  }

  @Test("A set without a value says so: all slots unset is a note, no slots an error")
  func empty() throws {
    let unset = try read("AccentColor.colorset")
    #expect(unset.colors.isEmpty)
    #expect(unset.skipped.map(\.name) == ["AccentColor"])
    #expect(unset.diagnostics.map(\.severity) == [.note])
    for json in ["{}", "{\"colors\": {}}", "[]", "{\"colors\": [1]}", "{\"colors\": 3}", "{"] {
      let fragment = colorSet(json)
      #expect(fragment.diagnostics.map(\.severity) == [.error], "\(json)")
      guard case .unreadable? = fragment.colors.first?.registrations.first?.value else {
        Issue.record("\(json) gave \(fragment.colors)")
        continue
      }
    }
  }

  @Test("A platform's colour is a reference by the table's name")
  func systemColor() throws {
    let value = try read("Link.colorset").colors.first?.registrations.first?.value
    #expect(value == .systemColor(platform: "ios", name: "systemBlue"))
    let other = colorSet("{\"colors\": [\(entry("{\"platform\": \"osx\", \"reference\": \"controlAccentColor\"}"))]}")
    #expect(
      other.colors.first?.registrations.first?.value == .systemColor(platform: "osx", name: "controlAccentColor"))
    #expect(
      colorSet("{\"colors\": [\(entry("{\"platform\": \"ios\"}"))]}").diagnostics.map(\.code) == ["catalog/malformed"])
  }

  @Test("Ten thousand entries of two slots leave two variants, and that is said once")
  func manyEntries() {
    let dark = ", \"appearances\": [{\"appearance\": \"luminosity\", \"value\": \"dark\"}]"
    let entries = (0..<10_000).map { entry(black, $0 % 2 == 0 ? "" : dark) }.joined(separator: ",\n")
    let fragment = colorSet("{\"colors\": [\(entries)]}")
    #expect(fragment.colors.first?.registrations.count == 2)
    #expect(fragment.colors.first?.registrations.last?.range.start.line == 10_000)
    #expect(fragment.diagnostics.map(\.code) == ["catalog/duplicate-slot"])
    #expect(fragment.diagnostics.first?.message.hasPrefix("9998 entries") == true)
  }

  @Test("Tinted is a style of its own, with a note")
  func tinted() {
    let tinted = ", \"appearances\": [{\"appearance\": \"luminosity\", \"value\": \"tinted\"}]"
    let fragment = colorSet("{\"colors\": [\(entry(black)), \(entry(black, tinted))]}")
    #expect(fragment.colors.first?.registrations.map(\.traits.description) == ["", "style=tinted"])
    #expect(fragment.diagnostics.map(\.code) == ["catalog/tinted"])
  }

  @Test("Slots of an image set are read with their scale")
  func imageSet() throws {
    let image = try #require(try read("Hero.imageset").images.first)
    #expect(image.name == "Hero")
    #expect(image.slots.map(\.traits.description) == ["scale=2x", "style=dark,scale=2x"])
    #expect(image.slots.map(\.filename) == ["hero.png", nil])
  }

  @Test("A catalog's names are leaves behind the folders with a namespace")
  func assemble() throws {
    let sets = ["", "/Brand", "/Brand/Tint.colorset", "/Label.colorset", "/Plain/Surface.colorset", "/Hero.imageset"]
    let fragments = try sets.map { AssetCatalog.read(try Fixture.text("\(Self.catalog)\($0)/Contents.json")) }
    let palette = AssetCatalog.assemble(Self.catalog, fragments)
    #expect(palette.colors.map(\.name) == ["Brand/Tint", "Label", "Surface"])
    #expect(palette.images.map(\.name) == ["Hero"])
  }

  @Test("The same name twice is a warning, and the last in order of paths counts")
  func nameClash() {
    let json = "{\"colors\": [\(entry(black))]}"
    let fragments = ["C.xcassets/A/X.colorset", "C.xcassets/B/X.colorset"].map {
      AssetCatalog.read(SourceText(json, path: "\($0)/Contents.json"))
    }
    let palette = AssetCatalog.assemble("C.xcassets", fragments)
    #expect(palette.colors.map(\.range.file) == ["C.xcassets/B/X.colorset/Contents.json"])
    #expect(palette.diagnostics.map(\.code) == ["catalog/name-clash"])
    #expect(palette.skipped.map(\.range.file) == ["C.xcassets/A/X.colorset/Contents.json"])
  }

  @Test(
    "A file belongs to the outermost catalog, a loose set to its folder",
    arguments: [
      ("a/B.xcassets/Contents.json", "a/B.xcassets"), ("a/B.xcassets/G/v2.0/Contents.json", "a/B.xcassets"),
      ("/a/B.xcassets/G/X.colorset/Contents.json", "/a/B.xcassets"), ("a/X.colorset/Contents.json", "a"),
      ("X.colorset/Contents.json", "."), ("/X.colorset/Contents.json", "/"),
      ("B.xcassets/I.appiconset/Contents.json", nil),
      ("a/Contents.json", nil), ("B.xcassets/X.colorset/x.json", nil), ("X.imageset/Contents.json", nil),
    ])
  func unit(path: String, unit: String?) {
    #expect(PaletteFormat.assetCatalog.unit(path) == unit)
  }

  @Test("However a colour set is cut, it is read with an error and never a wrong colour")
  func truncation() throws {
    let whole = try Fixture.text("\(Self.catalog)/Label.colorset/Contents.json")
    let values = Set(AssetCatalog.read(whole).colors.flatMap(\.registrations).map(\.value))
    let end = whole.bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
    for count in 0...end {
      let fragment = AssetCatalog.read(SourceText(path: whole.path, bytes: Array(whole.bytes[..<count])))
      #expect(fragment.diagnostics.contains { $0.severity == .error }, "\(count)")
      for value in fragment.colors.flatMap(\.registrations).map(\.value) {
        if case .unreadable = value { continue }
        #expect(values.contains(value), "\(count)")
      }
    }
  }

  @Test("Random damage never ends a reader, and what it gives lies in the file")
  func damage() throws {
    var generator = SeededGenerator(state: 3)
    for set in ["Label.colorset", "Brand/Tint.colorset", "Broken.colorset", "Hero.imageset"] {
      let whole = try Fixture.text("\(Self.catalog)/\(set)/Contents.json")
      for _ in 0..<400 {
        var bytes = whole.bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
        let fragment = AssetCatalog.read(SourceText(path: whole.path, bytes: bytes))
        let ranges = fragment.diagnostics.map(\.range) + fragment.colors.flatMap(\.registrations).map(\.range)
        #expect(ranges.allSatisfy { $0.bytes.upperBound <= bytes.count && $0.start <= $0.end })
      }
    }
  }
}
