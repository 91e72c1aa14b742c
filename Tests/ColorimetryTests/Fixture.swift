import Foundation
import Testing

/// The rows of a JSON Lines file in this folder's `Fixtures`.
struct Fixture {
  let rows: [Row]

  init(_ name: String, beside file: String = #filePath) throws {
    let folder = URL(filePath: file).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "Fixtures/\(name).jsonl"), encoding: .utf8)
    rows = try text.split(separator: "\n").map { line in
      Row(values: try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]))
    }
  }

  struct Row {
    let values: [String: Any]

    var id: String { string("id") ?? "?" }
    func string(_ key: String) -> String? { values[key] as? String }
    func number(_ key: String) -> Double? { (values[key] as? NSNumber)?.doubleValue }
    /// Null, a missing component, reads as NaN.
    func numbers(_ key: String) -> [Double]? { (values[key] as? [Any]).map(Self.numbers) }
    func lists(_ key: String) -> [[Double]]? { (values[key] as? [[Any]])?.map(Self.numbers) }

    private static func numbers(_ list: [Any]) -> [Double] {
      list.map { ($0 as? NSNumber)?.doubleValue ?? .nan }
    }
  }
}

/// What a table found wrong: reported together, with the number of comparisons made.
struct Mismatches {
  private(set) var found: [String] = []
  private(set) var comparisons = 0

  mutating func check(_ holds: Bool, _ message: @autoclosure () -> String) {
    comparisons += 1
    if !holds { found.append(message()) }
  }

  func report(_ subject: String, rows: Int) {
    print("\(subject): \(rows) rows, \(comparisons) comparisons, \(found.count) mismatches")
    #expect(found.isEmpty, "\(found.prefix(20).joined(separator: "\n"))")
  }
}

/// Whether two vectors agree within `tolerance`, relative to values above 1.
func agree(_ left: SIMD3<Double>, _ right: [Double], tolerance: Double) -> Bool {
  right.count == 3 && (0..<3).allSatisfy { agree(left[$0], right[$0], tolerance: tolerance) }
}

func agree(_ left: Double, _ right: Double, tolerance: Double) -> Bool {
  abs(left - right) <= tolerance * max(1, abs(right))
}
