/// WCAG 2.2's contrast ratio, 1…21: kept as it was computed, never rounded.
package struct ContrastRatio: Comparable, Hashable, Sendable {
  package let value: Double

  package init(value: Double) { self.value = value }

  /// The ratio of two relative luminances, in either order; one below 0 counts as 0.
  package init(luminances first: Double, _ second: Double) {
    let lighter = max(first, second, 0)
    let darker = max(min(first, second), 0)
    value = (lighter + 0.05) / (darker + 0.05)
  }

  package static func < (left: ContrastRatio, right: ContrastRatio) -> Bool { left.value < right.value }

  /// Whether the ratio is at least `threshold`, on the unrounded numbers: 4.4999 does not meet 4.5.
  package func meets(_ threshold: Double) -> Bool { value >= threshold }
}

extension ContrastRatio {
  /// The ratio with that many decimals, cut off and never rounded up: what fails 4.5 never reads 4.50.
  ///
  /// Cut from the shortest decimal that names the number, so that the ratio 4.35 reads 4.35, although its binary value
  /// lies a little below. Pass the threshold that the ratio misses, and decimals are added while the two would
  /// read alike: 4.5671 against 4.5678 reads 4.5671, not 4.56.
  package func formatted(decimals: Int = 2, missing threshold: Double? = nil) -> String {
    guard let threshold, value < threshold else { return Self.cut(value, decimals) }
    let telling = (decimals..<17).first { Self.cut(value, $0) != Self.cut(threshold, $0) }
    return Self.cut(value, telling ?? 17)
  }

  private static func cut(_ value: Double, _ decimals: Int) -> String {
    let text = value.description
    guard !text.contains("e"), let point = text.firstIndex(of: ".") else { return text }
    guard decimals > 0 else { return String(text[..<point]) }
    let digits = text[point...].prefix(decimals + 1)
    return text[..<point] + digits + String(repeating: "0", count: decimals + 1 - digits.count)
  }
}
