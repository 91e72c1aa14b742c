import Colorimetry
package import Contrast
import Syntax

extension Standing {
  /// What is said of the failure, and by whose word.
  var sentence: String {
    switch state {
    case .waived: waiver.map { "waived by \($0.answerable)" } ?? "waived"
    case .accepted: "accepted failure, baseline \(ratio ?? "")"
    case .worse: "worse than accepted, baseline \(ratio ?? ""); \(noWaiver)"
    case .new: "new failure, \(hasBaseline ? "not in the baseline" : "no baseline"); \(noWaiver)"
    }
  }

  /// As the baseline has it, with the file in which it stands.
  private var ratio: String? {
    accepted.map { ratio in
      let hundredths = Int((ratio * 100).rounded(.down))
      let decimals = hundredths % 100
      return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals):1 (\((baseline ?? "").printable))"
    }
  }

  private var noWaiver: String {
    guard let waiver else { return "no waiver matches" }
    let end = waiver.expires.map { "ended on \($0)" } ?? "has no date that can be read"
    return "the waiver of \(waiver.owner.printable) \(end) (\(waiver.place))"
  }

  private var word: String {
    switch state {
    case .new: "new"
    case .accepted: "accepted"
    case .worse: "worse"
    case .waived: "waived"
    }
  }

  /// The members of a document about a failing cell.
  func write(to writer: inout JSONWriter) {
    writer.field("state", word)
    writer.field("accepted", accepted)
    writer.field("baseline", baseline)
    guard let waiver else { return }
    writer.field("waiver") { writer in
      writer.object { writer in
        writer.field("owner", waiver.owner)
        writer.field("reason", waiver.reason)
        writer.field("expires", waiver.expires?.description)
        writer.field("ticket", waiver.ticket)
        writer.field("expired", state != .waived)
        writer.field("place") { $0.place(waiver.range) }
      }
    }
  }
}

extension Workspace {
  /// What baselines and waivers say of what is explained; nil where it is no failure that is judged.
  package func standing(_ explanation: Explanation, of audit: Audit, in combination: Int) -> Standing? {
    guard explanation.isJudged, explanation.verdict == .fail else { return nil }
    return standing(of: explanation.pairing, in: combination, of: audit)
  }
}

extension Waiver {
  fileprivate var answerable: String {
    let ticket = ticket.map { ", \($0.printable)" } ?? ""
    return "\(owner.printable) until \(expires?.description ?? "no date"): \(reason.printable)\(ticket) (\(place))"
  }

  fileprivate var place: String { "\(range.file.printable):\(range.start.line)" }
}
