/// A pattern over colour names, as a policy writes it: `text.*`, `color.fg.**`, `on{Role}`.
///
/// `*` is any run of characters within one component of a name, `**` any run at all, `{name}` a run of one or more within
/// a component that has to be the same wherever the pair has `{name}`. `.` and `/` part components.
package struct NamePattern: Hashable, Sendable {
  /// As it was written.
  package let text: String
  private let elements: [Element]

  private enum Element: Hashable {
    case byte(UInt8)
    case run
    case runAcross
    case capture(String)

    var isCapture: Bool { if case .capture = self { true } else { false } }
  }

  /// What captures stand for.
  package typealias Captures = [String: ArraySlice<UInt8>]

  /// Nil for braces that do not close or hold nothing.
  package init?(_ text: String) {
    self.text = text
    var elements: [Element] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"):
        if rest.first == byte {
          while rest.first == byte { rest.removeFirst() }
          elements.append(.runAcross)
        } else {
          elements.append(.run)
        }
      case UInt8(ascii: "{"):
        guard let end = rest.firstIndex(of: UInt8(ascii: "}")), end > rest.startIndex else { return nil }
        elements.append(.capture(String(decoding: rest[..<end], as: UTF8.self)))
        rest = rest[(end + 1)...]
      case UInt8(ascii: "}"): return nil
      default: elements.append(.byte(byte))
      }
    }
    self.elements = elements
  }

  /// The one name that it can be, nil where it has a run or an unknown capture.
  package func name(with captures: Captures) -> String? {
    var bytes: [UInt8] = []
    for element in elements {
      switch element {
      case .byte(let byte): bytes.append(byte)
      case .capture(let name):
        guard let value = captures[name] else { return nil }
        bytes += value
      case .run, .runAcross: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same with every capture standing for anything.
  var opened: NamePattern { NamePattern(text: text, elements: elements.map { $0.isCapture ? .run : $0 }) }

  private init(text: String, elements: [Element]) {
    self.text = text
    self.elements = elements
  }

  package var captures: Set<String> {
    Set(elements.compactMap { if case .capture(let name) = $0 { name } else { nil } })
  }

  package func matches(_ name: String, with captures: Captures = [:]) -> Bool {
    var found = false
    match(name, captures) { _ in
      found = true
      return false
    }
    return found
  }

  /// Every way in which it covers a name, each with what its captures stand for; ends when `body` returns false.
  package func match(_ name: String, _ captures: Captures = [:], _ body: (Captures) -> Bool) {
    _ = match(elements[...], Array(name.utf8)[...], captures, body)
  }

  /// False where `body` wants no more.
  private func match(
    _ elements: ArraySlice<Element>, _ name: ArraySlice<UInt8>, _ captures: Captures, _ body: (Captures) -> Bool
  ) -> Bool {
    guard let first = elements.first else { return name.isEmpty ? body(captures) : true }
    let rest = elements.dropFirst()
    switch first {
    case .byte(let byte): return name.first != byte || match(rest, name.dropFirst(), captures, body)
    case .capture(let key):
      if let known = captures[key] {
        return !name.starts(with: known) || match(rest, name.dropFirst(known.count), captures, body)
      }
      return runs(name, from: 1, across: false) { count in
        match(rest, name.dropFirst(count), captures.merging([key: name.prefix(count)]) { $1 }, body)
      }
    case .run: return runs(name, from: 0, across: false) { match(rest, name.dropFirst($0), captures, body) }
    case .runAcross:
      if rest.isEmpty { return body(captures) }
      return runs(name, from: 0, across: true) { match(rest, name.dropFirst($0), captures, body) }
    }
  }

  /// Tries runs of growing length at the start of a name.
  private func runs(_ name: ArraySlice<UInt8>, from least: Int, across: Bool, _ attempt: (Int) -> Bool) -> Bool {
    var count = 0
    while true {
      if count >= least, !attempt(count) { return false }
      guard count < name.count else { return true }
      let byte = name[name.startIndex + count]
      if !across, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/") { return true }
      count += 1
    }
  }
}
