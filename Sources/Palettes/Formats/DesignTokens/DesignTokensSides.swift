/// Files of one folder whose names differ by one word of a known pair: `colors-light.json` and `colors-dark.json`.
struct TokenSides {
  private(set) var axes: [TokenAxis] = []
  /// One for each file.
  private(set) var conditions: [TokenCondition]

  private struct Name {
    var stem: [Substring] = []
    var style: String?
    var isHigh = false
  }

  init(_ files: [(path: String, tree: TokenTree)]) {
    conditions = files.map { _ in [] }
    let names = files.map { TokenSides.name(of: $0.path) }
    var groups: [[Substring]: [Int]] = [:]
    for index in names.indices { groups[names[index].stem, default: []].append(index) }
    var (dark, high): (Set<Int>, Set<Int>) = ([], [])
    for group in groups.values where TokenSides.areSides(group, names, files) {
      // What all of them are is no difference.
      let darks = group.filter { names[$0].style == "dark" }
      if darks.count < group.count { dark.formUnion(darks) }
      let highs = group.filter { names[$0].isHigh }
      if highs.count < group.count { high.formUnion(highs) }
      if darks.count < group.count && !darks.isEmpty || highs.count < group.count && !highs.isEmpty {
        members.formUnion(group)
      }
    }
    add(.style, ["light", "dark"], dark)
    add(.contrast, ["normal", "high"], high)
  }

  /// The order in which the files are laid over each other: what counts always is below, the style decides last.
  var order: [Int] {
    let styleAxis = axes.firstIndex { $0.dimension == .style }
    func rank(_ condition: TokenCondition) -> Int {
      condition.count * 2 + (condition.contains { $0.contains { $0.axis == styleAxis } } ? 1 : 0)
    }
    return conditions.indices.sorted { (rank(conditions[$0]), $0) < (rank(conditions[$1]), $1) }
  }

  /// Files whose names have to do with it.
  private(set) var members: Set<Int> = []

  /// Light and normal are what counts where nothing else is said, as in a catalog: only the other value is a condition.
  private mutating func add(_ dimension: TraitDimension, _ values: [String], _ files: Set<Int>) {
    if files.isEmpty { return }
    axes.append(TokenAxis(dimension: dimension, values: values))
    for file in files { conditions[file].append([TokenChoice(axis: axes.count - 1, value: 1)]) }
  }

  /// Several files with the same other words, each for traits of its own, that declare the same tokens for the most part.
  private static func areSides(_ group: [Int], _ names: [Name], _ files: [(path: String, tree: TokenTree)]) -> Bool {
    guard group.count > 1 else { return false }
    let traits = Set(group.map { "\(names[$0].style ?? "") \(names[$0].isHigh)" })
    guard traits.count == group.count else { return false }
    let declared = group.map { Set(files[$0].tree.tokens.lazy.map(\.name)) }
    guard let largest = declared.max(by: { $0.count < $1.count }) else { return false }
    return declared.allSatisfy { $0.intersection(largest).count * 2 >= $0.count }
  }

  /// Lower case, split on what is no letter and no digit, and in `darkTheme`.
  private static func words(of file: Substring) -> [Substring] {
    var spaced = ""
    var isInner = false
    for character in file {
      if character.isUppercase, isInner { spaced.append(" ") }
      isInner = character.isLowercase
      spaced.append(contentsOf: character.lowercased())
    }
    return spaced.split { !$0.isLetter && !$0.isNumber }
  }

  private static func name(of path: String) -> Name {
    let file = path.split(separator: "/").last ?? ""
    let words = TokenSides.words(of: file)
    var name = Name()
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "light" || word == "dark" {
        name.style = name.style ?? String(word)
      } else if word == "hc" || (word == "high" && rest.first == "contrast") {
        if word == "high" { rest.removeFirst() }
        name.isHigh = true
      } else {
        name.stem.append(contentsOf: [Substring(String(word))])
      }
    }
    return name
  }
}
