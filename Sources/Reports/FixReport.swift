package import Contrast
import Palettes
package import Syntax

/// A planned patch, what it does and what it cannot do.
package struct FixReport: Sendable {
  private let plan: FixPlan
  /// Whether the files were written.
  private let isApplied: Bool
  /// Whether any pair that was asked about is judged at all.
  private let isJudged: Bool

  package init(_ plan: FixPlan, of workspace: Workspace, filter: CheckReport.Filter, isApplied: Bool) {
    self.plan = plan
    self.isApplied = isApplied
    isJudged = workspace.audits.contains { audit in
      audit.pairings.indices.contains { filter.wants(audit, $0) }
    }
  }

  /// 0 no failing pair is left, 1 some are, 4 nothing was judged.
  package var status: Int32 { isJudged ? (plan.open.isEmpty ? 0 : 1) : 4 }

  /// By file; empty where nothing is to be changed.
  package var patch: String {
    plan.files.map { UnifiedDiff.patch($0.path, from: $0.before, to: $0.after) }.joined()
  }

  /// For people: a line a change, a line a pair that is left, and the counts.
  package func summary(_ style: TextStyle) -> String {
    var lines: [String] = []
    for change in plan.changes {
      let fix = change.fix
      let place = "\(change.place.file):\(change.place.start.line)".printable
      lines.append("\(style.bold(place))  \(sentence(fix).printable)   \(fix.coverage.printable)")
    }
    for pair in plan.open {
      let cells = pair.left == pair.failing ? "" : " (fails in \(pair.left) combinations, was \(pair.failing))"
      let names = "\(pair.key.foreground) on \(pair.key.background)"
      lines.append("✗ \(names.printable)\(cells): \((pair.reason ?? "").printable)")
    }
    guard isJudged else { return (lines + ["nothing was judged"]).joined(separator: "\n") + "\n" }
    if plan.pairs.isEmpty { return "no pair fails\n" }
    let files = counted(plan.files.count, "file")
    let patch =
      plan.files.isEmpty ? "nothing to change" : isApplied ? "\(files) written" : "patch of \(files); --apply writes it"
    lines.append(
      "\(counted(plan.pairs.count, "failing pair")) · \(plan.fixed.count) fixed · \(plan.open.count) left · \(patch)")
    return lines.joined(separator: "\n") + "\n"
  }

  private func sentence(_ fix: Fix) -> String {
    switch fix.kind {
    case .value: "\(fix.place) \(fix.before.hex) → \(fix.after.hex)"
    case .step(let step): "\(fix.place) \(fix.before.hex) → \(step) \(fix.after.hex)"
    case .variant(let traits): "\(fix.name) for \(traits.label): \(fix.after.hex)"
    }
  }

  package func json(pretty: Bool) -> String {
    JSONWriter.document(pretty: pretty) { write(to: &$0) }
  }

  /// The members of the document.
  package func write(to writer: inout JSONWriter) {
    writer.field("applied", isApplied)
    writer.field("files") { writer in
      writer.array(plan.files) { writer, file in
        writer.object { writer in
          writer.field("path", file.path)
          writer.field("patch", UnifiedDiff.patch(file.path, from: file.before, to: file.after))
        }
      }
    }
    writer.field("changes") { writer in
      writer.array(plan.changes) { writer, change in
        writer.object { writer in
          writer.field("palette", change.palette)
          writer.field("file", change.place.file)
          writer.field("line", change.place.start.line)
          change.fix.write(to: &writer)
        }
      }
    }
    writer.field("pairs") { writer in
      writer.array(plan.pairs) { writer, pair in
        writer.object { writer in
          writer.field("palette", pair.palette)
          writer.field("foreground", pair.key.foreground)
          writer.field("background", pair.key.background)
          writer.field("usage", pair.key.usage.rawValue)
          writer.field("failing", pair.failing)
          writer.field("left", pair.left)
          writer.field("reason", pair.reason)
        }
      }
    }
  }
}

extension Fix {
  /// What changes, as members of an object.
  func write(to writer: inout JSONWriter) {
    writer.field("name", name)
    switch kind {
    case .value:
      writer.field("kind", "value")
      writer.field("traits", traits.description)
    case .step(let step):
      writer.field("kind", "step")
      writer.field("traits", traits.description)
      writer.field("step", step)
    case .variant(let added):
      writer.field("kind", "variant")
      writer.field("traits", added.description)
    }
    writer.field("before", before.hex)
    writer.field("after", after.hex)
    writer.field("fixed", fixed)
    writer.field("failing", failing)
    writer.field("passing", passing)
    writer.field("pairs", pairs)
    if !broken.isEmpty { writer.field("broken", broken) }
  }
}
