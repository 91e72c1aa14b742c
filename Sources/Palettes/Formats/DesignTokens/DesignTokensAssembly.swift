import Colorimetry
import Syntax

extension DesignTokens {
  /// Plans the layers of the files, lays them over each other, and makes colours of what they say.
  static func assemble(_ unit: String, _ fragments: [Fragment]) -> Palette {
    let fragments = fragments.map(\.refreshed)
    var planner = TokenPlanner(unit, fragments)
    let plan = planner.make()
    let documents = Dictionary(
      fragments.compactMap { fragment in fragment.tokens.map { (fragment.path, $0.document) } },
      uniquingKeysWith: { $1 })
    var assembly = TokenAssembly(plan, documents)
    assembly.run()
    let own = fragments.filter { plan.files.contains($0.path) }
    let outside = own.flatMap { $0.tokens?.outerReferences($0.rules) ?? [] }
    // That no such file is there is no news.
    let told = assembly.diagnostics.filter { problem in
      !outside.contains { $0.range.file == problem.range.file && $0.range.bytes.overlaps(problem.range.bytes) }
    }
    var refusals = TokenRefusals(plan)
    for fragment in own where fragment.rules.isStrict { refusals.take(fragment) }
    return Palette(
      path: unit, format: PaletteFormat.designTokens.name, colors: refusals.refuse(in: assembly.colors),
      pairs: assembly.pairs,
      roles: assembly.roles, ownDimensions: assembly.ownDimensions,
      diagnostics: own.flatMap { refusals.diagnostics(of: $0) } + plan.diagnostics + outside + told,
      skipped: own.flatMap(\.skipped) + plan.skipped + assembly.finishedSkips)
  }
}

/// Makes the colours of a palette out of its flattened tokens.
struct TokenAssembly {
  let flat: TokenFlattening
  let isUnordered: Bool
  let documents: [String: JSONDocument]
  var variants: TokenVariants
  var types: TokenTyping
  private(set) var colors: [DynamicColor] = []
  private(set) var pairs: [DeclaredPair] = []
  private(set) var roles: [DeclaredRole] = []
  var diagnostics: [Diagnostic]
  var skipped: [Skipped] = []
  /// Colours that were worked out, by choices and name: chains of changes share their ends.
  var outcomes: [[TokenChoice]: [Int: Outcome]] = [:]
  /// The conditions of the colour at hand, and what they come to once it was asked.
  private var shape: [Int32] = []
  private var shapeVariants: [TokenVariants.Variant]?
  /// The axes that some colour varies on.
  private var usedAxes: Set<Int> = []
  /// Aliases of other types by file and type: told together.
  private var otherAliases: [String: (first: SourceRange, count: Int, type: String)] = [:]
  private var hintsLeft = 20
  /// Made when the first alias leads to no token.
  private lazy var groups = flat.groups

  init(_ plan: TokenPlan, _ documents: [String: JSONDocument]) {
    flat = TokenFlattening(plan, documents: documents)
    isUnordered = plan.isUnordered
    self.documents = documents
    variants = TokenVariants(flat.axes)
    types = TokenTyping(flat)
    diagnostics = flat.diagnostics
  }

  mutating func run() {
    types.resolve()
    colors.reserveCapacity(flat.names.count)
    for name in flat.names.indices {
      if isUnordered { checkClash(name) }
      if types.isColor(name) { addColor(name) } else { skip(name) }
    }
    for layer in flat.layers {
      for (token, range) in layer.tree.noSurfaces {
        roles.append(DeclaredRole(pattern: token, role: .none, range: range))
      }
      for declaration in layer.tree.declarations { add(declaration) }
    }
    checkCycles()
  }

  /// The axes as the palette declares them, in order of resolution.
  var ownDimensions: [(dimension: TraitDimension, values: [String])] {
    flat.axes.indices.filter { usedAxes.contains($0) && !flat.axes[$0].dimension.isStandard }.map {
      (flat.axes[$0].dimension, flat.axes[$0].values)
    }
  }

  var finishedSkips: [Skipped] {
    skipped
      + otherAliases.sorted { $0.key < $1.key }.map { _, entry in
        let what =
          entry.type.isEmpty
          ? "no type is stated for what they lead to" : "aliases of type \"\(entry.type)\", no colours"
        let name = "\(entry.count) \(entry.count == 1 ? "token" : "tokens")"
        return Skipped(name: name, reason: what, range: entry.first, count: entry.count)
      }
  }

  private mutating func addColor(_ name: Int) {
    let entries = flat.contributions[name]
    let text = flat.names[name]
    // Most tokens of a palette are said under the conditions of the one before.
    if !entries.lazy.map(\.condition).elementsEqual(shape) {
      shape = entries.map(\.condition)
      usedAxes.formUnion(TokenVariants.axes(of: shape.map { flat.conditions[Int($0)] }))
      shapeVariants = nil
    }
    guard let registrations = registrations(name, entries) else {
      guard let range = entries.first.map({ flat.value(of: $0).range }) else { return }
      let reason = "it would have more than \(TokenVariants.limit) values"
      skipped.append(Skipped(name: text, reason: reason, range: range))
      report(.error, "combinations", "\(text): \(reason); split the palette, or its modifiers", range)
      return
    }
    guard let first = registrations.first else { return }
    colors.append(DynamicColor(name: text, registrations: registrations, range: first.range))
  }

  private mutating func registrations(_ name: Int, _ entries: [TokenFlattening.Contribution]) -> [Registration]? {
    if entries.contains(where: { isDerived($0) }) { return derivedRegistrations(name, entries) }
    if entries.count == 1, entries[0].condition == 0 {
      return [registration(entries[0], TraitCollection())]
    }
    guard let variants = shapeVariants ?? variants.variants(shape, flat.conditions) else { return nil }
    shapeVariants = variants
    return variants.compactMap { variant in
      variant.contribution.map { registration(entries[$0], variant.traits) }
    }
  }

  private func isDerived(_ entry: TokenFlattening.Contribution) -> Bool {
    if case .derived = flat.value(of: entry).value { true } else { false }
  }

  private mutating func registration(
    _ entry: TokenFlattening.Contribution, _ traits: TraitCollection
  ) -> Registration {
    let (value, range) = flat.value(of: entry)
    return Registration(traits: traits, value: color(of: value, range), range: range)
  }

  private mutating func color(of value: TokenValue, _ range: SourceRange) -> ColorValue {
    switch value {
    case .color(let color), .untyped(let color): return .color(color)
    case .alias(let target): return alias(target, range)
    case .deferred(let place): return deferred(place, range)
    case .unreadable(let reason): return .unreadable(reason)
    case .noColor(let reason): return .unreadable(reason)
    case .other: return .unreadable("its value here is no colour")
    case .derived: return .unreadable("it was not resolved")
    }
  }

  private mutating func alias(_ target: String, _ range: SourceRange) -> ColorValue {
    guard let index = flat.index(of: target) else {
      let message: String
      let kind: String
      if groups.contains(target) {
        kind = "alias-to-group"
        let root = target + ".$root"
        message =
          "\"\(target)\" is a group"
          + (flat.index(of: root) == nil ? "; name a token in it" : "; name its token \"{\(root)}\"")
      } else {
        kind = "unknown-alias"
        hintsLeft -= 1
        let hint = hintsLeft > 0 ? Nearest.hint(for: target, in: flat.names) : ""
        message = "there is no token \"\(target)\"\(hint)"
      }
      report(.error, kind, message, range)
      return .unreadable(message)
    }
    if types.isColor(index) { return .alias(target) }
    if let reason = types.noColorReason(index) { return .unreadable("\(target) is no single colour: \(reason)") }
    let message = "\"\(target)\" is no colour"
    report(.error, "type-mismatch", "\(message); refer to a token of type \"color\"", range)
    return .unreadable(message)
  }

  /// A value that leads to other files, which are there now.
  private mutating func deferred(_ place: JSONValue, _ range: SourceRange) -> ColorValue {
    var reader = TokenValueReader(documents: documents)
    let value = reader.read(reference: place)
    for problem in reader.problems { report(problem.severity, problem.kind, problem.message, problem.range) }
    return color(of: value, range)
  }

  mutating func report(_ severity: Diagnostic.Severity, _ kind: String, _ message: String, _ range: SourceRange) {
    let diagnostic = Diagnostic(severity, "dtcg/\(kind)", message, at: range)
    // A value that several combinations take is one mistake.
    if diagnostics.last == diagnostic { return }
    diagnostics.append(diagnostic)
  }

  /// Tells of what could have been a colour; the files have told of what could not.
  private mutating func skip(_ name: Int) {
    for entry in flat.contributions[name] where entry.mode < 0 {
      let (value, range) = flat.value(of: entry)
      switch value {
      case .alias(let target): skipAlias(name, target, range)
      case .untyped:
        report(.error, "no-type", "\(flat.names[name]) has no type; add \"$type\": \"color\"", range)
        skipped.append(Skipped(name: flat.names[name], reason: "it has no type", range: range))
      case .color, .derived, .deferred, .unreadable:
        skipped.append(Skipped(name: flat.names[name], reason: "its type is no colour", range: range))
      case .other, .noColor: break
      }
    }
  }

  private mutating func skipAlias(_ name: Int, _ target: String, _ range: SourceRange) {
    if let reason = types.noColorReason(name) {
      skipped.append(Skipped(name: flat.names[name], reason: "{\(target)}: \(reason)", range: range))
      return
    }
    if flat.index(of: target) == nil, types.type(name) == nil {
      report(.warning, "unknown-alias", "there is no token \"\(target)\", and no type is stated here", range)
    }
    let type: String
    if case .other(let other) = types.type(name) { type = other } else { type = "" }
    otherAliases["\(range.file)\u{0}\(type)", default: (range, 0, type)].count += 1
  }

  /// Where nothing orders the files of a folder, the last one's value counts, and that is told.
  private mutating func checkClash(_ name: Int) {
    let entries = flat.contributions[name].filter { $0.mode < 0 && !isTold($0) }
    guard entries.count > 1, types.isColor(name) else { return }
    for (index, entry) in entries.enumerated().dropLast() {
      guard
        let later = entries[(index + 1)...].last(where: { $0.condition == entry.condition && $0.layer != entry.layer })
      else { continue }
      let (range, other) = (flat.value(of: entry).range, flat.value(of: later).range)
      let text = flat.names[name]
      skipped.append(Skipped(name: text, reason: "declared again by \(other.file)", range: range))
      guard clashes.insert("\(range.file)\u{0}\(other.file)").inserted else { continue }
      let message =
        "\"\(text)\" and perhaps others are declared by \(range.file) as well; a resolver document says "
        + "which count, or \"ignore\" in a policy which do not"
      report(.warning, "name-clash", message, other)
    }
  }

  private var clashes: Set<String> = []

  /// Whether its file has told already that a value is no colour.
  private func isTold(_ entry: TokenFlattening.Contribution) -> Bool {
    switch flat.value(of: entry).value {
    case .other, .noColor: true
    default: false
    }
  }

  private mutating func add(_ declaration: TokenDeclaration) {
    guard let token = flat.index(of: declaration.token), types.isColor(token) else { return }
    if declaration.backgrounds.isEmpty {
      guard let usage = declaration.usage else { return }
      roles.append(DeclaredRole(pattern: declaration.token, role: .foreground(usage), range: declaration.range))
      return
    }
    for name in declaration.backgrounds + declaration.backdrops where flat.index(of: name) == nil {
      let message = "there is no token \"\(name)\"\(Nearest.hint(for: name, in: flat.names))"
      report(.error, "unknown-name", message, declaration.range)
    }
    for background in declaration.backgrounds where flat.index(of: background) != nil {
      pairs.append(
        DeclaredPair(
          foreground: declaration.token, background: background,
          backdrops: declaration.backdrops.filter { flat.index(of: $0) != nil }, usage: declaration.usage,
          minimum: declaration.minimum, range: declaration.range))
    }
  }
}
