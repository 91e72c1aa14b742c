import Colorimetry
import Contrast

/// The plain double loop: composite, luminance, ratio, compare. What every fast path is held against.
enum PlainPairs {
  static func reaching(
    _ foreground: ColorCount, on backgrounds: [ColorCount], _ gamut: DisplayGamut, _ threshold: Double
  ) -> Int {
    var sum = 0
    for background in backgrounds {
      let luminance =
        foreground.color.isOpaque
        ? foreground.luminance : foreground.color.composited(over: background.color).luminance(on: gamut)
      if ContrastRatio(luminances: luminance, background.luminance).meets(threshold) { sum += background.count }
    }
    return sum
  }
}
