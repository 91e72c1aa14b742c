import Colorimetry
import Syntax

/// A colour as an object of the DTCG colour module 2025.10: `{"colorSpace", "components", "alpha"}`.
struct ColorObject {
  /// What is wrong with one.
  struct Problem: Error {
    /// The last part of a diagnostic's code.
    let kind: String
    let message: String
    let place: JSONValue
  }

  let color: Color

  /// Reads an object that has `colorSpace`. `alpha` is 1 where it is missing; `hex` is a fallback for others and ignored.
  ///
  /// - Parameter follow: what stands for a part that may be a reference to another; it is given every part.
  init(
    _ object: JSONValue, following follow: (JSONValue) throws(Problem) -> JSONValue = { $0 }
  ) throws(Problem) {
    let space = try ColorObject.space(of: follow(object["colorSpace"] ?? object))
    guard let list = try object["components"].map(follow) else {
      throw Problem(kind: "components", message: "the colour has no \"components\"; add three numbers", place: object)
    }
    guard list.elementCount == 3 else {
      let message = "\"components\" is an array of three numbers, not \(list.shortSource)"
      throw Problem(kind: "components", message: message, place: list)
    }
    var parts = SIMD3<Double>()
    var missing = MissingComponents(rawValue: 0)
    for (place, written) in list.elements.enumerated() {
      let component = try follow(written)
      if component.equals("none") {
        missing.insert(MissingComponents(rawValue: 1 << UInt8(place)))
      } else {
        parts[place] = try ColorObject.number(component, in: space.bounds[place])
      }
    }
    var alpha = 1.0
    if let value = try object["alpha"].map(follow) {
      if value.equals("none") { missing.insert(.alpha) } else { alpha = try ColorObject.number(value, in: 0...1) }
    }
    guard let color = Color(space.space, parts, alpha: alpha, missing: missing) else {
      throw Problem(kind: "components", message: "a component is not finite", place: list)
    }
    self.color = color
  }

  private static func space(of name: JSONValue) throws(Problem) -> DTCGSpace {
    if name.equals("srgb") { return DTCGSpace.all[0] }
    if let text = name.string, let space = DTCGSpace.all.first(where: { $0.space.name == text }) { return space }
    let remedy = Nearest.remedy(for: name.string ?? "", among: DTCGSpace.all.map(\.space.name))
    let message = "no colour space is called \(name.shortSource)\(remedy)"
    throw Problem(kind: "unknown-color-space", message: message, place: name)
  }

  private static func number(_ value: JSONValue, in bounds: ClosedRange<Double>) throws(Problem) -> Double {
    guard let number = value.number, number.isFinite else {
      let message = "\(value.shortSource) is no component; write a number or \"none\""
      throw Problem(kind: "components", message: message, place: value)
    }
    if bounds.contains(number) { return number }
    let message =
      bounds.upperBound.isFinite
      ? "\(value.shortSource) is outside \(Int(bounds.lowerBound)) through \(Int(bounds.upperBound))"
      : "\(value.shortSource) is below \(Int(bounds.lowerBound))"
    throw Problem(kind: "components", message: message, place: value)
  }
}

/// A colour space of DTCG 2025.10 with the ranges of its components. One entry here is one more space.
private struct DTCGSpace {
  let space: ColorSpace
  let bounds: [ClosedRange<Double>]

  private static let fraction = 0.0...1.0
  private static let percent = 0.0...100.0
  private static let hue = 0.0...360.0
  private static let chroma = 0.0...Double.infinity
  private static let any = -Double.infinity...Double.infinity

  private static let fractions = [fraction, fraction, fraction]

  static let all = [
    DTCGSpace(space: .srgb, bounds: fractions),
    DTCGSpace(space: .srgbLinear, bounds: fractions),
    DTCGSpace(space: .hsl, bounds: [hue, percent, percent]),
    DTCGSpace(space: .hwb, bounds: [hue, percent, percent]),
    DTCGSpace(space: .lab, bounds: [percent, any, any]),
    DTCGSpace(space: .lch, bounds: [percent, chroma, hue]),
    DTCGSpace(space: .oklab, bounds: [fraction, any, any]),
    DTCGSpace(space: .oklch, bounds: [fraction, chroma, hue]),
    DTCGSpace(space: .displayP3, bounds: fractions),
    DTCGSpace(space: .a98RGB, bounds: fractions),
    DTCGSpace(space: .prophotoRGB, bounds: fractions),
    DTCGSpace(space: .rec2020, bounds: fractions),
    // White has a Z above 1 in the first of these.
    DTCGSpace(space: .xyzD65, bounds: [any, any, any]),
    DTCGSpace(space: .xyzD50, bounds: [any, any, any]),
  ]
}
