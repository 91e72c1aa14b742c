import Glibc

/// Curves on two logarithmic axes, as SVG.
struct Plot {
  struct Point {
    let x: Double
    let y: Double
  }

  struct Curve {
    let name: String
    let points: [Point]
  }

  let curves: [Curve]

  private static let colors = ["#0550ae", "#8fb8e8", "#1a7f37", "#94d3a2", "#9a3412", "#f0b899"]
  private static let (width, height, margin) = (760.0, 480.0, 70.0)

  var svg: String {
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.width) \(Self.height)\" font-family=\"sans-serif\" "
        + "font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
      "<text x=\"\(Self.margin)\" y=\"24\" font-size=\"15\">Time to count all pairs, by colours N and combinations T</text>",
    ]
    for count in [100, 1_000, 10_000, 50_000] { lines.append(tick(x: Double(count), label: "N = \(count)")) }
    for decade in -5...1 { lines.append(tick(y: pow(10, Double(decade)))) }
    for (index, curve) in curves.enumerated() {
      lines.append(drawn(curve, Self.colors[index % Self.colors.count], index))
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func place(_ point: Point) -> (x: Double, y: Double) {
    let across = (log10(point.x) - 2) / (log10(50_000) - 2)
    let up = (log10(max(point.y, 1e-5)) + 5) / 7
    return (
      Self.margin + across * (Self.width - 3 * Self.margin),
      Self.height - Self.margin - up * (Self.height - 2 * Self.margin)
    )
  }

  private func tick(x: Double, label: String) -> String {
    let at = place(Point(x: x, y: 1e-5))
    return "<text x=\"\(at.x)\" y=\"\(at.y + 20)\" text-anchor=\"middle\">\(label)</text>"
  }

  private func tick(y: Double) -> String {
    let at = place(Point(x: 100, y: y))
    return "<path d=\"M\(at.x) \(at.y)H\(Self.width - 2 * Self.margin)\" stroke=\"#ddd\"/>"
      + "<text x=\"\(at.x - 8)\" y=\"\(at.y + 4)\" text-anchor=\"end\">\(seconds(y))</text>"
  }

  private func drawn(_ curve: Curve, _ color: String, _ index: Int) -> String {
    let places = curve.points.map(place)
    let path = places.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    let key = Self.margin + Double(index) * 20
    return "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>"
      + "<text x=\"\(Self.width - 1.7 * Self.margin)\" y=\"\(key)\" fill=\"\(color)\">\(curve.name)</text>"
  }
}
