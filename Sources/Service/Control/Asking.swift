import Colorimetry
import Contrast
import Linux
import Palettes
import Reports
import Varlink

/// Where and under which traits a question about names is asked.
struct PlaceParameters {
  let palette: String?
  let traits: String?
  let overrides: [String]

  init(_ parameters: inout Parameters) throws(MethodError) {
    palette = try parameters.takeIfPresent("palette", as: .string)
    traits = try parameters.takeIfPresent("traits", as: .string)
    overrides = try parameters.takeIfPresent("overrides", as: .strings) ?? []
  }
}

/// A colour in CSS notation.
struct ColorParameter {
  let value: RGBA

  init(_ text: String, of parameter: String) throws(MethodError) {
    do throws(ColorNotationError) { value = try ColorNotation.parse(text).rendered } catch {
      throw ControlError.invalidQuestion("\(parameter): \"\(text)\" is no colour: \(error.message)")
    }
  }

  static func take(_ name: StaticString, from parameters: inout Parameters) throws(MethodError) -> ColorParameter {
    try ColorParameter(try parameters.take(name, as: .string), of: name.description)
  }
}

extension Client {
  /// A question completed from what this client set for itself.
  func completed(_ question: Question) throws(QuestionError) -> Question {
    var question = question
    question.overrides = overrides + question.overrides
    question.whatIf = overlay.map(\.written) + question.whatIf
    if question.traits == nil, !traits.isEmpty { question.traits = traits.description }
    return question
  }

  /// Traits asked, completed from the environment and then from the defaults.
  func combination(_ place: PlaceParameters, among audit: Audit) throws(MethodError) -> TraitCombination {
    var known: [TraitDimension: [String]] = [:]
    for axis in audit.grid.space.axes { known[axis.dimension, default: []] += axis.values }
    do throws(TraitSyntaxError) {
      return TraitCombination(try TraitCollection(parsing: place.traits ?? "", known: known), in: traits)
    } catch {
      throw ControlError.invalidQuestion(error.description)
    }
  }
}

extension Client.Overlaid {
  var written: String { "\(name)[\(traits)]=\(color)" }
}

extension Monitor {
  /// A root's workspace as a client sees it: with its overlay, overrides and traits.
  func workspace(of root: WatchedRoot, for client: Client, traits: String? = nil, overrides: [String] = [])
    throws(MethodError) -> Workspace
  {
    let workspace = root.workspace
    return try ControlMethod.question { () throws(QuestionError) in
      var question = Question(.traits)
      question.traits = traits
      question.overrides = client.overrides + overrides
      question.whatIf = client.overlay.filter { overlaid in
        workspace.audits.contains { $0.palette.index(of: overlaid.name) != nil }
      }.map(\.written)
      return try question.isPlain ? workspace : question.asked(of: workspace)
    }
  }

  func audit(at path: String, for client: Client) throws(MethodError) -> Audit {
    guard let root = roots.first(where: { $0.workspace.palettes[path] != nil }),
      let audit = try workspace(of: root, for: client).palettes[path]?.audit
    else { throw ControlError.noSuchPalette(path) }
    return audit
  }

  /// The palette that has all of `names`, and the place of the combination asked in its grid.
  func cell(
    of names: [String], _ place: PlaceParameters, for client: Client
  ) throws(MethodError) -> (audit: Audit, combination: Int) {
    var audits: [Audit] = []
    for root in roots {
      audits += try workspace(of: root, for: client, overrides: place.overrides).audits
    }
    if let palette = place.palette {
      audits = audits.filter { $0.palette.path == palette }
      if audits.isEmpty { throw ControlError.noSuchPalette(palette) }
    }
    // A set has the colours of its palettes; it is meant where no palette has them all.
    let having = audits.filter { audit in names.allSatisfy { audit.palette.index(of: $0) != nil } }
    guard let audit = having.first(where: { !$0.palette.isSet }) ?? having.first else {
      let known = audits.flatMap { $0.palette.colors.map(\.name) }
      guard let missing = names.first(where: { !known.contains($0) }) else {
        throw ControlError.invalidQuestion("\(names.joined(separator: " and ")) stand in different palettes")
      }
      throw ControlError.noSuchColor(missing, nearest: Nearest.name(to: missing, in: known))
    }
    let asked = try client.combination(place, among: audit)
    let projected = audit.grid.space.completed(TraitCombination(asked.traits(of: audit.grid.space.dimensions)))
    guard let combination = audit.grid.space.index(of: projected) else {
      throw ControlError.invalidQuestion("no combination of \(audit.palette.path) is \(asked.label)")
    }
    return (audit, combination)
  }
}
