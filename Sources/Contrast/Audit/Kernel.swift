import CProcessor
import PairKernel
import PairKernelAVX2

/// One of the two copies of the loops over pairs; what they do is said in PairKernel.
package struct Kernel: Sendable {
  package let name: String
  let screen:
    @Sendable (
      UnsafePointer<SIMD16<Float>>, UnsafePointer<SIMD8<Float>>, UnsafePointer<SIMD8<Int32>>, Int, (Float, Float),
      Float,
      UnsafeMutablePointer<Int32>
    ) -> (reaching: (Int, Int), doubtful: Int)
  let ratios: @Sendable (UnsafePointer<Double>, UnsafePointer<Double>, Int, Double) -> (reaching: Int, sum: Double)
  let composites: @Sendable (UnsafePointer<Double>, UnsafePointer<Int32>, Int, UnsafeMutablePointer<Double>) -> Void

  /// Runs on every processor that the program is built for.
  package static let baseline = Kernel(
    name: "baseline", screen: PairKernel.screen, ratios: PairKernel.ratios, composites: PairKernel.composites)

  /// Nil where the processor lacks AVX2.
  package static let avx2 =
    contrastd_has_avx2() == 0
    ? nil
    : Kernel(
      name: "AVX2", screen: PairKernelAVX2.screen, ratios: PairKernelAVX2.ratios, composites: PairKernelAVX2.composites)

  /// The faster one of those that run here.
  package static let best = avx2 ?? baseline
}
