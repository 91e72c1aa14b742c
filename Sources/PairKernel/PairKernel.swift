/// The loops that visit every pair: arithmetic on columns of numbers and nothing else, no objects and no allocation.
///
/// `Lanes` are eight neighbours of a column. An operation on lanes is the same operation on each of the eight, and
/// `.replacing(with:where:)` takes another number in those lanes where a comparison holds: read a line as if it were
/// about one pair.
///
/// This one file is compiled twice: for any x86-64 processor (module PairKernel) and for those with AVX2 (module
/// PairKernelAVX2, a link to this file), which work on eight lanes at a time and not on four. `Kernel` in Contrast chooses
/// when the program runs. Both copies do the same operations in the same order: they give the same bits. Lanes are never
/// passed or returned, only pointed to: the two kinds of processor hand them over differently.
///
/// ## The screen
/// What a translucent foreground looks like depends on the backdrop's three components, each by itself: the share of the
/// luminance that red contributes is a curve of the backdrop's red, and so on. Such a curve has two pieces (sRGB is a
/// straight line near black and a power above); the screen takes the line as it is and, for the power, a polynomial that
/// the caller has fitted to this foreground. Three curves are added up, and the sum is compared with the backdrop's own
/// luminance. That takes no power, no division and no table.
///
/// It is an estimate. Where it comes so near to a threshold that its error might matter, the pair is left out of the
/// counts and named as doubtful; the caller decides those with the definition. What the screen counts, it counts exactly.
package typealias Lanes = SIMD8<Float>

/// One channel's curve over u, the backdrop's component, where 0…1 has become −1…1: `[0]`, the bend; `[1] + [2] u`, the
/// line below it; `[3]` … `[8]`, the coefficients of u⁰ … u⁵ from the bend on. The rest is not used.
package typealias Curve = SIMD16<Float>

/// Counts over which backdrops a translucent foreground surely reaches two ratios.
///
/// - Parameters:
///   - curves: three, for red, green and blue, whose sum is the luminance of the composite + 0.05.
///   - columns: four columns of `blocks` × 8 numbers behind each other: the backdrops' red, green and blue as −1…1, and
///     their relative luminance + 0.05.
///   - weights: how often each backdrop counts; 0 leaves it out. Their sum is less than 2³¹.
///   - thresholds: the two ratios, greater than 1.
///   - margin: how near to zero `lighter − ratio × darker` has to be for a pair to be doubtful.
///   - doubtful: room for `blocks` × 8 numbers; the places of the doubtful backdrops are written to its beginning.
/// - Returns: the weights that surely reach either ratio, and how many backdrops are doubtful.
package func screen(
  _ curves: UnsafePointer<Curve>, _ columns: UnsafePointer<Lanes>, _ weights: UnsafePointer<SIMD8<Int32>>,
  _ blocks: Int, _ thresholds: (Float, Float), _ margin: Float, _ doubtful: UnsafeMutablePointer<Int32>
) -> (reaching: (Int, Int), doubtful: Int) {
  let (red, green, blue) = (curves[0], curves[1], curves[2])
  let (greens, blues, lights) = (columns + blocks, columns + 2 * blocks, columns + 3 * blocks)
  var (first, second) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero)
  var written = 0
  for block in 0..<blocks {
    let own = lights[block]
    let seen = value(red, columns[block]) + value(green, greens[block]) + value(blue, blues[block])
    let isLighter = seen .> own
    let lighter = own.replacing(with: seen, where: isLighter)
    let darker = seen.replacing(with: own, where: isLighter)
    let overFirst = lighter - thresholds.0 * darker
    let overSecond = lighter - thresholds.1 * darker
    let isDoubtful = isNear(overFirst, margin) .| isNear(overSecond, margin)
    let weight = weights[block].replacing(with: 0, where: isDoubtful)
    first &+= weight.replacing(with: 0, where: overFirst .< 0)
    second &+= weight.replacing(with: 0, where: overSecond .< 0)
    if any(isDoubtful) {
      for lane in 0..<8 where isDoubtful[lane] {
        doubtful[written] = Int32(truncatingIfNeeded: block &* 8 &+ lane)
        written &+= 1
      }
    }
  }
  return ((Int(first.wrappedSum()), Int(second.wrappedSum())), written)
}

@inline(__always)
private func value(_ c: Curve, _ u: Lanes) -> Lanes {
  var power = Lanes(repeating: c[8])
  power = power * u + c[7]
  power = power * u + c[6]
  power = power * u + c[5]
  power = power * u + c[4]
  power = power * u + c[3]
  let line = u * c[2] + c[1]
  return power.replacing(with: line, where: u .< c[0])
}

@inline(__always)
private func isNear(_ difference: Lanes, _ margin: Float) -> SIMDMask<SIMD8<Int32>> {
  (difference .< margin) .& (difference .> -margin)
}

/// The ratios of `count` pairs whose two luminances, plus 0.05, stand in two columns: how many are at least `threshold`,
/// and their sum.
///
/// Eight neighbours are divided at once, and eight sums kept: a single one would have to wait for each addition.
package func ratios(
  _ fronts: UnsafePointer<Double>, _ backs: UnsafePointer<Double>, _ count: Int, _ threshold: Double
) -> (reaching: Int, sum: Double) {
  var reaching = SIMD8<Int64>.zero
  var sum = SIMD8<Double>.zero
  let (front, back) = (UnsafeRawPointer(fronts), UnsafeRawPointer(backs))
  let whole = count & ~7
  for i in stride(from: 0, to: whole, by: 8) {
    let a = front.loadUnaligned(fromByteOffset: i &* 8, as: SIMD8<Double>.self)
    let b = back.loadUnaligned(fromByteOffset: i &* 8, as: SIMD8<Double>.self)
    let isLighter = a .> b
    let ratio = b.replacing(with: a, where: isLighter) / a.replacing(with: b, where: isLighter)
    sum += ratio
    reaching = reaching.replacing(with: reaching &+ 1, where: ratio .>= threshold)
  }
  var rest = (reaching: Int(reaching.wrappedSum()), sum: sum.sum())
  for i in whole..<count {
    let ratio = max(fronts[i], backs[i]) / min(fronts[i], backs[i])
    rest.sum += ratio
    rest.reaching += ratio >= threshold ? 1 : 0
  }
  return rest
}

/// The luminances, plus 0.05, of a translucent foreground over `count` backdrops: three numbers looked up and added.
///
/// - Parameters:
///   - tables: what each distinct red of the backdrops gives, then each distinct green, then each distinct blue.
///   - places: three columns of `count` places in `tables`, for red, green and blue.
package func composites(
  _ tables: UnsafePointer<Double>, _ places: UnsafePointer<Int32>, _ count: Int, _ result: UnsafeMutablePointer<Double>
) {
  let (reds, greens, blues) = (places, places + count, places + 2 * count)
  for i in 0..<count {
    result[i] = tables[Int(reds[i])] + tables[Int(greens[i])] + tables[Int(blues[i])] + 0.05
  }
}
