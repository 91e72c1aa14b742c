/// A colour as declared.
package struct Color: Hashable, Sendable {
  package let space: ColorSpace
  package let components: SIMD3<Double>
  package let alpha: Double

  package init?(_ space: ColorSpace, _ components: SIMD3<Double>, alpha: Double = 1) {
    self.space = space
    self.components = components
    self.alpha = alpha
  }
}
