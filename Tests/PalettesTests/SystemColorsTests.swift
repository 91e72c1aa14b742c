import Colorimetry
import Foundation
import Testing

@testable import Palettes

@Suite("SystemColors")
struct SystemColorsTests {
  @Test("Every value, and how sure it is, resolves as the dated table has it")
  func table() throws {
    let json = try JSONSerialization.jsonObject(with: Data(try Fixture.bytes("system-colors/ios_system_palette.json")))
    let sets = try #require((json as? [String: Any])?["sets"] as? [String: [String: [String: [String: Any]]]])
    var (compared, unknown) = (0, 0)
    var wrong: [String] = []
    for release in SystemColors.releases {
      let names = try #require(sets[release.rawValue])
      #expect(SystemColors.names(in: release) == names.keys.sorted())
      for (name, variants) in names {
        for combination in combinations {
          let key = [TraitDimension.style, .level, .contrast].map { combination[$0] }.joined(separator: ".")
          let value = resolve(name, combination, release)
          let sure = SystemColors.isSure(name, under: combination, release: release)
          if let expected = variants[key] {
            compared += 1
            let isSame = value == color(expected) && sure == expected["sure"] as? Bool
            if !isSame { wrong.append("\(release) \(name) \(key): \(value as Any) \(sure)") }
          } else {
            unknown += 1
            if value != nil || sure { wrong.append("\(release) \(name) \(key) is not known") }
          }
        }
      }
    }
    print("system colours: \(compared) values compared, \(unknown) unknown, \(wrong.count) wrong")
    #expect(wrong.isEmpty, "\(wrong)")
  }

  private let combinations = ["light", "dark"].flatMap { style in
    ["base", "elevated"].flatMap { level in
      ["normal", "high"].map { contrast in
        TraitCombination(TraitCollection([.style: style, .level: level, .contrast: contrast]))
      }
    }
  }

  private func resolve(_ name: String, _ combination: TraitCombination, _ release: SystemColors.Release) -> Color? {
    guard let color = SystemColors.color(named: name, release: release),
      let match = color.closestMatch(for: combination, dimensions: TraitDimension.standard),
      case .color(let value) = color.registrations[match].value
    else { return nil }
    return value
  }

  private func color(_ variant: [String: Any]) -> Color? {
    guard let rgb = variant["rgb"] as? [Double], let alpha = variant["a"] as? Double else { return nil }
    return Color(.srgb, SIMD3(rgb[0], rgb[1], rgb[2]) / 255, alpha: alpha)
  }

  @Test("A colour that does not vary by level or contrast has no such variants")
  func minimal() {
    #expect(
      SystemColors.color(named: "label")?.registrations.map(\.traits.description) == ["style=light", "style=dark"])
    #expect(SystemColors.color(named: "label")?.source == .system)
  }

  @Test("UIKit's selectors name the same colours; other platforms' names stay")
  func names() {
    #expect(SystemColors.color(named: "labelColor") == SystemColors.color(named: "label"))
    #expect(SystemColors.color(named: "controlAccentColor") == nil)
    #expect(SystemColors.name(ofReference: "systemBlueColor", platform: "universal") == "systemBlue")
    #expect(SystemColors.name(ofReference: "systemBlueColor", platform: "osx") == "systemBlueColor")
    #expect(SystemColors.color(named: "systemMint", release: .ios13) == nil)
  }
}
