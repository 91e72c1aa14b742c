/// Why a text is no colour here.
package struct ColorNotationError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The text is not a CSS colour.
    case invalid
    /// The text is a CSS colour, but its value depends on something outside it: `currentcolor`, `var()`, `calc()`.
    case needsContext
  }

  enum Problem: Hashable, Sendable {
    case empty
    case unexpected(expected: String)
    case trailing
    case hexDigits(count: Int)
    case notHexadecimal
    case unknownName(String)
    case wideKeyword(String)
    case unknownFunction(String)
    case missingParenthesis(function: String)
    case noCommaForm(function: String)
    case mixedCommas(function: String)
    case mixedLegacyUnits
    case percentagesRequired
    case noneWithCommas
    case unknownUnit(String)
    case unit(allowed: String)
    case unknownSpace(String)
    case context(String)
  }

  let problem: Problem
  /// Where the trouble begins: a byte offset into the UTF-8 text.
  package let offset: Int

  package var kind: Kind {
    if case .context = problem { .needsContext } else { .invalid }
  }
}

extension ColorNotationError: CustomStringConvertible {
  package var description: String { message }

  /// One sentence: what is wrong, and what to write.
  package var message: String {
    switch problem {
    case .empty: "nothing is written here; write a colour such as #336699"
    case .unexpected(let expected): "expected \(expected)"
    case .trailing: "there is more text after the colour; write one colour only"
    case .hexDigits(let count): "a hexadecimal colour has 3, 4, 6 or 8 digits, not \(count)"
    case .notHexadecimal: "a hexadecimal colour has only the digits 0–9 and a–f after its #"
    case .unknownName(let name): Self.unknown(name)
    case .wideKeyword(let name): "'\(name)' is a keyword for a whole declaration, not a colour"
    case .unknownFunction(let name):
      "CSS has no colour function '\(name)()'; it has rgb, hsl, hwb, lab, lch, oklab, oklch and color"
    case .missingParenthesis(let function): "'\(function)' takes its numbers in parentheses: '\(function)(…)'"
    case .noCommaForm(let function): "\(function)() has no form with commas; separate its values with spaces"
    case .mixedCommas(let function):
      "\(function)() separates all its values with commas, or none; with spaces, alpha follows a '/'"
    case .mixedLegacyUnits: "rgb() with commas takes all numbers or all percentages"
    case .percentagesRequired: "hsl() with commas takes percentages for saturation and lightness"
    case .noneWithCommas: "'none' is not allowed between commas; separate the values with spaces"
    case .unknownUnit(let unit): "'\(unit)' is not a unit of a colour; a hue takes deg, grad, rad or turn"
    case .unit(let allowed): "this value must be \(allowed)"
    case .unknownSpace(let name):
      "color() has no space '\(name)'; it has srgb, srgb-linear, display-p3, a98-rgb, prophoto-rgb, rec2020, xyz-d50 "
        + "and xyz-d65"
    case .context(let what): "the value of '\(what)' depends on what surrounds it; write a colour of its own"
    }
  }

  private static func unknown(_ name: String) -> String {
    guard let nearest = NamedColors.nearest(to: name) else { return "'\(name)' is not a CSS colour name" }
    return "'\(name)' is not a CSS colour name; did you mean '\(nearest)'?"
  }
}
