/// A colour space of CSS Color 4, of asset catalogs or of DTCG 2025.10.
package enum ColorSpace: UInt8, CaseIterable, Hashable, Sendable {
  case srgb, srgbLinear, displayP3, a98RGB, prophotoRGB, rec2020, xyzD65, xyzD50
  case hsl, hwb, lab, lch, oklab, oklch
  case extendedSRGB, extendedLinearSRGB, grayGamma22, extendedGray
}
