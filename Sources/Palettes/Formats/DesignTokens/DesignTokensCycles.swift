import Syntax

// Aliases that lead in a circle.

extension TokenAssembly {
  /// Tells of each circle once, with all its members. Aliases that close one only across contexts, which no combination
  /// takes together, are none.
  mutating func checkCycles() {
    var isDone = Array(repeating: false, count: flat.names.count)
    for start in flat.names.indices where !isDone[start] {
      for circle in circles(from: start, &isDone) { tell(circle) }
    }
  }

  /// The circles that a walk along aliases closes, each by its members in order.
  private func circles(from start: Int, _ isDone: inout [Bool]) -> [[Int]] {
    let targets = flat.targets(of: start)
    if targets.isEmpty {
      isDone[start] = true
      return []
    }
    var path = [(name: start, targets: targets)]
    var places: [Int: Int] = [start: 0]
    var circles: [[Int]] = []
    while let top = path.indices.last {
      guard let next = path[top].targets.popLast() else {
        isDone[path[top].name] = true
        places[path[top].name] = nil
        path.removeLast()
        continue
      }
      if let place = places[next] {
        circles.append(path[place...].map(\.name))
      } else if !isDone[next] {
        places[next] = path.count
        path.append((next, flat.targets(of: next)))
      }
    }
    return circles
  }

  private mutating func tell(_ circle: [Int]) {
    guard let first = circle.first, isReal(circle) else { return }
    let text = (circle + [first]).map { flat.names[$0] }.joined(separator: " → ")
    let places = circle.dropFirst().compactMap { name in
      flat.contributions[name].last.map { entry in
        let range = flat.value(of: entry).range
        return "\(range.file):\(range.start.line)"
      }
    }
    let others = places.isEmpty ? "" : " (the others: \(places.joined(separator: ", ")))"
    guard let entry = flat.contributions[first].last else { return }
    let message = "Alias cycle: \(text). None of these tokens has a value; give one of them a colour\(others)"
    report(.error, "cycle", message, flat.value(of: entry).range)
  }

  /// Whether any combination closes the circle.
  private mutating func isReal(_ circle: [Int]) -> Bool {
    guard let first = circle.first else { return false }
    let touched = touchedAxes(from: first)
    guard let combinations = variants.combinations(of: touched) else { return true }
    for choices in combinations {
      if case .none(let reason) = outcome(of: first, choices), reason.hasPrefix("alias cycle") { return true }
    }
    return false
  }
}
