/// Why a written trait set cannot be read, with the remedy in `description`.
package struct TraitSyntaxError: Error, CustomStringConvertible {
  package let description: String
}

/// The written form of traits: `style=dark,contrast=high`.
///
/// An item without `=` is another value of the key before it: `style=light,dark,contrast=high`.
package enum TraitSyntax {
  /// Every dimension named in `text` with the values asked of it, in order.
  ///
  /// - Parameter known: a palette's own dimensions with their values; beside the standard ones.
  package static func parse(
    _ text: String, known: [TraitDimension: [String]] = [:]
  ) throws(TraitSyntaxError) -> [(dimension: TraitDimension, values: [String])] {
    var result: [(dimension: TraitDimension, values: [String])] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let item = item.trimmed
      guard let equals = item.firstIndex(of: "=") else {
        guard !item.isEmpty, let last = result.indices.last else {
          let key = TraitDimension.standard.first { $0.knownValues.contains(String(item)) }
          let hint = key.map { "; did you mean \($0.name)=\(item)?" } ?? ""
          throw TraitSyntaxError(description: "write traits as style=dark,contrast=high: \"\(item)\" has no key\(hint)")
        }
        try result[last].values.append(value(String(item), of: result[last].dimension, known: known))
        continue
      }
      let dimension = try dimension(String(item[..<equals].trimmed), known: known)
      guard !result.contains(where: { $0.dimension == dimension }) else {
        throw TraitSyntaxError(description: "\"\(dimension.name)\" is given twice; list its values with commas")
      }
      let value = try value(String(item[item.index(after: equals)...].trimmed), of: dimension, known: known)
      result.append((dimension, [value]))
    }
    return result
  }

  private static func dimension(
    _ name: String, known: [TraitDimension: [String]]
  ) throws(TraitSyntaxError) -> TraitDimension {
    let names = TraitDimension.standard.map(\.name) + known.keys.map(\.name).sorted()
    if names.contains(name) { return TraitDimension(name) }
    throw TraitSyntaxError(description: "no trait is called \"\(name)\"\(Nearest.remedy(for: name, among: names))")
  }

  private static func value(
    _ text: String, of dimension: TraitDimension, known: [TraitDimension: [String]]
  ) throws(TraitSyntaxError) -> String {
    let value = dimension.canonicalValue(text)
    var values = dimension.knownValues
    for value in known[dimension] ?? [] where !values.contains(value) { values.append(value) }
    if value == TraitDimension.unspecified || values.contains(value) { return value }
    throw TraitSyntaxError(
      description: "\"\(text)\" is no \(dimension.name)\(Nearest.remedy(for: value, among: values))")
  }
}

extension TraitCollection {
  /// Reads `style=dark,contrast=high` with one value a dimension. Names outside the standard ones are taken as the
  /// palette's own when `open`.
  package init(parsing text: String, known: [TraitDimension: [String]] = [:]) throws(TraitSyntaxError) {
    self.init()
    if text.trimmed.isEmpty { return }
    for (dimension, values) in try TraitSyntax.parse(text, known: known) {
      guard values.count == 1 else {
        throw TraitSyntaxError(description: "one value of \"\(dimension.name)\" is wanted here, not \(values.count)")
      }
      self[dimension] = values[0]
    }
  }
}

extension StringProtocol {
  /// Without white space at either end.
  package var trimmed: SubSequence {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest
  }
}
