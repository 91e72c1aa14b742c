import Contrast

extension ToldExcuses {
  /// Waivers that end soon or have ended, each told once.
  mutating func takeWaivers(_ workspace: Workspace, root: String) -> [Event] {
    guard let day = workspace.day else { return [] }
    var events: [Event] = []
    var present: Set<String> = []
    for file in workspace.companions.waivers.values.sorted(by: { $0.scope.path < $1.scope.path }) {
      for waiver in file.waivers {
        guard let stage = waiver.stage(on: day) else { continue }
        let name = Self.name(of: waiver, in: file, stage)
        present.insert(name)
        guard waivers.updateValue(day.description, forKey: name) == nil else { continue }
        events.append(Self.event(waiver, stage, root: root))
      }
    }
    // One that went away with a branch comes back with it, and has been told of.
    waivers = waivers.filter { name, last in
      present.contains(name) || Day(last).map { day.days(since: $0) < Self.memory } ?? false
    }
    return events
  }

  /// For how many days a waiver that is gone is known to have been told of.
  private static let memory = 90

  /// What it is known by: a waiver that is renewed is another one, and one that is moved in its file is not.
  private static func name(of waiver: Waiver, in file: WaiverFile, _ stage: Waiver.Stage) -> String {
    "\(stage.rawValue) \(file.scope.path) \(waiver.text)"
  }

  private static func event(_ waiver: Waiver, _ stage: Waiver.Stage, root: String) -> Event {
    let whose = "Waiver for \(waiver.pair) (owner \(waiver.owner))"
    let expires = waiver.expires?.description
    var event: Event
    switch stage {
    case .expiring:
      event = Event(
        .waiverExpiring,
        "\(whose) expires on \(expires ?? "?"). What it covers fails again from that day on.", root: root)
    case .expired:
      let ended = expires.map { "expired on \($0)" } ?? "has no date that can be read"
      event = Event(
        .waiverExpired, "\(whose) \(ended) and no longer applies. What it covered fails again.", root: root)
    }
    event.waiver = Event.Waived(pair: waiver.pair, owner: waiver.owner, expires: expires ?? "unreadable")
    event.place = (waiver.range.file, waiver.range.start.line)
    return event
  }
}
