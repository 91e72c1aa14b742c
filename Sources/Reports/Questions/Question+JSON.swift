import Contrast
import Palettes
package import Syntax

extension Question {
  /// The question as an object of the daemon's interface.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      switch subject {
      case .check(let check):
        writer.field("command", "check")
        check.write(to: &writer)
      case .explain(let foreground, let background):
        writer.field("command", "explain")
        writer.field("names", [foreground, background])
      case .resolve(let name):
        writer.field("command", "resolve")
        writer.field("names", [name])
      case .suggest(let suggest):
        writer.field("command", "suggest")
        writer.field("names", [suggest.foreground, suggest.background])
        writer.field("needs", suggest.required)
        writer.field("keepsForeground", !suggest.changesForeground)
        writer.field("allTraits", suggest.allTraits)
      case .tokens(let filter):
        writer.field("command", "tokens")
        writer.field("only", filter.rawValue)
      case .pairs(let showsReasons):
        writer.field("command", "pairs")
        writer.field("reasons", showsReasons)
      case .traits: writer.field("command", "traits")
      case .matrix: writer.field("command", "matrix")
      }
      writer.field("traits", traits)
      if !overrides.isEmpty { writer.field("overrides", overrides) }
      if !whatIf.isEmpty { writer.field("with", whatIf) }
      writer.field("conformance", conformance?.rawValue)
      writer.field("ios", release?.rawValue)
      writeForm(to: &writer)
    }
  }

  private func writeForm(to writer: inout JSONWriter) {
    switch form {
    case .json(let pretty): writer.field("json", pretty ? "pretty" : "short")
    case .text(let style):
      writer.field("colored", style.isColored)
      writer.field("swatches", style.hasSwatches)
      if let width = style.width { writer.field("width", width) }
    }
  }

  /// Reads what `write(to:)` wrote.
  package init(_ json: JSONValue) throws(QuestionError) {
    guard let command = json["command"]?.string else { throw QuestionError("a question has a command") }
    self.init(try Self.subject(command, json))
    traits = json["traits"]?.string
    overrides = json.strings("overrides")
    whatIf = json.strings("with")
    conformance = json["conformance"]?.string.flatMap { Conformance(rawValue: $0) }
    release = json["ios"]?.string.flatMap { SystemColors.Release(rawValue: $0) }
    if let written = json["json"]?.string {
      form = .json(pretty: written == "pretty")
    } else {
      form = .text(
        TextStyle(
          isColored: json["colored"]?.bool ?? false, hasSwatches: json["swatches"]?.bool ?? false,
          width: json["width"]?.number.map { Int($0.clamped(to: 20...10_000)) }))
    }
  }

  private static func subject(_ command: String, _ json: JSONValue) throws(QuestionError) -> Subject {
    let names = json.strings("names")
    switch (command, names.count) {
    case ("check", _): return .check(CheckQuestion(json))
    case ("explain", 2): return .explain(foreground: names[0], background: names[1])
    case ("resolve", 1): return .resolve(name: names[0])
    case ("suggest", 2):
      var suggest = SuggestQuestion(foreground: names[0], background: names[1])
      suggest.required = json["needs"]?.number
      suggest.changesForeground = !(json["keepsForeground"]?.bool ?? false)
      suggest.allTraits = json["allTraits"]?.bool ?? false
      return .suggest(suggest)
    case ("tokens", _):
      return .tokens(json["only"]?.string.flatMap { PaletteReports.TokenFilter(rawValue: $0) } ?? .all)
    case ("pairs", _): return .pairs(showsReasons: json["reasons"]?.bool ?? false)
    case ("traits", _): return .traits
    case ("matrix", _): return .matrix
    default: throw QuestionError("no question is called \"\(command)\" with \(names.count) names")
    }
  }
}

extension Question.CheckQuestion {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.field("pair", filter.pair)
    writer.field("rule", filter.rule)
    writer.field("allPairs", allPairs)
    writer.field("notes", showsNotes)
    writer.field("newOnly", newOnly)
    writer.field("ignoresBaseline", ignoresBaseline)
    writer.field("failOn", failOn.map { $0.severity?.word ?? "never" })
  }

  fileprivate init(_ json: JSONValue) {
    self.init()
    filter = CheckReport.Filter(pair: json["pair"]?.string, rule: json["rule"]?.string)
    allPairs = json["allPairs"]?.bool ?? false
    showsNotes = json["notes"]?.bool ?? false
    newOnly = json["newOnly"]?.bool ?? false
    ignoresBaseline = json["ignoresBaseline"]?.bool ?? false
    if let word = json["failOn"]?.string {
      failOn = Diagnostic.Severity.allCases.first { $0.word == word }.map { .from($0) } ?? .never
    }
  }
}

extension JSONValue {
  fileprivate func strings(_ key: StaticString) -> [String] {
    self[key]?.elements.compactMap(\.string) ?? []
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    isFinite ? Swift.min(Swift.max(self, range.lowerBound), range.upperBound) : range.lowerBound
  }
}
