import Foundation
import Palettes
import Syntax
import Testing

@testable import Contrast
@testable import Service

/// `systemd/contrastd.catalog`: what `journalctl -x` says.
@Suite("Catalog")
struct CatalogTests {
  @Test("every kind of event has an entry, and every entry a kind")
  func entries() throws {
    let catalog = try Catalog()
    let sent = Set(Event.Kind.allCases.map(\.messageID))
    #expect(Set(catalog.entries.keys) == sent)
    #expect(catalog.count == sent.count, "an entry stands there twice")
  }

  @Test("every field that an entry names is sent with each kind of event that it explains")
  func fields() throws {
    let catalog = try Catalog()
    var missing: [String] = []
    for kind in Event.Kind.allCases {
      let sent = Set(Self.sample(kind).journalFields.map(\.name))
      let named = catalog.fields(of: kind.messageID)
      missing += named.subtracting(sent).sorted().map { "\(kind.rawValue): @\($0)@" }
    }
    #expect(missing.isEmpty, "\(missing.count): \(missing.joined(separator: ", "))")
    #expect(catalog.fields(of: Event.Kind.regression.messageID).contains("CONTRASTD_RATIO_BEFORE"))
  }

  @Test("every entry says what is wrong in a line, and more in a text")
  func texts() throws {
    for (id, entry) in try Catalog().entries {
      let parts = entry.split(separator: "\n\n", maxSplits: 1)
      #expect(parts.first?.contains("Subject: ") == true, "\(id)")
      #expect(parts.first?.contains("Defined-By: contrastd") == true, "\(id)")
      #expect(parts.count == 2, "\(id) has no text")
      #expect(entry.split(separator: "@", omittingEmptySubsequences: false).count % 2 == 1, "\(id) has a stray @")
    }
  }

  /// An event with the least that the daemon tells of this kind.
  private static func sample(_ kind: Event.Kind) -> Event {
    switch kind {
    case .regression, .recovery:
      return Event(kind, "", root: "ios", palette: "/ios", pair: pair(ratio: "4.47"))
    case .appearedFailing, .becameIndeterminate, .vanished:
      return Event(kind, "", root: "ios", palette: "/ios", pair: pair(ratio: nil))
    case .policyLoosened:
      return Event(kind, "", root: "ios", palette: "/ios", pair: pair(ratio: nil))
    case .renamed: return Event(kind, "", root: "ios", palette: "/ios")
    case .baselineChanged, .waiversChanged:
      var event = Event(kind, "", root: "ios")
      event.place = ("/ios/contrast.baseline.json", 1)
      event.accepted = (1, 2)
      return event
    case .waiverExpiring, .waiverExpired:
      var event = Event(kind, "", root: "ios")
      event.place = ("/ios/contrast.waivers.json", 1)
      event.waiver = Event.Waived(pair: "text", owner: "@web", expires: "2026-11-30")
      return event
    case .sourceInvalid, .policyInvalid:
      var event = Event(kind, "", root: "ios")
      event.place = ("/ios/a", 1)
      return event
    case .batch, .rootLost, .rootBack, .watchDegraded, .watcherMissed:
      return Event(kind, "", root: "ios")
    case .configurationInvalid, .storeTrouble, .editorAttached, .editorDetached:
      return Event(kind, "")
    }
  }

  private static func pair(ratio: String?) -> Event.Pair {
    let start = SourcePosition(line: 1, column: 1)
    let place = SourceRange(file: "/ios/a", start: start, end: start, bytes: 0..<0)
    return Event.Pair(
      key: PairKey(foreground: "text", background: "surface", usage: .text), combinations: ["dark"],
      foregroundPlace: place, backgroundPlace: place, foregroundColor: "#777777", backgroundColor: "#FFFFFF",
      ratio: ratio, ratioBefore: ratio, required: ratio.map { _ in 4.5 }, conformance: "AA", rule: "declared",
      severity: .error)
  }
}

/// A message catalog (https://systemd.io/CATALOG): entries below `-- MESSAGE_ID`.
private struct Catalog {
  private(set) var entries: [String: String] = [:]
  /// With those that stand there twice.
  private(set) var count = 0

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = root.deletingLastPathComponent().appending(path: "systemd/contrastd.catalog")
    var id: String?
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("-- ") {
        id = String(line.dropFirst(3))
        count += 1
      } else if let id, !line.hasPrefix("#") {
        entries[id, default: ""] += line + "\n"
      }
    }
  }

  /// The names between two `@` of an entry.
  func fields(of id: String) -> Set<String> {
    let parts = (entries[id] ?? "").split(separator: "@", omittingEmptySubsequences: false)
    return Set(parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) })
  }
}
