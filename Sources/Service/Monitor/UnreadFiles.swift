import Contrast
import Linux

/// What changed in a root and was not taken up yet, in the order in which it changed. Paths are as the root sees them.
struct UnreadFiles {
  enum Item {
    case read(String)
    case remove(String)
    /// In its place among what is read and removed.
    case change(Change)
  }

  private var items: [Item] = []
  private var position = 0
  /// Files that somebody is still writing to: read when it has been quiet for a while, or when asked.
  private var writing: Set<String> = []
  /// No descriptor was left to read with; when it is tried again.
  private(set) var retry: Duration?

  /// Nothing is left to take up, now or later.
  var isEmpty: Bool { position == items.count }

  var isReady: Bool { !isEmpty && retry == nil }

  var hasUnfinished: Bool { !writing.isEmpty }

  mutating func noteChanged(_ path: String) {
    writing.remove(path)
    items.append(.read(path))
  }

  mutating func noteRemoved(_ path: String) {
    writing.remove(path)
    items.append(.remove(path))
  }

  mutating func noteWriting(_ path: String) { writing.insert(path) }

  mutating func note(_ changes: some Sequence<Change>) { items += changes.map { .change($0) } }

  /// What is being written to is to be read as it is now.
  mutating func takeUnfinished() {
    for path in writing.sorted() { items.append(.read(path)) }
    writing.removeAll()
  }

  /// It could not be read for want of a descriptor: it comes again, and nothing else before a second is over.
  mutating func putBack(_ path: String, now: Duration) {
    items.append(.read(path))
    retry = now + .seconds(1)
  }

  /// The next one; nil where there is none, or not yet.
  mutating func next(now: Duration) -> Item? {
    if let retry, now < retry { return nil }
    retry = nil
    guard position < items.count else { return nil }
    defer {
      position += 1
      if position == items.count {
        items.removeAll()
        position = 0
      }
    }
    return items[position]
  }
}
