/// What a tree still has to look at: single entries first, then whole directories.
struct WorkQueue {
  /// Why an entry is looked at.
  enum Cause {
    /// Something happened to it. `isFinished` is false while it may still be written to; `isNew` says that the name
    /// may stand for another directory, even one with the same inode.
    case event(isFinished: Bool, isNew: Bool)
    /// It was met, or missed, in a listing. `isDeep`: and directories under it are to be listed again.
    case scan(isDeep: Bool)
    /// It is a link, and something else changed that may have been on its way.
    case link
  }

  struct Entry {
    let directory: WatchedDirectory
    let name: Name
    var cause: Cause
  }

  private struct Key: Hashable {
    let directory: ObjectIdentifier
    let name: Name
  }

  private var entries: [Entry] = []
  private var position = 0
  private var places: [Key: Int] = [:]
  private var listings: [WatchedDirectory] = []
  private var isDeep: [ObjectIdentifier: Bool] = [:]

  var isEmpty: Bool { position == entries.count && listings.isEmpty }

  mutating func removeAll() {
    self = WorkQueue()
  }

  /// Queues a look at an entry; more causes for the same one become one look.
  mutating func look(at name: Name, in directory: WatchedDirectory, _ cause: Cause) {
    let key = Key(directory: ObjectIdentifier(directory), name: name)
    if let place = places[key] {
      entries[place].cause = entries[place].cause.merged(with: cause)
    } else {
      places[key] = entries.count
      entries.append(Entry(directory: directory, name: name, cause: cause))
    }
  }

  /// Queues the listing of a directory.
  mutating func list(_ directory: WatchedDirectory, isDeep deep: Bool) {
    let key = ObjectIdentifier(directory)
    if isDeep[key] == nil { listings.append(directory) }
    isDeep[key] = isDeep[key] == true || deep
  }

  mutating func nextEntry() -> Entry? {
    guard position < entries.count else { return nil }
    let entry = entries[position]
    position += 1
    places[Key(directory: ObjectIdentifier(entry.directory), name: entry.name)] = nil
    if position == entries.count {
      entries.removeAll(keepingCapacity: entries.count <= 4096)
      position = 0
    }
    return entry
  }

  mutating func nextListing() -> (directory: WatchedDirectory, isDeep: Bool)? {
    guard let directory = listings.popLast() else { return nil }
    return (directory, isDeep.removeValue(forKey: ObjectIdentifier(directory)) ?? false)
  }
}

extension WorkQueue.Cause {
  /// An event outweighs a scan; of two events the later one knows whether somebody is still writing.
  fileprivate func merged(with later: Self) -> Self {
    switch (self, later) {
    case (.event(_, let wasNew), .event(let isFinished, let isNew)):
      .event(isFinished: isFinished, isNew: wasNew || isNew)
    case (.event, _): self
    case (_, .event): later
    case (.scan(let first), .scan(let second)): .scan(isDeep: first || second)
    case (.scan, .link): self
    case (.link, _): later
    }
  }
}
