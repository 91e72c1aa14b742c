package import Colorimetry

/// Distinct resolved colours, each once, with their luminances beside them.
///
/// Ten thousand names seldom hold a thousand colours: all measuring runs over these indices. Where they do hold
/// hundreds of thousands, a colour takes 49 bytes here. What was there when a palette was first evaluated is shared by
/// the evaluations that follow from it; a copy that learns a colour copies what came later.
package struct ColorTable: Sendable {
  private var settled = Part()
  private var recent = Part()

  package init() {}

  /// How many colours there are: their indices are those below.
  package var count: Int { settled.colors.count + recent.colors.count }

  /// A colour by its index.
  package subscript(index: Int) -> RGBA {
    index < settled.colors.count ? settled.color(index) : recent.color(index - settled.colors.count)
  }

  /// The index of a colour, a new one if it was never seen.
  package mutating func intern(_ color: RGBA) -> Int32 {
    let hash = Part.hash(color)
    if let index = settled.index(of: color, hash) { return index }
    let index = recent.index(of: color, hash) ?? recent.append(color, hash)
    return index + Int32(settled.colors.count)
  }

  /// What is known now is shared from here on. Once only, after the first colours.
  mutating func settle() {
    swap(&settled, &recent)
  }

  package func luminance(_ index: Int32, on gamut: DisplayGamut) -> Double {
    let count = Int32(settled.colors.count)
    return index < count ? settled.luminance(index, on: gamut) : recent.luminance(index - count, on: gamut)
  }

  func isOpaque(_ index: Int32) -> Bool { self[Int(index)].isOpaque }
}

extension ColorTable {
  private struct Part: Sendable {
    /// Red, green, blue and alpha by index.
    var colors: [SIMD4<Double>] = []
    /// Relative luminance of each colour on an sRGB display, as if it were opaque.
    private var luminances: [Double] = []
    /// On a P3 display, where that is another number: of the colours outside sRGB.
    private var luminancesP3: [Int32: Double] = [:]
    /// Open addressing: an index, or −1 for free. At least half of it is free.
    private var slots: [Int32] = []

    func color(_ index: Int) -> RGBA {
      let number = colors[index]
      return RGBA(SIMD3(number.x, number.y, number.z), alpha: number.w)
    }

    func index(of color: RGBA, _ hash: Int) -> Int32? {
      if slots.isEmpty { return nil }
      var slot = hash & (slots.count - 1)
      while slots[slot] >= 0 {
        if self.color(Int(slots[slot])) == color { return slots[slot] }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }

    mutating func append(_ color: RGBA, _ hash: Int) -> Int32 {
      if (colors.count + 1) * 2 > slots.count { grow() }
      let index = Int32(colors.count)
      place(index, hash)
      colors.append(SIMD4(color.rgb, color.alpha))
      luminances.append(color.luminance(on: .srgb))
      if !color.isInSRGBGamut { luminancesP3[index] = color.luminance(on: .p3) }
      return index
    }

    private mutating func grow() {
      slots = [Int32](repeating: -1, count: max(16, slots.count * 2))
      for index in colors.indices { place(Int32(index), Self.hash(color(index))) }
    }

    private mutating func place(_ index: Int32, _ hash: Int) {
      var slot = hash & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = index
    }

    func luminance(_ index: Int32, on gamut: DisplayGamut) -> Double {
      if gamut == .p3, !luminancesP3.isEmpty, let luminance = luminancesP3[index] { return luminance }
      return luminances[Int(index)]
    }

    /// Equal for equal colours: −0 has become 0. Seeded, so that no file can be made to fill one slot.
    static func hash(_ color: RGBA) -> Int {
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
}
