import Syntax

/// Reads the `Contents.json` of one colour set.
struct ColorSetReader {
  private let document: JSONDocument
  private let name: String
  private var diagnostics: [Diagnostic] = []
  private var colors = CatalogColorReader(area: "catalog")
  private var skipped: [Skipped] = []
  private var registrations: [Registration] = []
  /// The slot of each registration.
  private var slots: [CatalogSlot] = []
  private var duplicate: (count: Int, first: JSONValue)?
  private var tinted: JSONValue?

  init(_ document: JSONDocument, name: String) {
    self.document = document
    self.name = name
  }

  mutating func read(into fragment: inout Fragment) {
    let entries = document.root?["colors"]
    if let entries, entries.kind == .array {
      registrations.reserveCapacity(entries.elementCount)
      for entry in entries.elements { read(entry: entry) }
      diagnostics += colors.finish()
      if registrations.isEmpty, document.isComplete, diagnostics.allSatisfy({ $0.severity < .error }) {
        reportUnset(entries)
      }
    } else if document.isComplete {
      let message = "a colour set needs \"colors\", an array of entries, beside \"info\""
      report(.error, "catalog/empty-colorset", message, entries ?? document.root)
    }
    reportCounts()
    let range = entries?.range ?? document.text.range(0..<0)
    addUnreadableForNothing(range)
    if !registrations.isEmpty {
      fragment.colors.append(DynamicColor(name: name, registrations: registrations, range: range))
    }
    fragment.diagnostics += diagnostics
    fragment.skipped += skipped
  }

  private mutating func read(entry: JSONValue) {
    guard entry.kind == .object else {
      let message = "an entry of \"colors\" is an object with \"idiom\" and \"color\", not \(entry.kind.phrase)"
      report(.error, "catalog/malformed", message, entry)
      return
    }
    var slot = CatalogSlot()
    var color: JSONValue?
    var condition: JSONMember?
    var problem: SlotProblem?
    for member in entry.members {
      let (key, value) = (member.key, member.value)
      do throws(SlotProblem) {
        if key.equals("color") {
          color = value
        } else if key.equals("idiom") {
          try slot.take(idiom: value)
        } else if key.equals("appearances") {
          for appearance in value.elements { try slot.take(appearance: appearance) }
        } else if key.equals("display-gamut") {
          try slot.take(gamut: value)
        } else if key.equals("subtype") || key.equals("locale") || key.equals("language-direction") {
          condition = member
        }
      } catch {
        problem = problem ?? error
      }
    }
    guard let color else { return }
    if let problem {
      report(.error, problem.code, problem.message, problem.place)
      skipped.append(Skipped(name: name, reason: problem.message, range: color.range))
    } else if let condition {
      let reason = "holds only for \(condition.name) \(condition.value.shortSource), which is not evaluated"
      report(.note, "catalog/condition", "this variant \(reason)", condition.value)
      skipped.append(Skipped(name: name, reason: reason, range: color.range))
    } else {
      if slot.isTinted { tinted = tinted ?? color }
      register(color, in: slot)
    }
  }

  /// The last entry for a slot wins.
  private mutating func register(_ color: JSONValue, in slot: CatalogSlot) {
    let place = color["components"] ?? color
    let registration = Registration(traits: slot.traits, value: colors.read(color), range: place.range)
    guard let earlier = slots.firstIndex(of: slot) else {
      slots.append(slot)
      registrations.append(registration)
      return
    }
    registrations[earlier] = registration
    duplicate = ((duplicate?.count ?? 0) + 1, duplicate?.first ?? color)
  }
}

extension ColorSetReader {
  private mutating func reportUnset(_ entries: JSONValue) {
    let message = "no slot of \"\(name)\" has a colour; it is not evaluated"
    report(.note, "catalog/empty-colorset", message, entries)
    skipped.append(Skipped(name: name, reason: "no slot has a colour", range: entries.range))
  }

  /// What is said once a file, with a count.
  private mutating func reportCounts() {
    if let (count, first) = duplicate {
      let message = "\(count) \(count == 1 ? "entry repeats" : "entries repeat") a slot; the last one of a slot counts"
      report(.note, "catalog/duplicate-slot", message, first)
    }
    if let tinted {
      let message = "a tinted variant is asked for only by style=tinted, never by light or dark"
      report(.note, "catalog/tinted", message, tinted)
    }
  }

  /// A set of which nothing could be read is a colour all the same: one without a value, for this reason.
  private mutating func addUnreadableForNothing(_ range: SourceRange) {
    guard registrations.isEmpty,
      let cause = (document.diagnostics + diagnostics).first(where: { $0.severity == .error })
    else { return }
    registrations = [Registration(traits: TraitCollection(), value: .unreadable(cause.message), range: range)]
  }

  private mutating func report(_ severity: Diagnostic.Severity, _ code: String, _ message: String, _ place: JSONValue?)
  {
    let range = place?.range ?? document.text.range(0..<0)
    diagnostics.append(Diagnostic(severity, code, message, at: range))
  }
}
