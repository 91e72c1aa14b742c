import Palettes
package import Syntax

/// A failure that somebody answers for, for a time.
package struct Waiver: Hashable, Sendable {
  /// A pattern over foreground, background, or `foreground on background`.
  package var pair = ""
  /// The traits under which it holds; empty for all.
  package var traits: [Policy.Question] = []
  /// A pattern over codes of findings and rules of pairs; nil for all.
  package var rule: String?
  package var owner = ""
  package var reason = ""
  /// The day that ends it: from its first minute on it no longer holds. Nil for a date that cannot be read: ended.
  package var expires: Day?
  package var ticket: String?
  /// The ratio when it was granted: what is worse is not covered.
  package var granted: Double?
  package let range: SourceRange

  package init(range: SourceRange) { self.range = range }

  package func isExpired(on day: Day?) -> Bool {
    guard let expires else { return true }
    return day.map { $0 >= expires } ?? false
  }

  /// How many days ahead it is told that a waiver ends.
  package static let notice = 7

  package enum Stage: String, Sendable {
    case expiring, expired
  }

  /// How near its end it is; nil where that is far away.
  package func stage(on day: Day) -> Stage? {
    guard let expires, !isExpired(on: day) else { return .expired }
    return expires.days(since: day) <= Self.notice ? .expiring : nil
  }
}

/// One `contrast.waivers.json`.
package struct WaiverFile: Sendable {
  package static let name = "contrast.waivers.json"

  package let scope: CompanionScope
  /// In the order of the file.
  package private(set) var waivers: [Waiver] = []
  package private(set) var diagnostics: [Diagnostic]

  package static func isOne(_ path: String) -> Bool { Companions.isNamed(name, path) }

  package var isBroken: Bool { diagnostics.contains { $0.severity == .error } }

  package init(_ text: SourceText, _ scope: CompanionScope? = nil) {
    self.scope = scope ?? CompanionScope(path: text.path)
    let document = JSONDocument(text, dialect: .jsonc)
    diagnostics = document.diagnostics
    guard let root = document.root else { return }
    guard let list = root["waivers"], list.kind == .array else {
      report(.error, "shape", "this is an object with a list \"waivers\"; contrastctl waiver add writes one", root)
      return
    }
    for element in list.elements {
      if let waiver = waiver(element) { waivers.append(waiver) }
    }
  }

  private static let keys = ["pair", "traits", "rule", "owner", "reason", "expires", "ticket", "granted"]
  private static let required = ["pair", "owner", "reason", "expires"]

  private mutating func waiver(_ value: JSONValue) -> Waiver? {
    guard value.kind == .object else {
      report(.error, "shape", "a waiver is an object, not \(value.kind.phrase)", value)
      return nil
    }
    for member in value.members where !Self.keys.contains(member.name) {
      let remedy = Nearest.remedy(for: member.name, among: Self.keys)
      report(.error, "unknown-key", "a waiver has no \"\(member.name)\"\(remedy)", member.key)
    }
    var waiver = Waiver(range: value.range)
    var texts: [String: String] = [:]
    for key in Self.keys where key != "granted" {
      guard let member = value.member(named: key) else { continue }
      guard let text = member.string else {
        report(.error, "shape", "\"\(key)\" is a string, not \(member.kind.phrase)", member)
        continue
      }
      texts[key] = text
    }
    for key in Self.required where value.member(named: key) == nil {
      report(.error, "missing", "a waiver needs \"\(key)\"", value)
    }
    waiver.pair = texts["pair"] ?? ""
    waiver.rule = texts["rule"]
    waiver.owner = texts["owner"] ?? ""
    waiver.reason = texts["reason"] ?? ""
    waiver.ticket = texts["ticket"]
    waiver.granted = value["granted"]?.number
    takeTraits(texts["traits"], value, &waiver)
    takeDate(texts["expires"], value, &waiver)
    if waiver.reason.allSatisfy(\.isWhitespace), value["reason"] != nil {
      report(.warning, "no-reason", "the waiver for \(waiver.pair) gives no reason and covers nothing", value)
      return nil
    }
    return waiver
  }

  private mutating func takeTraits(_ text: String?, _ value: JSONValue, _ waiver: inout Waiver) {
    guard let text, !text.isEmpty else { return }
    do throws(TraitSyntaxError) {
      waiver.traits = try TraitSyntax.parse(text).map { .init(dimension: $0.dimension, values: $0.values) }
    } catch {
      report(.error, "traits", error.description, value["traits"] ?? value)
    }
  }

  private mutating func takeDate(_ text: String?, _ value: JSONValue, _ waiver: inout Waiver) {
    guard let text else { return }
    waiver.expires = Day(text)
    if waiver.expires == nil {
      report(
        .warning, "date", "\"\(text)\" is no date such as 2027-01-31: the waiver counts as expired",
        value["expires"] ?? value)
    }
  }

  private mutating func report(_ severity: Diagnostic.Severity, _ kind: String, _ message: String, _ value: JSONValue) {
    diagnostics.append(Diagnostic(severity, "waiver/\(kind)", message, at: value.range))
  }
}
