import Glibc
import Synchronization

/// Work that several tasks share while it is still being found: each item is given to one of them.
package final class WorkList<Item: Sendable>: Sendable {
  package enum Taken {
    case item(Item)
    /// There is none at the moment.
    case later
    /// There will be none.
    case none
  }

  private struct State {
    var items: [Item] = []
    var next = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  package init() {}

  package func add(_ item: Item) { state.withLock { $0.items.append(item) } }

  /// Nothing is added any more.
  package func close() { state.withLock { $0.isClosed = true } }

  package func take() -> Taken {
    state.withLock { state in
      guard state.next < state.items.count else { return state.isClosed ? .none : .later }
      state.next += 1
      return .item(state.items[state.next - 1])
    }
  }
}

/// The processors of the machine.
package enum Processors {
  package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
