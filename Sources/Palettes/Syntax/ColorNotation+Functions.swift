import Colorimetry

extension ColorNotation {
  /// The colour of a function whose opening parenthesis has just been read.
  static func function(
    _ name: String, at start: Int, _ scanner: inout ColorScanner
  ) throws(ColorNotationError) -> Color {
    if ColorKeywords.contextFunctions.contains(name) {
      guard scanner.skipToClosingParenthesis() else { throw scanner.error(.unexpected(expected: "a closing ')'")) }
      scanner.skipTrivia()
      throw scanner.isAtEnd
        ? ColorNotationError(problem: .context("\(name)()"), offset: start) : scanner.error(.trailing)
    }
    guard name == "color" || ColorFunction.named(name) != nil else {
      throw ColorNotationError(problem: .unknownFunction(name), offset: start)
    }
    scanner.skipTrivia()
    let origin = scanner
    if scanner.identifier() == "from" {
      throw ColorNotationError(problem: .context("\(name)(from …)"), offset: start)
    }
    scanner = origin
    guard let function = name == "color" ? try space(&scanner) : ColorFunction.named(name) else {
      throw ColorNotationError(problem: .unknownFunction(name), offset: start)
    }
    return try arguments(of: function, &scanner)
  }

  /// The first argument of color(), which names the space.
  private static func space(_ scanner: inout ColorScanner) throws(ColorNotationError) -> ColorFunction {
    let start = scanner.offset
    guard let name = scanner.identifier() else {
      throw scanner.error(.unexpected(expected: "the name of a colour space, such as display-p3"))
    }
    if name.hasPrefix("--") { throw ColorNotationError(problem: .context(name), offset: start) }
    guard let space = ColorSpace(name: name), let function = ColorFunction.color(in: space) else {
      throw ColorNotationError(problem: .unknownSpace(name), offset: start)
    }
    return function
  }

  private static func arguments(
    of function: ColorFunction, _ scanner: inout ColorScanner
  ) throws(ColorNotationError) -> Color {
    var reader = ArgumentReader(function: function, scanner: scanner)
    let first = try reader.next(function.channels[0])
    let second = try reader.next(function.channels[1])
    let third = try reader.next(function.channels[2])
    try reader.checkCommaForm(first, second, third)
    let alpha = try reader.alpha()
    scanner = try reader.finish()
    var missing: MissingComponents = []
    if first.unit == .none { missing.insert(.c0) }
    if second.unit == .none { missing.insert(.c1) }
    if third.unit == .none { missing.insert(.c2) }
    if alpha?.unit == ColorArgument.Unit.none { missing.insert(.alpha) }
    guard
      let color = Color(
        function.space, SIMD3(first.value, second.value, third.value), alpha: alpha?.value ?? 1, missing: missing)
    else { throw scanner.error(.unexpected(expected: "finite numbers")) }
    return color
  }
}

/// A value between the parentheses of a colour function, in the units of its colour space.
struct ColorArgument {
  enum Unit { case number, percentage, angle, none }

  let value: Double
  let unit: Unit
  let offset: Int
}

/// Reads the values of one function in order, and what separates them.
private struct ArgumentReader {
  let function: ColorFunction
  var scanner: ColorScanner
  private var count = 0
  private var hasCommas = false

  init(function: ColorFunction, scanner: ColorScanner) {
    self.function = function
    self.scanner = scanner
  }

  /// The next of the three values. The first separator decides whether the function has the form with commas.
  mutating func next(_ channel: ColorFunction.Channel) throws(ColorNotationError) -> ColorArgument {
    scanner.skipTrivia()
    if scanner.peek == UInt8(ascii: ",") {
      guard count > 0, function.commaForm != .none else {
        throw scanner.error(
          function.commaForm == .none
            ? .noCommaForm(function: function.name) : .unexpected(expected: "a value before the comma"))
      }
      guard count == 1 || hasCommas else { throw scanner.error(.mixedCommas(function: function.name)) }
      hasCommas = true
      scanner.advance()
    } else if hasCommas {
      throw scanner.error(
        scanner.peek == UInt8(ascii: ")")
          ? .unexpected(expected: "three values between the parentheses of \(function.name)()")
          : .mixedCommas(function: function.name))
    }
    count += 1
    return try value(channel)
  }

  mutating func alpha() throws(ColorNotationError) -> ColorArgument? {
    scanner.skipTrivia()
    if scanner.take(UInt8(ascii: hasCommas ? "," : "/")) {
      let alpha = try value(.alpha)
      guard !hasCommas || alpha.unit != .none else {
        throw ColorNotationError(problem: .noneWithCommas, offset: alpha.offset)
      }
      return alpha
    }
    switch scanner.peek {
    case UInt8(ascii: ","), UInt8(ascii: "/"): throw scanner.error(.mixedCommas(function: function.name))
    default: return nil
    }
  }

  /// The scanner behind the closing parenthesis.
  mutating func finish() throws(ColorNotationError) -> ColorScanner {
    scanner.skipTrivia()
    guard scanner.take(UInt8(ascii: ")")) else {
      let separator = hasCommas ? "a comma" : "'/'"
      throw scanner.error(
        .unexpected(
          expected: scanner.isAtEnd
            ? "a closing ')'" : "')': \(function.name)() takes three values, and alpha after \(separator)"))
    }
    return scanner
  }

  private mutating func value(_ channel: ColorFunction.Channel) throws(ColorNotationError) -> ColorArgument {
    scanner.skipTrivia()
    let start = scanner.offset
    guard let number = scanner.number() else { return try keyword(channel) }
    let (value, unit): (Double, ColorArgument.Unit)
    if scanner.take(UInt8(ascii: "%")) {
      guard let full = channel.full else {
        throw ColorNotationError(
          problem: .unit(allowed: "an angle: degrees as a number, or deg, grad, rad, turn"), offset: start)
      }
      (value, unit) = (number * full / 100, .percentage)
    } else if let name = scanner.identifier() {
      guard let degrees = Self.degrees(number, name) else {
        throw ColorNotationError(problem: .unknownUnit(name), offset: start)
      }
      guard channel.full == nil else {
        throw ColorNotationError(problem: .unit(allowed: "a number or a percentage"), offset: start)
      }
      (value, unit) = (degrees, .angle)
    } else {
      (value, unit) = (number / channel.divisor, .number)
    }
    let clamped = min(max(value, channel.range.lowerBound), channel.range.upperBound)
    return ColorArgument(value: clamped, unit: unit, offset: start)
  }

  private static func degrees(_ number: Double, _ unit: String) -> Double? {
    switch unit {
    case "deg": number
    case "grad": number * 360 / 400
    case "rad": number * 180 / .pi
    case "turn": number * 360
    default: nil
    }
  }

  /// `none`, or a function that only its surroundings can compute.
  private mutating func keyword(_ channel: ColorFunction.Channel) throws(ColorNotationError) -> ColorArgument {
    let start = scanner.offset
    let allowed = channel.full == nil ? "a number, an angle or 'none'" : "a number, a percentage or 'none'"
    guard let word = scanner.identifier() else {
      throw scanner.error(
        scanner.peek == UInt8(ascii: ",") ? .mixedCommas(function: function.name) : .unexpected(expected: allowed))
    }
    if scanner.peek == UInt8(ascii: "("), ColorKeywords.valueFunctions.contains(word) {
      throw ColorNotationError(problem: .context("\(word)()"), offset: start)
    }
    guard word == "none" else {
      throw ColorNotationError(problem: .unexpected(expected: "\(allowed), not '\(word)'"), offset: start)
    }
    return ColorArgument(value: 0, unit: .none, offset: start)
  }

  /// What only the form with commas forbids.
  func checkCommaForm(
    _ first: ColorArgument, _ second: ColorArgument, _ third: ColorArgument
  ) throws(ColorNotationError) {
    guard hasCommas else { return }
    for value in [first, second, third] where value.unit == .none {
      throw ColorNotationError(problem: .noneWithCommas, offset: value.offset)
    }
    for value in [second, third] {
      switch function.commaForm {
      case .uniformUnits where value.unit != first.unit:
        throw ColorNotationError(problem: .mixedLegacyUnits, offset: value.offset)
      case .percentages where value.unit != .percentage:
        throw ColorNotationError(problem: .percentagesRequired, offset: value.offset)
      default: break
      }
    }
  }
}
