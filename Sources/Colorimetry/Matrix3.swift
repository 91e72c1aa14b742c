/// A 3 × 3 matrix, written row by row as published, kept by columns.
struct Matrix3: Sendable {
  private let first: SIMD3<Double>
  private let second: SIMD3<Double>
  private let third: SIMD3<Double>

  init(_ rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) {
    first = SIMD3(rows.0.x, rows.1.x, rows.2.x)
    second = SIMD3(rows.0.y, rows.1.y, rows.2.y)
    third = SIMD3(rows.0.z, rows.1.z, rows.2.z)
  }

  static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.first * vector.x + matrix.second * vector.y + matrix.third * vector.z
  }
}

extension SIMD3<Double> {
  /// The vector of `transform` applied to each component.
  @inline(__always)
  func mapped(_ transform: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(transform(x), transform(y), transform(z))
  }

  /// Every component held within 0…1.
  var clippedToUnit: SIMD3<Double> {
    clamped(lowerBound: .zero, upperBound: .one)
  }

  /// Whether every component lies within 0…1, give or take `tolerance`.
  func isInUnit(tolerance: Double = 0) -> Bool {
    let range = -tolerance...(1 + tolerance)
    return range.contains(x) && range.contains(y) && range.contains(z)
  }
}
