import Contrast
import Linux
import Palettes
import Reports
import Syntax
import Varlink

extension ControlMethod {
  /// The whole of contrastctl's questions, so that both give the same answer.
  static let ask = ControlMethod(name: "Ask") { monitor, client, parameters throws(MethodError) in
    let path = try parameters.take("path", as: .string)
    let json = try parameters.take("question", as: .object)
    try parameters.finish()
    guard let root = monitor.roots.first(where: { $0.covers(path) }) else { throw ControlError.noSuchPalette(path) }
    if let lost = root.lost, !root.isScanned { throw ControlError.degraded(root.name, lost.description) }
    let part = root.workspace.within(path)
    if let stale = part.stale.keys.min() {
      throw ControlError.degraded(root.name, "\(stale) is incomplete; its last whole state is served")
    }
    let answer = try question { () throws(QuestionError) in
      let question = try client.completed(Question(json))
      return try question.answer(from: part, at: path)
    }
    client.connection.reply { writer in
      writer.field("output", answer.output)
      writer.field("status", Int(answer.status))
      writer.field("behind", !root.isSettled)
    }
  }

  static let explain = ControlMethod(name: "Explain") { monitor, client, parameters throws(MethodError) in
    let foreground = try parameters.take("foreground", as: .string)
    let background = try parameters.take("background", as: .string)
    let place = try PlaceParameters(&parameters)
    try parameters.finish()
    let (audit, combination) = try monitor.cell(of: [foreground, background], place, for: client)
    let found = audit.pairings(
      of: audit.palette.index(of: foreground) ?? 0, on: audit.palette.index(of: background) ?? 0)[0]
    let explanation = audit.explain(found.pairing, isJudged: found.isJudged, in: combination)
    let root = monitor.roots.first { $0.workspace.palettes[audit.palette.path] != nil }
    let standing = root?.workspace.standing(explanation, of: audit, in: combination)
    client.connection.reply { writer in
      writer.field("explanation") { $0.object { explanation.write(to: &$0, standing) } }
    }
  }

  static let suggest = ControlMethod(name: "Suggest") { monitor, client, parameters throws(MethodError) in
    let foreground = try parameters.take("foreground", as: .string)
    let background = try parameters.take("background", as: .string)
    let needs = try parameters.takeIfPresent("needs", as: .float)
    let place = try PlaceParameters(&parameters)
    try parameters.finish()
    let (audit, combination) = try monitor.cell(of: [foreground, background], place, for: client)
    let found = audit.pairings(
      of: audit.palette.index(of: foreground) ?? 0, on: audit.palette.index(of: background) ?? 0)[0]
    let report = SuggestionReport(
      found.pairing, of: audit, required: needs, changesForeground: true, cells: [combination])
    client.connection.reply { writer in
      writer.field("suggestion") { $0.object { report.write(to: &$0) } }
    }
  }

  static let resolve = ControlMethod(name: "Resolve") { monitor, client, parameters throws(MethodError) in
    let name = try parameters.take("name", as: .string)
    let place = try PlaceParameters(&parameters)
    try parameters.finish()
    let (audit, _) = try monitor.cell(of: [name], place, for: client)
    let combination = try client.combination(place, among: audit)
    guard let resolution = audit.resolver.resolve(name, under: combination) else {
      throw ControlError.noSuchColor(name, nearest: nil)
    }
    client.connection.reply { writer in
      writer.field("resolution") { writer in
        writer.object { writer in
          writer.field("name", name)
          writer.field("palette", audit.palette.path)
          writer.field("traits", combination.description)
          writer.resolution(resolution)
        }
      }
    }
  }

  static let measure = ControlMethod(name: "Measure") { _, client, parameters throws(MethodError) in
    let foreground = try ColorParameter.take("foreground", from: &parameters)
    let background = try ColorParameter.take("background", from: &parameters)
    var backdrops: [ColorParameter] = []
    for text in try parameters.takeIfPresent("on", as: .strings) ?? [] {
      backdrops.append(try ColorParameter(text, of: "on"))
    }
    let isP3 = try parameters.takeIfPresent("p3", as: .bool) ?? false
    try parameters.finish()
    let report = RatioReport(
      foreground: foreground.value, background: background.value, backdrops: backdrops.map(\.value),
      gamut: isP3 ? .p3 : .srgb)
    client.connection.reply { writer in
      writer.field("measurement") { $0.object { report.write(to: &$0) } }
    }
  }

  /// A question's own complaint becomes an error of the interface.
  static func question<Value>(_ body: () throws(QuestionError) -> Value) throws(MethodError) -> Value {
    do throws(QuestionError) { return try body() } catch {
      throw ControlError.invalidQuestion(error.description, status: error.status)
    }
  }
}
