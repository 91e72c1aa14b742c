import Contrast
import Linux
import Reports

extension ToldExcuses {
  /// Baselines and waivers that came, say something else, or are gone, with how many failures they accept.
  mutating func takeFiles(_ workspace: Workspace, root: String) -> [Event] {
    let present = Self.files(of: workspace)
    defer { files = present }
    return Set(present.keys).union(files.keys).sorted().compactMap { path in
      let (before, now) = (files[path], present[path])
      if before?.sum == now?.sum { return nil }
      return Self.event(path, before, now, root: root)
    }
  }

  private static func files(of workspace: Workspace) -> [String: File] {
    let companions = workspace.companions
    var files: [String: File] = [:]
    for (path, baseline) in companions.baselines {
      files[path] = File(
        sum: StoreRows.sum(baseline.entries.map { .text($0.entry.text) }), count: baseline.cells)
    }
    if companions.waivers.isEmpty { return files }
    var waived: [String: Int] = [:]
    for audit in workspace.audits {
      waived.merge(audit.waived(under: workspace.excuses(for: audit.palette.path))) { $0 + $1 }
    }
    for (path, file) in companions.waivers {
      files[path] = File(sum: StoreRows.sum(file.waivers.map { .text($0.text) }), count: waived[path] ?? 0)
    }
    return files
  }

  private static func event(_ path: String, _ before: File?, _ now: File?, root: String) -> Event {
    let isBaseline = Baseline.isOne(path)
    let what = before == nil ? "is new" : now == nil ? "is gone" : "changed"
    let verb = isBaseline ? "accepts" : "waives"
    let counts = (before: before?.count ?? 0, now: now?.count ?? 0)
    let failures = counted(counts.now, "failure")
    var event = Event(
      isBaseline ? .baselineChanged : .waiversChanged,
      "\(path) \(what): it \(verb) \(failures) now, \(grouped(counts.before)) before.", root: root)
    event.accepted = counts
    event.place = (path, 1)
    return event
  }
}
