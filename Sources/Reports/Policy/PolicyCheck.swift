package import Contrast
package import Syntax

/// What is wrong with policy files.
package enum PolicyCheck {
  package static func text(_ files: [PolicyFile], _ problems: [Diagnostic], _ style: TextStyle) -> String {
    if files.isEmpty { return "no \(PolicyFile.name) covers this; contrastctl policy init writes one\n" }
    var lines: [String] = []
    for problem in problems.sorted(by: { ($0.range.file, $0.range.start) < ($1.range.file, $1.range.start) }) {
      let place = "\(problem.range.file):\(problem.range.start.line):\(problem.range.start.column)"
      let word = style.colored(problem.severity.word, as: problem.severity)
      lines.append("\(style.bold(place.printable)): \(word): \(problem.message.printable)   \(style.dim(problem.code))")
    }
    for file in files where !problems.contains(where: { $0.range.file == file.path }) {
      let root = file.isRoot ? ", a root" : ""
      lines.append("\(file.path.printable): nothing wrong (\(counted(file.pairs.count, "pair rule"))\(root))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  package static func json(_ files: [PolicyFile], _ problems: [Diagnostic], pretty: Bool) -> String {
    JSONWriter.document(pretty: pretty) { writer in
      writer.field("files", files.map(\.path))
      writer.field("problems") { writer in
        writer.array(problems) { writer, problem in
          writer.object { writer in
            writer.field("severity", problem.severity.word)
            writer.field("code", problem.code)
            writer.field("message", problem.message)
            writer.field("place") { $0.place(problem.range) }
          }
        }
      }
    }
  }
}
