/// One option of a command, as it is written and explained.
struct Option: Sendable {
  enum Argument: Sendable {
    /// A switch.
    case none
    /// `--name=VALUE`; the word stands for the value in the help.
    case required(String)
    /// `--name` or `--name=VALUE`.
    case optional(String)
  }

  let name: String
  let short: Character?
  let argument: Argument
  let help: String

  init(_ name: String, short: Character? = nil, _ argument: Argument, _ help: String) {
    self.name = name
    self.short = short
    self.argument = argument
    self.help = help
  }

  /// A switch.
  init(_ name: String, short: Character? = nil, _ help: String) {
    self.init(name, short: short, .none, help)
  }

  /// As the help shows it: `-o, --output=FILE`.
  var synopsis: String {
    let dashes = (short.map { "-\($0), " } ?? "") + "--\(name)"
    return switch argument {
    case .none: dashes
    case .required(let word): "\(dashes)=\(word)"
    case .optional(let word): "\(dashes)[=\(word)]"
    }
  }
}

extension Option {
  static let traits = Option("traits", .required("K=V[,V]"), "ask only these traits: style=dark,contrast=high")
  static let override = Option(
    "override", .required("K=V"),
    "force traits: style=dark, fake-dark=yes, dynamic=no (system colours follow the question)"
  )
  static let with = Option(
    "with", .required("'NAME[TRAITS]=COLOR'"), "what if: another value for a name; may be repeated")
  static let json = Option("json", .optional("pretty|short|off"), "JSON on standard output")
  static let ios = Option("ios", .required("RELEASE"), "the table of system colours: ios13-14, ios15-18, ios26")
  static let conformance = Option("conformance", .required("AA|AAA"), "the level that is required (AA)")
  static let noDaemon = Option("no-daemon", "read the files, also where the daemon watches them")
  static let path = Option("in", .required("PATH"), "where the palettes are (the current directory)")
}
