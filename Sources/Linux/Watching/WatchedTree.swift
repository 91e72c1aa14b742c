import Glibc

/// One root under watch, made by ``TreeWatcher/watch(_:skipping:claims:)``: what is known of it.
///
/// An event says where to look, and never what is there: that is asked of the file system. So it does not matter in
/// which order events come, how many of them a queue merged, and which name a directory had when they happened.
package final class WatchedTree {
  /// As it was given, made absolute.
  package let root: String
  let skipping: Set<String>
  let claims: (String) -> Bool
  let table: WatchTable

  /// The root where it is a directory that is there.
  var top: WatchedDirectory?
  /// The root where it is a file that is there.
  var topFile: FileRecord?
  /// An event about that file: whether nobody is writing any more.
  var topFileEvent: Bool?
  /// That file is to be compared as after lost events.
  var isTopFileDirty = false
  var queue = WorkQueue()
  var listing: Listing?
  var entries = EntryBuffer()
  var links = LinkTable()
  /// How many directories are known by a way through a link.
  var linkedDirectories = 0
  /// A link may lead elsewhere now.
  var areLinksDirty = false
  /// What a lost root held, until the root that came back is looked through.
  var known: [Name: FileRecord] = [:]

  var outbox = Outbox()
  var chain: [CInt] = []
  /// Every step on the way to the root is watched.
  var isChainSound = false
  /// The way to the root must be looked at again.
  var isChainDirty = true
  var isLost = false
  var polling = Polling()
  var verification: Verification?

  /// How often events were lost since the start, each time followed by a look through the whole tree.
  package internal(set) var overflowCount = 0
  /// Directories for which no watch was left, by path.
  var unwatched: Set<Name> = []
  /// Mounts whose changes the kernel does not tell, by the path they begin at: the type.
  var silent: [Name: String] = [:]
  var watchLimit: Int?
  /// The degradation that the owner knows of.
  var told: WatchDegradation?

  init(_ root: String, skipping: Set<String>, claims: @escaping (String) -> Bool, _ table: WatchTable) {
    self.root = root
    self.skipping = skipping
    self.claims = claims
    self.table = table
  }
}

extension WatchedTree {
  /// The files that are wanted and known, relative to the root, in the order of their bytes: once settled, what
  /// ``Walk/files(under:skipping:claims:)`` finds.
  package var files: [String] {
    if topFile != nil { return [""] }
    var found: [String] = []
    top?.visit { directory in found += directory.files.keys.map(directory.path(of:)) }
    return found.sorted { $0.precedesBytewise($1) }
  }

  /// What could not be looked at, in the order of the paths: as in ``Walk/Result/problems``.
  package var problems: [SystemError] {
    var found: [SystemError] = []
    top?.visit { directory in
      found += directory.problems.values
      if let failure = directory.failure { found.append(failure) }
    }
    return found.sorted { $0.path.precedesBytewise($1.path) }
  }

  /// How many directories are known, and how many of them have no watch.
  package var directoryCount: (all: Int, unwatched: Int) {
    var count = 0
    top?.visit { _ in count += 1 }
    return (count, unwatched.count)
  }

  /// Everything that was noticed is told, and nothing waits to be looked at: the truth, if the root is not lost.
  package var isSettled: Bool { !hasWork && polling.rescan == nil }

  /// The root is not there, or cannot be entered.
  package var isRootLost: Bool { isLost }

  /// Why it is looked through at intervals; nil where events suffice.
  package var degradation: WatchDegradation? {
    if !unwatched.isEmpty { return .watchLimit(watchLimit) }
    return silent.min { $0.key < $1.key }.map { .silentFileSystem(type: $1, path: Files.join(root, $0.text)) }
  }

  /// A slice of work waits.
  var hasWork: Bool {
    isChainDirty || !queue.isEmpty || listing != nil || areLinksDirty || verification != nil
      || !known.isEmpty && !isLost
  }

  func whole(_ path: String) -> String {
    Files.join(root, path)
  }

  func problem(_ operation: SystemError.Operation, _ path: String, _ reason: SystemError.Reason) -> SystemError {
    SystemError(operation, whole(path), reason)
  }
}

/// What is to be told next. Of two changes to one file only the later one is.
struct Outbox {
  private(set) var changes: [WatchChange] = []
  private var places: [Name: Int] = [:]
  private var hasProblems = false

  /// Something about one file.
  mutating func put(_ change: WatchChange, about path: String) {
    let key = Name(path)
    if let place = places[key] {
      changes[place] = change
    } else {
      places[key] = changes.count
      changes.append(change)
    }
  }

  /// Something about the tree; what follows it stays behind it.
  mutating func put(_ change: WatchChange) {
    if change == .problems {
      if hasProblems { return }
      hasProblems = true
    }
    changes.append(change)
  }

  mutating func take() -> [WatchChange] {
    defer { self = Outbox() }
    return changes
  }
}
