import Linux
import Reports
import Syntax
import Varlink

/// Where a command's answer goes, and in which form.
struct Output {
  let form: Question.Form
  private let file: String?

  /// Reads `--json[=pretty|short|off]`, `--format=human|json` and `-o FILE`.
  init(_ arguments: Arguments) throws(UsageError) {
    file = arguments["output"].flatMap { $0 == "-" ? nil : $0 }
    var json: String? = try arguments.choice("format", ["human", "json"]) == "json" ? "pretty" : nil
    if arguments.has("json") { json = try arguments.choice("json", ["", "pretty", "short", "off"]) }
    switch json {
    case nil, "off": form = .text(file == nil ? Self.terminalStyle : .plain)
    case "short": form = .json(pretty: false)
    default: form = .json(pretty: true)
    }
  }

  /// What the terminal can show.
  private static var terminalStyle: TextStyle {
    let depth = Terminal.colorDepth(of: .standardOutput)
    return TextStyle(
      isColored: depth > .none, hasSwatches: depth == .direct, width: Terminal.width(of: .standardOutput))
  }

  func write(_ text: String) throws(SystemError) {
    if let file {
      try Files.write(file, Array(text.utf8))
    } else {
      try Terminal.write(text, to: .standardOutput)
    }
  }

  /// Writes what the daemon replied where JSON is wanted. Returns whether it is.
  func writeJSON(of reply: Parameters) throws(SystemError) -> Bool {
    guard case .json(let pretty) = form, let object = reply.object else { return false }
    var writer = JSONWriter(pretty: pretty)
    Self.write(object, to: &writer)
    writer.end(with: UInt8(ascii: "\n"))
    try write(writer.text)
    return true
  }

  private static func write(_ value: JSONValue, to writer: inout JSONWriter) {
    switch value.kind {
    case .object:
      writer.object { writer in
        for member in value.members { writer.field(named: member.name) { write(member.value, to: &$0) } }
      }
    case .array: writer.array(value.elements) { write($1, to: &$0) }
    default: writer.value(value)
    }
  }

  /// Writes whichever form is wanted.
  func write(text: (TextStyle) -> String, json: (Bool) -> String) throws(SystemError) {
    switch form {
    case .text(let style): try write(text(style))
    case .json(let pretty): try write(json(pretty))
    }
  }
}
