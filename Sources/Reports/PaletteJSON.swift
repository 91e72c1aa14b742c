package import Contrast
import Palettes
import Syntax

/// The tables of `PaletteReports` as documents.
package enum PaletteJSON {
  package static func tokens(
    _ audits: [Audit], _ filter: PaletteReports.TokenFilter, pretty: Bool
  ) -> String {
    document(audits.filter { !$0.palette.isSet }, pretty) { writer, audit in
      let shown: [Int] =
        switch filter {
        case .all: Array(audit.palette.colors.indices)
        case .uncovered: audit.uncovered
        case .duplicates: audit.duplicates.flatMap(\.self)
        }
      writer.field("tokens") { $0.array(shown) { token(&$0, $1, audit) } }
      if filter == .duplicates {
        writer.field("groups") { writer in
          writer.array(audit.duplicates) { writer, group in
            writer.array(group) { $0.string(audit.palette.colors[$1].name) }
          }
        }
      }
      writer.field("skipped") { writer in
        writer.array(audit.palette.skipped) { writer, skipped in
          writer.object { writer in
            writer.field("name", skipped.name)
            writer.field("reason", skipped.reason)
            writer.field("place") { $0.place(skipped.range) }
          }
        }
      }
    }
  }

  private static func token(_ writer: inout JSONWriter, _ color: Int, _ audit: Audit) {
    let declared = audit.palette.colors[color]
    writer.object { writer in
      writer.field("name", declared.name)
      writer.field("role", audit.readings[color].role)
      writer.field("usage", audit.readings[color].usage?.rawValue)
      writer.field("place") { $0.place(declared.range) }
      writer.field("values") { writer in
        writer.object { writer in
          for combination in audit.asked {
            let traits = audit.grid.space.written(audit.combinations[combination])
            if let value = audit.grid.color(color, in: combination) {
              writer.field(named: traits) { $0.color(value) }
            } else {
              writer.field(named: traits) { $0.null() }
            }
          }
        }
      }
    }
  }

  package static func pairs(_ audits: [Audit], pretty: Bool) -> String {
    document(audits, pretty) { writer, audit in
      writer.field("pairs") { writer in
        writer.array(audit.pairings.indices) { writer, index in
          writer.object { writer in
            writer.field("pair") { $0.pairing(audit.pairings[index], audit) }
            writer.field("verdicts") { $0.tally(audit.tally(of: [index])) }
          }
        }
      }
    }
  }

  package static func traits(_ audits: [Audit], pretty: Bool) -> String {
    document(audits, pretty) { writer, audit in
      writer.field("dimensions") { writer in
        writer.object { writer in
          for axis in audit.grid.space.axes { writer.field(named: axis.dimension.name) { $0.strings(axis.values) } }
        }
      }
      writer.field("combinations", audit.asked.map { audit.grid.space.written(audit.combinations[$0]) })
    }
  }

  /// Every judged pair with its ratio and verdict in every combination asked about.
  package static func matrix(_ audits: [Audit], pretty: Bool) -> String {
    document(audits, pretty) { writer, audit in
      writer.field("combinations", audit.asked.map { audit.grid.space.written(audit.combinations[$0]) })
      writer.field("pairs") { writer in
        writer.array(audit.pairings.indices) { writer, index in
          writer.object { writer in
            writer.field("pair") { $0.pairing(audit.pairings[index], audit) }
            writer.field("cells") { $0.array(audit.asked) { cell(&$0, index, $1, audit) } }
          }
        }
      }
    }
  }

  private static func cell(_ writer: inout JSONWriter, _ index: Int, _ combination: Int, _ audit: Audit) {
    writer.object { writer in
      writer.field("traits", audit.grid.space.written(audit.combinations[combination]))
      writer.field("verdict", audit.verdict(index, combination).word)
      if let measured = audit.measure(index, in: combination) { writer.measurement(measured) }
    }
  }

  private static func document(
    _ audits: [Audit], _ pretty: Bool, _ body: (inout JSONWriter, Audit) -> Void
  ) -> String {
    JSONWriter.document(pretty: pretty) { writer in
      writer.field("palettes") { writer in
        writer.array(audits) { writer, audit in
          writer.object { writer in
            writer.field("path", audit.palette.path)
            writer.field("format", audit.palette.format)
            body(&writer, audit)
          }
        }
      }
    }
  }
}
