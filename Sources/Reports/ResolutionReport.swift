import Colorimetry
package import Contrast
package import Palettes
import Syntax

/// What a name is under some traits, and why.
package struct ResolutionReport: Sendable {
  package let name: String
  package let palette: String
  /// The traits that were forced, as `--override` takes them; nil where none were.
  package let override: String?
  /// One a distinct outcome, in the order of the combinations.
  package let outcomes: [Outcome]

  /// An answer: the combinations that share it, and its story.
  package struct Outcome: Sendable {
    /// For people: `dark · elevated`.
    package fileprivate(set) var labels: [String]
    /// Written out: `style=dark,level=elevated`.
    package fileprivate(set) var combinations: [String]
    /// Of the first combination.
    package let resolution: Resolution
  }

  /// The name under every combination that is asked about, equal answers together.
  package init(_ color: Int, of audit: Audit) {
    name = audit.palette.colors[color].name
    palette = audit.palette.path
    override = audit.policy.override.isEmpty ? nil : audit.policy.override.written
    var outcomes: [Outcome] = []
    for combination in audit.asked {
      let resolution = audit.resolver.resolve(audit.palette.colors[color], under: audit.combinations[combination])
      let label = audit.label(combination)
      let written = audit.grid.space.written(audit.combinations[combination])
      if let same = outcomes.firstIndex(where: { $0.resolution.isSame(as: resolution) }) {
        outcomes[same].labels.append(label)
        outcomes[same].combinations.append(written)
      } else {
        outcomes.append(Outcome(labels: [label], combinations: [written], resolution: resolution))
      }
    }
    self.outcomes = outcomes
  }

  package func text(_ style: TextStyle) -> String {
    let forced = override.map { "   with --override=\($0)" } ?? ""
    var lines = ["\(style.bold(name.printable))\(forced)   \(style.dim(palette.printable))"]
    for outcome in outcomes {
      lines.append("  \(outcome.labels.joined(separator: "; ").printable)")
      lines += outcome.resolution.lines(style, combinations: outcome.labels.count).map { "    \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  package func json(pretty: Bool) -> String {
    JSONWriter.document(pretty: pretty) { writer in
      writer.field("name", name)
      writer.field("palette", palette)
      writer.field("override", override)
      writer.field("values") { writer in
        writer.array(outcomes) { writer, outcome in
          writer.object { writer in
            writer.field("combinations", outcome.combinations)
            writer.resolution(outcome.resolution, combinations: outcome.combinations.count)
          }
        }
      }
    }
  }
}

extension Resolution {
  /// The same variants, and so the same value.
  fileprivate func isSame(as other: Resolution) -> Bool {
    outcome == other.outcome && steps.map(\.registration) == other.steps.map(\.registration)
  }

  /// Each step on a line of its own with its place, the colour at the last.
  ///
  /// - Parameters: combinations: how many share the answer; combination: the one that was asked, where it is one.
  func lines(_ style: TextStyle, combinations: Int = 1, in combination: TraitCombination? = nil) -> [String] {
    var lines: [String] = []
    for step in steps {
      let place =
        step.registration.map {
          $0.range.file == "--with" ? "--with" : "\($0.range.file):\($0.range.start.line):\($0.range.start.column)"
        } ?? ""
      let isLast = step.name == steps.last?.name
      let system = step.source == .system ? " (system)" : ""
      let value = isLast ? outcomeText(style) : "→ \(next(after: step).printable)"
      let forced = step.forced(over: combination).map { ", asked as \($0.label)" } ?? ""
      let shownPlace = step.source == .system ? "table of \(step.registration?.range.file ?? "")" : place
      lines.append(
        "\(step.name.printable)\(system)  \(value)   variant: \((step.variant(in: combinations) + forced).printable)   \(style.dim(shownPlace.printable))"
      )
    }
    return lines
  }

  private func next(after step: Step) -> String {
    switch step.registration?.value {
    case .alias(let name): name
    case .systemColor(let platform, let name): "\(platform) \(name)"
    default: ""
    }
  }

  private func outcomeText(_ style: TextStyle) -> String {
    switch outcome {
    case .color(let color):
      let notation = ColorNotation.css(color)
      let hex = color.rendered.hex
      let both = notation.uppercased() == hex ? hex : "\(notation) = \(hex)"
      return "\(style.swatch(color.rendered))\(both)"
    case .notEvaluated(let reason): return "not evaluated: \(reason.printable)"
    }
  }
}

extension Override {
  /// As `--override` takes it: `style=dark,fake-dark=yes`.
  var written: String {
    let items = [style.map { "style=\($0)" }, isFakeDark ? "fake-dark=yes" : nil, isDynamic ? nil : "dynamic=no"]
    return items.compactMap(\.self).joined(separator: ",")
  }
}

extension Resolution.Step {
  /// What an override made of the question; nil where it was asked as it stands.
  fileprivate func forced(over combination: TraitCombination?) -> TraitCombination? {
    combination == nil || combination == asked ? nil : asked
  }

  /// The variant that answered; how close it came only where one combination asked, for others may say otherwise.
  fileprivate func variant(in combinations: Int) -> String {
    guard combinations > 1, let registration else { return reason }
    return registration.traits.asVariant.label
  }
}

extension JSONWriter {
  /// Fields of an open object: `color` or `notEvaluated`, and `steps`.
  ///
  /// - Parameters: combinations: how many share the answer; combination: the one that was asked, where it is one.
  package mutating func resolution(
    _ resolution: Resolution, combinations: Int = 1, in combination: TraitCombination? = nil
  ) {
    switch resolution.outcome {
    case .color(let color):
      field("color") { $0.color(color.rendered) }
      field("notation", ColorNotation.css(color))
      field("space", color.space.name)
    case .notEvaluated(let reason): field("notEvaluated", reason)
    }
    field("steps") { writer in
      writer.array(resolution.steps) { writer, step in
        writer.object { writer in
          writer.field("name", step.name)
          writer.field("source", step.source == .system ? "system" : "app")
          writer.field("variant", step.variant(in: combinations))
          writer.field("askedAs", step.forced(over: combination)?.label)
          if let registration = step.registration, step.source == .app {
            writer.field("place") { $0.place(registration.range) }
          }
        }
      }
    }
  }
}
