/// The type of each name: its own, or of the token it refers to, or of the nearest group around it.
struct TokenTyping {
  private enum State {
    case unknown, open
    case known(TokenType?, noColor: String?)
  }

  private let flat: TokenFlattening
  private var states: [State]

  init(_ flat: TokenFlattening) {
    self.flat = flat
    states = Array(repeating: .unknown, count: flat.names.count)
  }

  mutating func resolve() {
    for name in flat.names.indices { resolve(name) }
  }

  /// Whether a name is a colour, and not only typed as one.
  func isColor(_ name: Int) -> Bool {
    if case .known(.color, nil) = states[name] { true } else { false }
  }

  func type(_ name: Int) -> TokenType? {
    if case .known(let type, _) = states[name] { type } else { nil }
  }

  /// Why a name that is typed as a colour has no single one.
  func noColorReason(_ name: Int) -> String? {
    if case .known(_, let reason) = states[name] { reason } else { nil }
  }

  /// Chains of aliases are followed with a stack of our own: they may be as long as a file is.
  private mutating func resolve(_ name: Int) {
    var stack = [name]
    while let top = stack.last {
      switch states[top] {
      case .known: stack.removeLast()
      case .unknown:
        let targets = flat.targets(of: top)
        states[top] = targets.isEmpty ? state(of: top) : .open
        for target in targets {
          if case .unknown = states[target] { stack.append(target) }
        }
      case .open:
        states[top] = state(of: top)
        stack.removeLast()
      }
    }
  }

  private func state(of name: Int) -> State {
    var type: TokenType?
    var reason: String?
    var hasColor = false
    for entry in flat.contributions[name] {
      let found = self.type(of: entry, name)
      type = type == .color ? type : found.type ?? type
      if found.type != .color { continue }
      if let why = found.noColor { reason = why } else { hasColor = true }
    }
    return .known(type, noColor: hasColor ? nil : reason)
  }

  private func type(of entry: TokenFlattening.Contribution, _ name: Int) -> (type: TokenType?, noColor: String?) {
    let (own, group) = flat.types(of: entry)
    let stated = own ?? group
    func known() -> TokenType? { stated ?? flat.groupType(around: flat.names[name]) }
    switch flat.value(of: entry).value {
    case .color, .deferred, .unreadable: return (known(), nil)
    case .noColor(let reason): return (known(), reason)
    case .other: return (stated == .color ? nil : known() == .color ? nil : known(), nil)
    case .untyped:
      let isBare = !flat.layers[Int(entry.layer)].tree.hasTypes
      return (known() ?? (isBare ? .color : nil), nil)
    case .derived(let derivation):
      guard case .token(let target) = derivation.base else { return (known(), nil) }
      return self.type(ofAlias: target, own, known())
    case .alias(let target): return self.type(ofAlias: target, own, known())
    }
  }

  private func type(
    ofAlias target: String, _ own: TokenType?, _ known: TokenType?
  ) -> (type: TokenType?, noColor: String?) {
    guard let index = flat.index(of: target), case .known(let type, let reason) = states[index] else {
      return (known, nil)
    }
    if type == .color { return (.color, own == nil || own == .color ? reason : nil) }
    return (own ?? type ?? known, nil)
  }
}
