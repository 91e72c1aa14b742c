import Syntax
import Testing

/// Numbers of up to 19 digits are rounded by our own code: it has to be the standard library's double, to the bit.
struct DecimalNotationTests {
  private func expectSame(_ text: String, _ location: SourceLocation = #_sourceLocation) {
    let ours = DecimalNotation.value(of: Array(text.utf8).span)
    #expect(ours.bitPattern == Double(text)?.bitPattern, "\(text)", sourceLocation: location)
  }

  @Test("Bytes as parts of one, as tools write them")
  func bytes() {
    for byte in 0...255 {
      expectSame("\(Double(byte) / 255)")
      expectSame("-\(Double(byte) / 255)00")
    }
  }

  @Test("Digits with a point anywhere in them, or zeros in front")
  func digits() {
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...20)
      let digits = String((0..<count).map { _ in "0123456789".randomElement() ?? "0" })
      let whole = Int.random(in: 0...count)
      let zeros = String(repeating: "0", count: Int.random(in: 0...9))
      expectSame(whole == 0 ? "0.\(zeros)\(digits)" : "\(digits.prefix(whole)).\(digits.dropFirst(whole))")
    }
  }

  @Test("Halfway between two doubles, and beside it")
  func halfway() {
    for _ in 0..<5_000 {
      // An odd number of 54 bits is halfway; so is one of fewer bits behind whose point the rest stands.
      let odd = UInt64.random(in: 1 << 53..<1 << 54) | 1
      for beside in [odd - 1, odd, odd + 1] { expectSame("\(beside)") }
      for (parts, unit, width) in [(2, 5, 1), (4, 25, 2), (8, 125, 3)] as [(UInt64, UInt64, Int)] {
        let fraction = String(odd % parts * unit)
        expectSame("\(odd / parts).\(String(repeating: "0", count: width - fraction.utf8.count))\(fraction)")
      }
    }
  }

  @Test("Nothing, however long, and what is the library's")
  func edges() {
    for text in [
      "0", "-0", "0.0", "0.00000000000000000000000000", "0.000000000000000000000000000000000001", "1e400", "1.5e-7",
      "9007199254740993", "18446744073709551615", "9999999999999999999", "0.1e1", "123456789012345678901234567890",
    ] { expectSame(text) }
  }
}
