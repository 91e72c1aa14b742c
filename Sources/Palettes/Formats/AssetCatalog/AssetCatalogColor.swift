import Colorimetry
import Syntax

/// Reads colours as asset catalogs write them, and gathers what is wrong with them.
struct CatalogColorReader {
  /// What diagnostics are filed under: `catalog`, or the format that borrows the notation.
  private let area: String
  private var diagnostics: [Diagnostic] = []
  private var bareOnes: (count: Int, first: JSONValue)?

  init(area: String) {
    self.area = area
  }

  /// The value of `color`, an object: `{"color-space", "components"}` or `{"platform", "reference"}`.
  mutating func read(_ color: JSONValue) -> ColorValue {
    guard color.kind == .object else {
      let message =
        "\"color\" is an object with \"color-space\" and \"components\", not \(color.kind.phrase)"
      return unreadable("malformed", message, color)
    }
    if let components = color["components"] { return read(components, in: color["color-space"], of: color) }
    guard let platform = color["platform"], let reference = color["reference"] else {
      let message = "a colour needs \"color-space\" and \"components\", or \"platform\" and \"reference\""
      return unreadable("malformed", message, color)
    }
    guard let platformName = platform.string, let referenceName = reference.string else {
      let message = "\"platform\" and \"reference\" are strings, as \"ios\" and \"labelColor\""
      return unreadable("malformed", message, color)
    }
    return .systemColor(
      platform: platformName, name: SystemColors.name(ofReference: referenceName, platform: platformName))
  }

  private mutating func read(_ components: JSONValue, in space: JSONValue?, of color: JSONValue) -> ColorValue {
    guard let space else {
      let message = "the colour names no \"color-space\"; add one of \(CatalogSpace.names)"
      return unreadable("missing-color-space", message, color)
    }
    guard let known = CatalogSpace(space) else {
      let remedy = Nearest.remedy(for: space.string ?? "", among: CatalogSpace.all.map(\.name.description))
      let message = "no colour space is called \(space.shortSource)\(remedy)"
      return unreadable("unknown-color-space", message, space)
    }
    guard components.kind == .object else {
      let keys = (known.keys.map(\.description) + ["alpha"]).joined(separator: ", ")
      let message = "\"components\" is an object with \(keys), not \(components.kind.phrase)"
      return unreadable("malformed", message, components)
    }
    var parts = SIMD3<Double>()
    var reason: String?
    for (place, key) in known.keys.enumerated() {
      parts[place] = component(key, of: components, isBounded: known.isBounded, &reason) ?? 0
    }
    var alpha = 1.0
    if components["alpha"] == nil {
      report(.warning, "missing-alpha", "the colour has no \"alpha\" and is taken as opaque; add it", components)
    } else {
      alpha = component("alpha", of: components, isBounded: true, &reason) ?? 1
    }
    if let reason { return .unreadable(reason) }
    return Color(known.space, parts, alpha: alpha).map { .color($0) } ?? .unreadable("the colour is not finite")
  }

  /// One component, nil where it cannot be read; the first failure of a colour is its reason.
  private mutating func component(
    _ key: StaticString, of components: JSONValue, isBounded: Bool, _ reason: inout String?
  ) -> Double? {
    guard let json = components[key] else {
      let message = "the colour has no \"\(key)\", which its space needs; add it"
      report(.error, "missing-component", message, components)
      reason = reason ?? message
      return nil
    }
    do throws(CatalogComponent.Failure) {
      let component = try CatalogComponent(json, isBounded: isBounded)
      if !component.remarks.isEmpty { report(component, key, json) }
      return component.value
    } catch {
      let message = "\(json.shortSource) is no value of \"\(key)\"; write \"0.500\", \"0x80\" or \"128\""
      report(.error, "\(error.rawValue)-component", message, json)
      reason = reason ?? message
      return nil
    }
  }

  /// What was wrong since the last call; what is said once a file comes with a count.
  mutating func finish() -> [Diagnostic] {
    if let (count, first) = bareOnes {
      let more = count == 1 ? "" : " (\(count) such values in this file)"
      let message = "\"1\" is 1/255, as Xcode reads it; for full write \"1.000\" or \"255\"\(more)"
      report(.note, "bare-one", message, first)
    }
    defer { (diagnostics, bareOnes) = ([], nil) }
    return diagnostics
  }

  private mutating func report(_ component: CatalogComponent, _ key: StaticString, _ json: JSONValue) {
    if component.remarks.contains(.bareOne) { bareOnes = ((bareOnes?.count ?? 0) + 1, bareOnes?.first ?? json) }
    if component.remarks.contains(.clamped) {
      let message = "\"\(key)\" is \(component.raw) and is clamped to 0 through 1; extended spaces keep colours beyond"
      report(.warning, "clamped", message, json)
    }
    if !component.remarks.isDisjoint(with: [.whiteSpace, .unusual]) {
      let message = "\(json.shortSource) is read as \(component.raw), but Xcode writes \"0.500\", \"0x80\" or \"128\""
      report(.warning, "component-notation", message, json)
    }
  }

  private mutating func unreadable(_ kind: String, _ message: String, _ place: JSONValue) -> ColorValue {
    report(.error, kind, message, place)
    return .unreadable(message)
  }

  private mutating func report(_ severity: Diagnostic.Severity, _ kind: String, _ message: String, _ place: JSONValue) {
    diagnostics.append(Diagnostic(severity, "\(area)/\(kind)", message, at: place.range))
  }
}

/// A colour space of catalogs. One entry here is one more space.
struct CatalogSpace {
  let name: StaticString
  let space: ColorSpace
  let keys: [StaticString]
  /// Components are clamped to 0 through 1.
  let isBounded: Bool

  private static let rgb: [StaticString] = ["red", "green", "blue"]

  static let all = [
    CatalogSpace(name: "srgb", space: .srgb, keys: rgb, isBounded: true),
    CatalogSpace(name: "extended-srgb", space: .extendedSRGB, keys: rgb, isBounded: false),
    CatalogSpace(name: "extended-linear-srgb", space: .extendedLinearSRGB, keys: rgb, isBounded: false),
    CatalogSpace(name: "display-p3", space: .displayP3, keys: rgb, isBounded: true),
    CatalogSpace(name: "gray-gamma-22", space: .grayGamma22, keys: ["white"], isBounded: true),
    CatalogSpace(name: "extended-gray", space: .extendedGray, keys: ["white"], isBounded: false),
  ]

  static var names: String { all.map(\.name.description).joined(separator: ", ") }
}

extension CatalogSpace {
  init?(_ name: JSONValue) {
    guard let known = CatalogSpace.all.first(where: { name.equals($0.name) }) else { return nil }
    self = known
  }
}
