package import Colorimetry

/// Distinct resolved colours, each once, with their luminances beside them.
///
/// Ten thousand names seldom hold a thousand colours: all measuring runs over these indices. Where they do hold
/// hundreds of thousands, a colour takes 49 bytes here.
package struct ColorTable: Sendable {
  /// By index.
  package private(set) var colors = Colors()
  /// Relative luminance of each colour on an sRGB display, as if it were opaque.
  private var luminances: [Double] = []
  /// On a P3 display, where that is another number: of the colours outside sRGB.
  private var luminancesP3: [Int32: Double] = [:]
  private(set) var isOpaque: [Bool] = []
  /// Open addressing: an index, or −1 for free. At least half of it is free.
  private var slots = [Int32](repeating: -1, count: 16)

  package init() {}

  /// The index of a colour, a new one if it was never seen.
  package mutating func intern(_ color: RGBA) -> Int32 {
    var slot = Self.hash(color) & (slots.count - 1)
    while slots[slot] >= 0 {
      if colors[Int(slots[slot])] == color { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    let index = Int32(colors.count)
    slots[slot] = index
    append(color, at: index)
    if colors.count * 2 > slots.count { grow() }
    return index
  }

  private mutating func append(_ color: RGBA, at index: Int32) {
    colors.append(color)
    luminances.append(color.luminance(on: .srgb))
    if !color.isInSRGBGamut { luminancesP3[index] = color.luminance(on: .p3) }
    isOpaque.append(color.isOpaque)
  }

  private mutating func grow() {
    var larger = [Int32](repeating: -1, count: slots.count * 2)
    for index in colors.indices {
      var slot = Self.hash(colors[index]) & (larger.count - 1)
      while larger[slot] >= 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = Int32(index)
    }
    slots = larger
  }

  package func luminance(_ index: Int32, on gamut: DisplayGamut) -> Double {
    if gamut == .p3, !luminancesP3.isEmpty, let luminance = luminancesP3[index] { return luminance }
    return luminances[Int(index)]
  }

  /// Equal for equal colours: −0 has become 0. Seeded, so that no file can be made to fill one slot.
  private static func hash(_ color: RGBA) -> Int {
    var hash = seed
    let numbers = SIMD4(color.rgb, color.alpha) + 0
    for lane in 0..<4 {
      hash = (hash ^ numbers[lane].bitPattern) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return Int(truncatingIfNeeded: hash ^ (hash >> 32))
  }

  private static let seed = UInt64.random(in: .min ... .max)
}

extension ColorTable {
  /// Colours as four numbers each.
  package struct Colors: RandomAccessCollection, Sendable {
    private var numbers: [SIMD4<Double>] = []

    package var startIndex: Int { 0 }
    package var endIndex: Int { numbers.count }

    package subscript(index: Int) -> RGBA {
      let number = numbers[index]
      return RGBA(SIMD3(number.x, number.y, number.z), alpha: number.w)
    }

    fileprivate mutating func append(_ color: RGBA) { numbers.append(SIMD4(color.rgb, color.alpha)) }
  }
}
