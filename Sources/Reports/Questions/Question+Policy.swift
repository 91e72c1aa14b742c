import Colorimetry
package import Contrast
import Palettes
import Syntax

extension Question {
  /// The workspace under the question's own policy and what-ifs: a copy, evaluated anew.
  package func asked(of workspace: Workspace) throws(QuestionError) -> Workspace {
    var copy = workspace
    var policy = workspace.policy
    if let conformance {
      policy.conformance = conformance
      policy.given.insert(.conformance)
    }
    if let release {
      policy.release = release
      policy.given.insert(.ios)
    }
    do throws(TraitSyntaxError) {
      for text in overrides { policy.override = try Override(parsing: text, over: policy.override) }
    } catch {
      throw QuestionError("--override: \(error.description)")
    }
    if let traits { policy.question = try questions(traits, of: workspace) }
    copy.apply([.policy(policy)] + (try changes(in: workspace)))
    if traits != nil, !copy.audits.isEmpty, copy.audits.allSatisfy(\.asked.isEmpty) {
      throw QuestionError("--traits=\(traits ?? ""): no palette here varies so; contrastctl traits lists what occurs")
    }
    return copy
  }

  private func questions(_ text: String, of workspace: Workspace) throws(QuestionError) -> [Policy.Question] {
    var known: [TraitDimension: [String]] = [:]
    for axis in workspace.audits.flatMap(\.grid.space.axes) { known[axis.dimension, default: []] += axis.values }
    do throws(TraitSyntaxError) {
      return try TraitSyntax.parse(text, known: known).map { .init(dimension: $0.dimension, values: $0.values) }
    } catch {
      throw QuestionError("--traits: \(error.description)")
    }
  }

  private func changes(in workspace: Workspace) throws(QuestionError) -> [Change] {
    var changes: [Change] = []
    for text in whatIf {
      let (name, registration) = try Self.registration(text)
      guard workspace.audits.contains(where: { $0.palette.index(of: name) != nil }) else {
        let known = workspace.audits.flatMap { $0.palette.colors.map(\.name) }
        throw QuestionError("--with: no colour is called \"\(name)\"\(Nearest.hint(for: name, in: known))")
      }
      changes.append(.register(name: name, registration: registration))
    }
    return changes
  }

  private static func registration(_ text: String) throws(QuestionError) -> (String, Registration) {
    guard let equals = separator(in: text) else {
      throw QuestionError("--with: write NAME=COLOR or 'NAME[style=dark]=COLOR'; got \"\(text)\"")
    }
    var name = text[..<equals]
    var traits = TraitCollection()
    if name.last == "]", let open = name.lastIndex(of: "[") {
      let inside = name[name.index(after: open)..<name.index(before: name.endIndex)]
      do throws(TraitSyntaxError) { traits = try TraitCollection(parsing: String(inside)) } catch {
        throw QuestionError("--with: \(error.description)")
      }
      name = name[..<open]
    }
    let value = text[text.index(after: equals)...]
    do throws(ColorNotationError) {
      let color = try ColorNotation.parse(value)
      let place = SourceRange(startOf: "--with")
      return (String(name), Registration(traits: traits, value: .color(color), range: place))
    } catch {
      throw QuestionError("--with: \"\(value)\" is no colour: \(error.message)")
    }
  }

  /// The first `=` outside brackets.
  private static func separator(in text: String) -> String.Index? {
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "[": depth += 1
      case "]": depth -= 1
      case "=" where depth == 0: return index
      default: break
      }
    }
    return nil
  }
}
