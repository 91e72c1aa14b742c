import Glibc
import Synchronization

/// Numbers from 0 up, each given out once: how tasks share a list of work.
package final class Cursor: Sendable {
  private let last = Atomic(-1)

  package init() {}

  package func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// The processors of the machine.
package enum Processors {
  package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
