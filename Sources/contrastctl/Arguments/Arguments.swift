import Palettes

/// A command line that cannot be carried out, with what to write instead. Exit status 2.
struct UsageError: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// The words behind a command, sorted into options and the rest.
struct Arguments {
  private var values: [String: [String]] = [:]
  private(set) var positional: [String] = []
  private let command: String

  /// Options may stand anywhere; `--` ends them; `-oFILE`, `-o FILE`, `--name=VALUE` and `--name VALUE` are read. A
  /// negative number or a lone `-` is no option.
  init(_ words: some Sequence<String>, options: [Option], command: String) throws(UsageError) {
    self.command = command
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      if word == "--" {
        positional += rest
        break
      }
      guard word.hasPrefix("-"), word.count > 1 else {
        positional.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      var inline = parts.count == 2 ? String(parts[1]) : nil
      let option: Option
      if word.hasPrefix("--") {
        option = try Self.long(String(parts[0].dropFirst(2)), options, command)
      } else {
        option = try Self.short(word, options, command)
        inline = word.count > 2 ? String(word.dropFirst(2)) : nil
      }
      values[option.name, default: []].append(try Self.value(of: option, inline, &rest))
    }
  }

  private static func long(_ name: String, _ options: [Option], _ command: String) throws(UsageError) -> Option {
    if let option = options.first(where: { $0.name == name }) { return option }
    // Where no daemon is asked, it is so already.
    if name == Option.noDaemon.name, !options.contains(where: { $0.name == "socket" }) { return .noDaemon }
    let hint = Nearest.name(to: name, in: options.map(\.name)).map { "; did you mean --\($0)?" } ?? "."
    throw UsageError("\(command) has no option --\(name)\(hint) See contrastctl \(command) --help")
  }

  private static func short(_ word: String, _ options: [Option], _ command: String) throws(UsageError) -> Option {
    let letter = word.dropFirst().first
    if let option = options.first(where: { $0.short != nil && $0.short == letter }) { return option }
    throw UsageError("\(command) has no option \(word.prefix(2)). See contrastctl \(command) --help")
  }

  private static func value(
    of option: Option, _ inline: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    switch option.argument {
    case .none:
      if let inline { throw UsageError("--\(option.name) takes no value, and was given \"\(inline)\"") }
      return ""
    case .optional:
      return inline ?? ""
    case .required(let word):
      guard let value = inline ?? rest.popFirst() else {
        throw UsageError("--\(option.name) wants a value: --\(option.name)=\(word)")
      }
      return value
    }
  }

  /// For commands that take none.
  func expectNoOperands() throws(UsageError) {
    if let first = positional.first { throw UsageError("\(command) takes no operand, and was given \"\(first)\"") }
  }

  func has(_ option: String) -> Bool { values[option] != nil }

  /// The last value given, nil when the option is absent.
  subscript(option: String) -> String? { values[option]?.last }

  func all(_ option: String) -> [String] { values[option] ?? [] }

  /// The value as one of a list; an unknown one is refused with the nearest.
  func choice(_ option: String, _ choices: [String]) throws(UsageError) -> String? {
    guard let value = self[option] else { return nil }
    if choices.contains(value) { return value }
    let known = choices.filter { !$0.isEmpty }
    let hint = Nearest.hint(for: value, in: known)
    throw UsageError("--\(option) is one of \(known.joined(separator: ", ")), not \"\(value)\"\(hint)")
  }
}
