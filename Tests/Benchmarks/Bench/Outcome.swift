/// One line of the report: ours beside a reference, or beside a bound.
struct Outcome {
  enum Target {
    case atMost(Double)
    case atLeast(Double)
    case none
  }

  let name: String
  let ours: String
  let reference: String
  /// What the target speaks about: a ratio of medians, or an absolute figure.
  let figure: Double
  let target: Target
  /// Between the quartiles of ours, as a share of its median.
  var spread: Double?

  var isMet: Bool? {
    switch target {
    case .atMost(let bound): figure <= bound
    case .atLeast(let bound): figure >= bound
    case .none: nil
    }
  }

  var line: String {
    let bound =
      switch target {
      case .atMost(let bound): "≤ \(short(bound))"
      case .atLeast(let bound): "≥ \(short(bound))"
      case .none: ""
      }
    let verdict = isMet.map { $0 ? "met" : "NOT MET" } ?? ""
    let noise = spread.map { "± \(Int(($0 * 50).rounded())) %" } ?? ""
    return [(name, 52), (ours, 12), (reference, 12), (short(figure), 8), (bound, 8), (verdict, 8), (noise, 8)]
      .map { text, width in text + String(repeating: " ", count: max(1, width - text.count)) }.joined()
  }

  static let heading = Outcome.columns("row", "ours", "reference", "figure", "target", "", "spread")

  private static func columns(_ texts: String...) -> String {
    zip(texts, [52, 12, 12, 8, 8, 8, 8]).map { $0 + String(repeating: " ", count: max(1, $1 - $0.count)) }.joined()
  }
}

/// Three digits that matter.
func short(_ value: Double) -> String {
  if value >= 100 { return String(Int(value.rounded())) }
  let decimals = value >= 10 ? 1 : 2
  let scale = decimals == 1 ? 10.0 : 100.0
  let text = String((value * scale).rounded() / scale)
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Seconds as people read them.
func seconds(_ value: Double) -> String {
  if value < 1e-3 { return "\(short(value * 1e6)) µs" }
  return value < 1 ? "\(short(value * 1e3)) ms" : "\(short(value)) s"
}
